import type { Database, Tx } from '../../platform/db/database.ts';

/**
 * Of invitations that somebody has accepted nothing is kept of their address once their account ends. Open ones, to
 * that address or any other, stay as their sender sees them: if they went, the sender would learn that the address had
 * an account. They go when they have expired, as all do.
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
