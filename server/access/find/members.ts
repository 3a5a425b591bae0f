import { sql } from 'kysely';
import { prepared, type Queries, type StatementRunner } from '../../platform/db/database.ts';
import { missing } from '../../platform/problem.ts';
import {
  bind,
  col,
  isBlockedBetween,
  isNamed,
  seesCircleById,
  seesPerson,
  seesProfile,
} from '../rules/sees.ts';
import type { Viewer } from '../viewer.ts';

export interface FoundMember {
  id: number;
  publicId: string;
  /** A mailbox member. */
  byLetter: boolean;
}

/**
 * A member whose profile exists for the viewer, by id or username.
 * @throws missing
 */
export const findMember = async (q: Queries, viewer: Viewer, usernameOrId: string): Promise<FoundMember> => {
  const row = await q
    .selectFrom('users')
    .select(['id', 'public_id', 'by_letter'])
    .where(isNamed(bind(viewer.id), 'users', usernameOrId))
    .where(seesProfile(bind(viewer.id), col('users.id'), Date.now()))
    .executeTakeFirst();
  if (!row) throw missing();
  return { id: row.id, publicId: row.public_id, byLetter: row.by_letter === 1 };
};

const personByPublicId = prepared<
  { viewer: number; publicId: string; now: number },
  { id: number; by_letter: number }
>({
  name: 'find_person',
  parameters: ['viewer', 'publicId', 'now'],
  text: ({ viewer, publicId, now }) => sql`
    select id, by_letter from users
    where public_id = ${publicId} and id <> ${viewer} and ${seesPerson(viewer, col('users.id'))}
      and (${seesProfile(viewer, col('users.id'), now)} or exists (
        select 1 from circle_members inside
        where inside.user_id = users.id and ${seesCircleById(viewer, col('inside.circle_id'))}))`,
});

/**
 * Another member whom the viewer sees by name: on their profile, or among the members of a circle, where a suspended
 * member stays.
 * @throws missing
 */
export const findPerson = async (
  from: StatementRunner,
  viewer: Viewer,
  publicId: string,
): Promise<FoundMember> => {
  const [row] = await from.run(personByPublicId, { viewer: viewer.id, publicId, now: Date.now() });
  if (!row) throw missing();
  return { id: row.id, publicId, byLetter: row.by_letter === 1 };
};

/** One of the two members has blocked the other (BLOCK-1). */
export const areBlocked = async (q: Queries, one: number, other: number): Promise<boolean> => {
  const { rows } = await sql`select 1 where ${isBlockedBetween(bind(one), bind(other))}`.execute(q);
  return rows.length > 0;
};
