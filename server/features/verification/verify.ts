import type { Tx } from '../../platform/db/database.ts';
import { recordAct } from '../audit/record.ts';
import { notify } from '../notifications/notify.ts';

/** Marks a member's identity as verified, which lets them post, and tells them. @returns false if it was already */
export const approveMember = async (
  tx: Tx,
  member: { id: number; publicId: string },
  actorId: number | null,
): Promise<boolean> => {
  const changed = await tx.q
    .updateTable('users')
    .set({ verification_status: 'approved', verification_notes: null })
    .where('id', '=', member.id)
    .where('verification_status', '<>', 'approved')
    .returning('id')
    .executeTakeFirst();
  if (!changed) return false;
  await recordAct(tx, 'member.verified', { actorId, target: member.publicId });
  await notify(tx, { kind: 'verification_approved', to: member.id, actor: null, group: 'verification' });
  return true;
};
