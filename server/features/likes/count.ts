import { sql } from 'kysely';
import { selectLikerToName } from '../../access/show/likers.ts';
import { col, isBanned, type SqlRef } from '../../access/rules/sees.ts';
import { prepared, type Tx } from '../../platform/db/database.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import { type Among, isAmong } from '../../platform/db/listed-keys.ts';
import { lockRows } from '../../platform/db/locks.ts';
import { popularityStep } from '../../platform/db/schema/posts.ts';

type Counted = { post: number; giver: number; by: number };

const stepOf = ({ giver, by }: { giver: SqlRef; by: SqlRef }) =>
  sql`case when ${isBanned(giver)} then 0 else ${by} end`;

const countOnPost = prepared<Counted, never>({
  name: 'count_like_on_post',
  parameters: ['post', 'giver', 'by'],
  text: ({ post, ...refs }) => sql`
    update posts set likes_count = likes_count + ${stepOf(refs)} where id = ${post}`,
});

const placeLike = prepared<Omit<Counted, 'by'>, never>({
  name: 'place_like',
  parameters: ['post', 'giver'],
  text: ({ post, giver }) => sql`
    insert into like_circles (post_id, user_id, circle_id)
    select pc.post_id, m.user_id, pc.circle_id from post_circles pc
    join circles c on c.id = pc.circle_id and c.kind = 'shared'
    join circle_members m on m.circle_id = pc.circle_id and m.user_id = ${giver}
    where pc.post_id = ${post}`,
});

const belongs = ({ post, giver }: { post: SqlRef; giver: SqlRef }) => sql`exists (
  select 1 from like_circles kept where kept.post_id = ${post} and kept.user_id = ${giver}
    and kept.circle_id = post_circles.circle_id)`;

const countInCircles = prepared<Counted, { circle_id: number; belongs: number | boolean }>({
  name: 'count_like_in_circles',
  parameters: ['post', 'giver', 'by'],
  text: (refs) => sql`
    update post_circles set popularity = popularity + (${stepOf(refs)}) * ${sql.lit(popularityStep)},
      likes_count = likes_count + case when ${belongs(refs)} then ${stepOf(refs)} else 0 end
    where post_id = ${refs.post} returning circle_id, ${belongs(refs)} as belongs`,
});

/**
 * Adds `by` to the counters of a like: one on the post, and one for each circle that the like belongs to. A new like is
 * put into the post's shared circles that its giver is in now (LIKE-1). Popularity counts every like. A banned member's
 * likes are not counted.
 * @returns the keys of the like's circles
 */
export const countLike = async (
  tx: Tx,
  like: { post: number; giver: number },
  by: 1 | -1,
): Promise<number[]> => {
  // Updating the post first locks it: a like keeps to the circles that a concurrent narrowing leaves.
  await tx.run(countOnPost, { ...like, by });
  if (by === 1) await tx.run(placeLike, like);
  const rows = await tx.run(countInCircles, { ...like, by });
  return rows.flatMap((row) => (row.belongs ? [row.circle_id] : []));
};

const likesOf = ({ q }: Tx, userId: number) =>
  q.selectFrom('likes').select('post_id').where('user_id', '=', userId).orderBy('post_id');

const countBatch = async (tx: Tx, userId: number, by: 1 | -1, among: readonly number[]): Promise<void> => {
  // Lock these rows, so that a like that is taken back concurrently is not counted twice.
  await lockRows(tx, likesOf(tx, userId).where(isAmong(tx, sql.ref('post_id'), among)));
  const liked = sql`select post_id from likes where user_id = ${userId} and ${isAmong(tx, sql.ref('post_id'), among)}`;
  await sql`update posts set likes_count = likes_count + ${by} where id in (${liked})`.execute(tx.q);
  await sql`
    update post_circles set popularity = popularity + ${by} * ${sql.lit(popularityStep)},
      likes_count = likes_count + ${by} * (
        select count(*) from like_circles kept where kept.post_id = post_circles.post_id
          and kept.user_id = ${userId} and kept.circle_id = post_circles.circle_id)
    where post_id in (${liked})`.execute(tx.q);
};

/**
 * Adds a member's likes to the counters, or subtracts them, when the member is banned, restored or deleted: all or
 * those of the moments `among`.
 */
export const countLikesOf = async (
  tx: Tx,
  userId: number,
  by: 1 | -1,
  among: Among = null,
): Promise<void> => {
  const keys = among ?? (await likesOf(tx, userId).execute()).map((like) => like.post_id);
  await inBatches(keys, (batch) => countBatch(tx, userId, by, batch));
};

/**
 * Replaces a banned or deleted member as the named actor in notifications of several likes. The new actor still likes
 * the moment.
 */
export const replaceLikeActor = async ({ q }: Tx, userId: number): Promise<void> => {
  const another = selectLikerToName(
    col('notifications.user_id'),
    col('notifications.post_id'),
    sql`and l.user_id <> ${userId} and not ${isBanned(col('l.user_id'))}`,
  );
  await sql`
    update notifications set actor_id = coalesce((${another}), actor_id)
    where actor_id = ${userId} and kind = 'like'`.execute(q);
};
