import type * as z from 'zod/mini';
import { noteAnswer } from '../../outbox/back-off.ts';
import { type Item, keyAfterChange } from '../../outbox/item.ts';
import { addItems } from '../../outbox/outbox.ts';
import type { Draft } from './comment-draft.ts';
import { CommentInput } from './comment-request.ts';

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
