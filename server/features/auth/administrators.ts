import type { Queries, Tx } from '../../platform/db/database.ts';
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

const selectActive = (q: Queries) =>
  q
    .selectFrom('users')
    .where('is_admin', '=', 1)
    .where('banned_at', 'is', null)
    .where((e) => e.or([e('suspended_until', 'is', null), e('suspended_until', '<=', Date.now())]));

/** The number of administrators who can sign in. */
export const countAdministrators = async (q: Queries): Promise<number> => {
  const { count } = await selectActive(q)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** The name of the administrator who has been here longest; null without one. */
export const nameAdministrator = async (q: Queries): Promise<string | null> => {
  const first = await selectActive(q)
    .select(['first_name', 'last_name'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first ? `${first.first_name} ${first.last_name}`.trim() : null;
};
