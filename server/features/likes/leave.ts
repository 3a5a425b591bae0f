import type { Tx } from '../../platform/db/database.ts';
import { countLikesOf, nameOtherLikers } from './count.ts';

/**
 * Takes back all likes of somebody whose account ends. Counters and the popular order stay right, and what was told of
 * several likes names somebody who still likes the moment.
 */
export const withdrawLikesOf = async (tx: Tx, userId: number): Promise<void> => {
  await countLikesOf(tx, userId, -1);
  await tx.q.deleteFrom('likes').where('user_id', '=', userId).execute();
  await nameOtherLikers(tx, userId);
};
