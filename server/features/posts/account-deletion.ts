import type { Tx } from '../../platform/db/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { removeImagesOf } from '../media/remove.ts';
import { removeUploadsOf } from '../media/video-uploads.ts';

/**
 * Deletes all moments and photos of a deleted account, with the profile picture.
 * @returns ids of the photos whose temporary files must be deleted after the commit
 */
export const deletePostsOf = async (jobs: Jobs, tx: Tx, userId: number): Promise<string[]> => {
  const photos = await removeImagesOf(jobs, tx, userId);
  await removeUploadsOf(jobs, tx, userId);
  await tx.q.deleteFrom('posts').where('author_id', '=', userId).execute();
  return photos;
};
