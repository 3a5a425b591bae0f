import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { findConnectedAudience } from './access/readers/audience.ts';
import { findViewer, type Viewer } from './access/viewer.ts';
import { features } from './features.ts';
import { touchSession } from './features/auth/session.ts';
import { receiveMails } from './features/mailbox/incoming/receive.ts';
import { noteLetters } from './features/system/place.ts';
import type { AppContext } from './app-context.ts';
import { followedBy } from './platform/eventual.ts';
import { createHub } from './platform/events/hub.ts';
import { streamEvents } from './platform/events/stream.ts';
import { sessionCookie } from './platform/http/cookie.ts';
import { headersWithScript } from './platform/http/fixed-headers.ts';
import { createRouter, type RawRoute } from './platform/http/routes.ts';
import { createHttpServer } from './platform/http/server.ts';
import { type OwnDocuments, serveNoWebApp, serveWebApp } from './platform/http/static-files.ts';
import { receiveFile, receiveOctets } from './platform/images/receive.ts';
import { otherLanes } from './platform/jobs/lanes.ts';
import type { Logger } from './platform/log.ts';
import { announceNode } from './platform/jobs/nodes.ts';
import { createWorkerThread } from './platform/jobs/worker-thread.ts';
import { createMetrics } from './platform/metrics.ts';
import { withoutKeys } from './platform/mail/without-keys.ts';
import { projectFile } from './platform/programs.ts';
import { openFront } from './platform/tls/front.ts';
import type { Settings } from './settings.ts';
import { settingAtFault } from './start-errors.ts';
import { openAppContext, type Outside, tmpOfWorker } from './open-app-context.ts';

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

/** Where the build puts the web app, in all languages. */
const builtWebApp = projectFile('dist/web');

/** The whole server: context, endpoints, events, jobs and the built web app. */
export const createServer = async (given: Settings, log: Logger, outside: Outside = {}): Promise<Server> => {
  const metrics = createMetrics(given.version);
  const { startWorker } = outside;
  // A killed thread may have left files there.
  rmSync(tmpOfWorker(given), { recursive: true, force: true });
  const worker = startWorker && createWorkerThread(() => startWorker(given), { log, metrics });
  const thread = worker && { takeTurn: worker.takeTurn, lanes: otherLanes, metrics, otherThread: worker };
  const context = await openAppContext(given, log, undefined, { ...outside, thread });
  await noteLetters(context);
  context.storedSettings.onChange(() => noteLetters(context));
  context.storedSettings.onChange(async () => worker?.rereadSettings());
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

  const broadcasts: Pick<AppContext['db'], 'listen'> = {
    listen: (heard, onGap) => {
      db.listen(heard, onGap);
      worker?.listen(heard);
    },
  };
  const hub = createHub(
    broadcasts,
    (object, connected) => findConnectedAudience(db.read, object, connected),
    log,
  );
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
