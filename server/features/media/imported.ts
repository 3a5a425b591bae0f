import type { Viewer } from '../../access/viewer.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { attachPhotos } from './photos.ts';

interface ImportedPhoto {
  postId: number;
  photoId: string;
  position: number;
  alt: string | undefined;
  contentHash: string;
}

/** Whether a moment of the viewer's has this file already. */
export const hasFile = async (
  q: Queries,
  viewer: Pick<Viewer, 'id'>,
  contentHash: string,
): Promise<boolean> => {
  const found = await q
    .selectFrom('images')
    .select('id')
    .where('owner_id', '=', viewer.id)
    .where('content_hash', '=', contentHash)
    .where('post_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};

/** A finished video of the viewer's that is in no moment yet and has a day (IMPORT-8). */
export const findWaitingVideo = (
  q: Queries,
  viewer: Pick<Viewer, 'id'>,
  publicId: string,
): Promise<{ id: number } | undefined> =>
  q
    .selectFrom('images')
    .select('id')
    .where('public_id', '=', publicId)
    .where('owner_id', '=', viewer.id)
    .where('kind', '=', 'photo')
    .where('post_id', 'is', null)
    .where('video_type', 'is not', null)
    .where('taken_day', 'is not', null)
    .executeTakeFirst();

/**
 * Attaches an imported photo or video to an album. It gets its hash only now: one that never reached its album must not
 * count as uploaded.
 */
export const attachImported = async (
  jobs: Jobs,
  tx: Tx,
  viewer: Viewer,
  { postId, photoId, position, alt, contentHash }: ImportedPhoto,
): Promise<void> => {
  await attachPhotos(jobs, tx, viewer, {
    postId,
    photoIds: [photoId],
    alts: [alt ?? ''],
    from: position,
    keepsDays: true,
    maxVideos: 1,
  });
  await tx.q
    .updateTable('images')
    .set({ content_hash: contentHash })
    .where('public_id', '=', photoId)
    .execute();
};
