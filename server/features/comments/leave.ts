import type { Tx } from '../../platform/db/database.ts';
import { countCommentsOf } from './count.ts';

/** Deletes all comments of somebody whose account ends; counters and the popular order stay right. */
export const deleteCommentsOf = async (tx: Tx, userId: number): Promise<void> => {
  await countCommentsOf(tx, userId, -1);
  await tx.q.deleteFrom('comments').where('author_id', '=', userId).execute();
};
