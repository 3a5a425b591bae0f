import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/text/ids.ts';
import { endSessions } from './session.ts';

const sevenDays = 7 * 24 * 60 * 60_000;

/** Ends a member's sessions and refuses their sign-in for seven days from now. @returns until when (epoch ms) */
export const suspendMember = async (tx: Tx, memberId: number): Promise<number> => {
  const until = Date.now() + sevenDays;
  await tx.q.updateTable('users').set({ suspended_until: until }).where('id', '=', memberId).execute();
  await endSessions(tx, memberId);
  return until;
};

/**
 * Holds a member's row by its key for a moment: what another request is writing about them ends before, and what it
 * writes after this transaction finds them banned. Without it a comment on its way would be counted though nobody sees
 * it.
 */
export const holdMember = async ({ q }: Tx, memberId: number): Promise<void> => {
  const { public_id: publicId } = await q
    .selectFrom('users')
    .select('public_id')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  // Only a changed key holds off those who refer to the row.
  await q.updateTable('users').set({ public_id: newId() }).where('id', '=', memberId).execute();
  await q.updateTable('users').set({ public_id: publicId }).where('id', '=', memberId).execute();
};
