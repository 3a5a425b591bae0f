import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/**
 * Takes back all likes of somebody whose account ends. Counters and the popular order stay right, and what was told of
 * several likes names somebody who still likes the moment.
 */
export const withdrawLikesOf = async ({ q }: Tx, userId: number): Promise<void> => {
  const liked = sql`select post_id from likes where user_id = ${userId}`;
  await sql`update posts set likes_count = likes_count - 1 where id in (${liked})`.execute(q);
  await sql`update post_circles set rank = rank - 4294967296 where post_id in (${liked})`.execute(q);
  await sql`delete from likes where user_id = ${userId}`.execute(q);
  const another = sql`
    select l.user_id from likes l where l.post_id = notifications.post_id and l.user_id <> notifications.user_id
    order by l.created_at desc limit 1`;
  await sql`
    update notifications set actor_id = (${another})
    where actor_id = ${userId} and kind = 'like' and exists (${another})`.execute(q);
};
