import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { findConnectedAudience } from './access/readers/audience.ts';
import { findViewer, type Viewer } from './access/viewer.ts';
import { features } from './features.ts';
import { touchSession } from './features/auth/session.ts';
import { receiveMails } from './features/mailbox/incoming/receive.ts';
import { followPlace, noteLetters } from './features/system/place.ts';
import type { AppContext } from './app-context.ts';
import { migrate } from './platform/db/migrate.ts';
import { openDatabase } from './platform/db/open.ts';
import { secretOf } from './platform/db/secrets.ts';
import { pushKeysOf } from './platform/push/keys.ts';
import { followedBy } from './platform/eventual.ts';
import { createHub } from './platform/events/hub.ts';
import { streamEvents } from './platform/events/stream.ts';
import { sessionCookie } from './platform/http/cookie.ts';
import type { BodyTimes } from './platform/http/body-time.ts';
import { createDrain } from './platform/http/drain.ts';
import { headersWithScript } from './platform/http/fixed-headers.ts';
import { createRouter, type RawRoute } from './platform/http/routes.ts';
import { createProxyNotes } from './platform/http/proxy-notes.ts';
import { createHttpServer } from './platform/http/server.ts';
import { type OwnDocuments, serveNoWebApp, serveWebApp } from './platform/http/static-files.ts';
import { createImagePipeline } from './platform/images/pipeline.ts';
import { receiveFile, receiveOctets } from './platform/images/receive.ts';
import { createJobs } from './platform/jobs/jobs.ts';
import { nodeIdOf } from './platform/jobs/node-id.ts';
import { createLimits } from './platform/limits/limits.ts';
import type { Logger } from './platform/log.ts';
import { announceNode } from './platform/jobs/nodes.ts';
import { createMetrics } from './platform/metrics.ts';
import { handleMailJobs } from './platform/mail/mail-job.ts';
import { openMailer } from './platform/mail/open.ts';
import { createReplyKeys } from './platform/mail/reply-keys.ts';
import { withoutKeys } from './platform/mail/without-keys.ts';
import { type ResolveMx, resolveMxNow } from './platform/mail-in/check.ts';
import { createMailReader, type ResolveTxt } from './platform/mail-in/reader.ts';
import { programFile, projectFile } from './platform/programs.ts';
import { openStorage } from './platform/storage/open.ts';
import { createCursors } from './platform/text/cursor.ts';
import { openFront } from './platform/tls/front.ts';
import { createVideoWrapper } from './platform/videos/wrapper.ts';
import type { Settings } from './settings.ts';
import { createStoredSettings } from './stored-settings.ts';
import { makeDataFolder, settingAtFault } from './start-errors.ts';

/** Milliseconds that open requests get to finish when the server closes. */
const closeTimeoutMs = 500;

export interface Server {
  readonly context: AppContext;
  readonly http: FastifyInstance;
  /** Doors whose answers are no JSON; the endpoints of the contract are the others. */
  readonly rawRoutes: readonly RawRoute[];
  /** The port on which the server listens for mail; null where it does not. */
  readonly mailPort: number | null;
  /** Starts to answer; returns the port. */
  listen(): Promise<number>;
  /** Takes no new work and answers what was asked before; up to eight seconds. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

// The provider's script runs on these two pages alone; elsewhere nothing of it could be loaded.
const paymentPages = ({ square }: Settings): OwnDocuments => {
  if (!square) return new Map();
  const headers = headersWithScript({ scriptUrl: square.scriptUrl, sendsTo: square.cardUrl });
  return new Map(['/square-subscribe', '/square-donate'].map((page) => [page, headers]));
};

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
  /** The path of the program that plays the test scenarios. */
  scenarioProgram?: string;
}

/** Builds everything that one process of the server needs, without listening yet. */
export const openAppContext = async (
  given: Settings,
  log: Logger,
  // A process beside the server needs its own folder, because the server clears this one at its start.
  tmpDir = path.join(given.dataDir, 'tmp'),
  {
    resolveTxt,
    resolveMx = resolveMxNow,
    totpNow = Date.now,
    scenarioProgram = programFile('scenarios'),
  }: Outside = {},
): Promise<AppContext & { close(): Promise<void> }> => {
  makeDataFolder(given.dataDir, tmpDir);
  const settings = { ...given };
  const db = await openDatabase(settings, log);
  try {
    await migrate(db);
  } catch (error) {
    // Open connections would keep a process alive that has nothing more to do.
    await db.close();
    throw error;
  }
  const storedSettings = createStoredSettings(db, settings, log);
  const metrics = createMetrics(settings.version);
  const jobs = createJobs(db, log, undefined, metrics.jobRan);
  const images = createImagePipeline({ tmpDir, log });
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
  handleMailJobs(jobs, mailer, settings.publicUrl, log, metrics.mailRefused);
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

/** Where the build puts the web app, in all languages. */
const builtWebApp = projectFile('dist/web');

/** The whole server: context, endpoints, events, jobs and the built web app. */
export const createServer = async (given: Settings, log: Logger, outside: Outside = {}): Promise<Server> => {
  const context = await openAppContext(given, log, undefined, outside);
  await noteLetters(context);
  context.storedSettings.onChange(() => noteLetters(context));
  const { db, settings, tmpDir } = context;
  const { publicUrl, trustProxy, ownName } = settings;
  const front = ownName && (await openFront(context, ownName));
  const http = await createHttpServer({
    publicUrl,
    trustProxy,
    drain: context.drain,
    proxyNotes: context.proxyNotes,
    log,
    metrics: context.metrics,
    ...(outside.bodyTimes && { times: outside.bodyTimes }),
    ...(front && { createServer: front.createServer }),
  });

  const router = createRouter<Viewer>({
    app: http,
    publicUrl: settings.publicUrl,
    cookie: sessionCookie(settings.publicUrl),
    limits: context.limits,
    receiveFile: (stream, needs) => receiveFile(stream, { tmpDir, ...needs }),
    receiveOctets: (stream, maxBytes) => receiveOctets(stream, { tmpDir, maxBytes }),
    changeText: (text) => withoutKeys(context.replyKeys, text),
    findViewer: (token) =>
      followedBy(findViewer(db, token, settings), (viewer) => {
        if (viewer) {
          touchSession(db, viewer).catch((error: unknown) =>
            log.error({ err: error }, 'A session was not touched'),
          );
        }
        return viewer;
      }),
  });
  const rawRoutes: RawRoute[] = [];
  const listed: typeof router = {
    on: router.on,
    raw: (route, handler) => {
      rawRoutes.push(route);
      router.raw(route, handler);
    },
  };

  const hub = createHub(db, (object, connected) => findConnectedAudience(db.read, object, connected), log);
  context.metrics.countStreams(() => hub.connected);
  for (const { routes, pages } of features) {
    routes?.(listed, context);
    pages?.(listed, context);
  }
  const cookie = sessionCookie(settings.publicUrl);
  listed.raw({ method: 'GET', path: '/api/events', credential: 'member' }, async (request, reply, viewer) => {
    const token = cookie.read(request) ?? '';
    return streamEvents(request, reply, {
      hub,
      memberId: viewer.id,
      sessionId: viewer.sessionId,
      stillHolds: async () => (await findViewer(db, token, settings)) !== null,
    });
  });
  const { webFolder = builtWebApp } = outside;
  if (existsSync(path.join(webFolder, 'index.en.html')))
    await serveWebApp(http, {
      folder: webFolder,
      ownDocuments: paymentPages(settings),
      cookie,
      log,
      findLanguage: async (token) => (await findViewer(db, token, settings))?.language ?? null,
    });
  else serveNoWebApp(http);

  let leaveList = async (): Promise<void> => undefined;
  let mailPort: number | null = null;
  return {
    context,
    http,
    rawRoutes,
    get mailPort() {
      return mailPort;
    },
    listen: async () => {
      try {
        await http.listen({ port: settings.port, host: settings.host });
        await front?.listen(settings.host);
      } catch (error) {
        throw settingAtFault(error) ?? error;
      }
      await context.jobs.start();
      leaveList = await announceNode(context);
      mailPort = await receiveMails(context);
      const address: AddressInfo | string | null = http.server.address();
      return typeof address === 'object' && address !== null ? address.port : settings.port;
    },
    drain: async () => {
      hub.close();
      front?.leave();
      const stopped = context.jobs
        .close()
        .catch((error: unknown) => log.error({ err: error }, 'A job did not end'));
      await context.drain.run(http.server);
      await Promise.race([stopped, wait(1_000)]);
    },
    close: async () => {
      hub.close();
      front?.leave();
      const cut = setTimeout(() => http.server.closeAllConnections(), closeTimeoutMs);
      await http.close();
      await front?.close();
      clearTimeout(cut);
      // A database that is away must not hold up the end; the row goes by its silence.
      await Promise.race([leaveList(), wait(1_000, undefined, { ref: false })]);
      await context.close();
    },
  };
};
