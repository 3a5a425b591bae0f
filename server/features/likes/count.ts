import { sql } from 'kysely';
import { isBanned, bind } from '../../access/sees.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lockRows } from '../../platform/db/locks.ts';
import { popularityStep } from '../../platform/db/schema/sharing.ts';

/**
 * Adds `by` to the counters of a like: the number on the post and the popular order of its circles change together. A
 * banned member's likes are not counted.
 * @returns the post's number of likes
 */
export const countLike = async (
  { q }: Tx,
  like: { postId: number; userId: number },
  by: 1 | -1,
): Promise<number> => {
  const step = sql`case when ${isBanned(bind(like.userId))} then 0 else ${by} end`;
  const { rows } = await sql<{ likes_count: number }>`
    update posts set likes_count = likes_count + ${step} where id = ${like.postId} returning likes_count`.execute(
    q,
  );
  await sql`
    update post_circles set popularity = popularity + (${step}) * ${sql.lit(popularityStep)}
    where post_id = ${like.postId}`.execute(q);
  return rows[0]?.likes_count ?? 0;
};

/** Adds a member's likes to the counters, or subtracts them, when the member is banned, restored or deleted. */
export const countLikesOf = async (tx: Tx, userId: number, by: 1 | -1): Promise<void> => {
  // Lock these rows, so that a like that is taken back concurrently is not counted twice.
  await lockRows(tx, tx.q.selectFrom('likes').select('post_id').where('user_id', '=', userId));
  const liked = sql`select post_id from likes where user_id = ${userId}`;
  await sql`update posts set likes_count = likes_count + ${by} where id in (${liked})`.execute(tx.q);
  await sql`
    update post_circles set popularity = popularity + ${by} * ${sql.lit(popularityStep)}
    where post_id in (${liked})`.execute(tx.q);
};

/**
 * Replaces a banned or deleted member as the named actor in notifications of several likes. The new actor still likes
 * the moment.
 */
export const replaceLikeActor = async ({ q }: Tx, userId: number): Promise<void> => {
  const another = sql`
    select l.user_id from likes l join users liker on liker.id = l.user_id and liker.banned_at is null
    where l.post_id = notifications.post_id and l.user_id not in (notifications.user_id, ${userId})
    order by l.created_at desc limit 1`;
  await sql`
    update notifications set actor_id = (${another})
    where actor_id = ${userId} and kind = 'like' and exists (${another})`.execute(q);
};
