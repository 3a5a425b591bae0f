// Separate from api.ts: the first screen sends no photos.
import type { Endpoint, Output } from '../../contract/endpoint.ts';
import { ApiError, asPromised, type CallOptions, headersOf } from './api.ts';
import { words } from '../words/words.ts';

interface UploadOptions extends CallOptions {
  /** Milliseconds without progress after which a connection counts as lost. */
  timeoutMs?: number;
}

/**
 * Sends a form and reports its progress (0 to 1). It uses XMLHttpRequest, because `fetch` reports no progress.
 * Rejects as `api` does, also when the connection stalls, or with the signal's reason when it was aborted.
 */
export const upload = <E extends Endpoint>(
  endpoint: E,
  form: FormData,
  onProgress: (part: number) => void,
  { timeoutMs = 45_000, ...options }: UploadOptions = {},
): Promise<Output<E>> =>
  new Promise((resolve, reject) => {
    const { signal } = options;
    const request = new XMLHttpRequest();
    let timer = setTimeout(() => request.abort(), timeoutMs);
    request.open(endpoint.method, endpoint.path);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headersOf(options))) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), timeoutMs);
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      const success = request.status >= 200 && request.status < 300;
      if (success)
        resolve(asPromised<E>(request.responseText === '' ? null : JSON.parse(request.responseText)));
      else reject(new ApiError(request.status, request.statusText, request.responseText));
    };
    request.onerror = () => reject(new TypeError(words.controls.uploadBroken));
    request.onabort = () =>
      reject(signal?.aborted ? signal.reason : new TypeError(words.controls.uploadBroken));
    request.onloadend = () => clearTimeout(timer);
    if (signal?.aborted) {
      clearTimeout(timer);
      return reject(signal.reason);
    }
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
