import type { Tx } from '../../platform/db/database.ts';
import { countCommentsOf } from './count.ts';

/** Deletes all comments of a deleted account, and keeps the counters and the popular order correct. */
export const deleteCommentsOf = async (tx: Tx, userId: number): Promise<void> => {
  await countCommentsOf(tx, userId, -1);
  await tx.q.deleteFrom('comments').where('author_id', '=', userId).execute();
};
