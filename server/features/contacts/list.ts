import { type RawBuilder, sql } from 'kysely';
import type * as contract from '../../../contract/contacts.ts';
import type { Input, Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import type { CircleMark, MemberInCircles } from '../../../contract/shapes.ts';
import { findMember } from '../../access/find/members.ts';
import { openPageByName } from '../../access/show/page-by-name.ts';
import { readCircles, readMember, selectMember, selectOwnCircles } from '../../access/show/present.ts';
import { hiddenPeople, bind } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries } from '../../platform/db/database.ts';
import { selectNamed } from '../members/search.ts';

/** The keys of the distinct members of all circles that the viewer owns: at most 100 circles of 1,000 people. */
const contactsOf = (viewer: Viewer): RawBuilder<unknown> => sql`
  select distinct m.user_id as id from circles c join circle_members m on m.circle_id = c.id
  where c.owner_id = ${viewer.id} and m.user_id <> ${viewer.id}
    and m.user_id not in (${hiddenPeople(bind(viewer.id))})`;

interface ContactRow {
  total: number;
  id: number | null;
  search_text: string;
  member: string;
  circles: string | null;
}

/** A page of the members of all circles that the viewer owns, by name, each with those circles. */
export const listContacts = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  { q = '', cursor, limit: size = limits.pageDefault }: Input<typeof contract.list>,
): Promise<Output<typeof contract.list>> => {
  const me = bind(viewer.id);
  const byName = openPageByName(cursors, { list: `contacts ${q}`, cursor, size });
  const found = q === '' ? sql`` : sql`where id in (${selectNamed(db, q)})`;
  const { rows } = await sql<ContactRow>`
    with people as materialized (select id from (${contactsOf(viewer)}) contact ${found})
    select everybody.total, u.id, u.search_text, ${selectMember(me, 'u')} as member,
      ${selectOwnCircles(me, 'u')} as circles
    from (select count(*) as total from people) everybody ${byName.join('people')}`.execute(db.read);
  const { page, nextCursor } = byName.read(rows);
  const items = page.map((row) => ({ ...readMember(row.member), circles: readCircles(row.circles) }));
  return { items, nextCursor, total: rows[0]?.total ?? 0 };
};

/** All members that `listContacts` pages through. */
export async function* allContacts(
  context: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
): AsyncGenerator<MemberInCircles> {
  const limit = limits.pageMax;
  for (let cursor: string | undefined; ; ) {
    const page = await listContacts(context, viewer, { limit, ...(cursor !== undefined && { cursor }) });
    yield* page.items;
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

/** The viewer's own circles that a member is in (PEOPLE-14). @throws missing */
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

/** The number of distinct people in the circles that the viewer owns. */
export const countContacts = async (q: Queries, viewer: Viewer): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${contactsOf(viewer)}) contact`.execute(q);
  return rows[0]?.count ?? 0;
};
