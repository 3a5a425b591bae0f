import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { contentHash, id, jsonText, takenOn, text } from './fields.ts';
import { limits } from './limits.ts';
import { Video, Voice } from './shapes.ts';

export const upload = endpoint.post('/api/photos', {
  credential: 'verified',
  rate: 'photos',
  summary:
    "Makes a photo ready for a moment that is still being written: its uploader's alone, gone after a day unless shared",
  files: { photo: 1 },
  repeatable: true,
  input: z.strictObject({
    /** The day on which the photo was taken, empty for none; by default the one that its file names. */
    takenOn: z.optional(z.union([z.literal(''), takenOn])),
    /** SHA-256 of the file that the member chose, in hex, for `POST /api/photos/known`. */
    contentHash: z.optional(contentHash),
  }),
  output: z.object({ id: z.string(), url: z.string() }),
  status: 201,
});

export const known = endpoint.post('/api/photos/known', {
  credential: 'member',
  rate: 'photos',
  summary: 'Which of these files the caller has uploaded before: photos that wait or are in a moment',
  input: z.strictObject({
    contentHashes: z
      .array(contentHash, messages.invalid)
      .check(z.maxLength(limits.knownAtOnce, messages.invalid)),
  }),
  output: z.object({ known: z.array(z.string()) }),
});

export const remove = endpoint.delete('/api/photos/:id', {
  credential: 'member',
  rate: 'photos',
  summary: 'Takes back a photo or voice that was uploaded and not shared',
  input: z.strictObject({ id }),
  output: null,
});

/** The types of files that the server accepts as videos. */
export const UploadedVideoType = z.enum(['video/mp4', 'video/quicktime', 'video/webm']);
export type UploadedVideoType = z.infer<typeof UploadedVideoType>;

/** The facts about a video that its browser sends before the first part. */
export const videoFile = {
  bytes: z.int().check(z.positive(), z.maximum(limits.videoBytes, messages.videoTooLarge)),
  type: UploadedVideoType,
  /** May exceed the limit by a second, because containers round. */
  seconds: z.number().check(z.positive(), z.maximum(limits.videoSeconds + 1, messages.videoTooLong)),
};

export const startVideo = endpoint.post('/api/videos', {
  credential: 'verified',
  rate: 'videos',
  summary:
    'Starts the upload of a video, which then arrives in parts of `partBytes` bytes; deleted after a day',
  input: z.strictObject({
    ...videoFile,
    /** The day on which the video was taken. */
    takenOn: z.optional(takenOn),
  }),
  output: z.object({ id: z.string(), partBytes: z.number() }),
  status: 201,
});

const partNumber = z.pipe(
  z.string().check(z.regex(/^\d{1,3}$/, messages.videoPartSize)),
  z.transform((value: string) => Number(value)),
);

export const putVideoPart = endpoint.put('/api/videos/:id/parts/:n', {
  credential: 'member',
  rate: 'videoParts',
  summary: 'Uploads a part of a video, counted from 0; the same part again changes nothing',
  octets: limits.videoPartBytes,
  input: z.strictObject({ id, n: partNumber }),
  output: null,
});

export const videoUpload = endpoint.get('/api/videos/:id', {
  credential: 'member',
  summary: 'The parts of a video that have arrived, to continue an interrupted upload',
  input: z.strictObject({ id }),
  output: z.object({ parts: z.array(z.number()), partBytes: z.number(), expiresAt: z.string() }),
});

export const cancelVideo = endpoint.delete('/api/videos/:id', {
  credential: 'member',
  rate: 'videoParts',
  summary: 'Cancels the upload of a video',
  input: z.strictObject({ id }),
  output: null,
});

export const finishVideo = endpoint.post('/api/videos/:id/done', {
  credential: 'verified',
  rate: 'photos',
  summary:
    'Joins the parts into a video with a poster, ready for a moment; a repeated request gets the same answer',
  files: { poster: 1 },
  input: z.strictObject({ id }),
  output: z.object({ id: z.string(), url: z.string(), video: Video }),
  status: 201,
});

/** The drawing of a voice. */
const wave = z
  .array(z.int().check(z.minimum(0), z.maximum(255)), messages.invalid)
  .check(z.length(limits.voiceWave, messages.invalid));

export const addVoice = endpoint.post('/api/voices', {
  credential: 'verified',
  rate: 'voices',
  summary:
    "Makes a recording (`sound`) ready for a moment or comment that is still being written: its uploader's alone, gone after a day unless shared",
  files: { sound: 1 },
  fileBytes: limits.voiceBytes,
  fileKind: 'sound',
  repeatable: true,
  input: z.strictObject({
    /** A JSON array of 64 numbers from 0 to 255. */
    wave: z.optional(jsonText(wave)),
    /** The words that are said, for people who cannot hear it. */
    words: z.optional(text(limits.voiceWords, messages.voiceWordsTooLong)),
  }),
  output: Voice,
  status: 201,
});
