import { sql } from 'kysely';
import { findOnlookers } from '../../access/readers/audience.ts';
import { type CircleRow, foundCircle } from '../../access/find/circles.ts';
import { col, isBanned } from '../../access/rules/sees.ts';
import type { Tx } from '../../platform/db/database.ts';
import { publishGenericChange } from '../../platform/events/hub.ts';
import { notify } from '../notifications/notify.ts';
import { lockMembers, lockRows } from '../../platform/db/locks.ts';
import { findEverybodyIn } from './find-added.ts';
import { endKeeping } from './keepers.ts';
import { lockMembership, takeFromCircle } from './members.ts';

interface Inherited {
  id: number;
  heir: number;
  heir_id: string;
}

// The heir of each shared circle: its keeper of longest standing, else its member. Mailbox members inherit nothing.
const findHeirs = async ({ q }: Tx, ownerId: number): Promise<Inherited[]> => {
  const { rows } = await sql<Inherited>`
    select c.id, m.user_id as heir, heir.public_id as heir_id from circles c
    join circle_members m on m.circle_id = c.id join users heir on heir.id = m.user_id
    where c.owner_id = ${ownerId} and c.kind = 'shared' and m.user_id = (
      select longest.user_id from circle_members longest
      join users u on u.id = longest.user_id and u.banned_at is null and u.by_letter = 0
      where longest.circle_id = c.id and longest.user_id <> ${ownerId}
      order by case when longest.kept_since is null then 1 else 0 end, longest.kept_since, longest.added_at,
        longest.user_id limit 1)`.execute(q);
  return rows;
};

const passOn = async (tx: Tx, circle: Inherited): Promise<void> => {
  await tx.q.updateTable('circles').set({ owner_id: circle.heir }).where('id', '=', circle.id).execute();
  await endKeeping(tx, circle.heir, sql`circle_id = ${circle.id}`);
  await notify(tx, { kind: 'circle_passed_on', to: circle.heir, actor: null, circle: circle.id });
};

/** Passes a leaving member's shared circles to their heirs, who are notified. */
const passOnCirclesOf = async (tx: Tx, ownerId: number): Promise<void> => {
  let heirs = await findHeirs(tx, ownerId);
  while (heirs.length > 0) {
    for (const circle of heirs) {
      await lockMembers(tx, [circle.heir]);
      // An heir who leaves concurrently inherits nothing; the next member does.
      if ((await lockMembership(tx, circle.id, circle.heir_id)) !== null) await passOn(tx, circle);
    }
    heirs = await findHeirs(tx, ownerId);
  }
};

// The members whom the account added stay, but count as added by nobody.
const forgetAdded = async ({ q }: Tx, userId: number): Promise<void> => {
  await q
    .updateTable('circle_members')
    .set({ added_by: 0 })
    .where('added_by', '=', userId)
    .where('user_id', '<>', userId)
    .execute();
};

/**
 * Takes a member whose account ends out of all circles. Shared circles pass to their heirs, who are notified. Private circles, and circles with nobody left, are deleted.
 */
export const leaveAllCircles = async (tx: Tx, userId: number): Promise<void> => {
  const { q } = tx;
  await passOnCirclesOf(tx, userId);
  await sql`
    update circles set member_count = member_count - 1
    where id in (select circle_id from circle_members where user_id = ${userId})`.execute(q);
  await q.deleteFrom('circle_members').where('user_id', '=', userId).execute();
  await q.deleteFrom('circles').where('owner_id', '=', userId).execute();
  await forgetAdded(tx, userId);
};

/**
 * Removes a member's connections. Shared circles pass to heirs, as when an account is deleted. Everybody is removed
 * from the member's other circles, and the member leaves the circles of others.
 */
export const emptyCirclesOf = async (tx: Tx, userId: number): Promise<void> => {
  await passOnCirclesOf(tx, userId);
  for (const { circle, userId: other } of await findEverybodyIn(tx.q, userId))
    await takeFromCircle(tx, circle, other);
  const { rows } = await sql<CircleRow>`
    select c.id, c.public_id, c.owner_id, c.kind, c.is_contacts, c.name, c.shows_earlier
    from circles c join circle_members m on m.circle_id = c.id
    where m.user_id = ${userId} and c.owner_id <> ${userId}`.execute(tx.q);
  for (const row of rows) {
    await takeFromCircle(tx, foundCircle(row), userId);
  }
  await forgetAdded(tx, userId);
};

// Lock these rows, so that a member who is removed concurrently is not counted twice.
const countInCircles = async (tx: Tx, userId: number, by: 1 | -1): Promise<void> => {
  await lockRows(tx, tx.q.selectFrom('circle_members').select('circle_id').where('user_id', '=', userId));
  await sql`
    update circles set member_count = member_count + ${by}
    where id in (select circle_id from circle_members where user_id = ${userId})`.execute(tx.q);
};

/**
 * Removes a banned member from the circle counters, and passes on their shared circles that have other members. They
 * keep no circle any more.
 */
export const hideInCircles = async (tx: Tx, userId: number): Promise<void> => {
  await countInCircles(tx, userId, -1);
  await endKeeping(tx, userId, sql`true`);
  await passOnCirclesOf(tx, userId);
  await publishGenericChange(tx, await findOnlookers(tx.q, userId));
};

/**
 * Restores the memberships of an unbanned member. Circles that passed on stay with their new owner. Circles without
 * an heir, because all their members with accounts were banned, return. Mailbox members inherit nothing.
 */
export const showInCircles = async (tx: Tx, userId: number): Promise<void> => {
  await countInCircles(tx, userId, 1);
  await sql`
    update circles set owner_id = ${userId}
    where kind = 'shared' and ${isBanned(col('circles.owner_id'))} and id in (
      select m.circle_id from circle_members m join users u on u.id = m.user_id
      where m.user_id = ${userId} and u.by_letter = 0)`.execute(tx.q);
  await publishGenericChange(tx, await findOnlookers(tx.q, userId));
};
