import * as media from '../../../../contract/media.ts';
import { ApiError, NoAnswer } from '../../../data/api.ts';
import { fromBetween } from '../../../data/between.ts';
import { words } from '../../../words/words.ts';

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** The value of the header Content-Digest (RFC 9530) of these bytes. */
export const contentDigest = async (bytes: ArrayBuffer): Promise<string> => {
  // Browsers have WebCrypto only over https.
  const hash = globalThis.isSecureContext
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : (await import('@noble/hashes/sha2.js')).sha256(new Uint8Array(bytes));
  return `sha-256=:${base64(hash)}:`;
};

/** Milliseconds without progress after which a connection counts as lost. */
const timeoutMs = 45_000;

/**
 * Uploads one part, which the server compares with its hash. `onProgress` gets the bytes sent so far. Rejects as
 * `upload` of `data/upload.ts` does.
 */
export const sendPart = async (
  id: string,
  n: number,
  part: Blob,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> => {
  const body = await part.arrayBuffer();
  const digest = await contentDigest(body);
  signal.throwIfAborted();
  const { method, path } = media.putVideoPart;
  await new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const lost = () => reject(new NoAnswer(words.controls.uploadBroken));
    let timer = setTimeout(() => request.abort(), timeoutMs);
    request.open(method, path.replace(':id', id).replace(':n', String(n)));
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader('content-digest', digest);
    request.setRequestHeader('accept-language', document.documentElement.lang);
    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), timeoutMs);
      onProgress(loaded);
    };
    request.onload = () => {
      if (request.status === 204) resolve();
      else
        reject(
          new ApiError(request.status, request.statusText, request.responseText, fromBetween(request.status)),
        );
    };
    request.onerror = lost;
    request.onabort = () => (signal.aborted ? reject(signal.reason) : lost());
    request.onloadend = () => clearTimeout(timer);
    const stop = new AbortController();
    request.addEventListener('loadend', () => stop.abort());
    signal.addEventListener('abort', () => request.abort(), { signal: stop.signal });
    request.send(body);
  });
};
