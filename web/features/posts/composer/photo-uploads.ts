import type { QueryClient } from '@tanstack/react-query';
import * as media from '../../../../contract/media.ts';
import { ApiError, api } from '../../../data/api.ts';
import { upload } from '../../../data/upload.ts';
import { loseSession } from '../../../app/session.tsx';
import { words } from '../../../words/words.ts';
import { type ChosenPhoto, draftNow, photoArrived } from './draft.ts';
import { failureOf, mayRetry, running, showUpload, type Upload, uploadOf } from './upload-states.ts';

const waiting: Upload = { state: 'waiting' };
const concurrency = 2;

const send = async (
  client: QueryClient,
  { key, name, takenOn, contentHash }: ChosenPhoto,
  file: Blob,
): Promise<void> => {
  const stop = new AbortController();
  running.set(key, stop);
  const step = (progress: number) => showUpload(key, { state: 'sending', progress });
  showUpload(key, { state: 'sending', progress: 0 });
  const form = new FormData();
  if (takenOn !== null) form.append('takenOn', takenOn);
  if (contentHash !== null) form.append('contentHash', contentHash);
  form.append('photo', file, name);
  try {
    const arrived = await upload(media.upload, form, step, { signal: stop.signal });
    const isWanted = photoArrived(key, arrived);
    showUpload(key, null);
    // The photo was removed from the draft just before the upload ended.
    if (!isWanted) await deleteFromServer(arrived.id);
  } catch (error) {
    // A caller who aborts shows the reason.
    if (running.get(key) === stop) showUpload(key, failureOf(error));
    if (error instanceof ApiError) loseSession(client, error, 'login');
  } finally {
    if (running.get(key) === stop) running.delete(key);
    goOn(client);
  }
};

/** Uploads waiting photos, two at a time, and waiting videos. */
const goOn = (client: QueryClient): void => {
  const { photos } = draftNow();
  let free = concurrency - photos.filter(({ key, video }) => !video && running.has(key)).length;
  for (const photo of photos) {
    const { key, file, video } = photo;
    if (video || !file || free <= 0 || uploadOf(key)?.state !== 'waiting' || running.has(key)) continue;
    free -= 1;
    void send(client, photo, file);
  }
  const videoWaits = photos.some(({ key, video }) => video && uploadOf(key)?.state === 'waiting');
  if (videoWaits) {
    import('./video-uploads.ts').then(
      ({ sendVideos }) => sendVideos(client),
      (error: unknown) => failVideos(error),
    );
  }
};

/** The code for videos could not be loaded, as without a connection. */
const failVideos = (error: unknown): void => {
  console.warn(error);
  for (const { key, video } of draftNow().photos) {
    if (video && uploadOf(key)?.state === 'waiting') showUpload(key, failureOf(error));
  }
};

/** Uploads the draft's new photos and videos, and with `again` also failed or stopped ones. */
export const sendPhotos = (client: QueryClient, { again = false } = {}): void => {
  for (const { key, file, finding, uploaded, video } of draftNow().photos) {
    if (finding || uploaded) continue;
    const now = uploadOf(key);
    if (!video && !file) {
      showUpload(key, { state: 'failed', words: words.compose.photos.lost, again: false });
    } else if (!now || (again && mayRetry(now))) showUpload(key, waiting);
  }
  goOn(client);
};

export const retryUpload = (client: QueryClient, key: number): void => {
  showUpload(key, waiting);
  goOn(client);
};

/** Retries interrupted uploads when the network is back. */
export const resumePhotos = (client: QueryClient): void => {
  for (const { key } of draftNow().photos) {
    const now = uploadOf(key);
    if (now?.state === 'failed' && now.again) showUpload(key, waiting);
  }
  goOn(client);
};

export const stopUpload = (key: number): void => {
  showUpload(key, { state: 'stopped' });
  const stop = running.get(key);
  running.delete(key);
  stop?.abort();
};

/** Deletes a photo on the server. Offline this fails, and the server's sweep deletes it within a day. */
const deleteFromServer = (id: string): Promise<unknown> =>
  api(media.remove, { id }).catch((error: unknown) => console.error(error));

/** Deletes an unshared photo or video, which leaves the draft, on the server. Leaving the draft stops its upload. */
export const forgetUpload = (photo: ChosenPhoto): void => {
  const { key, uploaded, video } = photo;
  showUpload(key, null);
  if (uploaded) void deleteFromServer(uploaded.id);
  else if (video) {
    import('./video-uploads.ts').then(
      ({ forgetVideo }) => forgetVideo(key),
      (error: unknown) => console.warn(error),
    );
  }
};
