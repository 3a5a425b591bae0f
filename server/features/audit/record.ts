import type { AuditAct } from '../../../contract/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/text/ids.ts';

/**
 * Appends an entry to the audit log: ids, no content. `actorId` is null for the operator and for unknown visitors.
 * `aboutId` is the member who never reads the entry (access/rules/sees-reports.ts, `seesAuditEntry`).
 */
export const recordAuditEntry = async (
  tx: Tx,
  act: AuditAct,
  about: { actorId: number | null; target?: string; aboutId?: number },
): Promise<void> => {
  await tx.q
    .insertInto('audit')
    .values({
      public_id: newId(),
      at: Date.now(),
      actor_id: about.actorId,
      act,
      target: about.target ?? null,
      about_id: about.aboutId ?? null,
    })
    .execute();
};
