// Edited words that their member has not saved yet.
import * as z from 'zod/mini';
import { forget, keep, recall } from './browser-storage.ts';

export const Edit = z.object({
  /** When the words were last changed, in epoch milliseconds. */
  at: z.number(),
  /** `photos` are the descriptions of an album's photos. */
  kind: z.enum(['post', 'comment', 'photos']),
  /** The edited moment, or the moment of the edited comment or photos. */
  postId: z.string(),
  /** The words as their writer reads them. With `photos` the album's title. */
  content: z.string(),
  /** The members whom names in the words mean. */
  named: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The descriptions of a moment's photos, in order. */
  alts: z.array(z.string()),
  /** The changed descriptions of an album's photos, by the photos' ids. */
  described: z.optional(z.record(z.string(), z.string())),
});
export type Edit = z.infer<typeof Edit>;

/** Descriptions of photos by the photos' ids. */
export type Described = Readonly<Record<string, string>>;

/** Edits by the id of the moment or comment; descriptions of photos by `describedKey`. */
type Edits = Readonly<Record<string, Edit>>;

const Stored = z.record(z.string(), z.record(z.string(), z.unknown()));

/** Milliseconds after which an abandoned edit is deleted. */
const maxAgeMs = 30 * 24 * 60 * 60_000;

const readAll = (): Readonly<Record<string, Edits>> => {
  try {
    const { data = {} } = Stored.safeParse(JSON.parse(recall('edits') ?? '{}'));
    const isRecent = ({ at }: Edit) => Date.now() - at < maxAgeMs;
    const editsIn = (own: Readonly<Record<string, unknown>>) =>
      Object.entries(own).flatMap(([id, value]) => {
        const { data: edit } = Edit.safeParse(value);
        return edit && isRecent(edit) ? [[id, edit] as const] : [];
      });
    return Object.fromEntries(
      Object.entries(data).map(([userId, own]) => [userId, Object.fromEntries(editsIn(own))]),
    );
  } catch {
    return {};
  }
};

/** The edits of this member. */
export const editsOf = (userId: string): Edits => readAll()[userId] ?? {};

const write = (userId: string, edits: Edits): void => {
  const kept = Object.entries({ ...readAll(), [userId]: edits }).filter(
    ([, own]) => Object.keys(own).length > 0,
  );
  if (kept.length === 0) forget('edits');
  else keep('edits', JSON.stringify(Object.fromEntries(kept)));
};

export const keepEdit = (userId: string, id: string, edit: Omit<Edit, 'at'>): void =>
  write(userId, { ...editsOf(userId), [id]: { ...edit, at: Date.now() } });

export const dropEdit = (userId: string, id: string): void => {
  const { [id]: _, ...others } = editsOf(userId);
  write(userId, others);
};

/** An album's words and the descriptions of its photos are two edits. */
export const describedKey = (albumId: string): string => `${albumId}/photos`;

/** Deletes this member's edits, for signing out. */
export const forgetEditsOf = (userId: string): void => write(userId, {});
