import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { id, paging } from './fields.ts';
import { limits } from './limits.ts';
import { page, Person, Photo, PlacedPhoto, Post } from './shapes.ts';
import { isDay } from './text/taken-day.ts';

const day = z.string().check(z.refine(isDay, messages.invalid));

/** 1–100, default 50. */
const photosPerPage = z.pipe(
  z.string().check(z.regex(/^(?:100|[1-9]\d?)$/, messages.invalid)),
  z.transform((value: string) => Number(value)),
);

export const photos = endpoint.get('/api/photos', {
  credential: 'member',
  summary:
    'Photos of one circle, or of all circles and of the caller, newest day first; a page may have fewer photos than the next one',
  input: z.strictObject({
    cursor: paging.cursor,
    limit: z.optional(photosPerPage),
    circleId: z.optional(id),
    /** Photos of earlier days alone, `YYYY-MM-DD`. */
    before: z.optional(day),
    /** Photos of this day and later ones, oldest day first. */
    after: z.optional(day),
  }),
  output: page(PlacedPhoto),
});

export const years = endpoint.get('/api/photos/years', {
  credential: 'member',
  rate: 'heavyReads',
  summary: 'The years of which the caller sees photos, newest first',
  input: z.strictObject({ circleId: z.optional(id) }),
  output: z.object({ years: z.array(z.number()) }),
});

/** Photos and moments of one earlier year. */
export const EarlierYear = z.object({
  year: z.number(),
  /** Photos of moments other than those in `posts`. */
  photos: z.array(PlacedPhoto),
  posts: z.array(Post),
});
export type EarlierYear = z.infer<typeof EarlierYear>;

export const thisDay = endpoint.get('/api/photos/this-day', {
  credential: 'member',
  rate: 'heavyReads',
  summary: "Photos and moments of this day (in the caller's time zone) in earlier years, newest year first",
  input: z.strictObject({}),
  output: z.object({
    /** Month and day, `MM-DD`. */
    day: z.string(),
    years: z.array(EarlierYear),
  }),
});

export const NotAgainScope = z.enum(['photo', 'post', 'member', 'day'], messages.invalid);
export type NotAgainScope = z.infer<typeof NotAgainScope>;

const target = {
  scope: NotAgainScope,
  /** The id of the photo, moment or member; of a day `MM-DD`. */
  id,
};

export const putAway = endpoint.put('/api/not-again', {
  credential: 'member',
  rate: 'edits',
  summary: 'Puts a photo, a moment, everything by a member, or a day away from This day, on all devices',
  input: z.strictObject(target),
  output: null,
});

export const bringBack = endpoint.delete('/api/not-again', {
  credential: 'member',
  rate: 'edits',
  inBody: true,
  summary: 'Undoes putting away',
  input: z.strictObject(target),
  output: null,
});

/** A photo, moment, member or day that the caller has put away and still sees. */
export const PutAway = z.object({
  scope: NotAgainScope,
  id: z.string(),
  photo: z.nullable(Photo),
  member: z.nullable(Person),
  /** The day on which the photo was taken or the moment was shared, `YYYY-MM-DD`; for a day `MM-DD`. */
  day: z.nullable(z.string()),
  /** The first words of a moment. */
  words: z.nullable(z.string()),
});
export type PutAway = z.infer<typeof PutAway>;

export const listPutAway = endpoint.get('/api/not-again', {
  credential: 'member',
  summary: 'The photos, moments, members and days that the caller has put away from This day, at most 500',
  input: z.strictObject({}),
  output: z.object({ items: z.array(PutAway).check(z.maxLength(limits.putAwayListed)) }),
});
