import { useSyncExternalStore } from 'react';
import { forget, keep, recall } from './browser-storage.ts';
import { isRecord } from './cached-posts.ts';
import { waitingWasStored, watchWaiting } from './waiting-mark.ts';

/** Descriptions of photos by the photos' ids. */
export type Described = Readonly<Record<string, string>>;

/** Edited words that the server does not have yet. */
export interface Edit {
  /** When the words were last changed, in epoch milliseconds. */
  at: number;
  /** `photos` are the descriptions of an album's photos. */
  kind: 'post' | 'comment' | 'photos';
  /** The edited moment, or the moment of the edited comment or photos. */
  postId: string;
  /** The words as their writer reads them. With `photos` the album's title. */
  content: string;
  /** The members whom names in the words mean. */
  named: readonly { id: string; name: string }[];
  /** The descriptions of a moment's photos, in order. */
  alts: string[];
  /** The changed descriptions of an album's photos. */
  described?: Described | undefined;
  /** The edit is saved automatically once there is a connection. */
  waiting: boolean;
}

/** Edits by the id of the moment or comment; descriptions of photos by `describedKey`. */
type Edits = Readonly<Record<string, Edit>>;

/** Milliseconds after which an abandoned edit is deleted. */
const maxAgeMs = 30 * 24 * 60 * 60_000;

const isEdit = (value: unknown): value is Edit =>
  isRecord(value) &&
  typeof value['at'] === 'number' &&
  Date.now() - value['at'] < maxAgeMs &&
  (value['kind'] === 'post' || value['kind'] === 'comment' || value['kind'] === 'photos') &&
  typeof value['postId'] === 'string' &&
  typeof value['content'] === 'string' &&
  Array.isArray(value['named']) &&
  value['named'].every(
    (one) => isRecord(one) && typeof one['id'] === 'string' && typeof one['name'] === 'string',
  ) &&
  Array.isArray(value['alts']) &&
  value['alts'].every((alt) => typeof alt === 'string') &&
  (value['described'] === undefined ||
    (isRecord(value['described']) &&
      Object.values(value['described']).every((alt) => typeof alt === 'string'))) &&
  typeof value['waiting'] === 'boolean';

const parse = (text: string): Record<string, Edits> => {
  try {
    return Object.fromEntries(
      Object.entries(Object(JSON.parse(text))).map(([userId, own]) => {
        const edits = Object.entries(Object(Reflect.get(Object(own), 'edits')));
        return [
          userId,
          Object.fromEntries(edits.flatMap(([id, edit]) => (isEdit(edit) ? [[id, edit]] : []))),
        ];
      }),
    );
  } catch {
    return {};
  }
};

let read: { text: string; all: Record<string, Edits> } = { text: '{}', all: {} };

// The same text gives the same objects, so that React sees no change.
const readAll = (): Record<string, Edits> => {
  const text = recall('edits') ?? '{}';
  if (text !== read.text) read = { text, all: parse(text) };
  return read.all;
};

const none: Edits = {};

/** The edits of this member. */
export const editsOf = (userId: string): Edits => readAll()[userId] ?? none;

export const useEdits = (userId: string): Edits => useSyncExternalStore(watchWaiting, () => editsOf(userId));

const write = (userId: string, edits: Edits): void => {
  const kept = Object.entries({ ...readAll(), [userId]: edits })
    .filter(([, own]) => Object.keys(own).length > 0)
    .map(([id, own]) => [id, { waiting: Object.values(own).some(({ waiting }) => waiting), edits: own }]);
  if (kept.length === 0) forget('edits');
  else keep('edits', JSON.stringify(Object.fromEntries(kept)));
  waitingWasStored();
};

export const keepEdit = (userId: string, id: string, edit: Omit<Edit, 'at'>): void =>
  write(userId, { ...editsOf(userId), [id]: { ...edit, at: Date.now() } });

export const dropEdit = (userId: string, id: string): void => {
  const { [id]: _, ...others } = editsOf(userId);
  write(userId, others);
};

/** An album's words and the descriptions of its photos are two edits. */
export const describedKey = (albumId: string): string => `${albumId}/photos`;

/** Removes saved descriptions from an edit, except those that were changed meanwhile. */
export const dropDescribed = (userId: string, key: string, saved: Described): void => {
  const edit = editsOf(userId)[key];
  if (!edit) return;
  const left = Object.entries(edit.described ?? {}).filter(([id, alt]) => saved[id] !== alt.trim());
  if (left.length === 0) dropEdit(userId, key);
  else keepEdit(userId, key, { ...edit, described: Object.fromEntries(left) });
};

/** Deletes this member's edits, for signing out. */
export const forgetEditsOf = (userId: string): void => write(userId, {});
