import type { Tx } from '../../platform/db/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { removeImagesOf } from '../media/remove.ts';
import { removeUploadsOf } from '../media/video-uploads.ts';
import { returnPhotos } from './return-photos.ts';

/**
 * Deletes all moments and photos of a deleted account, with the profile picture.
 * @returns ids of the photos whose temporary files must be deleted after the commit
 */
export const deletePostsOf = async (jobs: Jobs, tx: Tx, userId: number): Promise<string[]> => {
  const albums = await tx.q
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', userId)
    .where('has_others_photos', '=', 1)
    .execute();
  for (const { id: post } of albums) await returnPhotos(tx, { post });
  const photos = await removeImagesOf(jobs, tx, userId);
  await removeUploadsOf(jobs, tx, userId);
  await tx.q.deleteFrom('posts').where('author_id', '=', userId).execute();
  return photos;
};
