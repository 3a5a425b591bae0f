import { sql } from 'kysely';
import type * as contract from '../../../contract/contacts.ts';
import type { Output } from '../../../contract/endpoint.ts';
import type { CircleMark } from '../../../contract/shapes.ts';
import { findMember } from '../../access/find.ts';
import { readCircles, readMember, selectMember } from '../../access/present.ts';
import { column, key, seesPerson } from '../../access/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Queries } from '../../platform/db/database.ts';

/** The distinct members of all circles that the viewer owns, each with those circles (2.13), by name. */
export const listContacts = async (q: Queries, viewer: Viewer): Promise<Output<typeof contract.list>> => {
  const { rows } = await sql<{ member: string; circles: string | null }>`
    select ${selectMember(key(viewer.id), 'u')} as member,
      (select cast(json_group_array(json_object('id', mark.public_id, 'name', mark.name, 'color', mark.color)) as text)
       from (select c.public_id, c.name, c.color from circles c
         join circle_members m on m.circle_id = c.id and m.user_id = u.id
         where c.owner_id = ${viewer.id} order by c.name, c.id) mark) as circles
    from users u where u.id in (
      select m.user_id from circles c join circle_members m on m.circle_id = c.id
      where c.owner_id = ${viewer.id} and m.user_id <> ${viewer.id})
      and ${seesPerson(key(viewer.id), column('u.id'))}
    order by u.search_text, u.id`.execute(q);
  return rows.map((row) => ({ ...readMember(row.member), circles: readCircles(row.circles) }));
};

/** Which of the viewer's own circles a member is in (2.14). @throws missing */
export const listCirclesOf = async (q: Queries, viewer: Viewer, id: string): Promise<CircleMark[]> => {
  const member = await findMember(q, viewer, id);
  return q
    .selectFrom('circles')
    .innerJoin('circle_members', 'circle_members.circle_id', 'circles.id')
    .select(['circles.public_id as id', 'circles.name', 'circles.color'])
    .where('circles.owner_id', '=', viewer.id)
    .where('circle_members.user_id', '=', member.id)
    .orderBy('circles.name')
    .orderBy('circles.id')
    .execute();
};

/** How many distinct people are in the circles that the viewer owns. */
export const countContacts = async (q: Queries, viewer: Viewer): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(distinct m.user_id) as count from circles c join circle_members m on m.circle_id = c.id
    where c.owner_id = ${viewer.id} and m.user_id <> ${viewer.id}
      and ${seesPerson(key(viewer.id), column('m.user_id'))}`.execute(q);
  return rows[0]?.count ?? 0;
};
