import { type RawBuilder, sql } from 'kysely';
import { prepared, type Tx } from '../db/database.ts';

export interface NewJob {
  kind: string;
  payload: unknown;
  /** The member whose address or content the payload holds: it goes when they go. */
  userId?: number | null;
  /** At most one open job with this key: a second one is left out, and one that was given up is replaced. */
  uniqueKey?: string;
  /** Epoch milliseconds; default now. */
  runAt?: number;
}

type JobRow = {
  kind: string;
  payload: string;
  userId: number | null;
  uniqueKey: string | null;
  runAt: number;
  now: number;
};

const insertRow = prepared<JobRow, never>({
  name: 'insert_job',
  parameters: ['kind', 'payload', 'userId', 'uniqueKey', 'runAt', 'now'],
  text: ({ kind, payload, userId, uniqueKey, runAt, now }) => sql`
    insert into jobs (kind, payload, user_id, unique_key, run_at, created_at)
    values (${kind}, ${payload}, ${userId}, ${uniqueKey}, ${runAt}, ${now})
    on conflict (unique_key) do update set payload = excluded.payload, user_id = excluded.user_id, run_at = excluded.run_at,
      attempts = 0, failed_at = null, last_error = null
    where jobs.failed_at is not null`,
});

/** Lets another job with this key be queued while the present one runs. */
export const clearUniqueKey = async ({ q }: Tx, uniqueKey: string): Promise<void> => {
  await q.updateTable('jobs').set({ unique_key: null }).where('unique_key', '=', uniqueKey).execute();
};

/** Deletes a job that is no longer needed. */
export const dropJob = async ({ q }: Tx, uniqueKey: string): Promise<void> => {
  await q.deleteFrom('jobs').where('unique_key', '=', uniqueKey).execute();
};

/** Whether a job with this key waits, or is being done. */
export const hasJob = (uniqueKey: RawBuilder<string>): RawBuilder<boolean> => sql`exists (
  select 1 from jobs where unique_key = ${uniqueKey} and failed_at is null)`;

/** The same, also of one that was given up. */
export const hasOrHadJob = (uniqueKey: RawBuilder<string>): RawBuilder<boolean> => sql`exists (
  select 1 from jobs where unique_key = ${uniqueKey})`;

/** Inserts many jobs: `rows` selects kind, payload, user_id, run_at, created_at. */
export const insertIntoJobs = (rows: RawBuilder<unknown>): RawBuilder<never> =>
  sql`insert into jobs (kind, payload, user_id, run_at, created_at) ${rows}`;

/** Like `insertIntoJobs`, except jobs whose key is in use: `rows` selects kind, payload, unique_key, run_at, created_at. */
export const insertUniqueJobs = (rows: RawBuilder<unknown>): RawBuilder<never> => sql`
  insert into jobs (kind, payload, unique_key, run_at, created_at) ${rows} on conflict (unique_key) do nothing`;

/** Writes a job row in the transaction that causes it. The worker finds it within a second. */
export const insertJob = async (tx: Tx, job: NewJob): Promise<void> => {
  const now = Date.now();
  await tx.run(insertRow, {
    kind: job.kind,
    payload: JSON.stringify(job.payload),
    userId: job.userId ?? null,
    uniqueKey: job.uniqueKey ?? null,
    runAt: job.runAt ?? now,
    now,
  });
};
