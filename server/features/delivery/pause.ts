import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import { rememberStop, tellAll } from './choices.ts';

const everyCircle = sql<boolean>`true`;

/** Whether the member takes part by e-mail alone. Their letters pause where others choose 'Only when I look'. */
const isMailboxMember = async ({ q }: Tx, userId: number): Promise<boolean> => {
  const member = await q
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('by_letter', '=', 1)
    .executeTakeFirst();
  return member !== undefined;
};

/**
 * Stops the letters of a mailbox member until they start them again. Idempotent. Forgets the bounces: a mail of a member
 * who stopped the letters must not start them again.
 * @returns false for other members
 */
export const pauseLetters = async (tx: Tx, userId: number): Promise<boolean> => {
  await lockMembers(tx, [userId]);
  if (!(await isMailboxMember(tx, userId))) return false;
  const { numUpdatedRows } = await tx.q
    .updateTable('users')
    .set({ letters_paused_at: Date.now() })
    .where('id', '=', userId)
    .where('letters_paused_at', 'is', null)
    .executeTakeFirst();
  await tx.q.updateTable('users').set({ bounces: 0 }).where('id', '=', userId).execute();
  if (numUpdatedRows > 0n) await rememberStop(tx, userId, everyCircle);
  return true;
};

/** Starts the letters again. Moments that were shared in between count as told, unless none was. */
export const startLetters = async (tx: Tx, userId: number): Promise<void> => {
  await lockMembers(tx, [userId]);
  const { numUpdatedRows } = await tx.q
    .updateTable('users')
    .set({ letters_paused_at: null, bounces: 0 })
    .where('id', '=', userId)
    .where('letters_paused_at', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await tellAll(tx, userId, everyCircle);
};
