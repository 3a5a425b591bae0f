import { useState, useSyncExternalStore } from 'react';
import { createWatchers } from '../../data/watchers.ts';
import { discardItems } from '../../outbox/discard-items.ts';
import { itemsIn } from '../../outbox/outbox.ts';
import {
  albumDraftOf,
  dropDraft,
  onForgottenDrafts,
  readDrafts,
  writeDrafts,
} from '../posts/composer/stored-drafts.ts';
import { newAlbumPlace } from './album-places.ts';

/** The words and the audience of an album that is being made. Its photos are in the outbox. */
export interface NewAlbum {
  title: string;
  text: string;
  circleIds: readonly string[];
  adds: 'author' | 'circle';
}

const empty: NewAlbum = { title: '', text: '', circleIds: [], adds: 'author' };

// Stored outside of the page's components, so that the album survives navigation. It also survives a reload.
const typed = new Map<string, NewAlbum>();
const { watch, notify } = createWatchers();

const newAlbumNow = (userId: string): NewAlbum => typed.get(userId) ?? empty;

const read = (userId: string): void => {
  const kept = readDrafts()[albumDraftOf(userId)];
  const { title = '', text = '', circleIds = [], adds = 'author' } = kept ?? {};
  typed.set(userId, { title, text, circleIds, adds });
  notify();
};

let following = false;

const openNewAlbum = (userId: string): void => {
  if (typed.has(userId)) return;
  read(userId);
  if (following) return;
  following = true;
  // Another tab may change or share the album.
  addEventListener('storage', ({ key }: StorageEvent) => {
    if (key === 'circle_draft') for (const one of typed.keys()) read(one);
  });
};

export const changeNewAlbum = (userId: string, changed: Partial<NewAlbum>): void => {
  openNewAlbum(userId);
  const next = { ...newAlbumNow(userId), ...changed };
  typed.set(userId, next);
  const draft = { ...next, circleIds: [...next.circleIds], at: Date.now() };
  if (hasNothing(next) && next.circleIds.length === 0) dropDraft(albumDraftOf(userId));
  else writeDrafts({ ...readDrafts(), [albumDraftOf(userId)]: draft });
  notify();
};

const hasNothing = ({ title, text }: NewAlbum): boolean => title === '' && text === '';

/** Whether this member has not begun to make an album. */
export const isNewAlbumEmpty = (userId: string): boolean => {
  openNewAlbum(userId);
  return hasNothing(newAlbumNow(userId)) && itemsIn(newAlbumPlace).length === 0;
};

/** The album was shared or discarded. */
export const discardNewAlbum = (userId: string): void => {
  discardItems(itemsIn(newAlbumPlace).map(({ id }) => id));
  changeNewAlbum(userId, empty);
};

onForgottenDrafts((userId) => typed.delete(userId));

export const useNewAlbum = (userId: string): NewAlbum => {
  useState(() => openNewAlbum(userId));
  return useSyncExternalStore(watch, () => newAlbumNow(userId));
};
