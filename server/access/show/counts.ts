import { type RawBuilder, sql } from 'kysely';
import { col, isBanned, type SqlRef } from '../rules/sees.ts';
import { commentRefs, seesCommentOfSeenPost, seesLikeOfSeenPost } from '../rules/sees-talk.ts';
import { mayHideTalkAboutPhotos } from '../rules/sees-photos.ts';

const hasBlocks = (viewer: SqlRef) => sql`(
  exists (select 1 from blocks where blocker_id = ${viewer})
  or exists (select 1 from blocks where blocked_id = ${viewer}))`;

/**
 * Joins the circles of a post as `c`, their counters as `counted`, and the viewer's membership of the shared ones as
 * `m`. A post without circles gets one row of nulls.
 */
export const joinCircles = (viewer: SqlRef, post: SqlRef) => sql`
  left join post_circles counted on counted.post_id = ${post}
  left join circles c on c.id = counted.circle_id
  left join circle_members m on m.circle_id = c.id and m.user_id = ${viewer} and c.kind = 'shared'`;

type Counter = 'likes_count' | 'comments_count';

/**
 * Aggregates the rows of `joinCircles`: the stored count of the one shared circle that the viewer is in. Null for
 * several circles, because their counts overlap.
 */
export const selectStoredCount = (counter: Counter) => sql<number | null>`
  case when count(m.user_id) = 0 then 0
    when count(m.user_id) = 1 then max(${sql.ref(`counted.${counter}`)}) filter (where m.user_id is not null) end`;

const storedCount = (viewer: SqlRef, post: SqlRef, counter: Counter) => sql<number | null>`(
  select ${selectStoredCount(counter)} from (select 1) one ${joinCircles(viewer, post)})`;

/**
 * The number of comments of a post that the viewer sees (COMMENT-2). The author, and a viewer in at most one of its
 * shared circles, read one stored counter. Viewers in several circles, with blocks, who commented themselves or were
 * answered need a real count, and so does an album whose photos may hide comments from the viewer (ABOUT-3). `post` is
 * the alias of a `posts` row that the viewer sees, `stored` its `selectStoredCount`.
 */
export const selectCommentsCount = (
  viewer: SqlRef,
  post: string,
  stored: RawBuilder<number | null>,
): RawBuilder<number> => {
  const id = col(`${post}.id`);
  const author = col(`${post}.author_id`);
  const exact = sql`(select count(*) from comments heard where heard.post_id = ${id}
    and ${seesCommentOfSeenPost(viewer, commentRefs('heard', post))})`;
  const hasOwn = sql`exists (select 1 from comments own where own.author_id = ${viewer} and own.post_id = ${id})`;
  const isAnswered = sql`exists (
    select 1 from comments toward where toward.answered_id = ${viewer} and toward.post_id = ${id})`;
  // Nobody else sees an answer beneath a banned member's comment, so no counter includes it.
  const hasOwnBeneathBanned = sql`exists (
    select 1 from comments own join comments above on above.id = own.thread_id
    where own.author_id = ${viewer} and own.post_id = ${id} and ${isBanned(col('above.author_id'))})`;
  const kept = col(`${post}.comments_count`);
  return sql<number>`coalesce(case
    when ${kept} = 0 then case when ${hasOwn} then null else 0 end
    when ${hasBlocks(viewer)} then null
    when ${sql.ref(`${post}.has_others_photos`)} = 1 and ${mayHideTalkAboutPhotos(viewer, post)} then null
    when ${author} = ${viewer} then case when ${hasOwnBeneathBanned} then null else ${kept} end
    when ${hasOwn} or ${isAnswered} then null
    else ${stored} end, ${exact})`;
};

/**
 * The number of likes of a post that the viewer sees (LIKE-4), counted as comments are. A viewer in at most one of its
 * shared circles reads one stored counter, to which a like that the viewer gave elsewhere is added. `post` is the alias
 * of a `posts` row that the viewer sees. A query that has `selectStoredCount` passes it as `stored`.
 */
export const selectLikesCount = (
  viewer: SqlRef,
  post: string,
  stored: RawBuilder<number | null> = storedCount(viewer, col(`${post}.id`), 'likes_count'),
): RawBuilder<number> => {
  const id = col(`${post}.id`);
  const author = col(`${post}.author_id`);
  const exact = sql`(select count(*) from likes given where given.post_id = ${id} and ${seesLikeOfSeenPost(
    viewer,
    { giver: col('given.user_id'), post: id, postAuthor: author },
  )})`;
  const ownElsewhere = sql`(
    select count(*) from likes mine where mine.post_id = ${id} and mine.user_id = ${viewer} and not exists (
      select 1 from like_circles belongs
      join circle_members m on m.circle_id = belongs.circle_id and m.user_id = ${viewer}
      where belongs.post_id = ${id} and belongs.user_id = ${viewer}))`;
  return sql<number>`case when ${col(`${post}.likes_count`)} = 0 then 0 else coalesce(case
    when ${hasBlocks(viewer)} then null
    when ${author} = ${viewer} then ${col(`${post}.likes_count`)}
    else ${stored} + ${ownElsewhere} end, ${exact}) end`;
};
