import { sql } from 'kysely';
import type { FoundCircle } from '../../access/find.ts';
import { col, isBanned } from '../../access/sees.ts';
import type { Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/events/hub.ts';
import { newId } from '../../platform/text/ids.ts';
import { notify } from '../notifications/notify.ts';
import { lockMembers, lockRows } from '../../platform/db/locks.ts';
import { findEverybodyIn } from './find-added.ts';
import { lockMembership, takeFromCircle } from './members.ts';

interface Inherited {
  id: number;
  heir: number;
  heir_id: string;
}

// The heir of each shared circle: its member of longest standing. Members who can sign in come before those who
// cannot.
const findHeirs = async ({ q }: Tx, ownerId: number): Promise<Inherited[]> => {
  const { rows } = await sql<Inherited>`
    select c.id, m.user_id as heir, heir.public_id as heir_id from circles c
    join circle_members m on m.circle_id = c.id join users heir on heir.id = m.user_id
    where c.owner_id = ${ownerId} and c.kind = 'shared' and m.user_id = (
      select longest.user_id from circle_members longest
      join users u on u.id = longest.user_id and u.banned_at is null
      where longest.circle_id = c.id and longest.user_id <> ${ownerId}
      order by longest.added_at, longest.user_id limit 1)`.execute(q);
  return rows;
};

const passOn = async (tx: Tx, circle: Inherited): Promise<void> => {
  await tx.q.updateTable('circles').set({ owner_id: circle.heir }).where('id', '=', circle.id).execute();
  await notify(tx, { kind: 'circle_passed_on', to: circle.heir, actor: null, circle: circle.id });
};

/**
 * Passes a leaving member's shared circles to the member of longest standing and notifies that member (CIRCLE-10).
 */
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

// Members who shared a circle with the member, or had them in a private one.
const findCompanions = async ({ q }: Tx, userId: number): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    select distinct other.user_id from circle_members mine join circles c on c.id = mine.circle_id
    join circle_members other on other.circle_id = c.id and other.user_id <> ${userId}
    where mine.user_id = ${userId}
      and (c.kind = 'shared' or c.owner_id in (${userId}, other.user_id))`.execute(q);
  return rows.map((row) => row.user_id);
};

/**
 * Takes a member whose account ends out of all circles. Shared circles pass to the member of longest standing, who is
 * notified. Private circles, and circles with nobody left, are deleted (CIRCLE-10).
 */
export const leaveAllCircles = async (tx: Tx, userId: number): Promise<void> => {
  const { q } = tx;
  const companions = await findCompanions(tx, userId);
  await passOnCirclesOf(tx, userId);
  await sql`
    update circles set member_count = member_count - 1
    where id in (select circle_id from circle_members where user_id = ${userId})`.execute(q);
  await q.deleteFrom('circle_members').where('user_id', '=', userId).execute();
  await q.deleteFrom('circles').where('owner_id', '=', userId).execute();
  // The members whom the deleted account added stay, but count as added by nobody.
  await q.updateTable('circle_members').set({ added_by: 0 }).where('added_by', '=', userId).execute();
  await tellCompanions(tx, companions);
};

interface Membership {
  id: number;
  public_id: string;
  owner_id: number;
  kind: 'shared' | 'private';
  is_contacts: number;
  name: string;
  shows_earlier: number;
}

/**
 * Removes a member's connections. Shared circles pass to heirs, as when an account is deleted. Everybody is removed
 * from the member's other circles, and the member leaves the circles of others.
 */
export const emptyCirclesOf = async (tx: Tx, userId: number): Promise<void> => {
  await passOnCirclesOf(tx, userId);
  for (const { circle, userId: other } of await findEverybodyIn(tx.q, userId))
    await takeFromCircle(tx, circle, other);
  const { rows } = await sql<Membership>`
    select c.id, c.public_id, c.owner_id, c.kind, c.is_contacts, c.name, c.shows_earlier
    from circles c join circle_members m on m.circle_id = c.id
    where m.user_id = ${userId} and c.owner_id <> ${userId}`.execute(tx.q);
  for (const row of rows) {
    const circle: FoundCircle = {
      id: row.id,
      publicId: row.public_id,
      ownerId: row.owner_id,
      kind: row.kind,
      isContacts: row.is_contacts === 1,
      name: row.name,
      showsEarlier: row.shows_earlier === 1,
    };
    await takeFromCircle(tx, circle, userId);
  }
};

// Makes the companions' pages refetch. The event carries a random id, so it names no circle.
const tellCompanions = (tx: Tx, companions: readonly number[]): Promise<void> =>
  publish(tx, { kind: 'circle', id: newId(), to: { members: companions } });

// Lock these rows, so that a member who is removed concurrently is not counted twice.
const countInCircles = async (tx: Tx, userId: number, by: 1 | -1): Promise<void> => {
  await lockRows(tx, tx.q.selectFrom('circle_members').select('circle_id').where('user_id', '=', userId));
  await sql`
    update circles set member_count = member_count + ${by}
    where id in (select circle_id from circle_members where user_id = ${userId})`.execute(tx.q);
};

/** Removes a banned member from the circle counters, and passes on their shared circles that have other members. */
export const hideInCircles = async (tx: Tx, userId: number): Promise<void> => {
  await countInCircles(tx, userId, -1);
  await passOnCirclesOf(tx, userId);
  await tellCompanions(tx, await findCompanions(tx, userId));
};

/**
 * Restores the memberships of an unbanned member. Circles that passed on stay with their new owner. Circles without
 * an heir, because all their members were banned, return.
 */
export const showInCircles = async (tx: Tx, userId: number): Promise<void> => {
  await countInCircles(tx, userId, 1);
  await sql`
    update circles set owner_id = ${userId}
    where kind = 'shared' and ${isBanned(col('circles.owner_id'))} and id in (
      select circle_id from circle_members where user_id = ${userId})`.execute(tx.q);
  await tellCompanions(tx, await findCompanions(tx, userId));
};
