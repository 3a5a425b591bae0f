import { type RawBuilder, sql } from 'kysely';
import { col, isBanned, type SqlRef } from '../../access/rules/sees.ts';
import { prepared, type Tx } from '../../platform/db/database.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import { type Among, isAmong } from '../../platform/db/listed-keys.ts';
import { lockRows } from '../../platform/db/locks.ts';
import { popularityStep } from '../../platform/db/schema/posts.ts';

type Counted = { comment: number; post: number; author: number; thread: number | null; by: number };
type Refs = Record<'author' | 'thread' | 'by', RawBuilder<unknown>>;

const isBeneathBanned = (thread: RawBuilder<unknown>) => sql<boolean>`exists (
  select 1 from comments above where above.id = ${thread} and ${isBanned(col('above.author_id'))})`;

const stepOf = ({ author, thread, by }: Refs & { author: SqlRef }) =>
  sql`case when ${isBanned(author)} or ${isBeneathBanned(thread)} then 0 else ${by} end`;

const countOnPost = prepared<Omit<Counted, 'comment'>, never>({
  name: 'count_comment_on_post',
  parameters: ['post', 'author', 'thread', 'by'],
  text: ({ post, ...refs }) => sql`
    update posts set comments_count = comments_count + ${stepOf(refs)} where id = ${post}`,
});

const countInCircles = prepared<Counted, never>({
  name: 'count_comment_in_circles',
  parameters: ['comment', 'post', 'author', 'thread', 'by'],
  text: ({ comment, post, ...refs }) => sql`
    update post_circles set popularity = popularity + (${stepOf(refs)}) * ${sql.lit(popularityStep)},
      comments_count = comments_count + case when circle_id in (
        select circle_id from comment_circles where comment_id = ${comment}) then ${stepOf(refs)} else 0 end
    where post_id = ${post}`,
});

/**
 * Adds `by` to the counters of a comment: one on the post, and one for each circle that the comment belongs to.
 * Popularity counts every comment. A banned member's comments and the answers beneath them are not counted, because
 * nobody but their writers sees them.
 */
export const countComment = async (
  tx: Tx,
  {
    id,
    postId: post,
    authorId: author,
    threadId: thread,
  }: { id: number; postId: number; authorId: number; threadId: number | null },
  by: 1 | -1,
): Promise<void> => {
  await tx.run(countOnPost, { post, author, thread, by });
  await tx.run(countInCircles, { comment: id, post, author, thread, by });
};

/** Adds `by` to the counters for each comment of `counted`, which yields `id` and `post_id`. */
const countEach = async (tx: Tx, counted: RawBuilder<unknown>, by: 1 | -1): Promise<void> => {
  const perPost = sql`(select post_id, count(*) as number from (${counted}) counted group by post_id)`;
  await sql`
    update post_circles set popularity = popularity + ${by} * ${sql.lit(popularityStep)} * changed.number
    from ${perPost} changed where changed.post_id = post_circles.post_id`.execute(tx.q);
  await sql`
    update post_circles set comments_count = comments_count + ${by} * changed.number
    from (
      select counted.post_id, kept.circle_id, count(*) as number from (${counted}) counted
      join comment_circles kept on kept.comment_id = counted.id group by counted.post_id, kept.circle_id) changed
    where changed.post_id = post_circles.post_id and changed.circle_id = post_circles.circle_id`.execute(
    tx.q,
  );
  await sql`
    update posts set comments_count = comments_count + ${by} * changed.number
    from ${perPost} changed where changed.post_id = posts.id`.execute(tx.q);
};

/**
 * The comment is the member's. Among some keys, which are those of the member's comments, it is looked up by its key
 * alone: otherwise SQLite reads all comments of the member for each batch.
 */
export const isOwn = (tx: Tx, { id, author }: { id: SqlRef; author: SqlRef }, user: number, among: Among) =>
  among === null ? sql<boolean>`${author} = ${user}` : isAmong(tx, id, among);

/** The member's comments that are counted unless the member is banned. */
const ownComments = (tx: Tx, user: number, among: Among) => sql`
  select own.id, own.post_id from comments own left join comments above on above.id = own.thread_id
  where ${isOwn(tx, { id: col('own.id'), author: col('own.author_id') }, user, among)}
    and (above.id is null or above.author_id = ${user} or not ${isBanned(col('above.author_id'))})`;

/**
 * Other members' answers beneath a member's comments that are counted unless that member is banned. `which` selects
 * among the comments `above`. The rows are locked, so that an answer that is deleted concurrently is not counted twice.
 */
const lockAnswersBeneath = async (tx: Tx, which: RawBuilder<unknown>): Promise<RawBuilder<unknown>> => {
  const beneath = sql`
    select answer.id, answer.post_id from comments above join comments answer on answer.thread_id = above.id
    where ${which} and answer.author_id <> above.author_id and not ${isBanned(col('answer.author_id'))}`;
  const among = sql<number>`(select id from (${beneath}) beneath)`;
  await lockRows(tx, tx.q.selectFrom('comments').select('id').where('id', 'in', among).orderBy('id'));
  return beneath;
};

/** Locks the member's comments, so that one that is deleted or answered concurrently is not counted twice. */
const lockCommentsOf = (tx: Tx, userId: number, among: Among) =>
  lockRows(
    tx,
    tx.q
      .selectFrom('comments')
      .select('id')
      .where(isOwn(tx, { id: col('comments.id'), author: col('comments.author_id') }, userId, among))
      .orderBy('id'),
  );

/**
 * Adds a member's comments and the answers beneath them to the counters, or subtracts them, when the member is banned
 * or restored.
 */
export const countCommentsOf = async (tx: Tx, userId: number, by: 1 | -1): Promise<void> => {
  const own = await tx.q
    .selectFrom('comments')
    .select('id')
    .where('author_id', '=', userId)
    .orderBy('id')
    .execute();
  await inBatches(
    own.map(({ id }) => id),
    async (batch) => {
      await lockCommentsOf(tx, userId, batch);
      const beneath = await lockAnswersBeneath(tx, isAmong(tx, sql.ref('above.id'), batch));
      await countEach(tx, sql`${ownComments(tx, userId, batch)} union all ${beneath}`, by);
    },
  );
};

/** Subtracts a member's comments from the counters, before they are deleted. The answers beneath them stay. */
export const uncountCommentsOf = async (tx: Tx, userId: number, among: Among): Promise<void> => {
  await lockCommentsOf(tx, userId, among);
  await countEach(tx, ownComments(tx, userId, among), -1);
};

/** Counts the answers beneath a banned member's comment that is being deleted: they are visible again. */
export const countAnswersBeneath = async (tx: Tx, commentId: number): Promise<void> => {
  const which = sql`above.id = ${commentId} and ${isBanned(col('above.author_id'))}`;
  await countEach(tx, await lockAnswersBeneath(tx, which), 1);
};
