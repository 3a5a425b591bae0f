import type { Viewer } from '../../access/viewer.ts';
import type { House } from '../../house.ts';
import { dropFailedJobs, retryJobs } from '../../platform/jobs/tally.ts';
import { missing } from '../../platform/problem.ts';
import { recordAct } from '../audit/record.ts';

/** @throws Problem `missing` when no job of the kind was in vain */
export const retryKind = async ({ db, jobs }: House, viewer: Viewer, kind: string): Promise<void> => {
  await db.write(async (tx) => {
    if ((await retryJobs(tx, kind)) === 0) throw missing();
    await recordAct(tx, 'job.retried', { actorId: viewer.id, target: kind });
    jobs.wakeAfter(tx);
  });
};

/** @throws Problem `missing` when no job of the kind was given up */
export const dropKind = async ({ db }: House, viewer: Viewer, kind: string): Promise<void> => {
  await db.write(async (tx) => {
    if ((await dropFailedJobs(tx, kind)) === 0) throw missing();
    await recordAct(tx, 'job.dropped', { actorId: viewer.id, target: kind });
  });
};
