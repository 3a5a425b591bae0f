import { sql } from 'kysely';
import { messages } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { FoundCircle } from '../../access/find.ts';
import type { Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/events/hub.ts';
import { conflict } from '../../platform/problem.ts';

/**
 * Puts a member into a circle. The circle's setting is read now and fixes from when on they see its posts (2.3).
 * @returns false when they were in already
 * @throws conflict when the circle is full
 */
export const addToCircle = async (tx: Tx, circle: FoundCircle, userId: number): Promise<boolean> => {
  const seesFrom = circle.showsEarlier
    ? sql<number>`0`
    : sql<number>`coalesce((select max(id) from posts), 0)`;
  const added = await tx.q
    .insertInto('circle_members')
    .values({ circle_id: circle.id, user_id: userId, priority: 0, sees_from: seesFrom, added_at: Date.now() })
    .onConflict((on) => on.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (!added) return false;
  const counted = await tx.q
    .updateTable('circles')
    .set({ member_count: sql`member_count + 1` })
    .where('id', '=', circle.id)
    .where('member_count', '<', limits.circleMembers)
    .returning('id')
    .executeTakeFirst();
  if (!counted) throw conflict(messages.circleFull);
  await publish(tx, { kind: 'circle', id: circle.publicId, to: { members: [userId] } });
  await publish(tx, { kind: 'circle', id: circle.publicId, to: { circle: circle.id } });
  return true;
};

/** Takes a member out; from the next request on they see nothing that came through the circle. */
export const takeFromCircle = async (tx: Tx, circle: FoundCircle, userId: number): Promise<boolean> => {
  const removed = await tx.q
    .deleteFrom('circle_members')
    .where('circle_id', '=', circle.id)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  if (!removed) return false;
  await tx.q
    .updateTable('circles')
    .set({ member_count: sql`member_count - 1` })
    .where('id', '=', circle.id)
    .execute();
  await publish(tx, { kind: 'circle', id: circle.publicId, to: { members: [userId] } });
  await publish(tx, { kind: 'circle', id: circle.publicId, to: { circle: circle.id } });
  return true;
};
