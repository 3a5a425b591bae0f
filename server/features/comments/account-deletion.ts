import type { Tx } from '../../platform/db/database.ts';
import { uncountCommentsOf } from './count.ts';

/**
 * Deletes all comments of a deleted account, and keeps the counters and the popular order correct. Answers to the
 * member stay, but a later owner of the account is not the one who was answered.
 */
export const deleteCommentsOf = async (tx: Tx, userId: number): Promise<void> => {
  await uncountCommentsOf(tx, userId);
  await tx.q.deleteFrom('comments').where('author_id', '=', userId).execute();
  await tx.q.updateTable('comments').set({ answered_id: null }).where('answered_id', '=', userId).execute();
};
