import { sql } from 'kysely';
import type { VideoType } from '../../../contract/shapes.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { newId } from '../../platform/text/ids.ts';
import { frameCopy, fullCopy, letterCopy, storageKey, unattachedFor, variantNames } from './stored-file.ts';
import { videoKeys } from './stored-video.ts';

/** Longer than any upload lasts, in milliseconds. */
const uploadsOver = 15 * 60_000;

interface DeletedImage {
  public_id: string;
  variants: string;
  video_type: VideoType | null;
  video_bytes: number | null;
}

const keysOf = (images: readonly DeletedImage[]): string[] =>
  images.flatMap((image) => [
    ...[...variantNames(image.variants), fullCopy, letterCopy, frameCopy].map((name) =>
      storageKey(image.public_id, name),
    ),
    ...videoKeys(image),
  ]);

const removeFilesOf = async (jobs: Jobs, tx: Tx, gone: readonly DeletedImage[]): Promise<void> => {
  if (gone.length > 0) await jobs.enqueue(tx, { kind: 'remove-files', payload: keysOf(gone) });
};

/**
 * Deletes image rows, which closes their addresses with the commit, and leaves a job that deletes their files
 * right after it, and again until it succeeds.
 */
const removeStoredImages = async (jobs: Jobs, tx: Tx, imageIds: readonly number[]): Promise<void> => {
  if (imageIds.length === 0) return;
  const gone = await tx.q
    .deleteFrom('images')
    .where('id', 'in', imageIds)
    .returning(['public_id', 'variants', 'video_type', 'video_bytes'])
    .execute();
  await removeFilesOf(jobs, tx, gone);
};

/**
 * For a voice: no post, comment or report has it. One that was taken a moment ago is used, even if this statement does not see by
 * what: it may have begun before.
 */
const isUnusedVoice =
  () => sql<boolean>`(kind <> 'voice' or added_at is null or (added_at < ${Date.now() - uploadsOver}
  and id not in (select voice_id from posts where voice_id is not null)
  and id not in (select voice_id from comments where voice_id is not null)
  and id not in (select image_id from report_photos)))`;

/**
 * As `removeStoredImages`, for what is attached to nothing: asked again by the very statement that deletes, so that what
 * was attached a moment ago stays. @returns public ids of what is gone
 */
export const removeUnattached = async (
  jobs: Jobs,
  tx: Tx,
  imageIds: readonly number[],
): Promise<string[]> => {
  if (imageIds.length === 0) return [];
  const gone = await tx.q
    .deleteFrom('images')
    .where('id', 'in', imageIds)
    .where('post_id', 'is', null)
    .where('kind', '<>', 'evidence')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users').select('users.id').whereRef('users.avatar_id', '=', 'images.id'))),
    )
    .where(isUnusedVoice())
    .returning(['public_id', 'variants', 'video_type', 'video_bytes'])
    .execute();
  await removeFilesOf(jobs, tx, gone);
  return gone.map((image) => image.public_id);
};

/** Deletes what goes with the rows of images, for those that a report keeps: what stayed would tell of the report. */
const removeTraces = async ({ q }: Tx, imageIds: readonly number[]): Promise<void> => {
  await q.deleteFrom('circle_photos').where('image_id', 'in', imageIds).execute();
  await q.deleteFrom('video_uploads').where('image_id', 'in', imageIds).execute();
};

/**
 * As `removeStoredImages`, for images that their owner deletes. An image that a report keeps loses its post and its
 * owner, stops counting as used storage, and is deleted when the report releases it. Its copies for letters and frames are deleted now.
 */
export const removeUnlessEvidence = async (
  jobs: Jobs,
  tx: Tx,
  imageIds: readonly number[],
): Promise<void> => {
  if (imageIds.length === 0) return;
  const held = await tx.q
    .updateTable('images')
    .set({ kind: 'evidence', post_id: null })
    .where('id', 'in', imageIds)
    .where('id', 'in', (e) => e.selectFrom('report_photos').select('image_id'))
    .returning(['id', 'public_id'])
    .execute();
  const kept = new Set(held.map(({ id }) => id));
  if (held.length > 0) {
    await removeTraces(tx, [...kept]);
    const payload = held.flatMap((image) =>
      [letterCopy, frameCopy].map((name) => storageKey(image.public_id, name)),
    );
    await jobs.enqueue(tx, { kind: 'remove-files', payload });
  }
  await removeStoredImages(
    jobs,
    tx,
    imageIds.filter((id) => !kept.has(id)),
  );
};

/** The images that their owners have deleted and a report keeps, by public ids. Only the time of their upload is known. */
export const findHeld = (q: Queries): Promise<{ id: string; at: number }[]> =>
  q
    .selectFrom('report_photos as kept')
    .innerJoin('images as i', 'i.id', 'kept.image_id')
    .select(['i.public_id as id', 'i.created_at as at'])
    .distinct()
    .where('i.kind', '=', 'evidence')
    .execute();

/** Deletes an image again that a restored backup brought back. @returns whether it was there */
export const removeImageAgain = async (jobs: Jobs, tx: Tx, publicId: string): Promise<boolean> => {
  const image = await tx.q
    .selectFrom('images')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  if (!image) return false;
  await removeUnlessEvidence(jobs, tx, [image.id]);
  return true;
};

/** As `removeUnlessEvidence`, for all photos of a post. */
export const removePhotosOfPost = async (jobs: Jobs, tx: Tx, postId: number): Promise<void> => {
  const photos = await tx.q.selectFrom('images').select('id').where('post_id', '=', postId).execute();
  await removeUnlessEvidence(
    jobs,
    tx,
    photos.map((photo) => photo.id),
  );
};

/**
 * Lets go of the photos that some reports (keys) hold, or only of those that their owners have deleted; those that belong
 * to nothing else are deleted.
 */
export const releasePhotosOf = async (
  jobs: Jobs,
  tx: Tx,
  reportIds: readonly number[],
  which: 'all' | 'deleted' = 'all',
): Promise<void> => {
  if (reportIds.length === 0) return;
  const released = await tx.q
    .deleteFrom('report_photos')
    .where('report_id', 'in', reportIds)
    .$if(which === 'deleted', (query) =>
      query.where('image_id', 'in', (e) =>
        e.selectFrom('images').select('id').where('kind', '=', 'evidence'),
      ),
    )
    .returning('image_id')
    .execute();
  if (released.length === 0) return;
  const forgotten = await tx.q
    .selectFrom('images')
    .select('id')
    .where(
      'id',
      'in',
      released.map((row) => row.image_id),
    )
    .where('kind', '=', 'evidence')
    .where('id', 'not in', (e) => e.selectFrom('report_photos').select('image_id'))
    .execute();
  await removeStoredImages(
    jobs,
    tx,
    forgotten.map((image) => image.id),
  );
};

const batchSize = 200;
/**
 * As `removeStoredImages`, for everything of one member. What is attached to nothing may be an upload whose files come
 * later than this: those are looked for again.
 * @param max how many images at most
 * @returns ids of the images
 */
export const removeImagesOf = async (
  jobs: Jobs,
  tx: Tx,
  userId: number,
  max = Number.MAX_SAFE_INTEGER,
): Promise<string[]> => {
  const images = await tx.q
    .selectFrom('images')
    .select(['id', 'public_id', 'variants', 'video_type', 'video_bytes', 'post_id'])
    .where('owner_id', '=', userId)
    .limit(max)
    .execute();
  for (let from = 0; from < images.length; from += batchSize) {
    const some = images.slice(from, from + batchSize);
    await removeStoredImages(
      jobs,
      tx,
      some.map((image) => image.id),
    );
  }
  const loose = images.filter((image) => image.post_id === null);
  if (loose.length > 0) {
    await jobs.enqueue(tx, {
      kind: 'remove-files',
      payload: keysOf(loose),
      uniqueKey: `late-files:${newId()}`,
      runAt: Date.now() + uploadsOver,
    });
  }
  return images.map((image) => image.public_id);
};

const sweepSome = (context: Pick<AppContext, 'db' | 'jobs'>): Promise<number> =>
  context.db.write(async (tx) => {
    const forgotten = await tx.q
      .selectFrom('images')
      .select('id')
      .where('post_id', 'is', null)
      .where('kind', '<>', 'evidence')
      .where('created_at', '<', Date.now() - unattachedFor)
      .where('id', 'not in', (e) =>
        e
          .selectFrom('users')
          .select('avatar_id')
          .where('avatar_id', 'is not', null)
          .$castTo<{ avatar_id: number }>(),
      )
      .where(isUnusedVoice())
      .limit(batchSize)
      .execute();
    const gone = await removeUnattached(
      context.jobs,
      tx,
      forgotten.map((image) => image.id),
    );
    return gone.length;
  });

/** The jobs that clear files away. */
export const handleMediaJobs = (context: AppContext): void => {
  context.jobs.handle('remove-files', async (payload) => {
    if (!Array.isArray(payload)) return;
    await context.storage.remove(payload.filter((entry) => typeof entry === 'string'));
  });
  context.jobs.handle(
    'sweep-images',
    async () => {
      // A part at a time, for the other writers, but all: more may be uploaded in an hour than one part.
      while ((await sweepSome(context)) === batchSize);
    },
    { every: 60 * 60_000 },
  );
};
