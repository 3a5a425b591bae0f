import { type RawBuilder, sql } from 'kysely';
import type { WholeCircle } from '../../../contract/circles.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { assertMayNameKeepers } from '../../access/assert-may.ts';
import { findCircle } from '../../access/find/circles.ts';
import { findPerson, type FoundMember } from '../../access/find/members.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { lockMembers, lockRows } from '../../platform/db/locks.ts';
import { publish } from '../../platform/events/hub.ts';
import { conflict } from '../../platform/problem.ts';
import { notify } from '../notifications/notify.ts';
import { loadCircle } from './read.ts';

/** A member keeps the circles no longer for which `which` is true. Of these, their owner names others. */
export const endKeeping = async (tx: Tx, userId: number, which: RawBuilder<unknown>): Promise<void> => {
  await sql`
    update circle_members set kept_since = null
    where user_id = ${userId} and kept_since is not null and ${which}`.execute(tx.q);
};

/**
 * Names the keepers of a circle. Those who keep it already stay since when they do; who begins or ends is notified.
 * @throws missing (circle or member), forbidden, conflict for somebody who is not in the circle or has no account
 */
export const nameKeepers = async (
  db: Database,
  viewer: Viewer,
  input: { id: string; userIds: readonly string[] },
): Promise<WholeCircle> =>
  db.write(async (tx) => {
    // Concurrent calls could name three each.
    await lockMembers(tx, [viewer.id]);
    const circle = await findCircle(tx.q, viewer, input.id);
    assertMayNameKeepers(viewer, circle);
    if (input.userIds.includes(viewer.publicId)) throw conflict(messages.keepersMembers);
    // A suspended keeper stays one, and must not keep the owner from naming others.
    const named: FoundMember[] = [];
    for (const id of new Set(input.userIds)) named.push(await findPerson(tx, viewer, id));
    const inside = await lockRows(
      tx,
      tx.q
        .selectFrom('circle_members')
        .select(['user_id', 'kept_since'])
        .where('circle_id', '=', circle.id)
        .where((w) =>
          w.or([w('kept_since', 'is not', null), w('user_id', 'in', [0, ...named.map(({ id }) => id)])]),
        )
        .orderBy('user_id'),
    );
    if (named.some((member) => member.byLetter)) throw conflict(messages.mailboxNeedsAccount);
    if (named.some(({ id }) => !inside.some((row) => row.user_id === id)))
      throw conflict(messages.keepersMembers);
    const wanted = new Set(named.map(({ id }) => id));
    const changed = inside.filter((row) => wanted.has(row.user_id) !== (row.kept_since !== null));
    for (const { user_id: member } of changed) {
      const begins = wanted.has(member);
      await tx.q
        .updateTable('circle_members')
        .set({ kept_since: begins ? Date.now() : null })
        .where('circle_id', '=', circle.id)
        .where('user_id', '=', member)
        .execute();
      const kind = begins ? 'keeper_named' : 'keeper_ended';
      await notify(tx, { kind, to: member, actor: viewer.id, circle: circle.id });
    }
    if (changed.length > 0)
      await publish(tx, { kind: 'circle', id: circle.publicId, to: { circle: circle.id } });
    return loadCircle(tx.q, viewer, circle.publicId);
  });
