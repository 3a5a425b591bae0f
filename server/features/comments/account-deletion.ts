import { col } from '../../access/rules/sees.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Among } from '../../platform/db/listed-keys.ts';
import { isOwn, uncountCommentsOf } from './count.ts';

/**
 * Deletes the comments of a deleted account, all or those of `among`, and keeps the counters and the popular order
 * correct. Answers to the member stay, but a later owner of the account is not the one who was answered.
 */
export const deleteCommentsOf = async (tx: Tx, userId: number, among: Among = null): Promise<void> => {
  await uncountCommentsOf(tx, userId, among);
  await tx.q
    .deleteFrom('comments')
    .where(isOwn(tx, { id: col('comments.id'), author: col('comments.author_id') }, userId, among))
    .execute();
  await tx.q.updateTable('comments').set({ answered_id: null }).where('answered_id', '=', userId).execute();
};
