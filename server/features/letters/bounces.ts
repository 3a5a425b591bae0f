import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { pauseLetters } from '../delivery/pause.ts';
import { notify } from '../notifications/notify.ts';

/** Permanent bounces in a row after which the letters of a mailbox member pause. */
export const maxBounces = 3;

/**
 * Counts a mail that a mailbox member's mail server refused permanently. The third without a mail of theirs in between
 * pauses their letters and notifies the owner of the circle to which they were added first: that is who added the
 * member, or who was handed the circle since.
 */
export const countBounce = async (tx: Tx, userId: number): Promise<void> => {
  const member = await tx.q
    .updateTable('users')
    .set({ bounces: sql<number>`bounces + 1` })
    .where('id', '=', userId)
    .where('by_letter', '=', 1)
    // The member stopped the letters, and a mail of theirs must not start them again.
    .where('letters_paused_at', 'is', null)
    .returning('bounces')
    .executeTakeFirst();
  if (member?.bounces !== maxBounces) return;
  await pauseLetters(tx, userId);
  // The count tells this pause from a stop of the member: their next mail starts the letters again.
  await tx.q.updateTable('users').set({ bounces: maxBounces }).where('id', '=', userId).execute();
  const first = await tx.q
    .selectFrom('circle_members as m')
    .innerJoin('circles as c', 'c.id', 'm.circle_id')
    .select('c.owner_id')
    .where('m.user_id', '=', userId)
    .orderBy('m.added_at')
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst();
  if (!first) return;
  await notify(tx, {
    kind: 'letters_returned',
    to: first.owner_id,
    actor: userId,
    group: `letters-returned:${userId}`,
  });
};
