import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { messages } from '../errors/errors.ts';
import { hiddenFrom, id, idList, jsonText, paging, text } from '../fields.ts';
import { limits } from '../limits.ts';
import { withoutLetters } from '../posts.ts';
import { page, Person, Post } from '../shapes.ts';
import { MomentFrames } from '../frames.ts';

export const countAudience = endpoint.get('/api/audience', {
  credential: 'member',
  rate: 'heavyReads',
  summary: 'Counts the people besides the caller who will see a moment shared with these circles',
  input: z.strictObject({
    circleIds: idList,
    withoutLetters: z.optional(withoutLetters),
    hiddenFrom: z.optional(jsonText(hiddenFrom)),
  }),
  output: z.object({
    count: z.number(),
    /** First names of those among them who take part by letter. */
    byLetter: z.array(z.string()),
    /** Frames that would show the photos of the moment; absent if none would. */
    frames: z.optional(MomentFrames),
  }),
});

const CircleName = z.object({ id: z.string(), name: z.string() });

/** Somebody who sees a moment or comment: through which circles, and since when. */
export const Reader = z.object({
  member: Person,
  circles: z.array(CircleName),
  since: z.string(),
  byLetter: z.boolean(),
});
export type Reader = z.infer<typeof Reader>;

export const audience = endpoint.get('/api/posts/:id/audience', {
  credential: 'member',
  rate: 'heavyReads',
  summary: 'Lists the people who can see a moment now, with their circles and dates (its author alone)',
  input: z.strictObject({ id, ...paging }),
  output: z.extend(page(Reader), {
    /** The people in the list, and `unnamed`. */
    count: z.number(),
    /** The members of those circles of the moment that the caller has left. Some may be in the list, or see nothing. */
    unnamed: z.number(),
    /** How many people could see it earlier and no longer do. Null while `unnamed` is not 0. */
    formerReaders: z.nullable(z.number()),
    /** Frames that show its photos; absent if none does. */
    frames: z.optional(MomentFrames),
  }),
});

export const commentAudience = endpoint.get('/api/comments/:id/audience', {
  credential: 'member',
  rate: 'heavyReads',
  summary: "Lists the people who can read the caller's comment, as far as the caller may know them",
  input: z.strictObject({ id, ...paging }),
  output: z.extend(page(Reader), {
    count: z.number(),
    /** Members of a circle that the caller has left can read it too. */
    hasUnnamed: z.boolean(),
  }),
});

/**
 * Why a member does not see a moment. `unknown`: a circle of the moment, which the author has left, may show it to them
 * (docs/decisions/0028).
 */
export const NotSeenReason = z.enum(['not_in_circles', 'came_later', 'left_out', 'unknown']);
export type NotSeenReason = z.infer<typeof NotSeenReason>;

/**
 * A moment as another member gets it, without what tells something of that member: counts, likes, which mentioned people
 * they may know, and photos that others added to an album.
 */
export const SeenPost = z.omit(Post, {
  photosCount: true,
  likesCount: true,
  commentsCount: true,
  isLiked: true,
  mentions: true,
  hiddenFrom: true,
});
export type SeenPost = z.infer<typeof SeenPost>;

export const seeAs = endpoint.get('/api/posts/:id/as/:userId', {
  credential: 'member',
  rate: 'heavyReads',
  summary: 'Shows a moment as another member gets it, or says why they do not (its author alone)',
  input: z.strictObject({ id, userId: id }),
  output: z.union([
    z.object({ sees: z.literal(true), post: SeenPost }),
    z.object({ sees: z.literal(false), reason: NotSeenReason }),
  ]),
});

export const whoSees = endpoint.get('/api/posts/:id/who-sees', {
  credential: 'member',
  rate: 'mentionable',
  summary:
    "Says of members of the caller's circles whose names begin so whether they see a moment; at most 10 (its author alone)",
  input: z.strictObject({ id, q: text(limits.name, messages.invalid, messages.invalid) }),
  output: z.object({
    items: z.array(
      z.object({
        member: Person,
        /** Those of the moment's circles through which they see it, as far as the caller knows. */
        circles: z.array(CircleName),
        /** Null if they see it. */
        reason: z.nullable(NotSeenReason),
      }),
    ),
  }),
});

export const visiblePosts = endpoint.get('/api/users/:id/visible-posts', {
  credential: 'member',
  rate: 'heavyReads',
  summary:
    "Lists the caller's moments that this member sees now, through circles that the caller knows of; newest first",
  input: z.strictObject({ id, ...paging }),
  output: page(Post),
});
