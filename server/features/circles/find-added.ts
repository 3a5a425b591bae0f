import { type RawBuilder, sql } from 'kysely';
import { type CircleRow, type FoundCircle, foundCircle } from '../../access/find/circles.ts';
import { selectPerson } from '../../access/show/present.ts';
import { col, bind, keepsCircle, seesPerson } from '../../access/rules/sees.ts';
import type { Queries } from '../../platform/db/database.ts';
import { isAskedAddress } from '../blocking/withdraw.ts';

interface Row extends CircleRow {
  user_id: number;
  member: string | null;
}

export interface Added {
  circle: FoundCircle;
  userId: number;
  /** The person as JSON text for `readPerson`; null for one whom the owner may not see. */
  member: string | null;
}

const find = async (q: Queries, viewerId: number, which: RawBuilder<unknown>): Promise<Added[]> => {
  const viewer = bind(viewerId);
  const { rows } = await sql<Row>`
    select c.id, c.public_id, c.owner_id, c.kind, c.is_contacts, c.name, c.shows_earlier, m.user_id,
      case when ${seesPerson(viewer, col('u.id'))} then ${selectPerson(viewer, 'u')} end as member
    from circles c join circle_members m on m.circle_id = c.id join users u on u.id = m.user_id
    where m.user_id <> ${viewerId} and ${which}
    order by c.name, c.id, m.added_at, m.user_id`.execute(q);
  return rows.map((row) => ({
    circle: foundCircle(row),
    userId: row.user_id,
    member: row.member,
  }));
};

/** All other members of an owner's circles. */
export const findEverybodyIn = (q: Queries, ownerId: number): Promise<Added[]> =>
  find(q, ownerId, sql`c.owner_id = ${ownerId}`);

/**
 * The people who joined a member's own circles within a period, or later by an invitation or a question by mail from it, and
 * those whom the member let into circles that they keep.
 */
export const findAdded = (
  q: Queries,
  memberId: number,
  { since, until }: { since: number; until: number },
): Promise<Added[]> => {
  const joined = sql`(m.added_at between ${since} and ${until} or exists (
    select 1 from invitations i
    where i.inviter_id = ${memberId} and i.circle_id = c.id and i.accepted_by = m.user_id
      and i.created_at between ${since} and ${until}) or exists (
    select 1 from mailbox_invitations asked
    where asked.inviter_id = ${memberId} and asked.circle_id = c.id and asked.answer = 'yes'
      and ${isAskedAddress('asked', 'u')} and asked.created_at between ${since} and ${until}))`;
  const letInAsKeeper = sql`(m.added_by = ${memberId} and m.kept_since is null
    and ${keepsCircle(bind(memberId), col('c.id'))})`;
  return find(q, memberId, sql`(c.owner_id = ${memberId} or ${letInAsKeeper}) and ${joined}`);
};
