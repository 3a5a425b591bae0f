import { sql } from 'kysely';
import { messages } from '../../../contract/errors/errors.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
import { missing, Problem } from '../../platform/problem.ts';
import type { Settings } from '../../settings.ts';

interface Usage {
  /** The bytes of all the member's photos, in every size. */
  usage: number;
  /** The limit of their plan, in bytes. */
  limit: number;
  /** To one decimal; above 100 after a move to a smaller plan. */
  percentage: number;
}

// The sum comes from one covering index, however many photos there are. Photos that only a report keeps do not count:
// the owner would learn from them that there is a report.
const measure = async (q: Queries, userId: number, { storageLimits }: Settings): Promise<Usage> => {
  const { rows } = await sql<{ plan: keyof Settings['storageLimits']; used: number | string }>`
    select u.account_status as plan,
      (select coalesce(sum(i.bytes), 0) + coalesce(sum(i.full_bytes), 0) from images i where i.owner_id = u.id and i.kind <> 'evidence') as used
    from users u where u.id = ${userId}`.execute(q);
  const [row] = rows;
  if (!row) throw missing();
  const limit = storageLimits[row.plan];
  const usage = Number(row.used);
  return { usage, limit, percentage: Math.round((usage / limit) * 1_000) / 10 };
};

/** The plan of a member. */
export const findPlan = async (q: Queries, userId: number): Promise<keyof Settings['storageLimits']> => {
  const { rows } = await sql<{ plan: keyof Settings['storageLimits'] }>`
    select account_status as plan from users where id = ${userId}`.execute(q);
  const [row] = rows;
  if (!row) throw missing();
  return row.plan;
};

/** The number of all stored photos, and their bytes in every size. */
export const storedInTotal = async (q: Queries): Promise<{ count: number; bytes: number }> => {
  const { rows } = await sql<{ count: number | string; bytes: number | string }>`
    select count(*) as count, coalesce(sum(bytes), 0) + coalesce(sum(full_bytes), 0) as bytes from images`.execute(
    q,
  );
  return { count: Number(rows[0]?.count ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
};

/** The photo storage that the viewer uses, and its limit. */
export const findUsage = (
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  viewer: Viewer,
): Promise<Usage> => measure(db.read, viewer.id, settings);

/**
 * Checks the storage limit before photos of this many bytes are stored, if the operator enforces it.
 * @throws Problem `tooLarge` if they would exceed it
 */
export const assertRoom = async (
  settings: Settings,
  tx: Pick<Tx, 'q'>,
  userId: number,
  bytes: number,
): Promise<void> => {
  if (!settings.enforceStorageLimit) return;
  const { usage, limit } = await measure(tx.q, userId, settings);
  if (usage + bytes > limit) throw new Problem('tooLarge', messages.storageFull);
};
