import { sql } from 'kysely';
import { messages } from '../../../contract/errors.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { House } from '../../house.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
import { missing, Problem } from '../../platform/problem.ts';
import type { Settings } from '../../settings.ts';

interface Usage {
  /** Bytes of all the member's photos, in every size. */
  usage: number;
  /** What their plan gives, in bytes. */
  limit: number;
  /** To one decimal; above 100 when a plan was made smaller. */
  percentage: number;
}

// The sum is read from one index that holds nothing else, however many photos there are. What only a report keeps
// takes no room of its owner's, who would see by it that there is one.
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

/** What all photos take, in every size. */
export const storedInTotal = async (q: Queries): Promise<{ count: number; bytes: number }> => {
  const { rows } = await sql<{ count: number | string; bytes: number | string }>`
    select count(*) as count, coalesce(sum(bytes), 0) + coalesce(sum(full_bytes), 0) as bytes from images`.execute(
    q,
  );
  return { count: Number(rows[0]?.count ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
};

/** How much photo storage the viewer uses, of how much. */
export const findUsage = ({ db, settings }: House, viewer: Viewer): Promise<Usage> =>
  measure(db.read, viewer.id, settings);

/**
 * Before photos of this many bytes are kept, and only where the operator enforces the limit.
 * @throws Problem `tooLarge` when they would go past it
 */
export const mustHaveRoom = async (
  { settings }: House,
  tx: Pick<Tx, 'q'>,
  userId: number,
  bytes: number,
): Promise<void> => {
  if (!settings.enforceStorageLimit) return;
  const { usage, limit } = await measure(tx.q, userId, settings);
  if (usage + bytes > limit) throw new Problem('tooLarge', messages.storageFull);
};
