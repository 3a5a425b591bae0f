import { useSyncExternalStore } from 'react';
import { createWatchers } from '../../data/watchers.ts';
import { forgetFiles, newAlbumOf } from './album-uploads.ts';

/** An album that is being written. */
export interface NewAlbum {
  title: string;
  text: string;
  circleIds: readonly string[];
  adds: 'author' | 'circle';
}

const empty: NewAlbum = { title: '', text: '', circleIds: [], adds: 'author' };
// Stored outside of the page's components, so that what was typed survives navigation, for each member.
const typed = new Map<string, NewAlbum>();
const { watch, notify } = createWatchers();

export const changeNewAlbum = (userId: string, changed: Partial<NewAlbum>): void => {
  typed.set(userId, { ...(typed.get(userId) ?? empty), ...changed });
  notify();
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

export const useNewAlbum = (userId: string): NewAlbum =>
  useSyncExternalStore(watch, () => typed.get(userId) ?? empty);
