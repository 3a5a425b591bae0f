import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { type Among, isAmong } from '../../platform/db/listed-keys.ts';
import { countLikesOf, replaceLikeActor } from './count.ts';

/**
 * Removes all likes of a deleted account and its hearts of photos, or only its likes of the moments `among`. It keeps
 * counters and the popular order correct, and notifications of several likes then name another member who still likes the moment.
 */
export const withdrawLikesOf = async (tx: Tx, userId: number, among: Among = null): Promise<void> => {
  await countLikesOf(tx, userId, -1, among);
  await tx.q
    .deleteFrom('likes')
    .where('user_id', '=', userId)
    .where(isAmong(tx, sql.ref('post_id'), among))
    .execute();
  // One statement deletes the hearts of thousands of photos within milliseconds, as no counter keeps them.
  if (among === null) await tx.q.deleteFrom('photo_likes').where('user_id', '=', userId).execute();
  await replaceLikeActor(tx, userId);
};
