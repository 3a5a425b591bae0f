import { useState, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { keysStartingWith, deleteOffline, writeOffline, readOffline } from '../../../offline/offline-db.ts';
import { newIdempotencyKey } from '../../../data/idempotency-key.ts';
import { forget, keep, recall } from '../../../data/browser-storage.ts';
import { forgetEditsOf } from '../../../data/edits.ts';
import type { Written } from '../../mentions/written.ts';
import { waitingWasStored } from '../../../data/waiting-mark.ts';

/** A photo that was uploaded: its id, and the URL under which its uploader sees it. */
const Uploaded = z.object({ id: z.string(), url: z.string() });
type Uploaded = z.infer<typeof Uploaded>;

export interface ChosenPhoto {
  /** The React key; it increases with each photo. */
  key: number;
  /** The photo's key among the files stored for offline use. */
  keptAs: string;
  /** The file to upload, as chosen or shrunk. Null if only the server has it. */
  file: Blob | null;
  /** True after a reload while the browser's store is being searched for the file. */
  finding: boolean;
  name: string;
  /** An object URL of `file`, revoked when the photo leaves the draft, or the server's URL. */
  preview: string;
  /** The caption for the blind. */
  alt: string;
  uploaded: Uploaded | null;
}

/** A moment that is being written. */
export interface Draft extends Written {
  circleIds: readonly string[];
  photos: readonly ChosenPhoto[];
  /** The draft is complete and is sent automatically once there is a connection. */
  waiting: boolean;
}

const Kept = z.object({
  at: z.number(),
  text: z.string(),
  named: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))),
  circleIds: z.array(z.string()),
  photos: z.array(
    z.object({ keptAs: z.string(), name: z.string(), alt: z.string(), uploaded: z.nullable(Uploaded) }),
  ),
  waiting: z.boolean(),
  repeatKey: z.optional(z.string()),
});
/** The drafts by member: after a lost session each member finds their own draft, and nobody else's. */
const Drafts = z.record(z.string(), Kept);

const empty: Draft = { text: '', named: [], circleIds: [], photos: [], waiting: false };
/** Milliseconds after which an abandoned draft is deleted. */
const maxAgeMs = 30 * 24 * 60 * 60_000;

// Stored outside of the page's components, so that the draft survives navigation. It also survives a reload.
let owner: string | null = null;
let draft: Draft = empty;
let number = 0;
let lastKey = 0;
/** Null until the draft is sent. Each change resets it, because a changed draft is another moment. */
let idempotencyKey: string | null = null;
const watchers = new Set<() => void>();

export const watchDraft = (watcher: () => void) => {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
};

const photoKey = (userId: string, { keptAs }: Pick<ChosenPhoto, 'keptAs'>): string => `${userId}/${keptAs}`;

const show = (next: Draft): void => {
  for (const photo of draft.photos) {
    if (photo.file && !next.photos.some(({ keptAs }) => keptAs === photo.keptAs)) {
      URL.revokeObjectURL(photo.preview);
    }
  }
  draft = next;
  for (const watcher of watchers) watcher();
};

const dropPhotos = (gone: readonly ChosenPhoto[]): void => {
  const userId = owner;
  if (userId === null) return;
  for (const photo of gone) void deleteOffline('photos', photoKey(userId, photo));
};

const nextKey = (): number => {
  lastKey += 1;
  return lastKey;
};

const readDrafts = (): z.output<typeof Drafts> => {
  try {
    const kept = Drafts.safeParse(JSON.parse(recall('draft') ?? '{}'));
    const recent = Object.entries(kept.data ?? {}).filter(([, { at }]) => Date.now() - at < maxAgeMs);
    return Object.fromEntries(recent);
  } catch {
    return {};
  }
};

const writeDrafts = (drafts: z.output<typeof Drafts>): void => {
  if (Object.keys(drafts).length === 0) forget('draft');
  else keep('draft', JSON.stringify(drafts));
  waitingWasStored();
};

const readKept = (userId: string): Draft => {
  const kept = readDrafts()[userId];
  idempotencyKey = kept?.repeatKey ?? null;
  if (!kept) return empty;
  const { text, named = [], circleIds, photos, waiting } = kept;
  const known = new Map(draft.photos.map((photo) => [photo.keptAs, photo]));
  return {
    text,
    named,
    circleIds,
    waiting,
    photos: photos.map((photo) => {
      const here = known.get(photo.keptAs);
      if (here) return { ...here, ...photo };
      return { ...photo, key: nextKey(), file: null, finding: true, preview: photo.uploaded?.url ?? '' };
    }),
  };
};

/** Photos load a moment later than the draft's words. */
const findPhotos = async (userId: string): Promise<void> => {
  for (const { keptAs, finding } of draft.photos) {
    const file = finding ? await readOffline('photos', photoKey(userId, { keptAs })) : null;
    if (owner !== userId) return;
    if (!finding) continue;
    const found = file instanceof Blob ? { file, preview: URL.createObjectURL(file) } : {};
    show({
      ...draft,
      photos: draft.photos.map((photo) =>
        photo.keptAs === keptAs ? { ...photo, ...found, finding: false } : photo,
      ),
    });
  }
};

const read = (userId: string): void => {
  show(readKept(userId));
  void findPhotos(userId);
};

let following = false;

/** Another tab may change or share the draft. */
const followTabs = (): void => {
  if (following) return;
  following = true;
  addEventListener('storage', ({ key }: StorageEvent) => {
    if (owner !== null && key === 'circle_draft') read(owner);
  });
};

/** A member never finds the draft of the member who used this browser before. */
export const openDraft = (userId: string): void => {
  if (owner === userId) return;
  followTabs();
  owner = userId;
  number += 1;
  show(empty);
  read(userId);
};

export const isEmpty = ({ text, photos }: Draft): boolean => text.trim() === '' && photos.length === 0;

export const clearDraft = (): void => {
  number += 1;
  idempotencyKey = null;
  dropPhotos(draft.photos);
  show(empty);
  if (owner === null) return;
  const { [owner]: _, ...others } = readDrafts();
  writeDrafts(others);
};

/**
 * Deletes this member's draft, edits, and what they shared from another app, for signing out. Those of other members
 * stay.
 */
export const forgetDraftOf = async (userId: string): Promise<void> => {
  owner = userId;
  clearDraft();
  forgetEditsOf(userId);
  await Promise.all([
    deleteOffline('photos', keysStartingWith(`${userId}/`)),
    deleteOffline('photos', 'shared'),
  ]);
};

const keepDraft = (): void => {
  if (owner === null) return;
  const { text, named, circleIds, waiting } = draft;
  if (isEmpty(draft) && circleIds.length === 0) {
    const { [owner]: _, ...others } = readDrafts();
    return writeDrafts(others);
  }
  const photos = draft.photos.map(({ keptAs, name, alt, uploaded }) => ({ keptAs, name, alt, uploaded }));
  const kept = { at: Date.now(), text, named: [...named], circleIds: [...circleIds], photos, waiting };
  const own = idempotencyKey === null ? kept : { ...kept, repeatKey: idempotencyKey };
  writeDrafts({ ...readDrafts(), [owner]: own });
};

/** Changes the draft. A function gets the current draft, also when it is called long after a render. */
export const changeDraft = (change: Partial<Draft> | ((now: Draft) => Partial<Draft>)): void => {
  const before = draft.photos;
  const next = { ...draft, waiting: false, ...(typeof change === 'function' ? change(draft) : change) };
  idempotencyKey = null;
  show(next);
  keepDraft();
  dropPhotos(before.filter((photo) => !next.photos.some(({ keptAs }) => keptAs === photo.keptAs)));
};

export const addPhoto = (file: Blob, name: string): void => {
  const preview = URL.createObjectURL(file);
  const keptAs = newIdempotencyKey();
  const photo = {
    key: nextKey(),
    keptAs,
    file,
    finding: false,
    name: name || 'photo',
    preview,
    alt: '',
    uploaded: null,
  };
  if (owner !== null) void writeOffline('photos', photoKey(owner, photo), file);
  changeDraft(({ photos }) => ({ photos: [...photos, photo] }));
};

/** Notes that the server has a photo, or (null) no longer has it. Returns whether the photo is still in the draft. */
export const photoArrived = (key: number, uploaded: Uploaded | null): boolean => {
  if (!draft.photos.some((photo) => photo.key === key)) return false;
  show({
    ...draft,
    photos: draft.photos.map((photo) => (photo.key === key ? { ...photo, uploaded } : photo)),
  });
  keepDraft();
  return true;
};

/** The idempotency key of the draft: the same after a lost answer, also after a reload. */
export const draftKey = (): string => {
  idempotencyKey ??= newIdempotencyKey();
  keepDraft();
  return idempotencyKey;
};

export const draftNow = (): Draft => draft;

/** A new number means a new draft: photos prepared for the previous one do not belong to it. */
export const draftNumber = (): number => number;

/** Returns the draft of this member. */
export const useDraft = (userId: string): Draft => {
  useState(() => openDraft(userId));
  return useSyncExternalStore(watchDraft, draftNow);
};
