import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { hiddenFrom, id, idList, jsonText, mentions, paging, takenOn, text, writing } from './fields.ts';
import { limits } from './limits.ts';
import { Circle, page, OpenPost, Post, TalkedPhoto } from './shapes.ts';

/** Value of `?circleId=` for moments shared through other members' private circles. */
export const sharedWithYou = 'shared-with-you';

export const FeedSort = z.enum(['newest', 'oldest', 'popular']);
export type FeedSort = z.infer<typeof FeedSort>;

const captionTexts = z.array(text(limits.photoCaption, messages.photoCaptionTooLong));

const alts = z.pipe(
  z.string(),
  z.transform((value: string, context): string[] => {
    try {
      const parsed: unknown = JSON.parse(value);
      if (Array.isArray(parsed) && parsed.every((entry) => typeof entry === 'string')) {
        const captions = captionTexts.safeParse(parsed);
        if (captions.success) return captions.data;
        context.issues.push({ code: 'custom', message: messages.photoCaptionTooLong, input: value });
        return z.NEVER;
      }
    } catch {
      // Not JSON: the issue below says so.
    }
    context.issues.push({ code: 'custom', message: messages.invalid, input: value });
    return z.NEVER;
  }),
);

const trueOrFalse = z.pipe(
  z.enum(['true', 'false'], messages.invalid),
  z.transform((value: 'true' | 'false') => value === 'true'),
);
export const withoutLetters = trueOrFalse;

export const create = endpoint.post('/api/posts', {
  credential: 'verified',
  rate: 'posts',
  summary: 'Shares a moment: text, photos (`media`), or the daily photo (`image`), with circles',
  repeatable: true,
  files: { media: limits.photosPerPost, image: 1 },
  input: z.strictObject({
    content: z.optional(writing(limits.textPost, messages.textTooLong)),
    circleIds: z.optional(idList),
    /** Ids of uploaded photos; they come before photos in the form. */
    photoIds: z.optional(idList),
    alts: z.optional(alts),
    /** An uploaded voice. */
    voiceId: z.optional(id),
    /** A JSON array. */
    mentions: z.optional(jsonText(mentions)),
    /** `true` leaves out the members who take part by letter; letters of others carry names only. */
    withoutLetters: z.optional(withoutLetters),
    /** A JSON array with the ids of members whom the moment leaves out; nobody tells them. */
    hiddenFrom: z.optional(jsonText(hiddenFrom)),
    /** `false` forgets the days on which the photos were taken. */
    keepsDays: z.optional(trueOrFalse),
    /** A question to the caller, which the moment answers: it goes to the question's circle alone. */
    questionId: z.optional(id),
    /** The day on which `image` was taken; by default the one that its file names. */
    takenOn: z.optional(takenOn),
  }),
  output: Post,
  status: 201,
});

export const feed = endpoint.get('/api/posts/feed', {
  credential: 'member',
  summary:
    "Moments of the caller's circles; the first page with `circleId` also has `matching` and `total` (exact to 1,000)",
  input: z.strictObject({
    ...paging,
    circleId: z.optional(z.string()),
    sort: z.optional(FeedSort),
  }),
  output: z.extend(page(Post), { matching: z.optional(z.number()), total: z.optional(z.number()) }),
});

export const get = endpoint.get('/api/posts/:id', {
  credential: 'member',
  summary: 'One moment, with the hearts and comments of each of its photos',
  input: z.strictObject({ id }),
  output: OpenPost,
});

export const photo = endpoint.get('/api/posts/:id/photos/:photoId', {
  credential: 'member',
  summary: 'One photo of a moment or album, with its hearts and comments',
  input: z.strictObject({ id, photoId: id }),
  output: TalkedPhoto,
});

export const replacePhoto = endpoint.put('/api/posts/:id/photos/:photoId', {
  credential: 'verified',
  rate: 'edits',
  repeatable: true,
  summary: "Puts an uploaded photo in the place of the caller's own: 409 for one that has hearts or comments",
  input: z.strictObject({
    id,
    photoId: id,
    /** It keeps the place, day and description of the other, which is deleted. */
    uploadedId: id,
  }),
  output: Post,
});

export const ofMember = endpoint.get('/api/posts/user/:usernameOrId', {
  credential: 'member',
  rate: 'heavyReads',
  summary: "A member's moments that the caller may see",
  input: z.strictObject({ usernameOrId: z.string(), ...paging }),
  output: page(Post),
});

export const edit = endpoint.patch('/api/posts/:id', {
  credential: 'member',
  rate: 'edits',
  summary:
    'Edits the words of a moment and the descriptions of its photos, or narrows its audience (its author alone)',
  input: z.strictObject({
    id,
    content: z.optional(writing(limits.textPost, messages.textTooLong)),
    mentions: z.optional(mentions),
    /** Leaves out the members who take part by letter now; letters that were sent cannot be taken back. */
    withoutLetters: z.optional(z.literal(true)),
    /** Leaves these members out too; those who were left out before stay so. */
    hiddenFrom: z.optional(hiddenFrom),
    circleIds: z.optional(
      z.array(z.string(), messages.invalid).check(z.maxLength(limits.circlesPerPost, messages.invalid)),
    ),
    alts: z.optional(
      z
        .array(text(limits.photoCaption, messages.photoCaptionTooLong), messages.invalid)
        .check(z.maxLength(limits.photosPerPost, messages.photoCaptionsMany)),
    ),
  }),
  output: Post,
});

export const undoHiddenFrom = endpoint.post('/api/posts/:id/hidden-from/undo', {
  credential: 'member',
  rate: 'edits',
  repeatable: true,
  summary: "Undoes the author's last addition to `hiddenFrom` since sharing, within 60 seconds",
  input: z.strictObject({
    id,
    /** Undo this taking back, and answer 409 if it is not the last addition. */
    receiptId: z.optional(id),
  }),
  output: Post,
});

export const groupedByPriority = endpoint.get('/api/posts/grouped-by-priority', {
  credential: 'member',
  rate: 'heavyReads',
  summary:
    "The newest moments of each of the caller's circles, closest first; 'Shared with you' (circle null) last",
  input: z.strictObject({}),
  output: z.array(
    z.object({
      circle: z.nullable(Circle),
      posts: z.array(Post),
      /** Exact to 1,000. */
      totalPosts: z.number(),
      hasMore: z.boolean(),
    }),
  ),
});

export const remove = endpoint.delete('/api/posts/:id', {
  credential: 'member',
  rate: 'posts',
  summary: 'Deletes a moment (its author alone) with its photos, comments and likes',
  input: z.strictObject({ id }),
  output: null,
});
