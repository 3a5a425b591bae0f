import { useState, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { newRepeatKey } from '../../repeat-key.ts';
import { forget, keep, recall } from '../../stores.ts';

/** A photo that the server has: its id, and where its uploader sees it. */
const Uploaded = z.object({ id: z.string(), url: z.string() });
type Uploaded = z.infer<typeof Uploaded>;

export interface ChosenPhoto {
  /** Names it in lists; counts up. */
  key: number;
  /** What is sent: the photo as chosen, or shrunk. Null after a reload, when the server alone has it. */
  file: Blob | null;
  name: string;
  /** An object URL of `file`, given back when the photo leaves the draft; or the server's address of it. */
  preview: string;
  /** The caption for the blind. */
  alt: string;
  uploaded: Uploaded | null;
}

/** A moment that is being written. */
export interface Draft {
  text: string;
  circleIds: readonly string[];
  photos: readonly ChosenPhoto[];
}

const Kept = z.object({
  userId: z.string(),
  text: z.string(),
  circleIds: z.array(z.string()),
  photos: z.array(z.object({ name: z.string(), alt: z.string(), uploaded: Uploaded })),
  repeatKey: z.optional(z.string()),
});

const empty: Draft = { text: '', circleIds: [], photos: [] };

// Outside of the page, so that whoever looks something up in Circle finds the moment as they left it. Words,
// circles and the photos that have arrived at the server also survive a reload.
let owner: string | null = null;
let draft: Draft = empty;
let number = 0;
let lastKey = 0;
/** Null until this very draft is sent: what was changed since is another moment, for other people perhaps. */
let repeatKey: string | null = null;
const watchers = new Set<() => void>();

export const watchDraft = (watcher: () => void) => {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
};

const show = (next: Draft): void => {
  for (const photo of draft.photos) {
    if (photo.file && !next.photos.some(({ key }) => key === photo.key)) URL.revokeObjectURL(photo.preview);
  }
  draft = next;
  for (const watcher of watchers) watcher();
};

const nextKey = (): number => {
  lastKey += 1;
  return lastKey;
};

const readKept = (userId: string): Draft => {
  try {
    const kept = Kept.safeParse(JSON.parse(recall('draft') ?? 'null'));
    if (!kept.success || kept.data.userId !== userId) return empty;
    const { text, circleIds, photos } = kept.data;
    repeatKey = kept.data.repeatKey ?? null;
    return {
      text,
      circleIds,
      photos: photos.map((photo) => ({ ...photo, key: nextKey(), file: null, preview: photo.uploaded.url })),
    };
  } catch {
    return empty;
  }
};

/** Nobody finds the draft of whoever used this browser before. */
const open = (userId: string): void => {
  if (owner === userId) return;
  owner = userId;
  number += 1;
  repeatKey = null;
  show(readKept(userId));
};

export const isEmpty = ({ text, photos }: Draft): boolean => text.trim() === '' && photos.length === 0;

export const clearDraft = (): void => {
  number += 1;
  repeatKey = null;
  show(empty);
  forget('draft');
};

const keepDraft = (): void => {
  if (owner === null) return;
  const { text, circleIds } = draft;
  const photos = draft.photos.flatMap(({ name, alt, uploaded }) =>
    uploaded ? [{ name, alt, uploaded }] : [],
  );
  const isWhole = photos.length === draft.photos.length;
  const key = isWhole && repeatKey !== null ? { repeatKey } : {};
  keep('draft', JSON.stringify({ userId: owner, text, circleIds, photos, ...key }));
};

/** Changes the draft; a function is given what it is at that moment, also long after the page was drawn. */
export const changeDraft = (change: Partial<Draft> | ((now: Draft) => Partial<Draft>)): void => {
  const next = { ...draft, ...(typeof change === 'function' ? change(draft) : change) };
  repeatKey = null;
  show(next);
  keepDraft();
};

export const addPhoto = (file: Blob, name: string): void => {
  const preview = URL.createObjectURL(file);
  const photo = { key: nextKey(), file, name: name || 'photo', preview, alt: '', uploaded: null };
  changeDraft(({ photos }) => ({ photos: [...photos, photo] }));
};

/** The server has a photo now, or has it no more (null). Answers whether the photo is still in the draft. */
export const photoArrived = (key: number, uploaded: Uploaded | null): boolean => {
  if (!draft.photos.some((photo) => photo.key === key)) return false;
  show({
    ...draft,
    photos: draft.photos.map((photo) => (photo.key === key ? { ...photo, uploaded } : photo)),
  });
  keepDraft();
  return true;
};

/** The key to send the draft with: the same after a lost answer, also after a reload where that kept everything. */
export const draftKey = (): string => {
  repeatKey ??= newRepeatKey();
  keepDraft();
  return repeatKey;
};

export const draftNow = (): Draft => draft;

/** Another number is another draft: what was prepared for the one before does not belong into it. */
export const draftNumber = (): number => number;

/** The draft of this member. */
export const useDraft = (userId: string): Draft => {
  useState(() => open(userId));
  return useSyncExternalStore(watchDraft, draftNow);
};
