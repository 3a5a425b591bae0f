import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { contentHash, id, line, takenOn, text, writing } from './fields.ts';
import { limits } from './limits.ts';
import { videoFile } from './media.ts';

/** The places that photos are brought from. */
export const ImportSource = z.enum(['google', 'instagram', 'facebook', 'folder', 'circle'], messages.invalid);
export type ImportSource = z.infer<typeof ImportSource>;

/** An album of an open import: its author's alone until the import is shared. */
const ImportedAlbum = z.object({
  id: z.string(),
  title: z.string(),
  /** The circle that it is meant for; null for its author alone. */
  circleId: z.nullable(z.string()),
  photosCount: z.number(),
});

const Import = z.object({
  id: z.string(),
  source: ImportSource,
  startedAt: z.string(),
  albums: z.array(ImportedAlbum),
});
export type Import = z.infer<typeof Import>;

export const open = endpoint.post('/api/imports', {
  credential: 'verified',
  rate: 'importAlbums',
  summary: "Opens an import, or answers the caller's open one",
  input: z.strictObject({ source: ImportSource }),
  output: Import,
  status: 201,
});

export const current = endpoint.get('/api/imports', {
  credential: 'member',
  summary: "The caller's open import with its albums, or null",
  input: z.strictObject({}),
  output: z.object({ import: z.nullable(Import) }),
});

export const addAlbum = endpoint.post('/api/imports/:id/albums', {
  credential: 'verified',
  rate: 'importAlbums',
  summary: 'Makes an album of an open import, which its author alone sees until the import is shared',
  repeatable: true,
  input: z.strictObject({
    id,
    title: line(limits.albumTitle, messages.albumTitleRequired, messages.albumTitleTooLong),
    content: z.optional(writing(limits.textPost, messages.textTooLong)),
    /** The circle with which the album will be shared; null keeps it for its author alone. */
    circleId: z.nullable(z.string()),
  }),
  output: z.object({ id: z.string() }),
  status: 201,
});

const position = z.pipe(
  z.string().check(z.regex(/^\d{1,3}$/, messages.invalid)),
  z.transform((value: string) => Number(value)),
);

export const addPhoto = endpoint.post('/api/imports/:id/photos', {
  credential: 'verified',
  rate: 'importPhotos',
  summary:
    "Adds a photo to an album of an open import, unless a moment of the caller's has the same file already",
  files: { photo: 1 },
  input: z.strictObject({
    id,
    /** The album. */
    albumId: z.string(),
    /** The place of the photo in the album, from 0 on. */
    position,
    /** The day on which the photo was taken: required, because the day of the import would be wrong. */
    takenOn,
    /** SHA-256 of the file in the archive, in hex. */
    contentHash,
    /** The description for people who cannot see the photo. */
    alt: z.optional(text(limits.photoCaption, messages.photoCaptionTooLong)),
  }),
  output: z.object({ added: z.boolean() }),
  status: 201,
});

export const startVideo = endpoint.post('/api/imports/:id/videos', {
  credential: 'verified',
  rate: 'importVideos',
  summary: 'Starts the upload of a video for an album of an open import; its parts go to `/api/videos/{id}`',
  input: z.strictObject({
    id,
    ...videoFile,
    /** The day on which the video was taken: required, because the day of the import would be wrong. */
    takenOn,
  }),
  output: z.object({ id: z.string(), partBytes: z.number() }),
  status: 201,
});

export const addVideo = endpoint.post('/api/imports/:id/videos/done', {
  credential: 'verified',
  rate: 'importPhotos',
  summary:
    "Adds an uploaded video to an album of an open import, or deletes it if a moment of the caller's has the same file",
  input: z.strictObject({
    id,
    /** The album. */
    albumId: z.string(),
    /** The video, as `POST /api/videos/{id}/done` answered it. */
    videoId: z.string(),
    /** The place of the video in the album, from 0 on. */
    position: z.int().check(z.minimum(0, messages.invalid), z.maximum(999, messages.invalid)),
    /** SHA-256 of the file in the archive, in hex. */
    contentHash,
    /** The description for people who cannot see the video. */
    alt: z.optional(text(limits.photoCaption, messages.photoCaptionTooLong)),
  }),
  output: z.object({ added: z.boolean() }),
  status: 201,
});

export const share = endpoint.post('/api/imports/:id/done', {
  credential: 'verified',
  rate: 'posts',
  repeatable: true,
  summary: 'Ends an open import and shares its albums with their circles',
  input: z.strictObject({ id }),
  output: z.object({
    /** Albums that were shared, and photos in them. */
    shared: z.number(),
    photos: z.number(),
    /** Albums that stay the caller's alone. */
    kept: z.number(),
  }),
});

export const keep = endpoint.delete('/api/imports/:id', {
  credential: 'member',
  rate: 'importAlbums',
  summary: "Ends an open import without sharing: its albums stay the caller's alone",
  input: z.strictObject({ id }),
  output: null,
});
