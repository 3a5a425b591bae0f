import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import * as media from '../../../../contract/media.ts';
import { ApiError, api } from '../../../data/api.ts';
import { upload } from '../../../data/upload.ts';
import { loseSession } from '../../../app/session.tsx';
import { words } from '../../../words/words.ts';
import { type ChosenPhoto, draftNow, photoArrived, watchDraft } from './draft.ts';

const texts = words.compose.photos;

/** The state of a photo's upload; `part` is 0 to 1. A finished upload is recorded in the draft instead. */
export type Upload =
  | { state: 'waiting' }
  | { state: 'sending'; part: number }
  | { state: 'stopped' }
  /** `again`: a retry with the same photo may succeed. */
  | { state: 'failed'; words: string; again: boolean };

const waiting: Upload = { state: 'waiting' };
const concurrency = 2;
/** Milliseconds without progress after which a connection counts as lost. */
const timeoutMs = 45_000;

const uploads = new Map<number, Upload>();
const running = new Map<number, AbortController>();
const watchers = new Set<() => void>();

const show = (key: number, next: Upload | null): void => {
  if (next) uploads.set(key, next);
  else uploads.delete(key);
  for (const watcher of watchers) watcher();
};

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  const stop = watchDraft(watcher);
  return () => {
    watchers.delete(watcher);
    stop();
  };
};

const failureOf = (error: unknown): Upload => {
  if (!(error instanceof ApiError)) {
    return {
      state: 'failed',
      words: navigator.onLine ? words.controls.uploadBroken : texts.waits,
      again: true,
    };
  }
  const refused = error.status < 500 && error.status !== 401 && error.status !== 429;
  const sentence = error.issues[0]?.message ?? error.text ?? words.ui.broken;
  return { state: 'failed', words: sentence, again: !refused };
};

const send = async (client: QueryClient, key: number, file: Blob, name: string): Promise<void> => {
  const stop = new AbortController();
  running.set(key, stop);
  let timer = setTimeout(() => stop.abort(), timeoutMs);
  const step = (part: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(), timeoutMs);
    show(key, { state: 'sending', part });
  };
  show(key, { state: 'sending', part: 0 });
  const form = new FormData();
  form.append('photo', file, name);
  try {
    const arrived = await upload(media.upload, form, step, { signal: stop.signal });
    const isWanted = photoArrived(key, arrived);
    show(key, null);
    // The photo was removed from the draft just before the upload ended.
    if (!isWanted) await deleteFromServer(arrived.id);
  } catch (error) {
    // A caller who aborts gives a reason to show; without one it was the timeout.
    if (running.get(key) === stop) show(key, failureOf(error));
    if (error instanceof ApiError) loseSession(client, error, 'login');
  } finally {
    clearTimeout(timer);
    if (running.get(key) === stop) running.delete(key);
    goOn(client);
  }
};

/** Uploads waiting photos, two at a time. */
const goOn = (client: QueryClient): void => {
  for (const { key, file, name } of draftNow().photos) {
    if (running.size >= concurrency) return;
    if (file && uploads.get(key)?.state === 'waiting' && !running.has(key)) {
      void send(client, key, file, name);
    }
  }
};

/** Uploads the draft's new photos, and with `again` also failed or stopped ones. */
export const sendPhotos = (client: QueryClient, { again = false } = {}): void => {
  for (const { key, file, finding, uploaded } of draftNow().photos) {
    if (finding) continue;
    const now = uploads.get(key);
    const isHalted = now?.state === 'stopped' || (now?.state === 'failed' && now.again);
    const mayStart = !now || (again && isHalted);
    if (uploaded) continue;
    if (!file) show(key, { state: 'failed', words: texts.lost, again: false });
    else if (mayStart) show(key, waiting);
  }
  goOn(client);
};

export const retryUpload = (client: QueryClient, key: number): void => {
  show(key, waiting);
  goOn(client);
};

/** Retries interrupted uploads when the network is back. */
export const resumePhotos = (client: QueryClient): void => {
  for (const [key, now] of uploads) if (now.state === 'failed' && now.again) show(key, waiting);
  goOn(client);
};

const abort = (key: number): void => {
  const stop = running.get(key);
  running.delete(key);
  stop?.abort();
};

export const stopUpload = (key: number): void => {
  show(key, { state: 'stopped' });
  abort(key);
};

/** Deletes a photo on the server. Offline this fails, and the server's sweep deletes it within a day. */
const deleteFromServer = (id: string): Promise<unknown> =>
  api(media.remove, { id }).catch((error: unknown) => console.error(error));

/** Removes an unshared photo from the draft. */
export const forgetUpload = ({ key, uploaded }: ChosenPhoto): void => {
  show(key, null);
  abort(key);
  if (uploaded) void deleteFromServer(uploaded.id);
};

const isOpen = ({ key, uploaded, finding }: ChosenPhoto): boolean => {
  const state = uploads.get(key)?.state;
  return !uploaded && (finding || state === 'waiting' || state === 'sending');
};

/** Whether a retry may upload all of them. */
export const canStillArrive = (): boolean =>
  draftNow().photos.every(({ key, uploaded }) => {
    const now = uploads.get(key);
    return uploaded !== null || now?.state !== 'failed' || now.again;
  });

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

const partOf = ({ key, uploaded }: ChosenPhoto): number => {
  if (uploaded) return 1;
  const now = uploads.get(key);
  return now?.state === 'sending' ? now.part : 0;
};

/** The progress of all uploads together, 0 to 1. */
export const useUploadedPart = (): number =>
  useSyncExternalStore(watch, () => {
    const { photos } = draftNow();
    return photos.length === 0 ? 1 : photos.reduce((sum, photo) => sum + partOf(photo), 0) / photos.length;
  });
