import { sql } from 'kysely';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { areBlocked } from '../../access/find/members.ts';
import { type FoundCircle, foundCircle } from '../../access/find/circles.ts';
import { isBanned, bind } from '../../access/rules/sees.ts';
import { newestPost } from '../../access/readers/not-told.ts';
import { newestAddition } from '../../access/readers/not-told-photos.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
import { publish, publishGenericChange } from '../../platform/events/hub.ts';
import { conflict, missing } from '../../platform/problem.ts';
import { lockMembers, lockRows } from '../../platform/db/locks.ts';
import { withdrawInvitations } from '../blocking/withdraw.ts';
import { rememberWithdrawn } from '../notifications/withdrawn.ts';
import { withdrawNews } from '../notifications/notify.ts';
import { keepEndedMemberships } from '../../access/readers/former-readers.ts';

/**
 * Notifies the pages of members who see the circle, and of the added or removed member. If that member does not see
 * it, the event names nothing and makes their pages refetch.
 */
const tellChanged = async (tx: Tx, circle: FoundCircle, userId: number): Promise<void> => {
  await publish(tx, { kind: 'circle', id: circle.publicId, to: { circle: circle.id } });
  if (circle.kind === 'shared') {
    await publish(tx, { kind: 'circle', id: circle.publicId, to: { members: [userId] } });
  } else if (userId !== circle.ownerId) {
    await publishGenericChange(tx, [userId]);
  }
};

// A banned member stays in their circles, in case they are restored. The counters leave them out, because nobody sees
// them.
const counts = (userId: number) => sql`case when ${isBanned(bind(userId))} then 0 else 1 end`;

/**
 * Adds a member to a circle. The circle's setting is read now and fixes from when on they see its posts (CIRCLE-12).
 * @param adder the key of its owner or of a keeper, whose profile opens for the member
 * @returns false if they were in it already
 * @throws conflict when the circle is full, missing when a concurrent block separates the member from its owner or from
 *   the adder
 */
export const addToCircle = async (
  tx: Tx,
  circle: FoundCircle,
  userId: number,
  adder: number,
): Promise<boolean> => {
  await lockMembers(tx, [...new Set([circle.ownerId, adder, userId])]);
  for (const other of [circle.ownerId, adder]) if (await areBlocked(tx.q, other, userId)) throw missing();
  const added = await tx.q
    .insertInto('circle_members')
    .values({
      circle_id: circle.id,
      user_id: userId,
      priority: 0,
      sees_after_post_id: circle.showsEarlier ? 0 : newestPost,
      added_by: adder,
      added_at: Date.now(),
      // Earlier posts, and photos added to albums until now, count as told.
      told_post_id: newestPost,
      told_addition_id: newestAddition,
    })
    .onConflict((on) => on.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (!added) {
    // The circle was handed to this owner: adding the member again makes the owner the one who added them. A keeper
    // would close the owner's profile to them.
    if (adder !== circle.ownerId) return false;
    await tx.q
      .updateTable('circle_members')
      .set({ added_by: adder })
      .where('circle_id', '=', circle.id)
      .where('user_id', '=', userId)
      .execute();
    return false;
  }
  const counted = await tx.q
    .updateTable('circles')
    .set({ member_count: sql`member_count + ${counts(userId)}` })
    .where('id', '=', circle.id)
    .where('member_count', '<', limits.circleMembers)
    .returning('owner_id')
    .executeTakeFirst();
  if (!counted) throw conflict(messages.circleFull);
  // The circle was handed over concurrently, and the block was checked against the former owner.
  if (counted.owner_id !== circle.ownerId) throw missing();
  await tellChanged(tx, circle, userId);
  return true;
};

interface Membership {
  /** The member's key. */
  id: number;
  isKeeper: boolean;
}

/**
 * Locks a member's row in a circle until the transaction ends, so that leaving and taking over are serialized.
 * @returns null if they are not in the circle
 */
export const lockMembership = async (
  tx: Tx,
  circleId: number,
  publicId: string,
): Promise<Membership | null> => {
  const [membership] = await lockRows(
    tx,
    tx.q
      .selectFrom('circle_members')
      .select(['user_id', 'kept_since'])
      .where('circle_id', '=', circleId)
      .where('user_id', 'in', (e) =>
        e.selectFrom('users').select('users.id').where('public_id', '=', publicId),
      ),
  );
  return membership ? { id: membership.user_id, isKeeper: membership.kept_since !== null } : null;
};

/** The circle of an invitation. The invited person does not see it yet, so this checks no sight. */
export const findCircleByKey = async (q: Queries, id: number): Promise<FoundCircle | null> => {
  const row = await q
    .selectFrom('circles')
    .select(['id', 'public_id', 'owner_id', 'kind', 'is_contacts', 'name', 'shows_earlier'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? foundCircle(row) : null;
};

/** The key of the one notification of being added to a circle, which is deleted when its member leaves. */
export const addedNews = (circleId: number): string => `circle:${circleId}`;

/** The key of the one notification of being added to a member's Contacts. */
export const contactsNews = (ownerId: number): string => `contacts:${ownerId}`;

/** Removes a member; from the next request on they see nothing that came through the circle. */
export const takeFromCircle = async (tx: Tx, circle: FoundCircle, userId: number): Promise<boolean> => {
  await keepEndedMemberships(tx, sql`circle_id = ${circle.id} and user_id = ${userId}`);
  const removed = await tx.q
    .deleteFrom('circle_members')
    .where('circle_id', '=', circle.id)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  if (!removed) return false;
  await withdrawInvitations(tx, userId, circle.id);
  await withdrawNews(tx, userId, addedNews(circle.id));
  if (circle.isContacts) {
    const news = { to: userId, actor: circle.ownerId, group: contactsNews(circle.ownerId) };
    await rememberWithdrawn(tx, { ...news, restores: false });
  }
  await tx.q
    .updateTable('circles')
    .set({ member_count: sql`member_count - ${counts(userId)}` })
    .where('id', '=', circle.id)
    .execute();
  await tellChanged(tx, circle, userId);
  return true;
};
