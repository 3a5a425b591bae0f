import { sql } from 'kysely';
import { isBanned, type SqlRef } from '../../access/sees.ts';
import { prepared, type Tx } from '../../platform/db/database.ts';
import { lockRows } from '../../platform/db/locks.ts';
import { popularityStep } from '../../platform/db/schema/sharing.ts';

type Counted = { comment: number; post: number; author: number; by: number };
type Refs = { [K in keyof Counted]: SqlRef };

const stepOf = ({ author, by }: Pick<Refs, 'author' | 'by'>) =>
  sql`case when ${isBanned(author)} then 0 else ${by} end`;

const countOnPost = prepared<Omit<Counted, 'comment'>, never>({
  name: 'count_comment_on_post',
  parameters: ['post', 'author', 'by'],
  text: ({ post, ...refs }) => sql`
    update posts set comments_count = comments_count + ${stepOf(refs)} where id = ${post}`,
});

const countInCircles = prepared<Counted, never>({
  name: 'count_comment_in_circles',
  parameters: ['comment', 'post', 'author', 'by'],
  text: ({ comment, post, ...refs }) => sql`
    update post_circles set popularity = popularity + (${stepOf(refs)}) * ${sql.lit(popularityStep)},
      comments_count = comments_count + case when circle_id in (
        select circle_id from comment_circles where comment_id = ${comment}) then ${stepOf(refs)} else 0 end
    where post_id = ${post}`,
});

/**
 * Adds `by` to the counters of a comment: one on the post, and one for each circle that the comment belongs to.
 * Popularity counts every comment. A banned member's comments are not counted, because nobody sees them.
 */
export const countComment = async (
  tx: Tx,
  { id, postId: post, authorId: author }: { id: number; postId: number; authorId: number },
  by: 1 | -1,
): Promise<void> => {
  await tx.run(countOnPost, { post, author, by });
  await tx.run(countInCircles, { comment: id, post, author, by });
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
