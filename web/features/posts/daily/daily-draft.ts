import { useState, useSyncExternalStore } from 'react';
import { newIdempotencyKey } from '../../../data/idempotency-key.ts';
import { createWatchers } from '../../../data/watchers.ts';
import { deleteOffline, readOffline, writeOffline } from '../../../offline/offline-db.ts';
import type { Named } from '../../mentions/written.ts';
import {
  dailyDraftOf,
  dropDraft,
  onForgottenDrafts,
  readDrafts,
  sentOf,
  writeDrafts,
} from '../composer/stored-drafts.ts';
import type { TakenPhoto } from './taken-photo.ts';

/** A daily photo that was chosen and is not shared yet. */
export interface DailyDraft extends TakenPhoto {
  /** The photo's key among the files stored for offline use. */
  keptAs: string;
  circleIds: readonly string[];
  /** Leaves out the members who take part by letter. */
  withoutLetters: boolean;
  /** The members who are left out. */
  leftOut: readonly Named[];
  /** Whether the day on which the photo was taken stays. */
  keepsDays: boolean;
  /** It is sent automatically once there is a connection. */
  waiting: boolean;
}

type Choices = Omit<DailyDraft, keyof TakenPhoto | 'keptAs'>;

// Stored outside of the page's components, so that the photo survives navigation. It also survives a reload.
let owner: string | null = null;
let draft: DailyDraft | null = null;
/** The contents that were sent last, and their idempotency key. */
let sent: { contents: string; key: string } | null = null;
let reading = Promise.resolve();
const { watch, notify } = createWatchers();

const fileKey = (userId: string, keptAs: string): string => `${userId}/daily/${keptAs}`;

const show = (next: DailyDraft | null): void => {
  if (draft && draft.preview !== next?.preview) URL.revokeObjectURL(draft.preview);
  draft = next;
  notify();
};

const store = (): void => {
  if (owner === null || draft === null) return;
  const { file: _file, preview: _preview, keptAs, name, takenOn, ...choices } = draft;
  const kept = {
    ...choices,
    circleIds: [...choices.circleIds],
    leftOut: [...choices.leftOut],
    at: Date.now(),
    text: '',
    photos: [{ keptAs, name, alt: '', takenOn, uploaded: null }],
    ...(sent && { repeatKey: sent.key, repeatOf: sent.contents }),
  };
  writeDrafts({ ...readDrafts(), [dailyDraftOf(owner)]: kept });
};

const read = async (userId: string): Promise<void> => {
  const kept = readDrafts()[dailyDraftOf(userId)];
  const photo = kept?.photos[0];
  if (!kept || !photo) return show(null);
  const isHere = draft?.keptAs === photo.keptAs;
  const file = isHere ? draft?.file : await readOffline('photos', fileKey(userId, photo.keptAs));
  if (owner !== userId || readDrafts()[dailyDraftOf(userId)]?.photos[0]?.keptAs !== photo.keptAs) return;
  // The browser made room.
  if (!(file instanceof Blob)) return dropDraft(dailyDraftOf(userId));
  const { keptAs, name, takenOn = null } = photo;
  const { circleIds, withoutLetters = false, leftOut = [], keepsDays = true, waiting } = kept;
  sent = sentOf(kept);
  const preview = isHere && draft ? draft.preview : URL.createObjectURL(file);
  show({
    file,
    name,
    takenOn,
    keptAs,
    preview,
    circleIds,
    withoutLetters,
    leftOut,
    keepsDays,
    waiting,
  });
};

let following = false;

const openDaily = (userId: string): void => {
  if (owner === userId) return;
  owner = userId;
  show(null);
  reading = read(userId);
  if (following) return;
  following = true;
  // Another tab may change or share the photo.
  addEventListener('storage', ({ key }: StorageEvent) => {
    if (owner !== null && key === 'circle_draft') reading = read(owner);
  });
};

/** The daily photo of this member, also right after a reload. */
export const findDaily = async (userId: string): Promise<DailyDraft | null> => {
  openDaily(userId);
  await reading;
  return draft;
};

export const dailyNow = (): DailyDraft | null => draft;

const deleteFile = (): void => {
  if (owner !== null && draft) void deleteOffline('photos', fileKey(owner, draft.keptAs));
};

/** Takes another photo. The choices made for an earlier one stay. */
export const chooseDaily = (photo: TakenPhoto, circleIds: readonly string[]): void => {
  const fresh: Choices = { circleIds, withoutLetters: false, leftOut: [], keepsDays: true, waiting: false };
  const { file, name, takenOn } = photo;
  const keptAs = newIdempotencyKey();
  deleteFile();
  if (owner !== null) void writeOffline('photos', fileKey(owner, keptAs), file);
  show({
    ...fresh,
    ...draft,
    file,
    name,
    takenOn,
    keptAs,
    preview: URL.createObjectURL(file),
    waiting: false,
  });
  store();
};

export const changeDaily = (changed: Partial<Choices>): void => {
  if (!draft) return;
  show({ ...draft, waiting: false, ...changed });
  store();
};

/** The photo was shared or discarded. */
export const clearDaily = (): void => {
  deleteFile();
  show(null);
  if (owner !== null) dropDraft(dailyDraftOf(owner));
};

/** The idempotency key of a request: the same for the same contents, also after a reload. */
export const dailyKey = (contents: string): string => {
  if (sent?.contents !== contents) sent = { contents, key: newIdempotencyKey() };
  store();
  return sent.key;
};

onForgottenDrafts((userId) => {
  if (owner === userId) clearDaily();
});

export const useDaily = (userId: string): DailyDraft | null => {
  useState(() => openDaily(userId));
  return useSyncExternalStore(watch, dailyNow);
};
