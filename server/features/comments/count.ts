import { sql } from 'kysely';
import { isBanned, bind } from '../../access/sees.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lockRows } from '../../platform/db/locks.ts';
import { popularityStep } from '../../platform/db/schema/sharing.ts';

/**
 * Adds `by` to the counters of a comment: one on the post, and one for each circle that the comment belongs to.
 * Popularity counts every comment. A banned member's comments are not counted, because nobody sees them.
 */
export const countComment = async (
  { q }: Tx,
  comment: { id: number; postId: number; authorId: number },
  by: 1 | -1,
): Promise<void> => {
  const step = sql`case when ${isBanned(bind(comment.authorId))} then 0 else ${by} end`;
  await sql`update posts set comments_count = comments_count + ${step} where id = ${comment.postId}`.execute(
    q,
  );
  await sql`
    update post_circles set popularity = popularity + (${step}) * ${sql.lit(popularityStep)},
      comments_count = comments_count + case when circle_id in (
        select circle_id from comment_circles where comment_id = ${comment.id}) then ${step} else 0 end
    where post_id = ${comment.postId}`.execute(q);
};

/** Adds a member's comments to the counters, or subtracts them, when the member is banned, restored or deleted. */
export const countCommentsOf = async (tx: Tx, userId: number, by: 1 | -1): Promise<void> => {
  // Lock these rows, so that a comment that is deleted concurrently is not counted twice.
  await lockRows(tx, tx.q.selectFrom('comments').select('id').where('author_id', '=', userId));
  const commented = sql`select post_id from comments where author_id = ${userId}`;
  await sql`
    update post_circles set
      popularity = popularity + ${by} * ${sql.lit(popularityStep)} * (
        select count(*) from comments c where c.post_id = post_circles.post_id and c.author_id = ${userId}),
      comments_count = comments_count + ${by} * (
        select count(*) from comments c join comment_circles kept on kept.comment_id = c.id
        where c.post_id = post_circles.post_id and c.author_id = ${userId}
          and kept.circle_id = post_circles.circle_id)
    where post_id in (${commented})`.execute(tx.q);
  await sql`
    update posts set comments_count = comments_count + ${by} * (
      select count(*) from comments c where c.post_id = posts.id and c.author_id = ${userId})
    where id in (${commented})`.execute(tx.q);
};
