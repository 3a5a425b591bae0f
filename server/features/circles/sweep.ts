import { sql } from 'kysely';
import { type CircleRow, foundCircle } from '../../access/find/circles.ts';
import type { Database } from '../../platform/db/database.ts';
import { takeFromCircle } from './members.ts';

interface Row extends CircleRow {
  user_id: number;
}

/**
 * Ends the memberships between a circle's owner and a blocked member, in either direction (BLOCK-3). A handover can
 * leave such pairs. If the handover ended them, the former owner would learn who blocks whom.
 */
export const sweepBlockedMembers = (db: Database): Promise<void> =>
  db.write(async (tx) => {
    const { rows } = await sql<Row>`
      select m.user_id, c.id, c.public_id, c.owner_id, c.kind, c.is_contacts, c.name, c.shows_earlier
      from (select blocker_id as one, blocked_id as other from blocks
        union select blocked_id, blocker_id from blocks) pair
      join circles c on c.owner_id = pair.one and c.kind = 'shared'
      join circle_members m on m.circle_id = c.id and m.user_id = pair.other`.execute(tx.q);
    for (const row of rows) await takeFromCircle(tx, foundCircle(row), row.user_id);
  });
