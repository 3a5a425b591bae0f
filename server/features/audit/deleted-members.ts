import type { AuditAct } from '../../../contract/audit.ts';
import type { Queries } from '../../platform/db/database.ts';

const act: AuditAct = 'member.deleted';

/** The ids that members had who deleted their account, and when: nothing else of them is left. */
export const deletedMembers = async (q: Queries): Promise<{ id: string; at: number }[]> => {
  const rows = await q
    .selectFrom('audit')
    .select(['target', 'at'])
    .where('act', '=', act)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ target, at }) => (target === null ? [] : [{ id: target, at }]));
};
