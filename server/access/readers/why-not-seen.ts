import { type RawBuilder, sql } from 'kysely';
import type { NotSeenReason } from '../../../contract/audience/audience.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { Viewer } from '../viewer.ts';
import {
  bind,
  col,
  isLeftOut,
  readersByCircle,
  seesCircleById,
  seesPost,
  type SqlRef,
} from '../rules/sees.ts';

/**
 * Queries what an author may know of another member's sight of a post. A circle that the author has left tells nothing: nobody
 * learns from an answer who is in it (docs/decisions/0028).
 */

interface SightRow {
  id: number;
  /** Through a circle that the author knows of. */
  sees: number | boolean;
  is_left_out: number | boolean;
  /** The member is in a circle of the post that the author knows of. */
  is_inside: number | boolean;
}

/** The circles of a post that its author has left. */
export const leftCircles = (author: SqlRef, post: SqlRef): RawBuilder<unknown> => sql`
  select shared.circle_id from post_circles shared
  where shared.post_id = ${post} and not ${seesCircleById(author, col('shared.circle_id'))}`;

/** The ids of the circles of the author's post that the author has left. */
export const findLeftCircles = async (q: Queries, author: Viewer, post: number): Promise<Set<string>> => {
  const { rows } = await sql<{ public_id: string }>`
    select c.public_id from circles c where c.id in (${leftCircles(bind(author.id), bind(post))})`.execute(q);
  return new Set(rows.map((row) => row.public_id));
};

const reasonOf = (row: SightRow, isUnsure: boolean): NotSeenReason | null => {
  if (row.sees) return null;
  // Letters left out of a left circle must not tell which mailbox members are in it.
  if (row.is_left_out && (row.is_inside || !isUnsure)) return 'left_out';
  if (isUnsure) return 'unknown';
  return row.is_inside ? 'came_later' : 'not_in_circles';
};

/** Why each of these members does not see the author's post, by their keys; null for those who see it. */
export const findWhyNotSeen = async (
  q: Queries,
  author: Viewer,
  post: number,
  members: readonly number[],
): Promise<Map<number, NotSeenReason | null>> => {
  if (members.length === 0) return new Map();
  const [by, shared, member] = [bind(author.id), bind(post), col('u.id')];
  const { rows } = await sql<SightRow & { has_left_circles: number | boolean }>`
    select u.id,
      ${seesPost(member, { id: shared, author: by })} and exists (
        select 1 from (${readersByCircle(shared)}) way
        where way.id = u.id and ${seesCircleById(by, col('way.circle_id'))}) as sees,
      ${isLeftOut(member, shared)} as is_left_out,
      exists (
        select 1 from post_circles placed join circle_members inside on inside.circle_id = placed.circle_id
        where placed.post_id = ${shared} and inside.user_id = u.id
          and ${seesCircleById(by, col('placed.circle_id'))}) as is_inside,
      exists (${leftCircles(by, shared)}) as has_left_circles
    from users u where u.id in (${sql.join(members)})`.execute(q);
  // Nobody sees the posts of an account that nobody has claimed.
  const isUnsure = (row: (typeof rows)[number]) => Boolean(row.has_left_circles) || author.mustClaim;
  return new Map(rows.map((row) => [row.id, reasonOf(row, isUnsure(row))]));
};
