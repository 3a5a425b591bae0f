import { sql } from 'kysely';
import { col } from '../../access/rules/sees.ts';
import type { Tx } from '../../platform/db/database.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import { type Among, isAmong } from '../../platform/db/listed-keys.ts';
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

/**
 * Deletes all comments on a moment before the moment itself, whose counters are deleted with it.
 * @returns the keys of their voices, which nothing has any more
 */
export const deleteCommentsOn = async (tx: Tx, postId: number): Promise<number[]> => {
  const comments = await tx.q
    .selectFrom('comments')
    .select(['id', 'voice_id'])
    .where('post_id', '=', postId)
    .execute();
  await inBatches(
    comments.map(({ id }) => id),
    (batch) =>
      tx.q
        .deleteFrom('comments')
        .where(isAmong(tx, sql.ref('id'), batch))
        .execute(),
  );
  return comments.flatMap(({ voice_id: voice }) => voice ?? []);
};
