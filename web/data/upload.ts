// Separate from api.ts: the first screen sends no photos.
import type { Endpoint, Output } from '../../contract/endpoint.ts';
import { ApiError, asPromised, bodyOf, type CallOptions, headersOf, NoAnswer } from './api.ts';
import { fromBetween } from './between.ts';
import { words } from '../words/words.ts';

interface UploadOptions extends CallOptions {
  /** Milliseconds without progress after which a connection counts as lost. */
  timeoutMs?: number;
}

/**
 * Sends a form and reports its progress (0 to 1). It uses XMLHttpRequest, because `fetch` reports no progress.
 * Rejects as `api` does, also when the connection stalls, or with the signal's reason when it was aborted.
 */
export const upload = async <E extends Endpoint>(
  endpoint: E,
  form: FormData,
  onProgress: (part: number) => void,
  { timeoutMs = 45_000, ...options }: UploadOptions = {},
): Promise<Output<E>> => {
  const { signal } = options;
  signal?.throwIfAborted();
  const { promise: answer, resolve, reject } = Promise.withResolvers<string>();
  const lost = () => reject(new NoAnswer(words.controls.uploadBroken));
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
    if (request.status >= 200 && request.status < 300) resolve(request.responseText);
    else
      reject(
        new ApiError(request.status, request.statusText, request.responseText, fromBetween(request.status)),
      );
  };
  request.onerror = lost;
  request.onabort = () => (signal?.aborted ? reject(signal.reason) : lost());
  request.onloadend = () => clearTimeout(timer);
  signal?.addEventListener('abort', () => request.abort());
  request.send(form);
  return asPromised<E>(bodyOf(await answer));
};
