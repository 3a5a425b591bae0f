import type { AuditAct } from '../../../contract/audit.ts';
import type { Queries } from '../../platform/db/database.ts';

const act: AuditAct = 'member.deleted';

/** The ids of members who deleted their account, with the time. The server keeps nothing else of them. */
export const deletedMembers = async (q: Queries): Promise<{ id: string; at: number }[]> => {
  const rows = await q
    .selectFrom('audit')
    .select(['target', 'at'])
    .where('act', '=', act)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ target, at }) => (target === null ? [] : [{ id: target, at }]));
};
