import { useState, useSyncExternalStore } from 'react';
import { keysStartingWith, deleteOffline, writeOffline, readOffline } from '../../../offline/offline-db.ts';
import { newIdempotencyKey } from '../../../data/idempotency-key.ts';
import { forgetEditsOf } from '../../../data/edits.ts';
import { createWatchers } from '../../../data/watchers.ts';
import type { Named, Written } from '../../mentions/written.ts';
import { deleteVideosOf, forgetVideoFile } from './draft-videos.ts';
import {
  type ChosenVideo,
  dropDraft,
  forgetOtherDrafts,
  readDrafts,
  sentOf,
  type Uploaded,
  writeDrafts,
} from './stored-drafts.ts';

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
  /** The day on which it was taken, `YYYY-MM-DD`; null if its file does not name it. */
  takenOn: string | null;
  /** The SHA-256 of the chosen file, in hex; null for a video. */
  contentHash: string | null;
  uploaded: Uploaded | null;
  /** Set if this is the poster of a video. */
  video: ChosenVideo | null;
}

/** A moment that is being written. */
export interface Draft extends Written {
  circleIds: readonly string[];
  /** Leaves out the members who take part by letter. */
  withoutLetters: boolean;
  /** The members who are left out. */
  leftOut: readonly Named[];
  /** Whether the days on which the photos were taken stay. */
  keepsDays: boolean;
  photos: readonly ChosenPhoto[];
  /** The draft is complete and is sent automatically once there is a connection. */
  waiting: boolean;
}

const empty: Draft = {
  text: '',
  named: [],
  circleIds: [],
  withoutLetters: false,
  leftOut: [],
  keepsDays: true,
  photos: [],
  waiting: false,
};
// Stored outside of the page's components, so that the draft survives navigation. It also survives a reload.
let owner: string | null = null;
let draft: Draft = empty;
let number = 0;
let lastKey = 0;
/** The contents that were sent last, and their idempotency key. */
let sent: { contents: string; key: string } | null = null;
const { watch: watchDraft, notify } = createWatchers();
export { watchDraft };

const photoKey = (userId: string, { keptAs }: Pick<ChosenPhoto, 'keptAs'>): string => `${userId}/${keptAs}`;

const show = (next: Draft): void => {
  for (const photo of draft.photos) {
    if (photo.file && !next.photos.some(({ keptAs }) => keptAs === photo.keptAs)) {
      URL.revokeObjectURL(photo.preview);
    }
  }
  draft = next;
  notify();
};

const dropPhotos = (gone: readonly ChosenPhoto[]): void => {
  if (owner === null) return;
  for (const photo of gone) {
    void deleteOffline('photos', photoKey(owner, photo));
    if (photo.video) void forgetVideoFile(owner, photo.keptAs);
  }
};

const nextKey = (): number => {
  lastKey += 1;
  return lastKey;
};

const readKept = (userId: string): Draft => {
  const kept = readDrafts()[userId];
  sent = sentOf(kept);
  if (!kept) return empty;
  const {
    text,
    named = [],
    circleIds,
    withoutLetters = false,
    leftOut = [],
    keepsDays = true,
    photos,
    waiting,
  } = kept;
  const known = new Map(draft.photos.map((photo) => [photo.keptAs, photo]));
  return {
    text,
    named,
    circleIds,
    withoutLetters,
    leftOut,
    keepsDays,
    waiting,
    photos: photos.map(({ video = null, takenOn = null, contentHash = null, ...rest }) => {
      const photo = { ...rest, takenOn, contentHash, video };
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
  sent = null;
  dropPhotos(draft.photos);
  show(empty);
  if (owner !== null) dropDraft(owner);
};

/**
 * Deletes this member's drafts, edits, and what they shared from another app, for signing out. Those of other members
 * stay.
 */
export const forgetDraftOf = async (userId: string): Promise<void> => {
  owner = userId;
  clearDraft();
  forgetOtherDrafts(userId);
  forgetEditsOf(userId);
  await Promise.all([
    deleteVideosOf(userId),
    deleteOffline('photos', keysStartingWith(`${userId}/`)),
    deleteOffline('photos', 'shared'),
  ]);
};

const keepDraft = (): void => {
  if (owner === null) return;
  if (isEmpty(draft) && draft.circleIds.length === 0) return dropDraft(owner);
  const photos = draft.photos.map(
    ({ key: _key, file: _file, finding: _finding, preview: _preview, ...photo }) => photo,
  );
  const kept = {
    ...draft,
    at: Date.now(),
    named: [...draft.named],
    leftOut: [...draft.leftOut],
    circleIds: [...draft.circleIds],
    photos,
    ...(sent && { repeatKey: sent.key, repeatOf: sent.contents }),
  };
  writeDrafts({ ...readDrafts(), [owner]: kept });
};

/** Changes the draft. A function gets the current draft, also when it is called long after a render. */
export const changeDraft = (change: Partial<Draft> | ((now: Draft) => Partial<Draft>)): void => {
  const before = draft.photos;
  const next = { ...draft, waiting: false, ...(typeof change === 'function' ? change(draft) : change) };
  show(next);
  keepDraft();
  dropPhotos(before.filter((photo) => !next.photos.some(({ keptAs }) => keptAs === photo.keptAs)));
};

const newPhoto = (file: Blob | null, name: string, video: ChosenVideo | null): ChosenPhoto => ({
  key: nextKey(),
  keptAs: newIdempotencyKey(),
  file,
  finding: false,
  name,
  preview: file ? URL.createObjectURL(file) : '',
  alt: '',
  takenOn: null,
  contentHash: null,
  uploaded: null,
  video,
});

export const addPhoto = (
  { file, takenOn, contentHash }: Pick<ChosenPhoto, 'takenOn' | 'contentHash'> & { file: Blob },
  name: string,
): void => {
  const photo = { ...newPhoto(file, name || 'photo', null), takenOn, contentHash };
  if (owner !== null) void writeOffline('photos', photoKey(owner, photo), file);
  changeDraft(({ photos }) => ({ photos: [...photos, photo] }));
};

/** Adds a video, whose poster follows; returns its key. */
export const addVideo = (name: string): number => {
  const photo = newPhoto(null, name || 'video', { seconds: null });
  changeDraft(({ photos }) => ({ photos: [...photos, photo] }));
  return photo.key;
};

const changePhoto = (key: number, change: Partial<ChosenPhoto>): boolean => {
  if (!draft.photos.some((photo) => photo.key === key)) return false;
  show({
    ...draft,
    photos: draft.photos.map((photo) => (photo.key === key ? { ...photo, ...change } : photo)),
  });
  keepDraft();
  return true;
};

/** Shows the poster of a video that was added before. */
export const setPoster = (key: number, poster: Blob, seconds: number): void => {
  const photo = draft.photos.find((one) => one.key === key);
  if (!photo) return;
  if (photo.file) URL.revokeObjectURL(photo.preview);
  if (owner !== null) void writeOffline('photos', photoKey(owner, photo), poster);
  changePhoto(key, { file: poster, preview: URL.createObjectURL(poster), video: { seconds } });
};

/** Notes that the server has a photo, or (null) no longer has it. Returns whether the photo is still in the draft. */
export const photoArrived = (key: number, uploaded: Uploaded | null): boolean =>
  changePhoto(key, { uploaded });

/** The idempotency key of a draft's contents: the same after a lost answer, also after a reload. */
export const draftKey = (contents: string): string => {
  if (sent?.contents !== contents) sent = { contents, key: newIdempotencyKey() };
  keepDraft();
  return sent.key;
};

/** The id of the member whose draft this is. */
export const draftOwner = (): string | null => owner;

export const draftNow = (): Draft => draft;

/** A new number means a new draft: photos prepared for the previous one do not belong to it. */
export const draftNumber = (): number => number;

/** Returns the draft of this member. */
export const useDraft = (userId: string): Draft => {
  useState(() => openDraft(userId));
  return useSyncExternalStore(watchDraft, draftNow);
};
