import type { Tx } from '../../platform/db/database.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { notify } from '../notifications/notify.ts';

interface Verified {
  id: number;
  publicId: string;
}

/**
 * Marks a member's identity as verified, which lets them post, and notifies them. A pending request is approved too.
 * @returns false if they were verified already
 */
export const approveMember = async (tx: Tx, member: Verified, actorId: number | null): Promise<boolean> => {
  const changed = await tx.q
    .updateTable('users')
    .set({ verification_status: 'approved', verification_notes: null })
    .where('id', '=', member.id)
    .where('verification_status', '<>', 'approved')
    .returning('id')
    .executeTakeFirst();
  if (!changed) return false;
  await tx.q
    .updateTable('verification_requests')
    .set({ status: 'approved' })
    .where('user_id', '=', member.id)
    .where('status', '=', 'pending')
    .execute();
  await recordAuditEntry(tx, 'member.verified', { actorId, target: member.publicId });
  await notify(tx, { kind: 'verification_approved', to: member.id, actor: null });
  return true;
};

/** Rejects a request with a reason for the member, and notifies them; they may ask again. */
export const rejectMember = async (
  tx: Tx,
  member: Verified,
  actorId: number,
  notes: string,
): Promise<void> => {
  await tx.q
    .updateTable('users')
    .set({ verification_status: 'rejected', verification_notes: notes })
    .where('id', '=', member.id)
    .execute();
  await recordAuditEntry(tx, 'member.verification_rejected', { actorId, target: member.publicId });
  await notify(tx, { kind: 'verification_rejected', to: member.id, actor: null });
};
