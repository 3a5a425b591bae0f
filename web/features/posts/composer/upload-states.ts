import { useSyncExternalStore } from 'react';
import { ApiError, isRefusal } from '../../../data/api.ts';
import { createWatchers } from '../../../data/watchers.ts';
import { words } from '../../../words/words.ts';
import { type ChosenPhoto, draftNow, watchDraft } from './draft.ts';
import { preparing } from './preparing.ts';

/** The state of an upload; `progress` is 0 to 1. A finished upload is recorded in the draft instead. */
export type Upload =
  | { state: 'waiting' }
  | { state: 'sending'; progress: number }
  | { state: 'stopped' }
  /** `again`: a retry with the same file may succeed. */
  | { state: 'failed'; words: string; again: boolean }
  | VideoState;

/** The steps before the upload of a video. */
export type VideoState =
  | { state: 'reading' }
  /** Another tab prepares or uploads the video. */
  | { state: 'elsewhere' }
  /** The video is too long: the member has to choose a part of it. */
  | { state: 'choosing'; seconds: number }
  /** `minutes` is null until it is known, and while it is less than one. */
  | { state: 'preparing'; progress: number; minutes: number | null; smaller: boolean }
  /** This browser did not keep the video: the member has to choose the file again. */
  | { state: 'lost' };

const uploads = new Map<number, Upload>();
const { watch: watchUploads, notify } = createWatchers();

/** The uploads under way, photos and videos, by the key of the photo. Aborting stops them. */
export const running = new Map<number, AbortController>();

// A photo also leaves the draft in another tab, and when the member signs out.
watchDraft(() => {
  for (const [key, stop] of running) {
    if (draftNow().photos.some((photo) => photo.key === key)) continue;
    running.delete(key);
    stop.abort();
  }
});

export const uploadOf = (key: number): Upload | undefined => uploads.get(key);

export const showUpload = (key: number, next: Upload | null): void => {
  if (next) uploads.set(key, next);
  else uploads.delete(key);
  notify();
};

const watch = (watcher: () => void) => {
  const stops = [watchUploads(watcher), watchDraft(watcher)];
  return () => {
    for (const stop of stops) stop();
  };
};

export const failureOf = (error: unknown): Upload => {
  if (!(error instanceof ApiError)) {
    return {
      state: 'failed',
      words: navigator.onLine ? words.controls.uploadBroken : words.compose.photos.waits,
      again: true,
    };
  }
  const sentence = error.issues[0]?.message ?? error.text ?? words.ui.broken;
  return { state: 'failed', words: sentence, again: !isRefusal(error) };
};

/** Whether a retry with the same file may succeed. */
export const mayRetry = (now: Upload | undefined): boolean =>
  now?.state === 'stopped' || (now?.state === 'failed' && now.again);

const openStates: readonly (Upload['state'] | undefined)[] = [
  'waiting',
  'sending',
  'reading',
  'elsewhere',
  'preparing',
];

const isOpen = ({ key, uploaded, finding }: ChosenPhoto): boolean =>
  !uploaded && (finding || openStates.includes(uploads.get(key)?.state));

/** Whether a retry may upload all of them. */
export const canStillArrive = (): boolean =>
  draftNow().photos.every(({ key, uploaded }) => {
    const now = uploads.get(key);
    if (uploaded !== null) return true;
    return now?.state === 'failed' ? now.again : now?.state !== 'choosing' && now?.state !== 'lost';
  });

/** Whether the member still has to choose a part of a video. */
export const isChoosing = (): boolean =>
  draftNow().photos.some(({ key }) => uploads.get(key)?.state === 'choosing');

/** Resolves when all uploads have ended, with whether all succeeded. */
export const photosSettled = (signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const look = () => {
      if (signal.aborted) reject(signal.reason);
      else if (draftNow().photos.some(isOpen)) return;
      else resolve(draftNow().photos.every(({ uploaded }) => uploaded !== null));
      stop();
      signal.removeEventListener('abort', look);
    };
    const stop = watch(look);
    signal.addEventListener('abort', look);
    look();
  });

export const useUpload = (key: number): Upload | undefined =>
  useSyncExternalStore(watch, () => uploads.get(key));

/** A video is half done when it is ready to be uploaded. */
const progressOf = ({ key, uploaded, video }: ChosenPhoto): number => {
  if (uploaded) return 1;
  const now = uploads.get(key);
  if (now?.state === 'preparing') return now.progress / 2;
  if (now?.state !== 'sending') return 0;
  return video ? (1 + now.progress) / 2 : now.progress;
};

/** The progress of all uploads together, 0 to 1. */
export const useUploadProgress = (): number =>
  useSyncExternalStore(watch, () => {
    const { photos } = draftNow();
    const all = photos.length + preparing();
    return all === 0 ? 1 : photos.reduce((sum, photo) => sum + progressOf(photo), 0) / all;
  });
