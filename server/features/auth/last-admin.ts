import type { Tx } from '../../platform/db/database.ts';
import { conflict } from '../../platform/problem.ts';

/**
 * Call it before an administrator is suspended, banned, demoted or deleted: another one who can sign in must remain.
 * It locks every administrator's row, so of two concurrent removals of the last two only one succeeds.
 * @throws conflict
 */
export const mustNotBeLastAdmin = async (tx: Tx, memberId: number, sentence: string): Promise<void> => {
  const admins = await tx.q
    .updateTable('users')
    .set({ is_admin: 1 })
    .where('is_admin', '=', 1)
    .where('banned_at', 'is', null)
    .returning(['id', 'suspended_until'])
    .execute();
  if (!admins.some(({ id }) => id === memberId)) return;
  const now = Date.now();
  const others = admins.filter(
    ({ id, suspended_until: until }) => id !== memberId && (until === null || until <= now),
  );
  if (others.length === 0) throw conflict(sentence);
};
