import { type ChildProcess, fork } from 'node:child_process';
import { FairQueue } from './fair-queue.ts';
import { lateExit } from './processor-time.ts';
import { type UsageLimits, watchUsage } from './usage.ts';

/**
 * `died`: the process ended twice over the same order; `late`: the order took too much processor time, or the process
 * was stuck; `full`: too many orders of this party wait; `unstartable`: no process could be started; `closed`: the pool
 * is closed.
 */
export type PoolReason = 'died' | 'late' | 'full' | 'unstartable' | 'closed';

/** How the message of a process begins that something else killed, or that was stuck. */
const killed = 'ended with SIGKILL';

export class PoolError extends Error {
  override name = 'PoolError';
  readonly reason: PoolReason;

  constructor(reason: PoolReason, detail: string) {
    super(detail);
    this.reason = reason;
  }

  /** The order is not to blame: the system had no memory left, or the machine slept. */
  get isKilled(): boolean {
    return this.message.startsWith(killed);
  }
}

export interface PoolOptions {
  /** The module that each process runs: it sends 'ready' once, then one message for each order it gets. */
  module: string | URL;
  /** The whole environment of each process: nothing is inherited. */
  env: Readonly<Record<string, string>>;
  /** Options for Node itself. */
  execArgv: readonly string[];
  /** Messages are JSON, or else in V8's format, which takes buffers. */
  serialization?: 'json';
  /** Processes that run at the same time. */
  size: number;
  /** How many orders of one party may run, and how many may wait. */
  perParty: { running: number; waiting: number };
  /** Milliseconds after which a process counts as stuck, for starting and for each order. */
  timeLimit: number;
  /** The limits of one order. */
  usage: UsageLimits;
  /** Milliseconds in which a party may give no other order after one that was late; none if not given. */
  pauseAfterLateMs?: number;
  /** Milliseconds after which a process with nothing to do is ended. */
  idleTime: number;
}

export interface Turn {
  /** The member or network that the order is for: parties take turns. */
  party: string;
  /** The order runs before all others, even if its party's limits are reached. */
  isFirst?: boolean;
  /** The order runs only when no other order waits, and leaves one process free where there are several. */
  isLast?: boolean;
}

export interface Pool {
  /**
   * Gives an order to a process, when one is free, and resolves with its answer. A process that dies is
   * replaced, and the order tried once more: it may not have been the order's fault.
   * @throws PoolError
   */
  run(order: object, turn: Turn): Promise<unknown>;
  /** Like `run`, but resolves with the result of `handle`, and until then gives the process no other order. */
  runThen<T>(order: object, turn: Turn, handle: (answer: unknown) => Promise<T>): Promise<T>;
  /** The process ids of the processes that run now, but for those that are leaving. */
  readonly pids: number[];
  /** Ends all processes; what was waiting or under way fails as `closed`. Resolves when they are gone. */
  close(): Promise<void>;
}

interface Job {
  order: object;
  turn: Turn;
  tries: number;
  /** Handles the answer; never rejects. */
  answered: (answer: unknown) => Promise<void>;
  failed: (error: PoolError) => void;
}

interface Worker {
  child: ChildProcess;
  /** `paused`: its last answer is still in use. */
  state: 'starting' | 'ready' | 'paused' | 'leaving';
  job: Job | undefined;
  late: boolean;
  timer: NodeJS.Timeout | undefined;
  stopWatching: () => void;
  /** Why this pool ended the process, if it did. */
  ended: string | undefined;
  /** The last text that the process wrote to stderr. */
  said: string;
}

const maxTries = 2;

const paused = () => new PoolError('full', 'The party has to pause after a late order.');

/** A pool of processes, started when there is work for them and ended when there is none. */
export const createPool = (options: PoolOptions): Pool => {
  const { module, env, execArgv, serialization = 'advanced', size, perParty, timeLimit, idleTime } = options;
  const { usage, pauseAfterLateMs } = options;
  const workers = new Set<Worker>();
  const waitingFirst = new FairQueue<Job>();
  const waiting = new FairQueue<Job>();
  const waitingLast = new FairQueue<Job>();
  const queues = [waitingFirst, waiting, waitingLast];
  /** When the parties whose order was late may give another one. */
  const pausedUntil = new Map<string, number>();
  let closed = false;

  const queueOf = ({ isFirst, isLast }: Turn) => (isFirst ? waitingFirst : isLast ? waitingLast : waiting);
  const runningOf = (party: string) => [...workers].filter(({ job }) => job?.turn.party === party).length;

  const pick = (queue: FairQueue<Job>): (() => Job | undefined) | undefined => {
    const party = queue.next((name) => queue === waitingFirst || runningOf(name) < perParty.running);
    return party === undefined ? undefined : () => queue.take(party);
  };

  const next = () => {
    const busy = [...workers].filter(({ job }) => job).length;
    return (
      pick(waitingFirst) ?? pick(waiting) ?? (busy < Math.max(1, size - 1) ? pick(waitingLast) : undefined)
    );
  };

  const handOut = (): void => {
    for (;;) {
      const takeJob = next();
      const worker = takeJob && freeWorker();
      const job = worker && takeJob();
      if (!worker || !job) return;
      worker.job = job;
      job.tries += 1;
      watch(worker);
      // A message that cannot be sent means that the process has ended; its exit event handles that.
      worker.child.send(job.order, () => undefined);
    }
  };

  // Prefer the process that worked last, so that in quiet times the others can end.
  const freeWorker = (): Worker | undefined =>
    [...workers].findLast(
      ({ state, job, late }) => (state === 'starting' || state === 'ready') && !job && !late,
    ) ?? (workers.size < size ? start() : undefined);

  const start = (): Worker => {
    const child = fork(module, {
      serialization,
      // A process that was taken over could otherwise open the inspector of another one by a signal.
      execArgv: ['--disable-sigusr1', ...execArgv],
      env,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const worker: Worker = {
      child,
      state: 'starting',
      job: undefined,
      late: false,
      timer: undefined,
      stopWatching: () => undefined,
      ended: undefined,
      said: '',
    };
    workers.add(worker);
    child.stderr?.on('data', (chunk: Buffer) => {
      worker.said = `${worker.said}${chunk.toString()}`.slice(-2000);
    });
    child.on('message', (message: unknown) => heard(worker, message));
    child.on('exit', (code, signal) => {
      if (code === lateExit) worker.late = true;
      lost(worker, worker.ended ?? `ended with ${signal ?? code}`);
    });
    child.on('error', (error) => {
      child.kill('SIGKILL');
      lost(worker, error.message);
    });
    return worker;
  };

  const heard = (worker: Worker, message: unknown): void => {
    if (worker.state === 'starting' && message === 'ready') {
      worker.state = 'ready';
      if (worker.job) watch(worker);
      return;
    }
    // An answer that arrives while its process is being killed is too late, and the process must get no other order.
    if (worker.late) return;
    const { job } = worker;
    if (!job) return;
    worker.job = undefined;
    worker.state = 'paused';
    clearTimeout(worker.timer);
    worker.stopWatching();
    void job.answered(message).then(() => {
      // The process may have died meanwhile.
      if (!workers.has(worker)) return;
      worker.state = 'ready';
      rest(worker);
      handOut();
    });
  };

  const watch = (worker: Worker): void => {
    clearTimeout(worker.timer);
    worker.timer = setTimeout(() => {
      worker.late = true;
      worker.child.kill('SIGKILL');
    }, timeLimit);
    worker.stopWatching();
    worker.stopWatching = watchUsage(worker.child.pid ?? 0, usage, (what) => {
      worker.late = what === 'processor time';
      worker.ended = `took too much ${what}`;
      worker.child.kill('SIGKILL');
    });
  };

  const rest = (worker: Worker): void => {
    clearTimeout(worker.timer);
    worker.timer = setTimeout(() => {
      worker.state = 'leaving';
      worker.child.disconnect();
    }, idleTime);
    worker.timer.unref();
  };

  const endLate = ({ turn: { party }, failed }: Job, how: string): void => {
    failed(new PoolError('late', how));
    if (pauseAfterLateMs === undefined) return;
    for (const [name, until] of pausedUntil) if (until < performance.now()) pausedUntil.delete(name);
    pausedUntil.set(party, performance.now() + pauseAfterLateMs);
    for (const job of queues.flatMap((queue) => queue.clear(party))) job.failed(paused());
  };

  const lost = (worker: Worker, how: string): void => {
    if (!workers.delete(worker)) return;
    clearTimeout(worker.timer);
    worker.stopWatching();
    const { job, state, late, said } = worker;
    if (job) {
      if (closed) job.failed(new PoolError('closed', 'The pool was closed.'));
      else if (state === 'starting') job.failed(new PoolError('unstartable', `${how}\n${said}`));
      else if (late) endLate(job, how);
      else if (job.tries < maxTries) queueOf(job.turn).addFirst(job.turn.party, job);
      else job.failed(new PoolError('died', `${how}\n${said}`));
    }
    handOut();
  };

  const runThen: Pool['runThen'] = async (order, turn, handle) => {
    const settled = Promise.withResolvers<Awaited<ReturnType<typeof handle>>>();
    const answered = async (answer: unknown): Promise<void> => {
      try {
        settled.resolve(await handle(answer));
      } catch (error) {
        settled.reject(error);
      }
    };
    const queue = queueOf(turn);
    const before = queue.countOf(turn.party);
    if (closed) throw new PoolError('closed', 'The pool is closed.');
    if ((pausedUntil.get(turn.party) ?? 0) > performance.now()) throw paused();
    if (before >= perParty.waiting) throw new PoolError('full', `${before} orders wait`);
    queue.add(turn.party, { order, turn, tries: 0, answered, failed: settled.reject });
    handOut();
    return settled.promise;
  };

  return {
    run: (order, turn) => runThen(order, turn, (answer) => Promise.resolve(answer)),
    runThen,

    get pids() {
      return [...workers].flatMap(({ child, state }) => (state === 'leaving' ? [] : (child.pid ?? [])));
    },

    async close() {
      closed = true;
      for (const job of queues.flatMap((queue) => queue.clear()))
        job.failed(new PoolError('closed', 'The pool was closed.'));
      const gone = [...workers].map(({ child }) => new Promise((resolve) => child.once('exit', resolve)));
      for (const { child } of workers) child.kill('SIGKILL');
      await Promise.all(gone);
    },
  };
};
