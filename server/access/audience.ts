import { sql } from 'kysely';
import type { Queries } from '../platform/db/database.ts';
import { column, isBanned, key, seesCommentById, seesPerson, seesPostById } from './sees.ts';

/** An object whose possible readers are asked for, by its key. */
export type Object = { readonly post: number } | { readonly comment: number } | { readonly circle: number };

interface Candidate {
  id: number;
}

const ofPost = (post: number) => sql`
  select reader.user_id as id from post_circles shared
  join circle_members reader on reader.circle_id = shared.circle_id where shared.post_id = ${post}
  union select author_id from posts where id = ${post}`;

/**
 * "Who may?": the keys of the members who see the object now. The circles propose, `sees` decides. Asked when an
 * event is delivered, and before a deletion or removal, after which nobody could be found any more.
 */
export const findAudience = async (q: Queries, object: Object): Promise<number[]> => {
  if ('circle' in object) {
    // A circle's event tells of its name and people: all its members if shared, its owner if private.
    const { rows } = await sql<Candidate>`
      select m.user_id as id from circle_members m join circles c on c.id = m.circle_id
      where c.id = ${object.circle} and (c.kind = 'shared' or c.owner_id = m.user_id)`.execute(q);
    return rows.map((row) => row.id);
  }
  if ('post' in object) {
    // Its author is told how many these are; somebody banned sees nothing.
    const { rows } = await sql<Candidate>`
      select candidate.id from (${ofPost(object.post)}) candidate
      where ${seesPostById(column('candidate.id'), key(object.post))}
        and not ${isBanned(column('candidate.id'))}`.execute(q);
    return rows.map((row) => row.id);
  }
  const { rows: found } = await sql<{ post_id: number }>`
    select post_id from comments where id = ${object.comment}`.execute(q);
  const post = found[0]?.post_id;
  if (post === undefined) return [];
  const { rows } = await sql<Candidate>`
    select candidate.id from (${ofPost(post)}) candidate
    where ${seesCommentById(column('candidate.id'), key(object.comment))}`.execute(q);
  return rows.map((row) => row.id);
};

/** Distinct people besides the viewer who would see a new post in these circles. */
export const countReaders = async (
  q: Queries,
  viewerId: number,
  circleIds: readonly number[],
): Promise<number> => {
  if (circleIds.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(distinct m.user_id) as count from circle_members m
    where m.circle_id in (${sql.join(circleIds)}) and m.user_id <> ${viewerId}
      and ${seesPerson(key(viewerId), column('m.user_id'))}`.execute(q);
  return rows[0]?.count ?? 0;
};
