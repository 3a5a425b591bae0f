import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { hiddenFrom, id, line, paging, text, writing } from './fields.ts';
import { limits } from './limits.ts';
import { CircleMark, page, Person, Photo, PhotoTalk, PlacedPhoto, Post, time } from './shapes.ts';

const title = line(limits.albumTitle, messages.albumTitleRequired, messages.albumTitleTooLong);

const adds = z.enum(['author', 'circle'], messages.invalid);

const photoIds = z
  .array(z.string(), messages.invalid)
  .check(z.maxLength(limits.albumPhotosAtOnce, messages.tooManyPhotosAtOnce));

const alts = z
  .array(text(limits.photoCaption, messages.photoCaptionTooLong), messages.invalid)
  .check(z.maxLength(limits.albumPhotosAtOnce, messages.photoCaptionsMany));

/** Fields of requests that add photos to an album. */
const added = {
  /** Ids of uploaded photos, in order. */
  photoIds: z.optional(photoIds),
  /** Descriptions for people who cannot see the photos, in the same order. */
  alts: z.optional(alts),
  /** `false` forgets the days on which the photos were taken. */
  keepsDays: z.optional(z.boolean()),
};

/** A photo of an album, with what is said about it. */
export const AlbumPhoto = z.extend(PlacedPhoto, PhotoTalk.shape);
export type AlbumPhoto = z.infer<typeof AlbumPhoto>;

/** An album in a list. Number, days and cover are those of the photos that the caller sees. */
export const ListedAlbum = z.object({
  id: z.string(),
  title: z.string(),
  /** The photo that its author chose, else the first; null for an album without photos. */
  cover: z.nullable(Photo),
  photosCount: z.number(),
  /** The first and the last day on which photos were taken or else shared, `YYYY-MM-DD`. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  /** Only circles that the caller may know of. */
  circles: z.array(CircleMark),
  author: Person,
  lastPhotoAt: z.nullable(time),
});
export type ListedAlbum = z.infer<typeof ListedAlbum>;

export const list = endpoint.get('/api/albums', {
  credential: 'member',
  rate: 'heavyReads',
  summary: 'The albums that the caller sees, of a circle or of all, the one with the newest photo first',
  input: z.strictObject({ circleId: z.optional(id), ...paging }),
  output: page(ListedAlbum),
});

export const create = endpoint.post('/api/albums', {
  credential: 'verified',
  rate: 'posts',
  summary: "Shares an album with circles; without circles it is its author's alone",
  repeatable: true,
  input: z.strictObject({
    title,
    content: z.optional(writing(limits.textPost, messages.textTooLong)),
    circleIds: z
      .array(z.string(), messages.invalid)
      .check(z.maxLength(limits.circlesPerPost, messages.invalid)),
    /** `circle` needs exactly one circle, which is shared. Default: `author`. */
    adds: z.optional(adds),
    ...added,
    withoutLetters: z.optional(z.boolean()),
    /** Ids of members whom the album leaves out; nobody tells them. */
    hiddenFrom: z.optional(hiddenFrom),
  }),
  output: Post,
  status: 201,
});

export const edit = endpoint.patch('/api/albums/:id', {
  credential: 'member',
  rate: 'edits',
  summary:
    "Changes the title and cover of an album and who may add photos (its author alone), or the descriptions of the caller's own photos",
  input: z.strictObject({
    id,
    title: z.optional(title),
    adds: z.optional(adds),
    /** The photo of the album that stands for it in lists; null for the first. */
    coverPhotoId: z.optional(z.nullable(id)),
    /** Descriptions for people who cannot see the photos, by the ids of the caller's own photos. */
    alts: z.optional(
      z
        .array(
          z.strictObject({
            photoId: z.string(),
            alt: text(limits.photoCaption, messages.photoCaptionTooLong),
          }),
        )
        .check(z.maxLength(limits.albumPhotosAtOnce, messages.photoCaptionsMany)),
    ),
  }),
  output: Post,
});

export const photos = endpoint.get('/api/albums/:id/photos', {
  credential: 'member',
  rate: 'heavyReads',
  summary:
    'The photos of an album that the caller sees, in the order in which they were added, or the newest day first',
  input: z.strictObject({ id, order: z.optional(z.enum(['added', 'newest'], messages.invalid)), ...paging }),
  output: page(AlbumPhoto),
});

export const years = endpoint.get('/api/albums/:id/years', {
  credential: 'member',
  rate: 'heavyReads',
  summary: 'The years of which an album has photos that the caller sees, newest first',
  input: z.strictObject({ id }),
  output: z.object({
    years: z.array(z.object({ year: z.number(), photos: z.number(), videos: z.number() })),
  }),
});

export const addPhotos = endpoint.post('/api/albums/:id/photos', {
  credential: 'verified',
  rate: 'edits',
  summary: 'Adds uploaded photos to an album',
  repeatable: true,
  input: z.strictObject({ id, ...added, photoIds }),
  output: Post,
  status: 201,
});

export const removePhotos = endpoint.delete('/api/albums/:id/photos', {
  credential: 'member',
  rate: 'edits',
  inBody: true,
  summary:
    "Deletes the caller's own photos of an album; photos of others, which its author takes out, return to them",
  input: z.strictObject({ id, photoIds }),
  /** Null for a caller who does not see the album any more. */
  output: z.nullable(Post),
});
