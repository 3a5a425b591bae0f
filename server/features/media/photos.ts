import { stat } from 'node:fs/promises';
import { type RawBuilder, sql } from 'kysely';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { VideoType } from '../../../contract/shapes.ts';
import { videoName } from '../../access/show/photos.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { dayStep } from '../../platform/db/schema/photos.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import type { Received } from '../../platform/images/receive.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { conflict, invalid, missing } from '../../platform/problem.ts';
import { dayNumberAt, dayNumberOrNull } from '../../platform/text/days.ts';
import { newId } from '../../platform/text/ids.ts';
import { assertRoom } from '../usage/storage.ts';
import { dropSource, keepSource, queueFullCopy, startFullCopies } from './full-copy.ts';
import { removeUnattached } from './remove.ts';
import { storageKey } from './stored-file.ts';
import { storeVideo } from './stored-video.ts';

/** A photo that was made ready and stored, and is attached to nothing yet: its uploader's alone (PHOTO-8). */
export interface StoredPhoto {
  id: number;
  publicId: string;
  /** The name of its smallest file. */
  smallest: string;
}

/** An upload that was checked by its first bytes and lies in a temporary file. */
export type UploadedFile = Pick<Received, 'path'>;

const day = 24 * 60 * 60_000;

/** The client's notes about a photo. */
export interface PhotoNotes {
  /** The day on which it was taken, `YYYY-MM-DD`, empty for none; by default the one that its file names. */
  takenOn?: string | undefined;
  /** SHA-256 of the file that the member chose, in hex. */
  contentHash?: string | undefined;
}

/** A re-wrapped video in a temporary file. */
export interface VideoFile {
  path: string;
  type: VideoType;
  ms: number;
  bytes: number;
}

/**
 * Limits unattached photos and videos, which count in no post and could otherwise fill the disk. The sweep deletes them
 * within two days, so indexes by time find these few.
 * @param photos how many more there will be; a video counts as one for each 10 MB
 * @throws conflict
 */
export const assertFewWaiting = async ({ q }: Tx, userId: number, photos: number): Promise<void> => {
  const since = Date.now() - 2 * day;
  const { rows } = await sql<{ waiting: number | string }>`
    select
      (select coalesce(sum(${asPhotos(sql`coalesce(video_bytes, 1)`)}), 0) from images
        where owner_id = ${userId} and post_id is null and (kind = 'photo' or (kind = 'voice' and added_at is null)) and created_at > ${since})
      + (select coalesce(sum(${asPhotos(sql`bytes`)}), 0) from video_uploads
        where owner_id = ${userId} and image_id is null and created_at > ${since}) as waiting`.execute(q);
  if (Number(rows[0]?.waiting) + photos > limits.photosWaiting) throw conflict(messages.photosWaiting);
};

// Literals: SQLite would divide by a parameter as by a fraction.
const asPhotos = (bytes: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(${bytes} + ${sql.lit(limits.photoBytes - 1)}) / ${sql.lit(limits.photoBytes)}`;

/**
 * When a photo or video is processed. Those of an import wait for all others, in a separate party: they do not use up the
 * turns of the member's other ones (IMPORT-8).
 */
export const turnOf = (
  { id }: Pick<Viewer, 'id'>,
  { isImport }: { isImport: boolean },
): { party: string; isLast?: boolean } =>
  isImport ? { party: `import of ${id}`, isLast: true } : { party: `member ${id}` };

/**
 * Makes a photo ready and stores it; with `video` it is the poster.
 * @throws Problem in the words of the refusal
 */
export const storePhoto = async (
  context: AppContext,
  viewer: Pick<Viewer, 'id'>,
  file: UploadedFile,
  {
    kind,
    video,
    takenOn,
    contentHash,
    isImport = false,
  }: PhotoNotes & { kind: 'photo' | 'avatar'; video?: VideoFile; isImport?: boolean },
): Promise<StoredPhoto> => {
  const budget = String(viewer.id);
  const rate = isImport ? 'importMegapixels' : 'photoMegapixels';
  await context.limits.consume(rate, budget, 0);
  const made = await context.images.process(file.path, {
    kind,
    ...turnOf(viewer, { isImport }),
    charge: (megapixels) => context.limits.count(rate, budget, megapixels),
  });
  const publicId = newId();
  const size = made.variants.reduce((sum, { bytes }) => sum + bytes.length, video?.bytes ?? 0);
  // The full-size copy is made later by a job; the upload's size estimates it. What is downloaded of a poster is the video.
  const hasFullCopy = kind === 'photo' && !video;
  const later = hasFullCopy ? (await stat(file.path)).size : 0;
  // The row comes before the files: after a crash in between, the sweep finds by it what to take away.
  const { id } = await context.db.write(async (tx) => {
    // Concurrent uploads must count each other.
    await lockMembers(tx, [viewer.id]);
    await assertRoom(context.settings, tx, viewer.id, size + later);
    if (hasFullCopy) {
      // A photo of an import joins its album in the same request.
      if (!isImport) await assertFewWaiting(tx, viewer.id, 1);
      await queueFullCopy(context, tx, { publicId, userId: viewer.id, isImport });
    }
    return tx.q
      .insertInto('images')
      .values({
        public_id: publicId,
        owner_id: viewer.id,
        kind,
        post_id: null,
        position: 0,
        alt: null,
        width: made.width,
        height: made.height,
        placeholder: made.placeholder,
        variants: JSON.stringify(made.variants.map(({ name, width }) => ({ name, width }))),
        bytes: size,
        video_type: video?.type ?? null,
        video_ms: video?.ms ?? null,
        video_bytes: video?.bytes ?? null,
        created_at: Date.now(),
        taken_day: takenOn === '' ? null : dayNumberOrNull(takenOn ?? made.takenOn),
        content_hash: contentHash ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
  try {
    for (const { name, bytes } of made.variants) await context.storage.put(storageKey(publicId, name), bytes);
    if (video) await storeVideo(context.storage, videoName(publicId, video.type), video.path);
    if (hasFullCopy) await keepSource(context.tmpDir, publicId, file);
  } catch (error) {
    // No client got its id, so delete it now: until the sweep it would use storage and count as waiting.
    await dropPhotos(context, [{ id }]);
    throw error;
  }
  const [smallest] = made.variants;
  return { id, publicId, smallest: storageKey(publicId, smallest?.name ?? '') };
};

/**
 * Makes photos ready and stores them, in the order given. When one of them is refused, none stays.
 * @throws Problem in the words of the refusal, with the file's place in `issues`
 */
export const storePhotos = async (
  context: AppContext,
  viewer: Pick<Viewer, 'id'>,
  files: readonly UploadedFile[],
  { kind = 'photo', ...notes }: PhotoNotes & { kind?: 'photo' | 'avatar' } = {},
): Promise<StoredPhoto[]> => {
  const outcomes = await Promise.allSettled(
    files.map((file) => storePhoto(context, viewer, file, { kind, ...notes })),
  );
  const stored = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const refusal = outcomes.find((outcome) => outcome.status === 'rejected');
  if (refusal) {
    await dropPhotos(context, stored);
    throw refusal.reason;
  }
  return stored;
};

/**
 * Takes back photos that were not attached after all: rows and files. One that was stays: a commit whose answer was lost
 * has attached them too. @returns how many were taken back
 */
export const dropPhotos = async (
  context: Pick<AppContext, 'db' | 'jobs' | 'tmpDir'>,
  photos: readonly Pick<StoredPhoto, 'id'>[],
): Promise<number> => {
  if (photos.length === 0) return 0;
  const ids = photos.map((photo) => photo.id);
  const gone = await context.db.write((tx) => removeUnattached(context.jobs, tx, ids));
  for (const publicId of gone) await dropSource(context.tmpDir, publicId);
  return gone.length;
};

interface Attachment {
  postId: number;
  /** Ids of uploaded photos, in order. */
  photoIds: readonly string[];
  /** Descriptions for people who cannot see the photos, in the same order. */
  alts?: readonly string[];
  /** The position of the first of them in the post. */
  from?: number;
  /** Whether the days on which they were taken stay. */
  keepsDays: boolean;
  maxVideos: number;
}

/**
 * Attaches photos of the viewer to a post, places them among the photos of its circles, and has their full-size copies
 * made. The post has its circles already.
 * @throws invalid for one that is not the viewer's, not there any more, or part of another post, and for too many videos
 */
export const attachPhotos = async (
  jobs: Jobs,
  tx: Tx,
  viewer: Viewer,
  { postId, photoIds, alts = [], from = 0, keepsDays, maxVideos }: Attachment,
): Promise<void> => {
  let videos = 0;
  const now = Date.now();
  const takenDay = keepsDays ? sql<number | null>`taken_day` : sql<null>`null`;
  for (const [index, publicId] of photoIds.entries()) {
    const attached = await tx.q
      .updateTable('images')
      .set({
        post_id: postId,
        position: from + index,
        alt: alts[index] || null,
        added_at: now,
        taken_day: takenDay,
        day_key: sql`coalesce(${takenDay}, ${sql.lit(dayNumberAt(now))}) * ${sql.lit(dayStep)} + id`,
      })
      .where('public_id', '=', publicId)
      .where('owner_id', '=', viewer.id)
      .where('kind', '=', 'photo')
      .where('post_id', 'is', null)
      .returning('video_type')
      .executeTakeFirst();
    if (!attached) throw invalid('photoIds', messages.photoGone);
    if (attached.video_type) videos += 1;
    if (videos > maxVideos) throw invalid('photoIds', messages.tooManyVideos);
  }
  await placePhotos(tx, postId, now);
  await startFullCopies(jobs, tx, photoIds);
};

/** Places the photos of a post that were added at this time (epoch ms) among the photos of its circles. */
export const placePhotos = async ({ q }: Tx, postId: number, addedAt: number): Promise<void> => {
  await sql`
    insert into circle_photos (circle_id, day_key, image_id, post_id)
    select pc.circle_id, i.day_key, i.id, pc.post_id from images i join post_circles pc on pc.post_id = i.post_id
    where i.post_id = ${postId} and i.added_at = ${addedAt}
    on conflict do nothing`.execute(q);
};

/** Takes back a photo or voice that its uploader has not shared. @throws missing */
export const takeBackPhoto = async (
  context: Pick<AppContext, 'db' | 'jobs' | 'tmpDir'>,
  viewer: Viewer,
  publicId: string,
): Promise<void> => {
  const photo = await context.db.read
    .selectFrom('images')
    .select('id')
    .where('public_id', '=', publicId)
    .where('owner_id', '=', viewer.id)
    .where('kind', 'in', ['photo', 'voice'])
    .where('post_id', 'is', null)
    .executeTakeFirst();
  // Shared at this very moment, it stays.
  if (!photo || (await dropPhotos(context, [photo])) === 0) throw missing();
};

export const countPhotos = async ({ q }: Tx, postId: number): Promise<number> => {
  const { count } = await q
    .selectFrom('images')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow();
  return count;
};
