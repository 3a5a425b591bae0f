import * as z from 'zod/mini';
import { keep, recall } from '../../data/browser-storage.ts';

export const Draft = z.object({
  text: z.string(),
  named: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The comment that is being answered, and its writer's name. */
  answering: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** The idempotency key if it was taken back: the server may have it, although its answer was lost. */
  key: z.optional(z.string()),
});
/** A comment that is being written. */
export type Draft = z.infer<typeof Draft>;

const Drafts = z.record(z.string(), Draft);

export const emptyDraft: Draft = { text: '', named: [], answering: null };

export const isEmptyDraft = ({ text, answering }: Draft): boolean => text.trim() === '' && answering === null;

const readDrafts = (): z.output<typeof Drafts> => {
  try {
    return Drafts.safeParse(JSON.parse(recall('commentDrafts') ?? '{}')).data ?? {};
  } catch {
    return {};
  }
};

const keyOf = (userId: string, postId: string): string => `${userId}/${postId}`;

/** The comment that this member was writing under the post, also before a reload. */
export const readDraft = (userId: string, postId: string): Draft =>
  readDrafts()[keyOf(userId, postId)] ?? emptyDraft;

export const keepDraft = (userId: string, postId: string, draft: Draft): void => {
  const { [keyOf(userId, postId)]: _, ...others } = readDrafts();
  keep(
    'commentDrafts',
    JSON.stringify(isEmptyDraft(draft) ? others : { ...others, [keyOf(userId, postId)]: draft }),
  );
};
