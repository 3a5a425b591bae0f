import { createHash, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../../app-context.ts';
import { countJobs } from '../../platform/jobs/job-stats.ts';
import { countOpenLetters } from '../letters/evening.ts';
import { checkParts } from './health.ts';
import { nightlyState } from '../../platform/db/nightly-state.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** In a time that tells nothing of how much of the token is right. */
export const holdsToken = (token: string | null, authorization: string | undefined): boolean =>
  token !== null &&
  authorization !== undefined &&
  timingSafeEqual(digest(`Bearer ${token}`), digest(authorization));

const since = (at: number | null): number | null =>
  at === null ? null : Math.max(0, Math.round((Date.now() - at) / 1_000));

/** All figures as text; also while the database is away, which is when they are wanted most. */
export const readFigures = async (context: AppContext): Promise<{ text: string; type: string }> => {
  const { database, storage } = await checkParts(context);
  const [jobs, nightly, lettersWaiting] = database.isUp
    ? await Promise.all([
        countJobs(context.db.read),
        nightlyState(context.db.read),
        countOpenLetters(context.db.read),
      ])
    : [[], null, 0];
  return context.metrics.read({
    databaseUp: database.isUp,
    storageUp: storage.isUp,
    jobs,
    lettersWaiting,
    backupAge: since(nightly?.backupAt ?? null),
    rehearsalAge: since(nightly?.rehearsedAt ?? null),
  });
};
