import { type RawBuilder, sql } from 'kysely';
import { col, isBanned, isMuted, type SqlRef, seesCommentOfSeenPost } from './sees.ts';

/**
 * The number of comments of a post that the viewer sees (COMMENT-4). The author, and a viewer in just one of its
 * shared circles, read one stored counter. Viewers in several circles, with blocks, or who commented themselves need
 * a real count. `post` is the alias of a `posts` row that the viewer sees.
 */
export const selectCommentsCount = (viewer: SqlRef, post: string): RawBuilder<number> => {
  const id = col(`${post}.id`);
  const author = col(`${post}.author_id`);
  const mine = sql`from post_circles counted
    join circles c on c.id = counted.circle_id and c.kind = 'shared'
    join circle_members m on m.circle_id = counted.circle_id and m.user_id = ${viewer}
    where counted.post_id = ${id}`;
  const exact = sql`(select count(*) from comments heard where heard.post_id = ${id} and ${seesCommentOfSeenPost(
    viewer,
    {
      id: col('heard.id'),
      author: col('heard.author_id'),
      post: id,
      postAuthor: author,
    },
  )})`;
  return sql<number>`case
    when ${col(`${post}.comments_count`)} = 0 then 0
    when exists (select 1 from blocks where blocker_id = ${viewer})
      or exists (select 1 from blocks where blocked_id = ${viewer}) then ${exact}
    when ${author} = ${viewer} then ${col(`${post}.comments_count`)}
    when (select count(*) ${mine}) = 1 and not exists (
        select 1 from comments own where own.author_id = ${viewer} and own.post_id = ${id})
      then (select counted.comments_count ${mine})
    else ${exact} end`;
};

/**
 * The number of likes of the post, without those of the reader and of people whom the reader muted. `post` is the
 * alias of a `posts` row.
 */
export const selectOthersLikes = (reader: SqlRef, post: string): RawBuilder<number | string | null> => sql<
  number | string | null
>`${sql.ref(`${post}.likes_count`)} - (
  select count(*) from likes own
  where own.post_id = ${sql.ref(`${post}.id`)} and (own.user_id = ${reader}
    or (${isMuted(reader, col('own.user_id'))} and not ${isBanned(col('own.user_id'))})))`;
