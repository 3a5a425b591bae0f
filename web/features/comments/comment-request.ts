import * as z from 'zod/mini';
import { toContent } from '../mentions/to-content.ts';
import { Draft } from './comment-draft.ts';

/** A comment as it was written. */
export const CommentInput = z.extend(z.omit(Draft, { key: true }), { postId: z.string() });

export const commentFields = ({ postId, answering, ...written }: z.infer<typeof CommentInput>) => ({
  id: postId,
  ...toContent(written),
  ...(answering && { replyTo: answering.id }),
});
