import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { findConnectedAudience } from './access/audience.ts';
import { findViewer, type Viewer } from './access/viewer.ts';
import { handleExports } from './features/account/export/make.ts';
import { routes as account } from './features/account/routes.ts';
import { routes as audit } from './features/audit/routes.ts';
import { routes as auth } from './features/auth/routes.ts';
import { handleChangeMails } from './features/auth/confirm-email.ts';
import { handleResetMails } from './features/auth/reset.ts';
import { sweepExpired, touchSession } from './features/auth/session.ts';
import { sweepBlockedMemberships } from './features/blocking/block.ts';
import { routes as blocking } from './features/blocking/routes.ts';
import { handleBannedReporters } from './features/bug-reports/leave.ts';
import { routes as bugReports } from './features/bug-reports/routes.ts';
import { routes as circles } from './features/circles/routes.ts';
import { sweepBlockedMembers } from './features/circles/sweep.ts';
import { routes as comments } from './features/comments/routes.ts';
import { routes as contacts } from './features/contacts/routes.ts';
import { sweepInvitations } from './features/invitations/leave.ts';
import { handleInvitations } from './features/invitations/send.ts';
import { routes as invitations } from './features/invitations/routes.ts';
import { routes as likes } from './features/likes/routes.ts';
import { handleFullCopies } from './features/media/full-copy.ts';
import { handleMediaJobs } from './features/media/remove.ts';
import { routes as media } from './features/media/routes.ts';
import { routes as members } from './features/members/routes.ts';
import { routes as moderation } from './features/moderation/routes.ts';
import { handleNotificationMails } from './features/notifications/mail.ts';
import { handlePush } from './features/notifications/push/send.ts';
import { sweepWithdrawn } from './features/notifications/again.ts';
import { sweepPutAway } from './features/notifications/list.ts';
import { routes as notifications } from './features/notifications/routes.ts';
import { handleTellAdmins } from './features/notifications/tell-admins.ts';
import { handlePayments } from './features/payments/follow-up.ts';
import { handleBans } from './features/payments/leave.ts';
import { routes as payments } from './features/payments/routes.ts';
import { routes as posts } from './features/posts/routes.ts';
import { handleEvidence } from './features/reporting/evidence.ts';
import { routes as reporting } from './features/reporting/routes.ts';
import { routes as scenarios } from './features/scenarios/routes.ts';
import { routes as site } from './features/site/routes.ts';
import { handleNightly } from './features/system/backup/nightly.ts';
import { routes as system } from './features/system/routes.ts';
import { routes as usage } from './features/usage/routes.ts';
import { routes as verification } from './features/verification/routes.ts';
import type { House } from './house.ts';
import { migrate } from './platform/db/migrate.ts';
import { openDatabase } from './platform/db/open.ts';
import { secretOf } from './platform/db/secrets.ts';
import { pushKeysOf } from './platform/push/keys.ts';
import { createHub } from './platform/events/hub.ts';
import { streamEvents } from './platform/events/stream.ts';
import { sessionCookie } from './platform/http/cookie.ts';
import { createDrain } from './platform/http/drain.ts';
import { headersWithScript } from './platform/http/fixed-headers.ts';
import { createRouter, type RawRoute } from './platform/http/routes.ts';
import { createServer } from './platform/http/server.ts';
import { type OwnDocuments, serveNoWebApp, serveWebApp } from './platform/http/static-files.ts';
import { createImagePipeline } from './platform/images/pipeline.ts';
import { receivePhoto } from './platform/images/receive.ts';
import { createJobs } from './platform/jobs/jobs.ts';
import { nodeIdOf } from './platform/jobs/node-id.ts';
import { createLimits } from './platform/limits/limits.ts';
import type { Logger } from './platform/log.ts';
import { announceNode } from './platform/jobs/nodes.ts';
import { createMetrics } from './platform/metrics.ts';
import { handleMailJobs } from './platform/mail/mail-job.ts';
import { openMailer } from './platform/mail/open.ts';
import { openStorage } from './platform/storage/open.ts';
import { createCursors } from './platform/text/cursor.ts';
import type { Routes } from './routes.ts';
import type { Settings } from './settings.ts';
import { makeDataFolder, settingAtFault } from './start-trouble.ts';
import { speak } from './words/words.ts';

/** Milliseconds that open requests get to finish when the server closes. */
const patience = 500;

/** The features in the order in which they may use each other. */
const features: readonly Routes[] = [
  audit,
  usage,
  media,
  notifications,
  blocking,
  members,
  circles,
  contacts,
  reporting,
  likes,
  comments,
  posts,
  invitations,
  auth,
  verification,
  moderation,
  payments,
  scenarios,
  bugReports,
  account,
  system,
  site,
];

export interface Circle {
  readonly house: House;
  readonly http: FastifyInstance;
  /** Doors whose answers are no JSON; the endpoints of the contract are the others. */
  readonly rawRoutes: readonly RawRoute[];
  /** Starts to answer; returns the port. */
  listen(): Promise<number>;
  /** Takes no new work and answers what was asked before; up to eight seconds. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

// The provider's script runs on these two pages alone; elsewhere nothing of it could be loaded.
const paymentPages = ({ square }: Settings): OwnDocuments => {
  if (!square) return new Map();
  const headers = headersWithScript({ scriptUrl: square.scriptUrl, sendsTo: square.cardUrl });
  return new Map(['/square-subscribe', '/square-donate'].map((page) => [page, headers]));
};

/** Builds everything that one process of the server needs, without listening yet. */
export const openHouse = async (
  settings: Settings,
  log: Logger,
  // A process beside the server needs its own folder, because the server clears this one at its start.
  tmpDir = path.join(settings.dataDir, 'tmp'),
): Promise<House & { close(): Promise<void> }> => {
  speak(settings.language);
  makeDataFolder(settings.dataDir, tmpDir);
  const db = await openDatabase(settings, log);
  try {
    await migrate(db);
  } catch (error) {
    // Open connections would keep a process alive that has nothing more to do.
    await db.close();
    throw error;
  }
  const metrics = createMetrics(settings.version);
  const jobs = createJobs(db, log, undefined, metrics.jobRan);
  const images = createImagePipeline({ tmpDir, log });
  const mailer = openMailer({
    smtpUrl: settings.smtpUrl,
    from: settings.mailFrom,
    outboxDir: path.join(settings.dataDir, 'mail'),
    log,
  });
  const closing = new AbortController();
  const beside = new Set<Promise<void>>();
  const house: House = {
    db,
    settings,
    jobs,
    images,
    limits: createLimits(db, settings.rateLimitFactor),
    storage: await openStorage(settings),
    cursors: createCursors(await secretOf(db, 'cursors')),
    pushKeys: await pushKeysOf(db),
    log,
    metrics,
    nodeId: nodeIdOf(settings.dataDir),
    tmpDir,
    closing: closing.signal,
    drain: createDrain(),
    beside: (work) => {
      beside.add(work);
      void work.finally(() => beside.delete(work));
    },
  };
  handleMailJobs(jobs, mailer, settings.publicUrl, log, metrics.mailRefused);
  handleInvitations(house);
  handleNotificationMails(house);
  handlePush(house);
  handleTellAdmins(house);
  handleResetMails(house);
  handleChangeMails(house);
  handleMediaJobs(house);
  handleFullCopies(house);
  handleEvidence(house);
  handleExports(house);
  handlePayments(house);
  handleBans(house);
  handleBannedReporters(house);
  jobs.handle('sweep-invitations', () => sweepInvitations(db), { every: 60 * 60_000 });
  handleNightly(house);
  jobs.handle('sweep-blocked-members', () => sweepBlockedMembers(db), { every: 60 * 60_000 });
  jobs.handle('sweep-blocked-memberships', () => sweepBlockedMemberships(db), { every: 60 * 60_000 });
  jobs.handle('sweep-expired', () => sweepExpired(db), { every: 60 * 60_000 });
  jobs.handle('sweep-notifications', () => sweepPutAway(db), { every: 60 * 60_000 });
  jobs.handle('sweep-withdrawn-news', () => sweepWithdrawn(db), { every: 60 * 60_000 });
  return {
    ...house,
    close: async () => {
      closing.abort();
      await Promise.allSettled(beside);
      await jobs.close();
      await images.close();
      await mailer.close();
      await db.close();
    },
  };
};

/** Where the build puts the web app that speaks the language of this installation. */
export const webFolderOf = ({ language }: Settings): string =>
  path.resolve(import.meta.dirname, '../dist', language === 'en' ? 'web' : `web-${language}`);

/** The whole server: house, doors, events, jobs and the built web app. */
export const createCircle = async (settings: Settings, log: Logger, webFolder: string): Promise<Circle> => {
  const house = await openHouse(settings, log);
  const { db } = house;
  const { publicUrl, trustProxy } = settings;
  const http = await createServer({ publicUrl, trustProxy, drain: house.drain, log, metrics: house.metrics });
  const tmpDir = path.join(settings.dataDir, 'tmp');

  const router = createRouter<Viewer>({
    app: http,
    publicUrl: settings.publicUrl,
    cookie: sessionCookie(settings.publicUrl),
    limits: house.limits,
    receiveFile: (stream, maxBytes) => receivePhoto(stream, { tmpDir, maxBytes }),
    findViewer: async (token) => {
      const viewer = await findViewer(db, token, settings);
      if (viewer) {
        touchSession(db, viewer).catch((error: unknown) =>
          log.error({ err: error }, 'A session was not touched'),
        );
      }
      return viewer;
    },
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
  house.metrics.countStreams(() => hub.connected);
  for (const routes of features) routes(listed, house);
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
  if (existsSync(path.join(webFolder, 'index.html')))
    await serveWebApp(http, webFolder, paymentPages(settings));
  else serveNoWebApp(http);

  let leaveList = async (): Promise<void> => undefined;
  return {
    house,
    http,
    rawRoutes,
    listen: async () => {
      try {
        await http.listen({ port: settings.port, host: settings.host });
      } catch (error) {
        throw settingAtFault(error) ?? error;
      }
      await house.jobs.start();
      leaveList = await announceNode(house);
      const address: AddressInfo | string | null = http.server.address();
      return typeof address === 'object' && address !== null ? address.port : settings.port;
    },
    leave: async () => {
      hub.close();
      const stopped = house.jobs
        .close()
        .catch((error: unknown) => log.error({ err: error }, 'A job did not end'));
      await house.drain.run(http.server);
      await Promise.race([stopped, wait(1_000)]);
    },
    close: async () => {
      hub.close();
      const cut = setTimeout(() => http.server.closeAllConnections(), patience);
      await http.close();
      clearTimeout(cut);
      // A database that is away must not hold up the end; the row goes by its silence.
      await Promise.race([leaveList(), wait(1_000, undefined, { ref: false })]);
      await house.close();
    },
  };
};
