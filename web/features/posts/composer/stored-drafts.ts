import * as z from 'zod/mini';
import { forget, keep, recall } from '../../../data/browser-storage.ts';
import { waitingWasStored } from '../../../data/waiting-mark.ts';

const People = z.array(z.object({ id: z.string(), name: z.string() }));

/** The question that a moment answers. */
export const AnsweredQuestion = z.object({
  id: z.string(),
  words: z.string(),
  name: z.string(),
  circle: z.string(),
  /** The audience that the draft had before. */
  before: z.optional(
    z.object({ circleIds: z.array(z.string()), withoutLetters: z.boolean(), leftOut: People }),
  ),
});
export type AnsweredQuestion = z.infer<typeof AnsweredQuestion>;

const Kept = z.object({
  at: z.number(),
  text: z.string(),
  named: z.optional(People),
  circleIds: z.array(z.string()),
  withoutLetters: z.optional(z.boolean()),
  keepsDays: z.optional(z.boolean()),
  leftOut: z.optional(People),
  question: z.optional(AnsweredQuestion),
  /** An album's title. */
  title: z.optional(z.string()),
  adds: z.optional(z.enum(['author', 'circle'])),
});
/**
 * The drafts by member: after a lost session each member finds their own draft, and nobody else's. A member's album is
 * stored under `albumDraftOf`.
 */
const Drafts = z.record(z.string(), Kept);
type Drafts = z.output<typeof Drafts>;

/** Milliseconds after which an abandoned draft is deleted. */
const maxAgeMs = 30 * 24 * 60 * 60_000;

export const readDrafts = (): Drafts => {
  try {
    const kept = Drafts.safeParse(JSON.parse(recall('draft') ?? '{}'));
    const recent = Object.entries(kept.data ?? {}).filter(([, { at }]) => Date.now() - at < maxAgeMs);
    return Object.fromEntries(recent);
  } catch {
    return {};
  }
};

export const writeDrafts = (drafts: Drafts): void => {
  if (Object.keys(drafts).length === 0) forget('draft');
  else keep('draft', JSON.stringify(drafts));
  waitingWasStored();
};

/** The key of the album that a member is making. */
export const albumDraftOf = (userId: string): string => `${userId}/album`;

export const dropDraft = (key: string): void => {
  const { [key]: _, ...others } = readDrafts();
  writeDrafts(others);
};

const forgetters = new Set<(userId: string) => void>();

/** Calls when a member's drafts are deleted because they sign out: memory must not write them again. */
export const onForgottenDrafts = (forgetter: (userId: string) => void): void =>
  void forgetters.add(forgetter);

/** Deletes the album that a member is making, for signing out. */
export const forgetAlbumDraft = (userId: string): void => {
  for (const forgetter of forgetters) forgetter(userId);
  dropDraft(albumDraftOf(userId));
};
