import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { limits } from '../../../contract/limits.ts';
import * as media from '../../../contract/media.ts';
import * as albums from '../../../contract/albums.ts';
import { api, errorText, isRefusal } from '../../data/api.ts';
import { newIdempotencyKey } from '../../data/idempotency-key.ts';
import { refreshPosts } from '../../data/refresh-posts.ts';
import { upload } from '../../data/upload.ts';
import { createWatchers } from '../../data/watchers.ts';
import { words } from '../../words/words.ts';
import { preparePhoto } from '../posts/composer/prepare-photos.ts';
import type { Uploaded } from '../posts/composer/stored-drafts.ts';

/** A photo on its way into an album. */
export interface AlbumFile {
  key: number;
  /** The photo's key among the files stored for offline use. */
  keptAs: string;
  /** The file as chosen, or prepared for the upload. Null if this browser has none. */
  file: Blob | null;
  name: string;
  /** Set once the file is prepared: the day on which it was taken, null if the file does not name it. */
  takenOn?: string | null | undefined;
  /** The SHA-256 of the chosen file, in hex, set with the day. */
  contentHash?: string | null | undefined;
  /** After a reload the file is `finding` until the browser's store was searched, and `lost` if it is not there. */
  state: 'finding' | 'lost' | 'waiting' | 'sending' | 'uploaded' | 'failed';
  uploaded: Uploaded | null;
  /** The server refused the file: another try alone does not help. */
  isRefused?: boolean;
  /** The browser has stored the file of a new album: a reload does not lose it. */
  isKept?: boolean;
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

// Stored outside of the page's components, so that uploads go on while their member looks at other pages.
const batches = new Map<string, Batch>();
const adding = new Set<string>();
let lastKey = 0;
const { watch, notify } = createWatchers();
export { watch as watchBatches };

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

export const changeFile = (place: string, key: number, changed: Partial<AlbumFile>): void =>
  change(place, {
    files: batchOf(place).files.map((file) => (file.key === key ? { ...file, ...changed } : file)),
  });

/** The ids of the uploaded ones among the files. */
export const idsOf = (files: readonly AlbumFile[]): string[] =>
  files.flatMap(({ uploaded }) => uploaded?.id ?? []);

const has = (place: string, key: number): boolean => batchOf(place).files.some((file) => file.key === key);

const countIn = (place: string, ...states: AlbumFile['state'][]): number =>
  batchOf(place).files.filter(({ state }) => states.includes(state)).length;

const preparedFile = async ({ file, takenOn, contentHash = null }: AlbumFile) => {
  if (!file) return words.compose.photos.lost;
  return takenOn === undefined ? preparePhoto(file) : { file, takenOn, contentHash };
};

const sendFile = async (client: QueryClient, from: string, photo: AlbumFile): Promise<void> => {
  const { key, name } = photo;
  // Sharing the album moves its photos to another place.
  const place = () => [...batches.keys()].find((one) => has(one, key)) ?? from;
  try {
    const ready = await preparedFile(photo);
    if (typeof ready === 'string') {
      const { files, refused } = batchOf(place());
      const reason = words.compose.photos.refused({ name, reason: ready });
      return change(place(), {
        files: files.filter((one) => one.key !== key),
        refused: [...refused, reason],
      });
    }
    changeFile(place(), key, ready);
    const form = new FormData();
    form.append('photo', ready.file, name);
    if (ready.takenOn !== null) form.append('takenOn', ready.takenOn);
    if (ready.contentHash !== null) form.append('contentHash', ready.contentHash);
    const uploaded = await upload(media.upload, form, () => {});
    if (has(place(), key)) changeFile(place(), key, { state: 'uploaded', uploaded });
    else await api(media.remove, { id: uploaded.id });
  } catch (error) {
    console.warn(error);
    changeFile(place(), key, { state: 'failed', isRefused: isRefusal(error) });
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
  const photoIds = idsOf(batch);
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
export const proceed = (client: QueryClient, place: string): void => {
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

/** Whether a reload loses files: those of a new album are stored, as far as the browser has room. */
const losesFiles = ({ files }: Batch): boolean => files.some(({ file, isKept = false }) => file && !isKept);

const warnBeforeLeaving = (event: BeforeUnloadEvent): void => {
  if ([...batches.values()].some(losesFiles)) event.preventDefault();
};

/** Shows the files of a new album as they are stored. */
export const showFiles = (place: string, files: readonly Omit<AlbumFile, 'key'>[]): void =>
  change(place, {
    files: files.map((file) => {
      const shown = batchOf(place).files.find(({ keptAs }) => keptAs === file.keptAs);
      lastKey += 1;
      return shown ?? { ...file, key: lastKey };
    }),
  });

/** The server no longer has the photos of a new album, which it deletes after a day: upload them again. */
export const uploadAgain = (client: QueryClient, place: string): void => {
  change(place, {
    files: batchOf(place).files.map((file) =>
      file.state === 'uploaded' ? { ...file, state: file.file ? 'waiting' : 'lost', uploaded: null } : file,
    ),
  });
  proceed(client, place);
};

export const addFiles = (client: QueryClient, place: string, files: readonly File[]): void => {
  addEventListener('beforeunload', warnBeforeLeaving);
  const { files: before } = batchOf(place);
  const fresh = files.slice(0, Math.max(0, limits.photosPerAlbum - before.length)).map((file): AlbumFile => {
    lastKey += 1;
    const keptAs = newIdempotencyKey();
    return { key: lastKey, keptAs, file, name: file.name, state: 'waiting', uploaded: null };
  });
  change(place, { files: [...before, ...fresh], refused: [] });
  proceed(client, place);
};

/** Tries failed uploads again. */
export const retryFiles = (client: QueryClient, place: string): void => {
  change(place, {
    failure: null,
    files: batchOf(place).files.map((file) =>
      file.state === 'failed' ? { ...file, state: 'waiting', isRefused: false } : file,
    ),
  });
  proceed(client, place);
};

/** Leaves out photos: those that failed, or one. Uploaded ones are deleted by the server within a day. */
export const leaveOutFiles = (place: string, key?: number): void =>
  change(place, {
    files: batchOf(place).files.filter((file) =>
      key === undefined
        ? file.state !== 'failed' && file.state !== 'lost' && batchOf(place).failure === null
        : file.key !== key,
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
  // Another request for the same album moved them.
  if (!batches.has(place)) return;
  const { files, refused } = batchOf(place);
  const rest = files
    .filter(({ uploaded }) => !uploaded || !photoIds.includes(uploaded.id))
    .map((file) => ({ ...file, isKept: false }));
  batches.delete(place);
  change(album, { files: rest, added: rest.length === 0 ? 0 : photoIds.length, refused, failure: null });
  proceed(client, album);
};

/** Resolves when so many photos are uploaded, or no upload is left. */
export const uploadsSettled = (place: string, wanted: number): Promise<void> =>
  new Promise((resolve) => {
    const stop = watch(() => look());
    const look = () => {
      if (countIn(place, 'uploaded') < wanted && countIn(place, 'finding', 'sending', 'waiting') > 0) return;
      stop();
      resolve();
    };
    look();
  });

export const useBatch = (place: string): Batch => useSyncExternalStore(watch, () => batchOf(place));
