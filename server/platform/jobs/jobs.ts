import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { Logger } from '../log.ts';

export interface NewJob {
  kind: string;
  payload: unknown;
  /** The member whose address or content the payload holds: it goes when they go. */
  userId?: number | null;
  /** At most one open job with this key; a second one is left out. */
  uniqueKey?: string;
  /** Epoch milliseconds; default now. */
  runAt?: number;
}

/** Does one job; throwing puts it back. It may run twice (after a crash), so it must not mind. */
export type JobHandler = (payload: unknown) => Promise<void>;

export interface Jobs {
  /** Writes a job row in the transaction that causes it and wakes the worker after the commit. */
  enqueue(tx: Tx, job: NewJob): Promise<void>;
  /** Makes jobs that were left for later due now, by their unique keys. */
  hasten(tx: Tx, uniqueKeys: readonly string[]): Promise<void>;
  /**
   * Names who does a kind; `every` (ms) makes it come back by itself. A `long` one is done beside the others, one at a
   * time, so that no mail waits for it.
   */
  handle(kind: string, handler: JobHandler, options?: { every?: number; long?: boolean }): void;
  start(): Promise<void>;
  /** Resolves when no due job is left. */
  idle(): Promise<void>;
  /** Does the jobs of a kind that are due now, in a process that does not go on working. */
  workOffOnce(kind: string): Promise<void>;
  close(): Promise<void>;
}

const lease = 60_000;
const renewEvery = 20_000;
const longestWait = 60 * 60_000;
/** After this many tries, about two days of them, a job is kept as failed for the operator to see. */
const mostTries = 50;

const backOff = (attempts: number): number => Math.min(1_000 * 2 ** attempts, longestWait);

interface LeasedJob {
  id: number;
  kind: string;
  payload: string;
  attempts: number;
}

/** Writes a job row in the transaction that causes it. The worker finds it within a second. */
export const insertJob = async (tx: Tx, job: NewJob): Promise<void> => {
  const now = Date.now();
  await tx.q
    .insertInto('jobs')
    .values({
      kind: job.kind,
      payload: JSON.stringify(job.payload),
      user_id: job.userId ?? null,
      unique_key: job.uniqueKey ?? null,
      run_at: job.runAt ?? now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('unique_key').doNothing())
    .execute();
};

/** A queue of rows and its worker: leases, so that several nodes share it; back-off from 2 s to an hour. */
export const createJobs = (db: Database, log: Logger): Jobs => {
  const handlers = new Map<string, JobHandler>();
  const recurring = new Map<string, number>();
  const long = new Set<string>();
  let beside: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | null = null;
  let wanted = false;
  let running = false;

  const takeDue = (now: number, kinds: readonly string[], most: number): Promise<LeasedJob[]> =>
    db.write(({ q }) =>
      q
        .updateTable('jobs')
        .set({ leased_until: now + lease, attempts: sql`attempts + 1` })
        .where('id', 'in', (e) => {
          const due = e
            .selectFrom('jobs')
            .select('id')
            .where('failed_at', 'is', null)
            .where('run_at', '<=', now)
            .where((w) => w.or([w('leased_until', 'is', null), w('leased_until', '<', now)]))
            .where('kind', 'in', kinds)
            .orderBy('run_at')
            .limit(most);
          return db.dialect.skipLocked ? due.forUpdate().skipLocked() : due;
        })
        .returning(['id', 'kind', 'payload', 'attempts'])
        .execute(),
    );

  const finish = async (job: LeasedJob): Promise<void> => {
    const every = recurring.get(job.kind);
    await db.write(async ({ q }) => {
      if (every === undefined) await q.deleteFrom('jobs').where('id', '=', job.id).execute();
      else {
        const next = { run_at: Date.now() + every, leased_until: null, attempts: 0, last_error: null };
        await q.updateTable('jobs').set(next).where('id', '=', job.id).execute();
      }
    });
  };

  const putBack = async (job: LeasedJob, error: unknown): Promise<void> => {
    const now = Date.now();
    const failed = job.attempts >= mostTries && !recurring.has(job.kind);
    log.warn({ err: error, kind: job.kind, attempts: job.attempts, failed }, 'A job did not succeed');
    await db.write(({ q }) =>
      q
        .updateTable('jobs')
        .set({
          run_at: now + backOff(job.attempts),
          leased_until: null,
          failed_at: failed ? now : null,
          last_error: error instanceof Error ? error.message.slice(0, 500) : 'unknown',
        })
        .where('id', '=', job.id)
        .execute(),
    );
  };

  const doJob = async (job: LeasedJob): Promise<void> => {
    try {
      const payload: unknown = JSON.parse(job.payload);
      await handlers.get(job.kind)?.(payload);
      await finish(job);
    } catch (error) {
      await putBack(job, error);
    }
  };

  // No other node takes it while it is being done, however long that is.
  const doBeside = async (job: LeasedJob): Promise<void> => {
    const renewal = setInterval(() => {
      db.write(({ q }) =>
        q
          .updateTable('jobs')
          .set({ leased_until: Date.now() + lease })
          .where('id', '=', job.id)
          .execute(),
      ).catch((error: unknown) => log.warn({ err: error, kind: job.kind }, 'A lease was not renewed'));
    }, renewEvery);
    try {
      await doJob(job);
    } catch (error) {
      log.error({ err: error, kind: job.kind }, 'The job worker stumbled');
    } finally {
      clearInterval(renewal);
      beside = null;
      wake();
    }
  };

  const workOff = async (kinds: readonly string[] = [...handlers.keys()]): Promise<void> => {
    const short = kinds.filter((kind) => !long.has(kind));
    do {
      wanted = false;
      const due = await takeDue(Date.now(), short, 10);
      if (due.length > 0) wanted = true;
      for (const job of due) await doJob(job);
      if (beside !== null || short.length === kinds.length) continue;
      const [one] = await takeDue(Date.now(), [...long], 1);
      if (one) beside = doBeside(one);
    } while (wanted && running);
  };

  const wake = () => {
    if (!running) return;
    wanted = true;
    working ??= workOff()
      .catch((error: unknown) => log.error({ err: error }, 'The job worker stumbled'))
      .finally(() => {
        working = null;
      });
  };

  return {
    enqueue: async (tx, job) => {
      await insertJob(tx, job);
      tx.afterCommit(wake);
    },
    hasten: async (tx, uniqueKeys) => {
      if (uniqueKeys.length === 0) return;
      await tx.q
        .updateTable('jobs')
        .set({ run_at: Date.now() })
        .where('unique_key', 'in', uniqueKeys)
        .execute();
      tx.afterCommit(wake);
    },
    handle: (kind, handler, options) => {
      handlers.set(kind, handler);
      if (options?.every !== undefined) recurring.set(kind, options.every);
      if (options?.long) long.add(kind);
    },
    start: async () => {
      await db.write(async (tx) => {
        for (const [kind, every] of recurring) {
          await insertJob(tx, { kind, payload: null, uniqueKey: `every:${kind}`, runAt: Date.now() + every });
        }
      });
      running = true;
      timer = setInterval(wake, 1_000);
      wake();
    },
    idle: async () => {
      wake();
      while (working ?? beside) await (working ?? beside);
    },
    workOffOnce: (kind) => workOff([kind]),
    close: async () => {
      running = false;
      clearInterval(timer);
      while (working ?? beside) await (working ?? beside);
    },
  };
};
