import { type ExpressionBuilder, sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { Schema } from '../db/schema/schema.ts';
import type { Logger } from '../log.ts';

export interface LeasedJob {
  readonly id: number;
  readonly kind: string;
  readonly payload: string;
  readonly userId: number | null;
  /** Counted up by every taking, so it also tells who took the job last. */
  readonly attempts: number;
}

interface Left {
  run_at?: number;
  attempts?: number;
  failed_at?: number | null;
  last_error?: string | null;
}

/**
 * Members take turns by key: next comes a member after `after` with a job, except those in `except`. Nobody has the key 0.
 */
interface Turn {
  after: number;
  except: readonly number[];
}

export interface Leases {
  /** Takes due jobs that no node has. They belong to this node until it releases them. */
  take(kinds: readonly string[], max: number, turn?: Turn): Promise<LeasedJob[]>;
  /** The kinds of due jobs that no node has. */
  dueKinds(): Promise<string[]>;
  /** The job is done, unless another node has taken it since. */
  done(job: LeasedJob): Promise<void>;
  /** As `done`, in the transaction with the effects of the job. @throws if another node has taken it since */
  finish(tx: Tx, job: LeasedJob): Promise<void>;
  /** The job has to run again, unless another node has taken it since. */
  putBack(job: LeasedJob, left: Left): Promise<void>;
  /** Puts a job back that was taken but not started. */
  giveBack(job: LeasedJob): Promise<void>;
  letGo(jobs: readonly LeasedJob[]): void;
}

/** Milliseconds after which the jobs of a silent node are free again. */
const defaultLeaseMs = 60_000;

/**
 * The leases of jobs. A node renews a lease while its job waits or runs here, so no other node takes a slow job. A
 * node that dies, or loses the database, loses its jobs when the leases expire.
 */
export const createLeases = (db: Database, log: Logger, term = defaultLeaseMs): Leases => {
  const held = new Set<LeasedJob>();
  let renewal: NodeJS.Timeout | undefined;

  const letGo = (jobs: readonly LeasedJob[]) => {
    for (const job of jobs) held.delete(job);
    if (held.size > 0) return;
    clearInterval(renewal);
    renewal = undefined;
  };

  const renew = async (): Promise<void> => {
    for (const job of held) {
      const { numUpdatedRows } = await db.write(({ q }) =>
        q
          .updateTable('jobs')
          .set({ leased_until: Date.now() + term })
          .where('id', '=', job.id)
          .where('attempts', '=', job.attempts)
          .executeTakeFirst(),
      );
      // Another node has taken the job.
      if (numUpdatedRows === 0n) letGo([job]);
    }
  };

  const putBack: Leases['putBack'] = async (job, left) => {
    await db.write(({ q }) =>
      q
        .updateTable('jobs')
        .set({ ...left, leased_until: null })
        .where('id', '=', job.id)
        .where('attempts', '=', job.attempts)
        .execute(),
    );
  };

  const remove = async ({ q }: Tx, job: LeasedJob): Promise<boolean> => {
    const { numDeletedRows } = await q
      .deleteFrom('jobs')
      .where('id', '=', job.id)
      .where('attempts', '=', job.attempts)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  };

  const isDue = (now: number) => (w: ExpressionBuilder<Schema, 'jobs'>) =>
    w.and([
      w('failed_at', 'is', null),
      w('run_at', '<=', now),
      w.or([
        w('leased_until', 'is', null),
        w('leased_until', '<', now),
        // Written by a clock that was set back since. Small differences between clocks do not count.
        w('leased_until', '>', now + 10 * term),
      ]),
    ]);

  return {
    dueKinds: async () => {
      const rows = await db.read
        .selectFrom('jobs')
        .select('kind')
        .distinct()
        .where(isDue(Date.now()))
        .execute();
      return rows.map(({ kind }) => kind);
    },
    take: async (kinds, max, turn) => {
      if (kinds.length === 0) return [];
      const now = Date.now();
      // Leases of jobs that still run here expire, too, when the machine sleeps or its clock jumps.
      const mine = [...held].map(({ id }) => id);
      const taken = await db.write(({ q }) =>
        q
          .updateTable('jobs')
          .set({ leased_until: now + term, attempts: sql`attempts + 1` })
          .where('id', 'in', (e) => {
            const due = e
              .selectFrom('jobs')
              .select('id')
              .where(isDue(now))
              .where('kind', 'in', kinds)
              .$if(mine.length > 0, (jobs) => jobs.where('id', 'not in', mine))
              .$if(turn !== undefined && turn.except.length > 0, (jobs) =>
                jobs.where((w) => w(sql<number>`coalesce(user_id, 0)`, 'not in', turn?.except ?? [])),
              )
              .$if(turn !== undefined, (jobs) =>
                jobs
                  .orderBy(sql`case when coalesce(user_id, 0) > ${turn?.after ?? 0} then 0 else 1 end`)
                  .orderBy(sql`coalesce(user_id, 0)`),
              )
              .orderBy('run_at')
              .limit(max);
            return db.dialect.pick({ sqlite: due, postgres: due.forUpdate().skipLocked() });
          })
          .returning(['id', 'kind', 'payload', 'attempts', 'user_id as userId'])
          .execute(),
      );
      for (const job of taken) held.add(job);
      if (taken.length > 0) {
        renewal ??= setInterval(() => {
          renew().catch((error: unknown) => log.warn({ err: error }, 'Leases of jobs were not renewed'));
        }, term / 3);
      }
      return taken.toSorted((one, other) => one.id - other.id);
    },
    done: async (job) => {
      await db.write((tx) => remove(tx, job));
    },
    finish: async (tx, job) => {
      if (!(await remove(tx, job))) throw new Error('Another node has taken the job.');
    },
    putBack,
    giveBack: (job) => putBack(job, { attempts: job.attempts - 1 }),
    letGo,
  };
};
