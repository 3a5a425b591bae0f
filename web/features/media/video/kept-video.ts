import * as z from 'zod/mini';
import { deleteOffline, offlineKeys, readOffline, writeOffline } from '../../../offline/offline-db.ts';
import { deleteOldStoredVideos, deleteStoredVideos, maxAgeMs, readStoredVideo } from './stored-videos.ts';

const Kept = z.object({
  /** When it was converted, in epoch milliseconds. */
  at: z.number(),
  /** The upload under way. */
  uploadId: z.nullable(z.string()),
  type: z.enum(['video/mp4', 'video/webm', 'video/quicktime']),
  seconds: z.number(),
  poster: z.instanceof(Blob),
  /** The day on which it was taken, `YYYY-MM-DD`. */
  takenOn: z.optional(z.string()),
  /** The name of the file in the private file system, or the file itself where there is none. */
  stored: z.union([z.string(), z.instanceof(Blob)]),
});

/** A converted video that waits to be uploaded and shared. It outlives a reload. */
export type KeptVideo = z.infer<typeof Kept>;

/** The start of the names under which the files of a video are stored. */
export const storedStart = (userId: string, keptAs: string): string => `${userId}.${keptAs}.`;

const keyEnd = '/video';

const keyOf = (userId: string, keptAs: string): string => `${userId}/${keptAs}${keyEnd}`;

export const keepVideo = (userId: string, keptAs: string, video: KeptVideo): Promise<unknown> =>
  writeOffline('photos', keyOf(userId, keptAs), video);

/** Deletes the video from this browser. */
export const forgetKeptVideo = async (userId: string, keptAs: string): Promise<void> => {
  await Promise.all([
    deleteOffline('photos', keyOf(userId, keptAs)),
    deleteStoredVideos(storedStart(userId, keptAs)),
  ]);
};

export const fileOf = async ({ stored }: KeptVideo): Promise<Blob | null> =>
  typeof stored === 'string' ? readStoredVideo(stored) : stored;

/** Reads the video with its file; null if this browser did not keep it. */
export const readKeptVideo = async (
  userId: string,
  keptAs: string,
): Promise<{ kept: KeptVideo; file: Blob } | null> => {
  const kept = Kept.safeParse(await readOffline('photos', keyOf(userId, keptAs)));
  if (!kept.success) return null;
  if (Date.now() - kept.data.at > maxAgeMs) {
    await forgetKeptVideo(userId, keptAs);
    return null;
  }
  const file = await fileOf(kept.data);
  return file && { kept: kept.data, file };
};

/** Deletes videos older than a day, of all members and whether or not a draft has them. */
export const sweepKeptVideos = async (): Promise<void> => {
  await deleteOldStoredVideos();
  // Reading would create the database for visitors.
  if (!(await indexedDB.databases()).some(({ name }) => name === 'circle')) return;
  for (const key of await offlineKeys('photos')) {
    if (typeof key !== 'string' || !key.endsWith(keyEnd)) continue;
    const { data } = Kept.safeParse(await readOffline('photos', key));
    if (!data || Date.now() - data.at > maxAgeMs) await deleteOffline('photos', key);
  }
};
