import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../platform/db/database.ts';
import { dropFailedJobs, retryJobs } from '../../platform/jobs/job-stats.ts';
import { missing } from '../../platform/problem.ts';
import { recordAuditEntry } from '../audit/record.ts';

/** @throws Problem `missing` when no job of the kind was in vain */
export const retryKind = async (
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  viewer: Viewer,
  kind: string,
): Promise<void> => {
  await db.write(async (tx) => {
    if ((await retryJobs(tx, kind)) === 0) throw missing();
    await recordAuditEntry(tx, 'job.retried', { actorId: viewer.id, target: kind });
    jobs.wakeAfter(tx);
  });
};

/** @throws Problem `missing` when no job of the kind was given up */
export const dropKind = async (db: Database, viewer: Viewer, kind: string): Promise<void> => {
  await db.write(async (tx) => {
    if ((await dropFailedJobs(tx, kind)) === 0) throw missing();
    await recordAuditEntry(tx, 'job.dropped', { actorId: viewer.id, target: kind });
  });
};
