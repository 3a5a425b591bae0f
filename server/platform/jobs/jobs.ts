import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { Logger } from '../log.ts';
import { insertJob, type NewJob } from './insert.ts';
import { createLaneRunner } from './lane-runner.ts';
import { allLanes, type Lane, laneOf } from './lanes.ts';
import { createLeases, type LeasedJob } from './leases.ts';

/** Thrown by a handler whose job has to wait for something: it runs again later, and counts as no failure. */
export class JobNotReady extends Error {
  override name = 'JobNotReady';
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super('The job is not ready');
    this.retryAfterMs = retryAfterMs;
  }
}

/** Deletes the job in the transaction of its handler. @throws if another node has taken the job since */
export type Finish = (tx: Tx) => Promise<void>;

/**
 * Does one job; throwing puts it back. It runs again after a crash: it must be idempotent, or call `finish` in the
 * transaction with its effects, which then happen once.
 */
export type JobHandler = (payload: unknown, finish: Finish) => Promise<void>;

export interface Jobs {
  /** Writes a job row in the transaction that causes it and wakes the worker after the commit. */
  enqueue(tx: Tx, job: NewJob): Promise<void>;
  /** Makes jobs that were left for later due now, by their unique keys. */
  hasten(tx: Tx, uniqueKeys: readonly string[]): Promise<void>;
  /**
   * Registers the handler of a kind, which runs in its lane (`lanes.ts`); `every` (ms) makes it recur, `atStart` runs it
   * once after each start.
   */
  handle(kind: string, handler: JobHandler, options?: { every?: number; atStart?: boolean }): void;
  /** Has the worker look for due jobs after the commit of a transaction that made some due. */
  wakeAfter(tx: Tx): void;
  start(): Promise<void>;
  /** Resolves when no due job of this thread is left. */
  idle(): Promise<void>;
  /** Deletes jobs of kinds that begin so, due before then and taken by nobody: those of machines that are gone. */
  forgetAbandoned(kind: string, dueBefore: number): Promise<void>;
  /** Does the jobs of these kinds that are due now, in a process that does not go on working. */
  workOffOnce(...kinds: string[]): Promise<void>;
  /** Whether a job of this kind is due, or some process is doing it. */
  isBusy(kind: string): Promise<boolean>;
  /** Finishes what is under way. `start` goes on after it. */
  close(): Promise<void>;
}

const longestWait = 60 * 60_000;
/** Nothing is left for later than this; what is was written by a clock that has been set back since. */
const latest = 2 * 24 * 60 * 60_000;
/** After this many tries, about two days of them, a job is kept as failed for the operator to see. */
const maxTries = 50;
/** Milliseconds by which a clock may be behind itself before it counts as set back. */
const backwards = 60_000;
/** Milliseconds until it is tried again to note how a job went. */
const noteAgain = 200;

const backOff = ({ kind, attempts }: LeasedJob): number =>
  Math.min((laneOf(kind).backOff ?? 1_000) * 2 ** attempts, longestWait);

/** Does the jobs of some lanes elsewhere. */
export interface OtherThread {
  /** Starts it, unless it runs: then it finds due jobs within a second. Must not throw. */
  wake(): void;
  /** Has it finish what is under way. `wake` starts it again. */
  close(): Promise<void>;
}

interface JobsNeeds {
  db: Database;
  log: Logger;
  /** Milliseconds of a lease. */
  term?: number;
  ran?(kind: string, outcome: 'done' | 'failed'): void;
  /** The lanes of this thread; all of them if not given. */
  lanes?: readonly Lane[];
  /** For the lanes that are not this thread's; without it, they are for another that has the database open. */
  otherThread?: OtherThread | undefined;
}

/**
 * A queue of rows and its worker: lanes, so that no kind of work holds up another; leases, so that several nodes share
 * it and each job is done by one of them; back-off from 2 s to an hour.
 */
export const createJobs = ({
  db,
  log,
  term,
  ran,
  lanes: ownLanes = allLanes,
  otherThread,
}: JobsNeeds): Jobs => {
  const handlers = new Map<string, JobHandler>();
  const recurring = new Map<string, number>();
  const starting = new Set<string>();
  const leases = createLeases(db, log, term);
  let timer: NodeJS.Timeout | undefined;
  let running = false;

  const finish = (job: LeasedJob): Promise<void> => {
    const every = recurring.get(job.kind);
    if (every === undefined) return leases.done(job);
    return leases.putBack(job, { run_at: Date.now() + every, attempts: 0, last_error: null });
  };

  // Retries until the outcome is stored: a done job must not run again, and a failed one must not wait for its lease
  // to expire, because the database was away for a moment.
  const note = async (job: LeasedJob, write: () => Promise<void>): Promise<void> => {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!running) throw error;
        log.warn({ err: error, kind: job.kind }, 'How a job went could not be noted; trying again');
        await wait(noteAgain);
      }
    }
  };

  const putBack = async (job: LeasedJob, error: unknown): Promise<void> => {
    const now = Date.now();
    const failed = job.attempts >= maxTries && !recurring.has(job.kind);
    log.warn({ err: error, kind: job.kind, attempts: job.attempts, failed }, 'A job did not succeed');
    const left = {
      // A recurring job waits no longer than until its next time.
      run_at: now + Math.min(backOff(job), recurring.get(job.kind) ?? Infinity),
      failed_at: failed ? now : null,
      last_error: error instanceof Error ? error.message.slice(0, 500) : 'unknown',
    };
    await note(job, () => leases.putBack(job, left));
  };

  const doJob = async (job: LeasedJob): Promise<void> => {
    try {
      // Nobody has put it back after its last try.
      if (job.attempts > maxTries && !recurring.has(job.kind))
        throw new Error('Whoever tried the job ended during it');
      const payload: unknown = JSON.parse(job.payload);
      await handlers.get(job.kind)?.(payload, (tx) => leases.finish(tx, job));
    } catch (error) {
      if (error instanceof JobNotReady) {
        const later = { run_at: Date.now() + error.retryAfterMs, attempts: 0 };
        return note(job, () => leases.putBack(job, later));
      }
      ran?.(job.kind, 'failed');
      return putBack(job, error);
    }
    ran?.(job.kind, 'done');
    await note(job, () => finish(job));
  };

  const runners = new Map(
    ownLanes.map((lane) => {
      const kinds = () => [...handlers.keys()].filter((kind) => laneOf(kind) === lane);
      return [lane, createLaneRunner({ lane, leases, log, kinds, isRunning: () => running, doJob })];
    }),
  );

  let looking: Promise<unknown> | null = null;
  let looksAgain = false;
  const stumbled = (error: unknown) => log.error({ err: error }, 'The job worker stumbled');

  const wake = (kind: string): void => {
    if (running) (runners.get(laneOf(kind)) ?? otherThread)?.wake();
  };

  /** Wakes the lanes that have due jobs. @returns whether one of this thread has any */
  const wakeDue = async (): Promise<boolean> => {
    if (!running) return false;
    const due = (await leases.dueKinds()).filter((kind) => handlers.has(kind));
    for (const kind of due) wake(kind);
    return due.some((kind) => runners.has(laneOf(kind)));
  };

  const look = (): void => {
    // The present look may have read before the latest job was committed.
    looksAgain = looking !== null;
    looking ??= wakeDue()
      .catch(stumbled)
      .finally(() => {
        looking = null;
        if (looksAgain) look();
      });
  };

  const busy = () => [...runners.values()].flatMap((runner) => runner.busy ?? []);
  const untilQuiet = async (): Promise<void> => {
    while (busy().length > 0) await Promise.race(busy());
  };

  // A clock that is set back must not put off what is to be done until it has caught up.
  const settleClock = (now: number): Promise<void> =>
    db.write(async ({ q }) => {
      await q
        .updateTable('jobs')
        .set({ run_at: now })
        .where('run_at', '>', now + latest)
        .execute();
    });

  let lastLook = 0;
  const lookAround = async (): Promise<void> => {
    const now = Date.now();
    if (now < lastLook - backwards) await settleClock(now);
    lastLook = now;
    look();
  };

  const hasten: Jobs['hasten'] = async (tx, uniqueKeys) => {
    if (uniqueKeys.length === 0) return;
    await tx.q
      .updateTable('jobs')
      .set({ run_at: Date.now() })
      .where('unique_key', 'in', uniqueKeys)
      .execute();
    tx.afterCommit(look);
  };

  return {
    enqueue: async (tx, job) => {
      await insertJob(tx, job);
      tx.afterCommit(() => wake(job.kind));
    },
    hasten,
    handle: (kind, handler, options) => {
      handlers.set(kind, handler);
      if (options?.every !== undefined) recurring.set(kind, options.every);
      if (options?.atStart) starting.add(kind);
    },
    wakeAfter: (tx) => tx.afterCommit(look),
    start: async () => {
      // One thread queues for all lanes: what is to be done at the start of the server is so once.
      const isQueuedHere = (kind: string) => otherThread !== undefined || runners.has(laneOf(kind));
      await db.write(async (tx) => {
        for (const [kind, every] of recurring) {
          if (!isQueuedHere(kind)) continue;
          await insertJob(tx, { kind, payload: null, uniqueKey: `every:${kind}`, runAt: Date.now() + every });
          if (starting.has(kind)) await hasten(tx, [`every:${kind}`]);
        }
        for (const kind of starting)
          if (isQueuedHere(kind) && !recurring.has(kind))
            await insertJob(tx, { kind, payload: null, uniqueKey: `start:${kind}` });
      });
      running = true;
      await settleClock(Date.now());
      timer = setInterval(() => {
        lookAround().catch(stumbled);
      }, 1_000);
      look();
    },
    idle: async () => {
      do await untilQuiet();
      while ((await wakeDue()) || busy().length > 0);
    },
    forgetAbandoned: async (kind, dueBefore) => {
      await db.write(({ q }) =>
        q
          .deleteFrom('jobs')
          .where(sql`substr(kind, 1, ${kind.length})`, '=', kind)
          .where('run_at', '<', dueBefore)
          .where('leased_until', 'is', null)
          .execute(),
      );
    },
    workOffOnce: async (...kinds) => {
      for (;;) {
        const [job] = await leases.take(kinds, 1);
        if (!job) return;
        try {
          await doJob(job);
        } finally {
          leases.letGo([job]);
        }
      }
    },
    isBusy: async (kind) => {
      const job = await db.read
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', kind)
        .where((w) => w.or([w('run_at', '<=', Date.now()), w('leased_until', '>', Date.now())]))
        .limit(1)
        .executeTakeFirst();
      return job !== undefined;
    },
    close: async () => {
      running = false;
      clearInterval(timer);
      while (looking) await looking;
      await Promise.all([untilQuiet(), otherThread?.close()]);
    },
  };
};
