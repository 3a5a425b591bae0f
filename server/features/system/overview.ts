import type { Overview } from '../../../contract/system.ts';
import { time } from '../../access/show/present.ts';
import type { AppContext } from '../../app-context.ts';
import { nodesUp } from '../../platform/jobs/nodes.ts';
import { countJobs, dropFailedJobs, retryJobs } from '../../platform/jobs/job-stats.ts';
import { storedInTotal } from '../usage/storage.ts';
import { checkParts } from './health.ts';
import { nightlyState } from '../../platform/db/nightly-state.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database } from '../../platform/db/database.ts';
import { missing } from '../../platform/problem.ts';
import { recordAuditEntry } from '../audit/record.ts';

const timeOrNone = (at: number | null): string | null => (at === null ? null : time(at));

/** How the server is doing, for administrators. */
export const findOverview = async (context: AppContext): Promise<Overview> => {
  const { db, settings, metrics, nodeId } = context;
  const [parts, nodes, photos, jobs, nightly] = await Promise.all([
    checkParts(context),
    nodesUp(db.read),
    storedInTotal(db.read),
    countJobs(db.read),
    nightlyState(db.read),
  ]);
  return {
    version: settings.version,
    ...parts,
    nodes: nodes.map(({ id, version, startedAt }) => ({
      id,
      version,
      startedAt: time(startedAt),
      isThis: id === nodeId,
    })),
    photos,
    jobs,
    mailsRefused: metrics.mailsRefused,
    backup:
      settings.backup === null
        ? null
        : {
            isEncrypted: settings.backupPublicKey !== null,
            made: { lastGood: timeOrNone(nightly.backupAt), trouble: nightly.backupTrouble },
            rehearsed: { lastGood: timeOrNone(nightly.rehearsedAt), trouble: nightly.rehearsalTrouble },
          },
  };
};

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
