import * as media from '../../../../contract/media.ts';
import { ApiError, api, NoAnswer } from '../../../data/api.ts';
import { uploadParts } from './plan.ts';
import { sendPart } from './send-part.ts';

/** A converted video with its poster. */
export interface ReadyVideo {
  file: Blob;
  type: media.UploadedVideoType;
  seconds: number;
  poster: Blob;
  /** The day on which it was taken, `YYYY-MM-DD`. */
  takenOn?: string | undefined;
}

export interface UploadEvents {
  /** The upload has this id now, null if it has to start again. */
  onId: (id: string | null) => void;
  /** 0 to 1. */
  onProgress: (done: number) => void;
}

/** How often a part is sent again before the upload counts as failed. */
const retries = 6;
const maxWaitMs = 15_000;

const mayPass = (error: unknown): boolean =>
  error instanceof ApiError ? error.status >= 500 || error.status === 429 : error instanceof NoAnswer;

/** Resolves after a growing time with jitter, or when the connection is back. */
const pause = (attempt: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const waitMs = Math.min(maxWaitMs, 500 * 2 ** attempt) * (0.5 + Math.random() / 2);
    const stop = new AbortController();
    const end = (act: () => void) => {
      stop.abort();
      clearTimeout(timer);
      act();
    };
    const timer = setTimeout(() => end(resolve), waitMs);
    addEventListener('online', () => end(resolve), { signal: stop.signal });
    signal.addEventListener('abort', () => end(() => reject(signal.reason)), { signal: stop.signal });
  });

/**
 * Retries after failures that may be temporary. Without a connection it fails immediately, and the caller waits for one,
 * unless it retries for ever.
 */
export const retrying = async <T>(
  call: () => Promise<T>,
  signal: AbortSignal,
  { forEver = false } = {},
): Promise<T> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (signal.aborted || !mayPass(error)) throw error;
      if (!forEver && (attempt === retries || !navigator.onLine)) throw error;
      await pause(attempt, signal);
    }
  }
};

/** Asks the server for a new upload. */
export type StartVideo = (
  video: ReadyVideo,
  signal: AbortSignal,
) => Promise<{ id: string; partBytes: number }>;

const startForMoment: StartVideo = ({ file, type, seconds, takenOn }, signal) => {
  const input = { bytes: file.size, type, seconds, ...(takenOn !== undefined && { takenOn }) };
  return api(media.startVideo, input, { signal });
};

const begin = async (start: StartVideo, video: ReadyVideo, signal: AbortSignal) => ({
  ...(await start(video, signal)),
  arrived: new Set<number>(),
});

/** The parts of a known upload that the server has. */
const resume = async (id: string, signal: AbortSignal) => {
  const { parts, partBytes } = await api(media.videoUpload, { id }, { signal });
  return { id, partBytes, arrived: new Set(parts) };
};

const finish = (id: string, poster: Blob, signal: AbortSignal) => {
  const form = new FormData();
  form.append('poster', poster, 'poster.jpg');
  const path = media.finishVideo.path.replace(':id', id);
  return api({ ...media.finishVideo, path }, form, { signal });
};

/** Sends the parts that the server lacks, and the poster. */
const sendMissing = async (
  { file, poster }: ReadyVideo,
  upload: Awaited<ReturnType<typeof begin>>,
  onProgress: UploadEvents['onProgress'],
  signal: AbortSignal,
) => {
  let sent = 0;
  for (const [n, { start: from, end }] of uploadParts(file.size, upload.partBytes).entries()) {
    const report = (bytes: number) => onProgress(Math.min(1, (sent + bytes) / file.size));
    if (!upload.arrived.has(n)) {
      await retrying(() => sendPart(upload.id, n, file.slice(from, end), report, signal), signal);
    }
    sent += end - from;
    report(0);
  }
  return retrying(() => finish(upload.id, poster, signal), signal);
};

/** The upload to try next: null for a new one, undefined if another try would fail too. */
const nextUpload = (error: unknown, id: string | null, tries: number): string | null | undefined => {
  if (!(error instanceof ApiError) || tries === 3) return undefined;
  // The server has deleted the upload.
  if (error.status === 404) return null;
  // A part arrived damaged, so the server asks for it again; or it has parts of another file.
  if (error.status === 409) return tries === 1 ? id : null;
  return undefined;
};

/**
 * Uploads a video in parts and answers the photo that stands for it in a moment. With the `id` of an upload that was
 * cut off it sends only the missing parts; an upload that the server has deleted starts again.
 */
export const uploadVideo = async (
  ready: ReadyVideo,
  knownId: string | null,
  { onId, onProgress }: UploadEvents,
  signal: AbortSignal,
  start: StartVideo = startForMoment,
): Promise<{ id: string; url: string }> => {
  let id = knownId;
  for (let tries = 1; ; tries += 1) {
    try {
      const before = id;
      const upload = await retrying(
        () => (before === null ? begin(start, ready, signal) : resume(before, signal)),
        signal,
      );
      if (before === null) onId(upload.id);
      id = upload.id;
      return await sendMissing(ready, upload, onProgress, signal);
    } catch (error) {
      const next = nextUpload(error, id, tries);
      if (next === undefined) throw error;
      if (next === null && id !== null) void cancelUpload(id);
      if (next === null) onId(null);
      id = next;
    }
  }
};

/** Deletes the upload on the server. Offline this fails, and the server's sweep deletes it within a day. */
export const cancelUpload = (id: string): Promise<unknown> =>
  api(media.cancelVideo, { id }).catch((error: unknown) => console.warn(error));
