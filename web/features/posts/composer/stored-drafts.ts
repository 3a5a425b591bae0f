import * as z from 'zod/mini';
import { forget, keep, recall } from '../../../data/browser-storage.ts';
import { waitingWasStored } from '../../../data/waiting-mark.ts';

/** A photo that was uploaded: its id, and the URL under which its uploader sees it. */
const Uploaded = z.object({ id: z.string(), url: z.string() });
export type Uploaded = z.infer<typeof Uploaded>;

const ChosenVideo = z.object({
  /** The length of the chosen part, null until the video was read. */
  seconds: z.nullable(z.number()),
});
export type ChosenVideo = z.infer<typeof ChosenVideo>;

const People = z.array(z.object({ id: z.string(), name: z.string() }));

const Kept = z.object({
  at: z.number(),
  text: z.string(),
  named: z.optional(People),
  circleIds: z.array(z.string()),
  photos: z.array(
    z.object({
      keptAs: z.string(),
      name: z.string(),
      alt: z.string(),
      takenOn: z.optional(z.nullable(z.string())),
      contentHash: z.optional(z.nullable(z.string())),
      uploaded: z.nullable(Uploaded),
      video: z.optional(z.nullable(ChosenVideo)),
    }),
  ),
  waiting: z.boolean(),
  withoutLetters: z.optional(z.boolean()),
  keepsDays: z.optional(z.boolean()),
  leftOut: z.optional(People),
  repeatKey: z.optional(z.string()),
  /** An album's title. */
  title: z.optional(z.string()),
  adds: z.optional(z.enum(['author', 'circle'])),
  /** The contents that were sent with `repeatKey`. */
  repeatOf: z.optional(z.string()),
});
export type StoredDraft = z.infer<typeof Kept>;
/**
 * The drafts by member: after a lost session each member finds their own draft, and nobody else's. A member's album and
 * daily photo are stored under `albumDraftOf` and `dailyDraftOf`.
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

/** The contents that were sent last, and their idempotency key. */
export const sentOf = (kept: StoredDraft | undefined): { contents: string; key: string } | null =>
  kept?.repeatKey !== undefined && kept.repeatOf !== undefined
    ? { key: kept.repeatKey, contents: kept.repeatOf }
    : null;

/** The key of the album that a member is making. */
export const albumDraftOf = (userId: string): string => `${userId}/album`;

/** The key of a member's daily photo. */
export const dailyDraftOf = (userId: string): string => `${userId}/daily`;

export const dropDraft = (key: string): void => {
  const { [key]: _, ...others } = readDrafts();
  writeDrafts(others);
};

const forgetters = new Set<(userId: string) => void>();

/** Calls when a member's drafts are deleted because they sign out: memory must not write them again. */
export const onForgottenDrafts = (forgetter: (userId: string) => void): void =>
  void forgetters.add(forgetter);

/** Deletes the album that a member is making and their daily photo, for signing out. */
export const forgetOtherDrafts = (userId: string): void => {
  for (const forgetter of forgetters) forgetter(userId);
  for (const key of [albumDraftOf(userId), dailyDraftOf(userId)]) dropDraft(key);
};
