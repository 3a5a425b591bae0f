import type { QueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { newIdempotencyKey } from '../../data/idempotency-key.ts';
import { createWatchers } from '../../data/watchers.ts';
import { deleteOffline, readOffline, writeOffline } from '../../offline/offline-db.ts';
import {
  albumDraftOf,
  dropDraft,
  onForgottenDrafts,
  readDrafts,
  sentOf,
  type StoredDraft,
  writeDrafts,
} from '../posts/composer/stored-drafts.ts';
import {
  batchOf,
  changeFile,
  forgetFiles,
  newAlbumOf,
  proceed,
  showFiles,
  watchBatches,
} from './album-uploads.ts';

/** An album that is being made. */
export interface NewAlbum {
  title: string;
  text: string;
  circleIds: readonly string[];
  adds: 'author' | 'circle';
  /** The album is complete and is made automatically once there is a connection. */
  waiting: boolean;
  /** The last request and its idempotency key. */
  sent: { contents: string; key: string } | null;
}

const empty: NewAlbum = { title: '', text: '', circleIds: [], adds: 'author', waiting: false, sent: null };

// Stored outside of the page's components, so that the album survives navigation. It also survives a reload.
const typed = new Map<string, NewAlbum>();
/** The stored drafts without their time, to write only changes: each write makes other tabs read. */
const stored = new Map<string, string>();
/** The files in the browser's store, by the keys under which it has them. */
const storedFiles = new Map<string, Blob>();
const { watch, notify } = createWatchers();

const fileKey = (userId: string, keptAs: string): string => `${userId}/album/${keptAs}`;

export const newAlbumNow = (userId: string): NewAlbum => typed.get(userId) ?? empty;

const draftOf = (userId: string): Omit<StoredDraft, 'at'> | null => {
  const { title, text, circleIds, adds, waiting, sent } = newAlbumNow(userId);
  const { files } = batchOf(newAlbumOf(userId));
  if (title === '' && text === '' && circleIds.length === 0 && files.length === 0) return null;
  return {
    title,
    text,
    circleIds: [...circleIds],
    adds,
    photos: files.map(({ keptAs, name, takenOn, contentHash, uploaded }) => ({
      keptAs,
      name,
      alt: '',
      takenOn,
      contentHash,
      uploaded,
    })),
    waiting,
    ...(sent && { repeatKey: sent.key, repeatOf: sent.contents }),
  };
};

const storeFiles = (userId: string): void => {
  const place = newAlbumOf(userId);
  const wanted = new Set<string>();
  for (const { key, keptAs, file } of batchOf(place).files) {
    const storedAs = fileKey(userId, keptAs);
    wanted.add(storedAs);
    if (!file || storedFiles.get(storedAs) === file) continue;
    storedFiles.set(storedAs, file);
    void writeOffline('photos', storedAs, file).then((answer) => {
      if (answer !== null) changeFile(place, key, { isKept: true });
    });
  }
  for (const key of storedFiles.keys()) {
    if (wanted.has(key)) continue;
    storedFiles.delete(key);
    void deleteOffline('photos', key);
  }
};

let isReading = false;

/** Stores the album of each member who opened one in this document. */
const store = (): void => {
  if (isReading) return;
  for (const userId of stored.keys()) {
    const draft = draftOf(userId);
    const text = JSON.stringify(draft);
    storeFiles(userId);
    if (text === stored.get(userId)) continue;
    stored.set(userId, text);
    if (draft === null) dropDraft(albumDraftOf(userId));
    else writeDrafts({ ...readDrafts(), [albumDraftOf(userId)]: { ...draft, at: Date.now() } });
  }
};

const read = (userId: string): void => {
  const kept = readDrafts()[albumDraftOf(userId)];
  isReading = true;
  const { title = '', text = '', circleIds = [], adds = 'author', waiting = false, photos = [] } = kept ?? {};
  typed.set(userId, { title, text, circleIds, adds, waiting, sent: sentOf(kept) });
  showFiles(
    newAlbumOf(userId),
    photos.map(({ keptAs, name, takenOn, contentHash, uploaded }) => ({
      keptAs,
      name,
      takenOn,
      contentHash,
      uploaded,
      file: null,
      state: 'finding',
    })),
  );
  isReading = false;
  stored.set(userId, JSON.stringify(draftOf(userId)));
  notify();
};

let following = false;

export const openNewAlbum = (userId: string): void => {
  if (stored.has(userId)) return;
  read(userId);
  if (following) return;
  following = true;
  watchBatches(store);
  watch(store);
  // Another tab may change or share the album.
  addEventListener('storage', ({ key }: StorageEvent) => {
    if (key === 'circle_draft') for (const one of stored.keys()) read(one);
  });
};

/** Photos load a moment later than the words. */
export const findFiles = async (client: QueryClient, userId: string): Promise<void> => {
  const place = newAlbumOf(userId);
  for (const { key, keptAs, uploaded } of batchOf(place).files) {
    const isFinding = () => batchOf(place).files.some((file) => file.key === key && file.state === 'finding');
    if (!isFinding()) continue;
    const found = await readOffline('photos', fileKey(userId, keptAs));
    if (!isFinding()) continue;
    const file = found instanceof Blob ? found : null;
    if (file) storedFiles.set(fileKey(userId, keptAs), file);
    changeFile(place, key, { file, isKept: true, state: uploaded ? 'uploaded' : file ? 'waiting' : 'lost' });
  }
  proceed(client, place);
};

export const changeNewAlbum = (userId: string, changed: Partial<NewAlbum>): void => {
  openNewAlbum(userId);
  typed.set(userId, { ...newAlbumNow(userId), waiting: false, ...changed });
  notify();
};

/** The idempotency key of a request: the same for the same contents, also after a reload. */
export const keyOfNewAlbum = (userId: string, contents: string): string => {
  const { sent, waiting } = newAlbumNow(userId);
  if (sent?.contents === contents) return sent.key;
  const key = newIdempotencyKey();
  changeNewAlbum(userId, { waiting, sent: { contents, key } });
  return key;
};

/** The album was shared. */
export const clearNewAlbum = (userId: string): void => {
  typed.delete(userId);
  notify();
};

export const discardNewAlbum = (userId: string): void => {
  forgetFiles(newAlbumOf(userId));
  clearNewAlbum(userId);
};

onForgottenDrafts((userId) => {
  stored.delete(userId);
  discardNewAlbum(userId);
});

export const useNewAlbum = (userId: string): NewAlbum => {
  useState(() => openNewAlbum(userId));
  return useSyncExternalStore(watch, () => newAlbumNow(userId));
};
