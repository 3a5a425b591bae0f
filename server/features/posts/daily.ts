import { sql } from 'kysely';
import { col, bind, seesCircle } from '../../access/rules/sees.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';

/**
 * The default circles of a daily photo: the last choice, as far as the member may still post there, at first their
 * Contacts; none after a photo that left somebody out.
 */
export const findDailyCircles = async (q: Queries, viewerId: number): Promise<string[]> => {
  const { rows } = await sql<{ public_id: string; is_contacts: number; chosen: string | null }>`
    select c.public_id, c.is_contacts, u.daily_circles as chosen from users u
    join circle_members m on m.user_id = u.id join circles c on c.id = m.circle_id
    where u.id = ${viewerId}
      and ${seesCircle(bind(viewerId), { id: col('c.id'), kind: sql.ref('c.kind'), owner: col('c.owner_id') })}
    order by c.id`.execute(q);
  const chosen: unknown = JSON.parse(rows[0]?.chosen ?? 'null');
  if (Array.isArray(chosen) && chosen.length === 0) return [];
  const still = rows.filter((row) => Array.isArray(chosen) && chosen.includes(row.public_id));
  return (still.length > 0 ? still : rows.filter((row) => row.is_contacts === 1)).map((row) => row.public_id);
};

/** Remembers the circles of the member's daily photo, or none: the next photo would reach who was left out. */
export const rememberDailyCircles = async (
  tx: Tx,
  viewerId: number,
  circleIds: readonly string[],
): Promise<void> => {
  await tx.q
    .updateTable('users')
    .set({ daily_circles: JSON.stringify(circleIds) })
    .where('id', '=', viewerId)
    .execute();
};
