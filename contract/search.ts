import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { paging } from './fields.ts';
import { limits } from './limits.ts';
import { page, Post } from './shapes.ts';

/** A text in which a search found words, shortened to the surroundings of the first one. */
export const Highlight = z.object({
  in: z.enum(['title', 'content', 'caption']),
  text: z.string(),
  /** The words that were found: beginning and end in `text`, in UTF-16 units. */
  marks: z.array(z.tuple([z.number(), z.number()])),
});
export type Highlight = z.infer<typeof Highlight>;

export const FoundPost = z.extend(Post, { highlights: z.array(Highlight) });
export type FoundPost = z.infer<typeof FoundPost>;

export const posts = endpoint.get('/api/posts/search', {
  credential: 'member',
  rate: 'postSearch',
  summary:
    'Moments that the caller sees with all these words in their text, title or captions, newest first; a page may be short or empty and still have a `nextCursor`',
  input: z.strictObject({
    ...paging,
    /** Words match at their beginning, and inside long words; a phrase stands in quotation marks. */
    q: z.string().check(z.maxLength(limits.searchText, messages.searchTooLong)),
    circleId: z.optional(z.string()),
    /** Only moments shared in this year (UTC). */
    year: z.optional(z.string().check(z.regex(/^(?:19|20)\d\d$/, messages.invalid))),
  }),
  output: page(FoundPost),
});
