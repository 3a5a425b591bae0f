import type { Tx } from '../../platform/db/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { deleteCommentsOn } from '../comments/account-deletion.ts';
import { removeImagesOf, removeUnlessEvidence } from '../media/remove.ts';
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

/** Takes the words of a member's questions from the answers of others, as comments go with their author (ASK-5). */
export const withdrawQuestionsOf = async ({ q }: Tx, userId: number): Promise<void> => {
  await q
    .updateTable('posts')
    .set({ question: null, question_by: null })
    .where('question_by', '=', userId)
    .execute();
};

/** Photos, and moments, that one transaction deletes: it blocks the server for less than 50 ms. */
const [photosAtOnce, postsAtOnce] = [100, 4];

/**
 * Deletes a few photos or moments of a deleted account, which nobody sees any more.
 * @returns ids as `deletePostsOf`; null once none is left
 */
export const deleteSomePostsOf = async (jobs: Jobs, tx: Tx, userId: number): Promise<string[] | null> => {
  const photos = await removeImagesOf(jobs, tx, userId, photosAtOnce);
  if (photos.length > 0) return photos;
  const posts = await tx.q
    .selectFrom('posts')
    .select(['id', 'has_others_photos'])
    .where('author_id', '=', userId)
    .limit(postsAtOnce)
    .execute();
  if (posts.length === 0) return null;
  for (const { id: post, has_others_photos: hasOthers } of posts) {
    if (hasOthers === 1) await returnPhotos(tx, { post });
    await removeUnlessEvidence(jobs, tx, await deleteCommentsOn(tx, post));
    await tx.q.deleteFrom('posts').where('id', '=', post).execute();
  }
  await tx.q
    .updateTable('users')
    .set((e) => ({ posts_count: e('posts_count', '-', posts.length) }))
    .where('id', '=', userId)
    .execute();
  return [];
};
