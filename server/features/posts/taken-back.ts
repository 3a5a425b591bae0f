import { sql } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
import { narrowTo } from './narrow.ts';

/** A post that no longer is in a circle, or that leaves a member out since it was shared; by public ids. */
export interface Narrowing {
  kind: 'post_circle' | 'post_reader';
  id: string;
  /** The circle or the member. */
  from: string;
  at: number;
}

/** Everything that members took back from circles or people, as long as posts, circles and members exist. */
export const findNarrowings = async (q: Queries): Promise<Narrowing[]> => {
  // The author can still undo an addition of the last minute, and a ledger never forgets a line.
  const isFinal = sql`left_out.added_at < ${Date.now() - limits.undoHiddenMs}`;
  const { rows } = await sql<Narrowing>`
    select 'post_circle' as kind, p.public_id as id, c.public_id as "from", former.ended_at as at
    from former_post_circles former
    join posts p on p.id = former.post_id join circles c on c.id = former.circle_id
    union all
    select 'post_reader', p.public_id, u.public_id, left_out.added_at
    from post_hidden_from left_out
    join posts p on p.id = left_out.post_id join users u on u.id = left_out.user_id
    where left_out.added_at > p.created_at and ${isFinal}
    order by at`.execute(q);
  return rows;
};

/** Removes a post again from a circle that a restored backup put it in. @returns whether it was there */
export const leaveCircleAgain = async (tx: Tx, postId: string, circleId: string): Promise<boolean> => {
  const circles = await tx.q
    .selectFrom('post_circles as pc')
    .innerJoin('posts as p', 'p.id', 'pc.post_id')
    .innerJoin('circles as c', 'c.id', 'pc.circle_id')
    .select(['p.id as post', 'c.id', 'c.public_id'])
    .where('p.public_id', '=', postId)
    .execute();
  const left = circles.find(({ public_id: id }) => id === circleId);
  if (!left) return false;
  const others = circles.filter((circle) => circle !== left);
  await narrowTo(
    tx,
    left.post,
    others.map(({ id }) => id),
  );
  return true;
};

/** Leaves a member again out of a post that a restored backup brought back. @returns whether they were not left out */
export const leaveReaderOutAgain = async (
  { q }: Tx,
  { id, from, at }: Omit<Narrowing, 'kind'>,
): Promise<boolean> => {
  const { rows } = await sql`
    insert into post_hidden_from (post_id, user_id, added_at)
    select p.id, u.id, ${sql.lit(at)} from posts p, users u where p.public_id = ${id} and u.public_id = ${from}
    on conflict do nothing returning post_id`.execute(q);
  return rows.length > 0;
};
