import type { AuditAct } from '../../../contract/audit.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
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

/** Whether a member has done this since then. */
export const hasActedSince = async (
  q: Queries,
  act: AuditAct,
  actorId: number,
  since: number,
): Promise<boolean> => {
  const entry = await q
    .selectFrom('audit')
    .select('id')
    .where('act', '=', act)
    .where('at', '>=', since)
    .where('actor_id', '=', actorId)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
};
