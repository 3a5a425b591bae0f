import { sql } from 'kysely';
import type { FoundCircle } from '../../access/find.ts';
import type { Database } from '../../platform/db/database.ts';
import { takeFromCircle } from './members.ts';

interface Row {
  user_id: number;
  id: number;
  public_id: string;
  owner_id: number;
  name: string;
  shows_earlier: number;
}

/**
 * Ends the memberships between a circle's owner and a blocked member, in either direction (BLOCK-6). A handover can
 * leave such pairs. If the handover ended them, the former owner would learn who blocks whom.
 */
export const sweepBlockedMembers = (db: Database): Promise<void> =>
  db.write(async (tx) => {
    const { rows } = await sql<Row>`
      select m.user_id, c.id, c.public_id, c.owner_id, c.name, c.shows_earlier
      from (select blocker_id as one, blocked_id as other from blocks
        union select blocked_id, blocker_id from blocks) pair
      join circles c on c.owner_id = pair.one and c.kind = 'shared'
      join circle_members m on m.circle_id = c.id and m.user_id = pair.other`.execute(tx.q);
    for (const row of rows) {
      const circle: FoundCircle = {
        id: row.id,
        publicId: row.public_id,
        ownerId: row.owner_id,
        kind: 'shared',
        isContacts: false,
        name: row.name,
        showsEarlier: row.shows_earlier === 1,
      };
      await takeFromCircle(tx, circle, row.user_id);
    }
  });
