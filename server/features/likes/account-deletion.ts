import type { Tx } from '../../platform/db/database.ts';
import { countLikesOf, replaceLikeActor } from './count.ts';

/**
 * Removes the likes of a deleted account, of moments up to a key. It keeps counters and the popular order correct, and
 * notifications of several likes then name another member who still likes the moment.
 */
export const withdrawLikesOf = async (
  tx: Tx,
  userId: number,
  upToPost = Number.MAX_SAFE_INTEGER,
): Promise<void> => {
  await countLikesOf(tx, userId, -1, upToPost);
  await tx.q.deleteFrom('likes').where('user_id', '=', userId).where('post_id', '<=', upToPost).execute();
  await replaceLikeActor(tx, userId);
};
