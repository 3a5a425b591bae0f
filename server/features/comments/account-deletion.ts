import type { Tx } from '../../platform/db/database.ts';
import { uncountCommentsOf } from './count.ts';

/**
 * Deletes the comments of a deleted account on moments up to a key, and keeps the counters and the popular order
 * correct. Answers to the member stay, but a later owner of the account is not the one who was answered.
 */
export const deleteCommentsOf = async (
  tx: Tx,
  userId: number,
  upToPost = Number.MAX_SAFE_INTEGER,
): Promise<void> => {
  await uncountCommentsOf(tx, userId, upToPost);
  await tx.q
    .deleteFrom('comments')
    .where('author_id', '=', userId)
    .where('post_id', '<=', upToPost)
    .execute();
  await tx.q.updateTable('comments').set({ answered_id: null }).where('answered_id', '=', userId).execute();
};
