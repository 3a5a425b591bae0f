import type { Tx } from '../db/database.ts';
import { idle } from './job-stats.ts';
import type { Jobs } from './jobs.ts';

/** Queues a job without a payload, of which there is one at most: now, also where an earlier one did not succeed. */
export const queueOnly = async (jobs: Pick<Jobs, 'enqueue'>, tx: Tx, kind: string): Promise<void> => {
  await tx.q.deleteFrom('jobs').where('unique_key', '=', kind).where(idle()).execute();
  await jobs.enqueue(tx, { kind, payload: null, uniqueKey: kind });
};
