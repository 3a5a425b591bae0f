import type { Tx } from '../../platform/db/database.ts';
import { countLikesOf, nameOtherLikers } from './count.ts';

/**
 * Takes back all likes of a member whose account ends. Keeps counters and the popular order correct. Notifications of
 * several likes name another member who still likes the moment.
 */
export const withdrawLikesOf = async (tx: Tx, userId: number): Promise<void> => {
  await countLikesOf(tx, userId, -1);
  await tx.q.deleteFrom('likes').where('user_id', '=', userId).execute();
  await nameOtherLikers(tx, userId);
};
