// The worker thread of a server (`platform/jobs/worker-thread.ts`). It does the jobs of its lanes and ends when none has
// been due for some time.
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openAppContext, tmpOfWorker } from './open-app-context.ts';
import { lanesInWorkerThread } from './platform/jobs/lanes.ts';
import type { FromWorker, ToWorker } from './platform/jobs/worker-thread.ts';
import { createLog } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import type { Settings } from './settings.ts';

export interface WorkerNeeds {
  readonly settings: Settings;
  /** Milliseconds without a due job after which the thread ends. */
  readonly idleMs: number;
}

// oxlint-disable-next-line typescript/no-unsafe-assignment -- the border of the thread: `main.ts` gives the type
const { settings, idleMs }: WorkerNeeds = workerData;
const server = parentPort;
if (!server) throw new Error('This is a thread of the server, and no program.');
const say = (message: FromWorker): void => server.postMessage(message);

let mayWrite = (): void => undefined;
const takeTurn = async (): Promise<() => void> => {
  await new Promise<void>((resolve) => {
    mayWrite = resolve;
    say({ says: 'write' });
  });
  return () => say({ says: 'written' });
};
let reread = (): void => undefined;
const isToEnd = new Promise<void>((resolve) => {
  server.on('message', (message: ToWorker) => {
    if (message === 'write') mayWrite();
    else if (message === 'settings') reread();
    else resolve();
  });
});

const log = createLog();
let lastRan = performance.now();
const context = await openAppContext(settings, log, tmpOfWorker(settings), {
  thread: {
    takeTurn,
    lanes: lanesInWorkerThread,
    metrics: {
      ...createMetrics(settings.version),
      jobRan: (kind, outcome) => {
        lastRan = performance.now();
        say({ says: 'ran', kind, outcome });
      },
      letterEnded: (outcome) => say({ says: 'letterEnded', outcome }),
    },
  },
});
const { db, jobs, storedSettings } = context;
reread = () => {
  storedSettings
    .apply()
    .catch((error: unknown) =>
      log.warn({ err: error }, 'Settings could not be read; they are in ten seconds'),
    );
};
// PostgreSQL tells every thread itself.
if (settings.databaseUrl === null)
  db.listen(
    (message) => say({ says: 'broadcast', message }),
    () => undefined,
  );

/** Milliseconds; a lost database may be back by then. */
const lookAgainMs = 1_000;

const untilUnused = async (): Promise<void> => {
  for (;;) {
    try {
      await jobs.idle();
    } catch (error) {
      log.warn({ err: error }, 'The worker thread could not look for jobs; it looks again');
      await wait(lookAgainMs);
      continue;
    }
    const restMs = lastRan + idleMs - performance.now();
    if (restMs <= 0) return;
    await wait(restMs);
  }
};

await jobs.start();
await Promise.race([isToEnd, untilUnused()]);
await context.close();
process.exit();
