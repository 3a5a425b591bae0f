import { sql } from 'kysely';
import type { Queries, Tx } from '../db/database.ts';
import { plainKind } from '../metrics.ts';

export interface JobStats {
  kind: string;
  /** Jobs that are due now or later and have not failed so far. */
  waiting: number;
  /** Jobs that failed and will be retried automatically. */
  retrying: number;
  /** Given up after the last try. */
  failed: number;
  /** Why the latest of those did not succeed. */
  lastError: string | null;
}

interface Row {
  kind: string;
  waiting: number | string;
  retrying: number | string;
  failed: number | string;
  last_error: string | null;
}

// Recurring jobs are always queued; they matter here only when they fail.
const counted = sql`(unique_key is null or unique_key not like 'every:%' or last_error is not null)`;

// An answer of a mail server names the mailbox, and a path or a link may name a person.
const withoutNames = (error: string): string =>
  error.replaceAll(/[^\s<>"'(]+@[^\s<>"')]+/g, '…').replaceAll(/[0-9a-f]{24,}/g, '…');

/** The open jobs of all nodes, in the order of the kinds. */
export const countJobs = async (q: Queries): Promise<JobStats[]> => {
  const { rows } = await sql<Row>`
    select kind,
      sum(case when failed_at is null and last_error is null then 1 else 0 end) as waiting,
      sum(case when failed_at is null and last_error is not null then 1 else 0 end) as retrying,
      sum(case when failed_at is not null then 1 else 0 end) as failed,
      (select later.last_error from jobs later where later.kind = jobs.kind and later.last_error is not null
        order by later.id desc limit 1) as last_error
    from jobs where ${counted} group by kind order by kind`.execute(q);
  const byKind = new Map<string, JobStats>();
  for (const row of rows) {
    const kind = plainKind(row.kind);
    const before = byKind.get(kind);
    byKind.set(kind, {
      kind,
      waiting: Number(row.waiting) + (before?.waiting ?? 0),
      retrying: Number(row.retrying) + (before?.retrying ?? 0),
      failed: Number(row.failed) + (before?.failed ?? 0),
      lastError: row.last_error === null ? (before?.lastError ?? null) : withoutNames(row.last_error),
    });
  }
  return [...byKind.values()];
};

const ofKind = (kind: string) =>
  sql<boolean>`(kind = ${kind} or substr(kind, 1, ${kind.length + 1}) = ${`${kind} `})`;
// One that a node is at work on is that node's: to change its row would have it done twice.
export const idle = () => sql<boolean>`(leased_until is null or leased_until < ${Date.now()})`;

/** Makes jobs of a kind that did not succeed due now, as if never tried. @returns how many */
export const retryJobs = async ({ q }: Tx, kind: string): Promise<number> => {
  const { numUpdatedRows } = await q
    .updateTable('jobs')
    .set({ failed_at: null, last_error: null, attempts: 0, leased_until: null, run_at: Date.now() })
    .where(ofKind(kind))
    .where('last_error', 'is not', null)
    .where(idle())
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** Deletes jobs of a kind that were given up. @returns how many */
export const dropFailedJobs = async ({ q }: Tx, kind: string): Promise<number> => {
  const { numDeletedRows } = await q
    .deleteFrom('jobs')
    .where(ofKind(kind))
    .where('failed_at', 'is not', null)
    .where(idle())
    .executeTakeFirst();
  return Number(numDeletedRows);
};
