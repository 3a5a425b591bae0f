import * as z from 'zod/mini';
import { keep, recall } from '../../data/browser-storage.ts';
import { noteAnswer } from '../../outbox/back-off.ts';
import { type Item, keyAfterChange } from '../../outbox/item.ts';
import { addItems } from '../../outbox/outbox.ts';
import { toContent } from '../mentions/to-content.ts';

export const Draft = z.object({
  text: z.string(),
  named: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The comment that is being answered, and its writer's name. */
  answering: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** The photo that it is about. */
  about: z.optional(z.string()),
  /** The idempotency key if it was taken back: the server may have it, although its answer was lost. */
  key: z.optional(z.string()),
});

/** The place of a member's comments on a moment, which are sent in order. */
export const commentPlace = (postId: string): string => `comment/${postId}`;

/** The id of the comment that an item answers. */
export const answeredBy = ({ input }: Item): string | undefined => CommentInput.parse(input).answering?.id;

/** Sends a comment now, or as soon as it can be sent. Returns its item. */
export const shareComment = (userId: string, postId: string, { key, ...draft }: Draft): Item | undefined => {
  const input: z.infer<typeof CommentInput> = { ...draft, text: draft.text.trim(), postId };
  const [title = ''] = input.text.split('\n');
  const label = { title, circleIds: [] };
  noteAnswer();
  return addItems(userId, [
    { kind: 'comment', place: commentPlace(postId), input, label, ...(key !== undefined && { key }) },
  ])[0];
};

/** A comment that is taken back, as a draft. */
export const draftFrom = (item: Item): Draft => {
  const { postId: _, ...draft } = CommentInput.parse(item.input);
  return { ...draft, key: keyAfterChange(item) };
};

/** A comment as it was written. */
export const CommentInput = z.extend(z.omit(Draft, { key: true }), { postId: z.string() });

export const commentFields = ({ postId, answering, about, ...written }: z.infer<typeof CommentInput>) => ({
  id: postId,
  ...(about && { photoId: about }),
  ...toContent(written),
  ...(answering && { replyTo: answering.id }),
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

const keyOf = (userId: string, ...place: (string | undefined)[]): string =>
  [userId, ...place.filter((part) => part !== undefined)].join('/');

/** The comment that this member was writing under the post, or about a photo in it, also before a reload. */
export const readDraft = (userId: string, postId: string, photoId?: string): Draft =>
  readDrafts()[keyOf(userId, postId, photoId)] ?? emptyDraft;

export const keepDraft = (userId: string, postId: string, draft: Draft, photoId?: string): void => {
  const key = keyOf(userId, postId, photoId);
  const { [key]: _, ...others } = readDrafts();
  keep('commentDrafts', JSON.stringify(isEmptyDraft(draft) ? others : { ...others, [key]: draft }));
};
