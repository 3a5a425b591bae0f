import type { Tx } from '../../platform/db/database.ts';
import { endSessions } from './session.ts';

const sevenDays = 7 * 24 * 60 * 60_000;

/** Ends a member's sessions and refuses their sign-in for seven days from now. @returns until when (epoch ms) */
export const suspendMember = async (tx: Tx, memberId: number): Promise<number> => {
  const until = Date.now() + sevenDays;
  await tx.q.updateTable('users').set({ suspended_until: until }).where('id', '=', memberId).execute();
  await endSessions(tx, memberId);
  return until;
};
