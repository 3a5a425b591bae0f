import { useState, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { newRepeatKey } from '../../repeat-key.ts';
import { forget, keep, recall } from '../../stores.ts';

export interface ChosenPhoto {
  /** Names it in lists; counts up. */
  key: number;
  /** What is sent: the photo as chosen, or shrunk. */
  file: Blob;
  name: string;
  /** An object URL of `file`, given back when the photo leaves the draft. */
  preview: string;
  /** The caption for the blind. */
  alt: string;
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
  repeatKey: z.optional(z.string()),
});

const empty: Draft = { text: '', circleIds: [], photos: [] };

// Outside of the page, so that whoever looks something up in Circle finds the moment as they left it. Words and
// circles also survive a reload; photos cannot.
let owner: string | null = null;
let draft: Draft = empty;
let number = 0;
/** Null until this very draft is sent: what was changed since is another moment, for other people perhaps. */
let repeatKey: string | null = null;
const watchers = new Set<() => void>();

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

const show = (next: Draft): void => {
  for (const photo of draft.photos) {
    if (!next.photos.includes(photo) && !next.photos.some(({ key }) => key === photo.key)) {
      URL.revokeObjectURL(photo.preview);
    }
  }
  draft = next;
  for (const watcher of watchers) watcher();
};

const readKept = (userId: string): Draft => {
  try {
    const kept = Kept.safeParse(JSON.parse(recall('draft') ?? 'null'));
    if (!kept.success || kept.data.userId !== userId) return empty;
    repeatKey = kept.data.repeatKey ?? null;
    return { ...empty, text: kept.data.text, circleIds: kept.data.circleIds };
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
  const { text, circleIds, photos } = draft;
  const key = photos.length === 0 && repeatKey !== null ? { repeatKey } : {};
  keep('draft', JSON.stringify({ userId: owner, text, circleIds, ...key }));
};

/** Changes the draft; a function is given what it is at that moment, also long after the page was drawn. */
export const changeDraft = (change: Partial<Draft> | ((now: Draft) => Partial<Draft>)): void => {
  const next = { ...draft, ...(typeof change === 'function' ? change(draft) : change) };
  repeatKey = null;
  show(next);
  keepDraft();
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
  return useSyncExternalStore(watch, draftNow);
};
