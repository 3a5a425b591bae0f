import path from 'node:path';
import { isMainThread, type Worker } from 'node:worker_threads';
import { features } from './features.ts';
import { followPlace } from './features/system/place.ts';
import type { AppContext } from './app-context.ts';
import { migrate } from './platform/db/migrate.ts';
import { openDatabase } from './platform/db/open.ts';
import type { TakeTurn } from './platform/turns.ts';
import { secretOf } from './platform/db/secrets.ts';
import { pushKeysOf } from './platform/push/keys.ts';
import type { BodyTimes } from './platform/http/body-time.ts';
import { createDrain } from './platform/http/drain.ts';
import { createProxyNotes } from './platform/http/proxy-notes.ts';
import { createImagePipeline } from './platform/images/pipeline.ts';
import type { Pool } from './platform/processes/pool.ts';
import { createJobs, type OtherThread } from './platform/jobs/jobs.ts';
import type { Lane } from './platform/jobs/lanes.ts';
import { nodeIdOf } from './platform/jobs/node-id.ts';
import { createLimits } from './platform/limits/limits.ts';
import type { Logger } from './platform/log.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { handleMailJobs } from './platform/mail/mail-job.ts';
import { openMailer } from './platform/mail/open.ts';
import { createReplyKeys } from './platform/mail/reply-keys.ts';
import { type ResolveMx, resolveMxNow } from './platform/mail-in/check.ts';
import { createMailReader, type ResolveTxt } from './platform/mail-in/reader.ts';
import { programFile } from './platform/programs.ts';
import { openStorage } from './platform/storage/open.ts';
import { createCursors } from './platform/text/cursor.ts';
import { createVideoWrapper } from './platform/videos/wrapper.ts';
import type { Settings } from './settings.ts';
import { createStoredSettings } from './stored-settings.ts';
import { makeDataFolder } from './start-errors.ts';

/** The world outside of this process, which tests replace. */
export interface Outside {
  /** The folder of the built web app, in all languages; without it only the API answers. */
  webFolder?: string;
  /** Looks up TXT records in DNS. */
  resolveTxt?: ResolveTxt;
  /** Looks up the mail servers of a domain. */
  resolveMx?: ResolveMx;
  /** The clock for codes of authenticator apps. */
  totpNow?: () => number;
  /** How long the bodies of requests may take. */
  bodyTimes?: BodyTimes;
  /** Makes the variants of photos, also for other servers of this process. */
  photoPool?: Pool | undefined;
  /** The path of the program that plays the test scenarios. */
  scenarioProgram?: string;
  /** Starts `server/worker.ts`. Without it the jobs of its lanes are done in this thread. */
  startWorker?: (settings: Settings) => Worker;
}

/** One of two threads of a server. */
export interface Thread {
  readonly takeTurn: TakeTurn;
  readonly lanes: readonly Lane[];
  readonly metrics: Metrics;
  readonly otherThread?: OtherThread;
}

/** The folder for temporary files of the worker thread. */
export const tmpOfWorker = ({ dataDir }: Settings): string => path.join(dataDir, 'tmp', 'worker');

/** Builds everything that one thread of the server needs, without listening yet. */
export const openAppContext = async (
  given: Settings,
  log: Logger,
  // A process beside the server needs its own folder, because the server clears this one at its start.
  tmpDir = path.join(given.dataDir, 'tmp'),
  {
    resolveTxt,
    resolveMx = resolveMxNow,
    totpNow = Date.now,
    photoPool,
    scenarioProgram = programFile('scenarios'),
    thread,
  }: Outside & { thread?: Thread | undefined } = {},
): Promise<AppContext & { close(): Promise<void> }> => {
  makeDataFolder(given.dataDir, tmpDir);
  const settings = { ...given };
  const db = await openDatabase(settings, log, thread?.takeTurn);
  try {
    // The server has done so before its worker thread starts.
    if (isMainThread) await migrate(db);
  } catch (error) {
    // Open connections would keep a process alive that has nothing more to do.
    await db.close();
    throw error;
  }
  const storedSettings = createStoredSettings(db, settings, log);
  const metrics = thread?.metrics ?? createMetrics(settings.version);
  const jobs = createJobs({ db, log, ran: metrics.jobRan, ...thread });
  const images = createImagePipeline({ tmpDir, log, pool: photoPool });
  const videos = createVideoWrapper({ tmpDir, log });
  const mailReader = createMailReader({
    tmpDir,
    trust: () => settings.mailInTrust,
    log,
    ...(resolveTxt && { resolveTxt }),
  });
  const mailer = openMailer({
    server: () => ({ smtpUrl: settings.smtpUrl, from: settings.mailFrom }),
    outboxDir: path.join(settings.dataDir, 'mail'),
    log,
  });
  storedSettings.onChange(() => mailer.followServer());
  const closing = new AbortController();
  const beside = new Set<Promise<void>>();
  const context: AppContext = {
    db,
    settings,
    storedSettings,
    features,
    jobs,
    images,
    videos,
    limits: createLimits(db, settings.rateLimitFactor),
    mailer,
    mailReader,
    resolveMx,
    storage: await openStorage(settings),
    cursors: createCursors(await secretOf(db, 'cursors')),
    replyKeys: createReplyKeys(await secretOf(db, 'reply keys')),
    pushKeys: await pushKeysOf(db),
    totpNow,
    scenarioProgram,
    log,
    metrics,
    nodeId: nodeIdOf(settings.dataDir),
    tmpDir,
    shutdownSignal: closing.signal,
    drain: createDrain(),
    proxyNotes: createProxyNotes(log),
    trackBackground: (work) => {
      beside.add(work);
      void work.finally(() => beside.delete(work));
    },
  };
  await followPlace(context);
  handleMailJobs(context);
  for (const { jobs: register } of features) register?.(context);
  return {
    ...context,
    close: async () => {
      closing.abort();
      await Promise.allSettled(beside);
      await jobs.close();
      await images.close();
      await videos.close();
      await mailReader.close();
      await mailer.close();
      await db.close();
    },
  };
};
