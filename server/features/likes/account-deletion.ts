import type { Tx } from '../../platform/db/database.ts';
import { countLikesOf, replaceLikeActor } from './count.ts';

/**
 * Removes all likes of a deleted account. It keeps counters and the popular order correct, and notifications of
 * several likes then name another member who still likes the moment.
 */
export const withdrawLikesOf = async (tx: Tx, userId: number): Promise<void> => {
  await countLikesOf(tx, userId, -1);
  await tx.q.deleteFrom('likes').where('user_id', '=', userId).execute();
  await replaceLikeActor(tx, userId);
};
