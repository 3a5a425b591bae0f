import * as z from 'zod/mini';
import { ImportSource } from '../../../contract/imports.ts';
import { deleteOffline, readOffline, writeOffline } from '../../offline/offline-db.ts';
import type { MediaCounts } from '../../words/media-counts.ts';

/** A photo or video. */
const Photo = z.object({
  /** Its path on this device. */
  key: z.string(),
  isVideo: z.optional(z.literal(true)),
  /** The path of the film of a Live Photo. */
  film: z.optional(z.string()),
  bytes: z.number(),
  takenOn: z.nullable(z.string()),
  caption: z.string(),
  state: z.enum(['waiting', 'sent', 'known', 'refused']),
  /** Why it was refused. */
  reason: z.optional(z.string()),
});
export type RecordedPhoto = z.infer<typeof Photo>;

const Album = z.object({
  title: z.string(),
  content: z.string(),
  circleId: z.nullable(z.string()),
  /** Its id on the server, once it is made. */
  id: z.nullable(z.string()),
  repeatKey: z.string(),
  photos: z.array(Photo),
});
export type RecordedAlbum = z.infer<typeof Album>;

export const paces = ['full', 'half', 'slow'] as const;
export type Pace = (typeof paces)[number];

const isHandle = (value: unknown): boolean =>
  'FileSystemHandle' in globalThis && value instanceof FileSystemHandle;

const Outcome = z.object({ shared: z.number(), photos: z.number(), kept: z.number() });

const Kept = z.object({
  source: ImportSource,
  importId: z.nullable(z.string()),
  albums: z.array(Album),
  pace: z.enum(paces),
  /** Where the browser lets a page keep access: the chosen files, to continue after a restart. */
  handles: z.nullable(z.array(z.custom<FileSystemHandle>(isHandle))),
  /** The names of the chosen files, for a browser that has to ask for them again. */
  fileNames: z.array(z.string()),
  /** How many files of the archive were not offered, by reason. */
  leftOut: z.record(z.string(), z.number()),
  /** Set once the import is shared. */
  outcome: z.nullable(Outcome),
});

/** An import on this device: only ticked photos. It survives closing the page. */
export type ImportRecord = z.infer<typeof Kept>;

const keyOf = (userId: string): string => `import/${userId}`;

/** Members who signed out: an import that still runs writes nothing of them again. */
const signedOut = new Set<string>();

export const readRecord = async (userId: string): Promise<ImportRecord | null> => {
  signedOut.delete(userId);
  const kept = Kept.safeParse(await readOffline('photos', keyOf(userId)));
  return kept.success ? kept.data : null;
};

export const writeRecord = async (userId: string, record: ImportRecord): Promise<void> => {
  if (!signedOut.has(userId)) await writeOffline('photos', keyOf(userId), record);
};

export const forgetRecord = (userId: string): Promise<unknown> => deleteOffline('photos', keyOf(userId));

/** Deletes the record of a member who signs out. */
export const forgetRecordOf = (userId: string): Promise<unknown> => {
  signedOut.add(userId);
  return forgetRecord(userId);
};

export const photosOf = (record: ImportRecord): RecordedPhoto[] =>
  record.albums.flatMap(({ photos }) => photos);

/** How many photos and how many videos. */
export const thingsIn = (all: readonly { isVideo?: true | undefined }[]): MediaCounts => {
  const videos = all.filter(({ isVideo }) => isVideo).length;
  return { photos: all.length - videos, videos };
};

/** How many photos and videos are done, and how many there are. */
export const progressOf = (record: ImportRecord): { done: number; things: MediaCounts } => {
  const photos = photosOf(record);
  return { done: photos.filter(({ state }) => state !== 'waiting').length, things: thingsIn(photos) };
};
