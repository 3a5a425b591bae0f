import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** Deletes all comments of somebody whose account ends; counters and the popular order stay right. */
export const deleteCommentsOf = async ({ q }: Tx, userId: number): Promise<void> => {
  const commented = sql`select post_id from comments where author_id = ${userId}`;
  await sql`
    update post_circles set
      rank = rank - 4294967296 * (
        select count(*) from comments c where c.post_id = post_circles.post_id and c.author_id = ${userId}),
      comments_count = comments_count - (
        select count(*) from comments c join comment_circles kept on kept.comment_id = c.id
        where c.post_id = post_circles.post_id and c.author_id = ${userId}
          and kept.circle_id = post_circles.circle_id)
    where post_id in (${commented})`.execute(q);
  await sql`
    update posts set comments_count = comments_count - (
      select count(*) from comments c where c.post_id = posts.id and c.author_id = ${userId})
    where id in (${commented})`.execute(q);
  await sql`delete from comments where author_id = ${userId}`.execute(q);
};
