import type { Tx } from '../db/database.ts';
import { dropWaitingJob } from './insert.ts';
import type { Jobs } from './jobs.ts';

/** Queues a job without a payload, of which there is one at most: now, also where an earlier one did not succeed. */
export const queueOnly = async (jobs: Pick<Jobs, 'enqueue'>, tx: Tx, kind: string): Promise<void> => {
  await dropWaitingJob(tx, kind);
  await jobs.enqueue(tx, { kind, payload: null, uniqueKey: kind });
};
