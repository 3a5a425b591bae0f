import { type RawBuilder, sql } from 'kysely';
import { col, hiddenPeople, seesCircleById, type SqlRef } from '../rules/sees.ts';
import { newestPost } from './not-told.ts';
import type { Tx } from '../../platform/db/database.ts';

// The author of a post learns how many members could see it earlier.

/**
 * Keeps memberships that end now, also in a circle without posts: it may have lost them. Call it before they are deleted.
 * @param which a condition on `circle_members`
 */
export const keepEndedMemberships = async ({ q }: Tx, which: RawBuilder<unknown>): Promise<void> => {
  await sql`
    insert into ended_memberships (circle_id, user_id, sees_after_post_id, to_post_id, added_at, ended_at)
    select circle_id, user_id, sees_after_post_id, ${newestPost}, added_at, ${sql.lit(Date.now())} from circle_members
    where ${which}
    on conflict (circle_id, user_id, sees_after_post_id)
      do update set to_post_id = excluded.to_post_id, ended_at = excluded.ended_at`.execute(q);
};

/**
 * Keeps which circles posts are no longer shared with. Call it before the rows are deleted.
 * @param which a condition on `post_circles`
 */
export const keepFormerCircles = async ({ q }: Tx, which: RawBuilder<unknown>): Promise<void> => {
  await sql`
    insert into former_post_circles (post_id, circle_id, ended_at)
    select post_id, circle_id, ${sql.lit(Date.now())} from post_circles where ${which}
    on conflict (post_id, circle_id) do nothing`.execute(q);
};

interface FormerReaders {
  author: SqlRef;
  post: SqlRef;
  createdAt: SqlRef;
  /** A query that yields the `id`s of the present readers. */
  present: RawBuilder<unknown>;
}

/**
 * The number of members who could see a post earlier and no longer do, for an author who sees all of its circles
 * (TRUTH-27). A circle that it lost counts if the author sees it, or was in it until the reader lost it as well. Blocked,
 * banned and deleted members are missing alike. Members who were left out from the start, or before their membership
 * began, never saw it.
 */
export const countFormerReaders = ({
  author,
  post,
  createdAt,
  present,
}: FormerReaders): RawBuilder<number> => {
  const endedIn = (place: RawBuilder<unknown>) => sql`
    select ended.user_id as id, ended.added_at from ${place} place
    join ended_memberships ended on ended.circle_id = place.circle_id
    where place.post_id = ${post} and ended.sees_after_post_id < ${post} and ended.to_post_id >= ${post}`;
  return sql<number>`(
    select count(distinct earlier.id) from (
      ${endedIn(sql.table('post_circles'))}
      union ${endedIn(sql.table('former_post_circles'))} and ended.added_at <= place.ended_at
        and (${seesCircleById(author, col('place.circle_id'))} or exists (
          select 1 from ended_memberships mine
          where mine.circle_id = place.circle_id and mine.user_id = ${author} and mine.ended_at >= ended.ended_at))
      union
      select inside.user_id, inside.added_at from former_post_circles place
      join circle_members inside on inside.circle_id = place.circle_id
      where place.post_id = ${post} and inside.sees_after_post_id < ${post}
        and inside.added_at <= place.ended_at and ${seesCircleById(author, col('place.circle_id'))}
      union
      select inside.user_id, inside.added_at from post_hidden_from left_out
      cross join post_circles place
      join circle_members inside on inside.circle_id = place.circle_id and inside.user_id = left_out.user_id
      where left_out.post_id = ${post} and place.post_id = ${post}
        and inside.sees_after_post_id < ${post}) earlier
    where earlier.id <> ${author} and earlier.id not in (${present})
      and earlier.id not in (${hiddenPeople(author)})
      and not exists (select 1 from post_hidden_from always
        where always.post_id = ${post} and always.user_id = earlier.id
          and (coalesce(always.added_at, 0) <= ${createdAt} or always.added_at <= earlier.added_at)))`;
};
