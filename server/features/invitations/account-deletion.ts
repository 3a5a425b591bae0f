import type { Database, Tx } from '../../platform/db/database.ts';
import { forgetAsked, sweepAsked } from './asked-by-mail.ts';

/**
 * When an account ends, deletes its address from accepted invitations. Open invitations to that address stay as their
 * sender sees them, because their disappearance would reveal that the address had an account. They are deleted when
 * they expire.
 */
export const forgetInvited = async (tx: Tx, userId: number, email: string): Promise<void> => {
  await tx.q
    .updateTable('invitations')
    .set({ email: null, message: null, meant_for: null })
    .where('accepted_by', '=', userId)
    .execute();
  await forgetAsked(tx, email);
};

/** Deletes expired invitations, and the questions by mail that expired a while ago, with their addresses. */
export const sweepInvitations = (db: Database): Promise<void> =>
  db.write(async (tx) => {
    await tx.q
      .deleteFrom('invitations')
      .where('accepted_at', 'is', null)
      .where('expires_at', '<', Date.now())
      .execute();
    await sweepAsked(tx);
  });
