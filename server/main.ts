import './platform/processes/no-inspector.ts';
import { Worker } from 'node:worker_threads';
import closeWithGrace from 'close-with-grace';
import { createServer } from './app.ts';
import { makeFirstLink } from './features/invitations/first-link.ts';
import { noteStart } from './platform/db/update/last-start.ts';
import { RefusedDatabaseError } from './platform/db/migrate.ts';
import { createLog } from './platform/log.ts';
import { unavailableReason } from './platform/problem.ts';
import { collectGarbageOnce } from './platform/processes/collect-garbage.ts';
import { programFile, projectFile } from './platform/programs.ts';
import { SettingError } from './setting-error.ts';
import { settingsOfProcess } from './settings.ts';
import type { WorkerNeeds } from './worker.ts';

/** Milliseconds after its last job at which the worker thread ends and gives its memory back. */
const workerIdleMs = 60_000;
/** With V8's default for new objects the heap of the thread grew to 200 MB instead of 50. */
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };

const start = async (): Promise<void> => {
  const settings = settingsOfProcess();
  const log = createLog();
  const circle = await createServer(settings, log, {
    startWorker: (given) => {
      const workerData: WorkerNeeds = { settings: given, idleMs: workerIdleMs };
      // A thread inherits neither the compile cache nor source maps.
      const execArgv = ['--import', projectFile('scripts/compile-cache.mjs')];
      return new Worker(programFile('worker'), { workerData, execArgv, resourceLimits });
    },
  });
  await noteStart(circle.context.db);
  await circle.listen();
  collectGarbageOnce();
  const link = await makeFirstLink(circle.context);
  closeWithGrace({ delay: 10_000, logger: log }, async ({ signal }) => {
    // After an error of the program itself nothing more is to be done by it.
    if (signal) await circle.drain();
    await circle.close();
  });

  if (settings.rateLimitFactor === 0) log.warn('RATE_LIMIT_FACTOR is 0: nothing is limited');
  const { hostname, protocol } = new URL(settings.publicUrl);
  if (protocol === 'http:' && hostname !== 'localhost') {
    log.warn('PUBLIC_URL is plain http: installing, offline use and push need https');
  }
  process.stdout.write(`Circle is at ${settings.publicUrl}\n`);
  // Not waited for: everything but photos works without it, and it may come back.
  circle.context.storage.ready().catch((error: unknown) => {
    process.stderr.write(
      `Photos can be neither shown nor taken: ${unavailableReason(error) ?? String(error)}\n`,
    );
  });
  if (link) process.stdout.write(`The first member joins here, and is its administrator: ${link}\n`);
};

try {
  await start();
} catch (error) {
  if (error instanceof SettingError || error instanceof RefusedDatabaseError) {
    process.stderr.write(`${error.message}\n`);
  } else if (unavailableReason(error) !== null) {
    process.stderr.write(`${unavailableReason(error)} (DATABASE_URL)\n`);
  } else {
    process.stderr.write(`Circle could not start: ${error instanceof Error ? error.stack : String(error)}\n`);
  }
  process.exitCode = 1;
  // Close what is already open, or it keeps the process alive.
  setImmediate(() => process.exit());
}
