import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/text/ids.ts';

/** The closed list of acts in the audit log. */
export type AuditAct =
  | 'member.registered'
  | 'member.signed_in'
  | 'member.sign_in_failed'
  | 'member.made_admin'
  | 'member.verified'
  | 'member.verification_rejected'
  | 'member.password_replaced'
  | 'member.password_changed'
  | 'member.password_reset'
  | 'member.email_changed'
  | 'member.exported'
  | 'member.deleted'
  | 'circle.deleted'
  | 'post.deleted';

/** Appends to the audit log: ids, no content. `actorId` is null for the operator and for unknown visitors. */
export const recordAct = async (
  tx: Tx,
  act: AuditAct,
  about: { actorId: number | null; target?: string },
): Promise<void> => {
  await tx.q
    .insertInto('audit')
    .values({
      public_id: newId(),
      at: Date.now(),
      actor_id: about.actorId,
      act,
      target: about.target ?? null,
    })
    .execute();
};
