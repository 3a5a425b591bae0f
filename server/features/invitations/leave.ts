import type { Tx } from '../../platform/db/database.ts';

/** Forgets the address of somebody whose account ends: open invitations to it go, used ones keep nothing of it. */
export const forgetInvited = async ({ q }: Tx, userId: number, emailKey: string): Promise<void> => {
  await q.deleteFrom('invitations').where('email', '=', emailKey).where('accepted_at', 'is', null).execute();
  await q
    .updateTable('invitations')
    .set({ email: null, message: null })
    .where((e) => e.or([e('email', '=', emailKey), e('accepted_by', '=', userId)]))
    .execute();
};
