import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { paging } from './fields.ts';
import { limits } from './limits.ts';
import { CircleMark, MemberInCircles, page, Post } from './shapes.ts';

/** The letters that were found: beginning and end in a text, in UTF-16 units. */
const Marks = z.array(z.tuple([z.number(), z.number()]));
export type Marks = z.infer<typeof Marks>;

/** A text in which a search found words, shortened to the surroundings of the first one. */
export const Highlight = z.object({
  in: z.enum(['title', 'content', 'caption']),
  text: z.string(),
  marks: Marks,
});
export type Highlight = z.infer<typeof Highlight>;

export const FoundPost = z.extend(Post, {
  highlights: z.array(Highlight),
  /** The first and the last day of the photos of an album that the caller sees, `YYYY-MM-DD`; else null. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
});
export type FoundPost = z.infer<typeof FoundPost>;

/** `marks` are in the first and the last name, with a blank between them. */
export const FoundMember = z.extend(MemberInCircles, { marks: Marks });
export type FoundMember = z.infer<typeof FoundMember>;

export const FoundCircle = z.extend(CircleMark, { memberCount: z.number(), marks: Marks });
export type FoundCircle = z.infer<typeof FoundCircle>;

/** How many were found; more than that where `hasMore`. */
const FoundCount = z.object({ count: z.number(), hasMore: z.boolean() });
export type FoundCount = z.infer<typeof FoundCount>;

const q = z.string().check(z.maxLength(limits.searchText, messages.searchTooLong));

/** The kinds of things that a search finds. */
export const found = ['people', 'circles', 'moments', 'albums'] as const;
export type FoundKind = (typeof found)[number];

export const everything = endpoint.get('/api/search', {
  credential: 'member',
  rate: 'search',
  summary:
    'The first people, circles, moments and albums that the caller may find by these words, and the number of each up to 50',
  input: z.strictObject({
    q,
    /** Only this kind, up to 50. Default: the first 3 of each kind. */
    kind: z.optional(z.enum(found, messages.invalid)),
  }),
  output: z.object({
    people: z.array(FoundMember),
    circles: z.array(FoundCircle),
    moments: z.array(FoundPost),
    albums: z.array(FoundPost),
    counts: z.object({ people: FoundCount, circles: FoundCount, moments: FoundCount, albums: FoundCount }),
    /** The first of these people of whom the caller sees moments, and the number of these. */
    from: z.nullable(z.extend(FoundCount, { person: FoundMember })),
  }),
});
export type Everything = z.infer<typeof everything.output>;

export const posts = endpoint.get('/api/posts/search', {
  credential: 'member',
  rate: 'postSearch',
  summary:
    'Moments that the caller sees with all these words in their text, title or captions, newest first; a page may be short or empty and still have a `nextCursor`',
  input: z.strictObject({
    ...paging,
    /** Words match at their beginning, and inside long words; a phrase stands in quotation marks. */
    q,
    /** Only moments without, or with, an album. Default: both. */
    kind: z.optional(z.enum(['moments', 'albums'], messages.invalid)),
    circleId: z.optional(z.string()),
    /** Only moments shared in this year (UTC). */
    year: z.optional(z.string().check(z.regex(/^(?:19|20)\d\d$/, messages.invalid))),
  }),
  output: page(FoundPost),
});
