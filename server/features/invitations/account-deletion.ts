import type { Database, Tx } from '../../platform/db/database.ts';

/**
 * When an account ends, deletes its address from accepted invitations. Open invitations to that address stay as their
 * sender sees them, because their disappearance would reveal that the address had an account. They are deleted when
 * they expire.
 */
export const forgetInvited = async ({ q }: Tx, userId: number): Promise<void> => {
  await q
    .updateTable('invitations')
    .set({ email: null, message: null })
    .where('accepted_by', '=', userId)
    .execute();
};

/** Takes away what nobody has accepted in its thirty days, and with it the address that it was sent to. */
export const sweepInvitations = (db: Database): Promise<void> =>
  db.write(async ({ q }) => {
    await q
      .deleteFrom('invitations')
      .where('accepted_at', 'is', null)
      .where('expires_at', '<', Date.now())
      .execute();
  });
