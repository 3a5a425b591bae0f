import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { id, paging, writing, mentions } from './fields.ts';
import { limits } from './limits.ts';
import { Comment, page } from './shapes.ts';

export const list = endpoint.get('/api/posts/:id/comments', {
  credential: 'member',
  summary:
    'Comments of a moment that the caller may see; each followed by its answers; the newest page first, each page oldest first',
  /** `photoId`: only the comments about that photo of the moment. */
  input: z.strictObject({ id, photoId: z.optional(id), ...paging }),
  output: page(Comment),
});

/** A voice needs no words. */
const content = writing(limits.comment, messages.commentTooLong);

export const add = endpoint.post('/api/posts/:id/comments', {
  credential: 'member',
  rate: 'comments',
  repeatable: true,
  summary: 'Comments on a moment or on a photo in it, or answers a comment',
  input: z.strictObject({
    id,
    content: z._default(z.optional(content), ''),
    replyTo: z.optional(id),
    mentions: z.optional(mentions),
    /** An answer is about the photo of the comment that it answers. */
    photoId: z.optional(id),
    /** An uploaded voice. */
    voiceId: z.optional(id),
  }),
  output: Comment,
  status: 201,
});

export const edit = endpoint.patch('/api/comments/:id', {
  credential: 'member',
  rate: 'edits',
  summary: 'Edits the words of a comment (its writer alone, while they see the moment)',
  /** The words may be empty where there is a voice. */
  input: z.strictObject({ id, content, mentions: z.optional(mentions) }),
  output: Comment,
});

export const remove = endpoint.delete('/api/comments/:id', {
  credential: 'member',
  rate: 'comments',
  summary:
    'Deletes a comment (its writer, also after losing sight of the moment, or the author of the moment)',
  input: z.strictObject({ id }),
  output: null,
});
