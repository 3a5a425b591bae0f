import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { limits } from '../../../contract/limits.ts';
import * as media from '../../../contract/media.ts';
import * as albums from '../../../contract/years/albums.ts';
import { api, errorText } from '../../data/api.ts';
import { newIdempotencyKey } from '../../data/idempotency-key.ts';
import { refreshPosts } from '../../data/refresh-posts.ts';
import { upload } from '../../data/upload.ts';
import { createWatchers } from '../../data/watchers.ts';
import { words } from '../../words/words.ts';
import { preparePhoto } from '../posts/composer/prepare-photos.ts';

/** A photo on its way into an album. */
export interface AlbumFile {
  key: number;
  file: File;
  state: 'waiting' | 'sending' | 'uploaded' | 'failed';
  /** The id of the uploaded photo. */
  id: string | null;
}

/** The photos on their way into one album. */
export interface Batch {
  files: readonly AlbumFile[];
  /** How many photos of this batch are in the album already. */
  added: number;
  /** The reasons for files that the server or this page refused. */
  refused: readonly string[];
  /** Why the uploaded photos could not be added. */
  failure: string | null;
}

const empty: Batch = { files: [], added: 0, refused: [], failure: null };
const concurrency = 2;
/** So many photos are added to an album together, so that they appear while others are still being uploaded. */
const addedTogether = 10;
/** Milliseconds without progress after which a connection counts as lost. */
const timeoutMs = 45_000;

// Stored outside of the page's components, so that uploads go on while their member looks at other pages.
const batches = new Map<string, Batch>();
const adding = new Set<string>();
let lastKey = 0;
const { watch, notify } = createWatchers();

/** The place of photos for an album that this member has not shared yet. */
export const newAlbumOf = (userId: string): string => `new/${userId}`;
const isNew = (place: string): boolean => place.startsWith('new/');

export const batchOf = (place: string): Batch => batches.get(place) ?? empty;

const change = (place: string, changed: Partial<Batch>): void => {
  const next = { ...batchOf(place), ...changed };
  if (next.files.length === 0 && next.refused.length === 0) batches.delete(place);
  else batches.set(place, next);
  notify();
};

const changeFile = (place: string, key: number, changed: Partial<AlbumFile>): void =>
  change(place, {
    files: batchOf(place).files.map((file) => (file.key === key ? { ...file, ...changed } : file)),
  });

const has = (place: string, key: number): boolean => batchOf(place).files.some((file) => file.key === key);

const countIn = (place: string, ...states: AlbumFile['state'][]): number =>
  batchOf(place).files.filter(({ state }) => states.includes(state)).length;

const sendFile = async (client: QueryClient, from: string, { key, file }: AlbumFile): Promise<void> => {
  // Sharing the album moves its photos to another place.
  const place = () => [...batches.keys()].find((one) => has(one, key)) ?? from;
  try {
    const ready = await preparePhoto(file);
    if (typeof ready === 'string') {
      const { files, refused } = batchOf(place());
      const reason = words.compose.photos.refused(file.name, ready);
      return change(place(), {
        files: files.filter((one) => one.key !== key),
        refused: [...refused, reason],
      });
    }
    const form = new FormData();
    form.append('photo', ready.file, file.name);
    if (ready.takenOn !== null) form.append('takenOn', ready.takenOn);
    const stop = new AbortController();
    let timer = setTimeout(() => stop.abort(), timeoutMs);
    const step = () => {
      clearTimeout(timer);
      timer = setTimeout(() => stop.abort(), timeoutMs);
    };
    const { id } = await upload(media.upload, form, step, { signal: stop.signal }).finally(() =>
      clearTimeout(timer),
    );
    if (has(place(), key)) changeFile(place(), key, { state: 'uploaded', id });
    else await api(media.remove, { id });
  } catch (error) {
    console.warn(error);
    changeFile(place(), key, { state: 'failed' });
  } finally {
    proceed(client, place());
  }
};

const addUploaded = async (client: QueryClient, album: string): Promise<void> => {
  const ready = batchOf(album).files.filter(({ state }) => state === 'uploaded');
  const isLast = countIn(album, 'waiting', 'sending') === 0;
  if (adding.has(album) || ready.length === 0 || (!isLast && ready.length < addedTogether)) return;
  adding.add(album);
  const batch = ready.slice(0, limits.albumPhotosAtOnce);
  const photoIds = batch.flatMap(({ id }) => id ?? []);
  try {
    await api(albums.addPhotos, { id: album, photoIds }, { idempotencyKey: newIdempotencyKey() });
    const keys = new Set(batch.map(({ key }) => key));
    const { files, added } = batchOf(album);
    const rest = files.filter(({ key }) => !keys.has(key));
    change(album, { files: rest, added: rest.length === 0 ? 0 : added + batch.length, failure: null });
    await client.invalidateQueries({ queryKey: ['/api', 'albums', album] });
    await refreshPosts(client);
  } catch (error) {
    change(album, { failure: errorText(error, words.controls.uploadBroken) });
  } finally {
    adding.delete(album);
  }
  if (batchOf(album).failure === null) proceed(client, album);
};

/** Uploads waiting photos, and adds uploaded ones to their album. */
const proceed = (client: QueryClient, place: string): void => {
  // The server keeps few photos that belong to no album yet.
  const most = isNew(place) ? limits.albumPhotosAtOnce : Number.POSITIVE_INFINITY;
  for (const file of batchOf(place).files) {
    const sending = countIn(place, 'sending');
    if (sending >= concurrency || sending + countIn(place, 'uploaded') >= most) break;
    if (file.state !== 'waiting') continue;
    changeFile(place, file.key, { state: 'sending' });
    void sendFile(client, place, file);
  }
  if (!isNew(place)) void addUploaded(client, place);
};

const warnBeforeLeaving = (event: BeforeUnloadEvent): void => {
  if ([...batches.values()].some(({ files }) => files.length > 0)) event.preventDefault();
};

export const addFiles = (client: QueryClient, place: string, files: readonly File[]): void => {
  addEventListener('beforeunload', warnBeforeLeaving);
  const { files: before } = batchOf(place);
  const fresh = files.slice(0, Math.max(0, limits.photosPerAlbum - before.length)).map((file): AlbumFile => {
    lastKey += 1;
    return { key: lastKey, file, state: 'waiting', id: null };
  });
  change(place, { files: [...before, ...fresh], refused: [] });
  proceed(client, place);
};

/** Tries failed uploads again. */
export const retryFiles = (client: QueryClient, place: string): void => {
  change(place, {
    failure: null,
    files: batchOf(place).files.map((file) =>
      file.state === 'failed' ? { ...file, state: 'waiting' } : file,
    ),
  });
  proceed(client, place);
};

/** Leaves out photos: those that failed, or one. Uploaded ones are deleted by the server within a day. */
export const leaveOutFiles = (place: string, key?: number): void =>
  change(place, {
    files: batchOf(place).files.filter((file) =>
      key === undefined ? file.state !== 'failed' && batchOf(place).failure === null : file.key !== key,
    ),
    refused: [],
    failure: null,
  });

/** Leaves out everything, after the member discarded a new album. */
export const forgetFiles = (place: string): void => change(place, empty);

/** The new album was shared with the photos of these ids; the others follow. */
export const moveToAlbum = (
  client: QueryClient,
  place: string,
  album: string,
  photoIds: readonly string[],
): void => {
  const { files, refused } = batchOf(place);
  const rest = files.filter(({ id }) => id === null || !photoIds.includes(id));
  batches.delete(place);
  change(album, { files: rest, added: rest.length === 0 ? 0 : photoIds.length, refused, failure: null });
  proceed(client, album);
};

/** Resolves when so many photos are uploaded, or no upload is left. */
export const uploadsSettled = (place: string, wanted: number): Promise<void> =>
  new Promise((resolve) => {
    const stop = watch(() => look());
    const look = () => {
      if (countIn(place, 'uploaded') < wanted && countIn(place, 'sending', 'waiting') > 0) return;
      stop();
      resolve();
    };
    look();
  });

export const useBatch = (place: string): Batch => useSyncExternalStore(watch, () => batchOf(place));
