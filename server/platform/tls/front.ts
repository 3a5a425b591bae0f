// Serves https for `DOMAIN`, and plain http beside it: answers to challenges, redirects to https, and a page that says why
// there is no certificate.
import type { RequestListener, Server, ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { rates } from '../../../contract/limits.ts';
import type { OwnNameSettings } from '../../settings.ts';
import { timeFor } from '../../words/reader.ts';
import { fallbackLanguage, wordsIn } from '../../words/words.ts';
import { sessionCookie } from '../http/cookie.ts';
import { pageHeaders } from '../http/fixed-headers.ts';
import { createSessions, type Sessions } from '../http/http2.ts';
import { networkOf } from '../http/network.ts';
import type { Database } from '../db/database.ts';
import { JobNotReady, type Jobs } from '../jobs/jobs.ts';
import type { Limits } from '../limits/limits.ts';
import type { Logger } from '../log.ts';
import { createServer as createHttpServer } from '../node-http.ts';
import { html } from '../text/html.ts';
import { AcmeProblem, type Certificate } from './acme.ts';
import {
  type Certificates,
  type CertificateTrouble,
  createCertificates,
  writeCertificateFiles,
} from './certificates.ts';

/** Other nodes serve a new certificate within this time, in milliseconds. */
const rereadEveryMs = 10_000;
/** How often the job looks whether the certificate has to be renewed. */
const checkEveryMs = 12 * 60 * 60_000;
/** A request to plain http has to be complete within this time. */
const plainTimeoutMs = 10_000;
/** A TLS handshake has to be complete within this time. */
const handshakeTimeoutMs = 10_000;
/** Open connections to plain http, which are all short. */
const maxPlainConnections = 500;

const challengePath = '/.well-known/acme-challenge/';
const challenge = /^\/\.well-known\/acme-challenge\/([\w-]{16,200})$/;
const job = 'certificate';

const style = `
:root { color-scheme: light dark; }
body { max-width: 36em; margin: 0 auto; padding: 10vh 16px; font: 20px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }`;

/** The reason why https is missing, in words. */
const reasonFor = ({ type, detail }: CertificateTrouble, domain: string): string => {
  const { reasons } = wordsIn(fallbackLanguage()).certificate;
  const known = new Map([
    ['dns', reasons.dns({ domain })],
    ['connection', reasons.connection({ domain })],
    ['unauthorized', reasons.unauthorized({ domain })],
    ['rateLimited', reasons.rateLimited],
    ['caa', reasons.caa({ domain })],
    ['rejectedIdentifier', reasons.rejected({ domain })],
    ['away', reasons.away],
  ]);
  return known.get(type) ?? reasons.other({ detail });
};

interface Front {
  /** For Fastify: an https server that uses each new certificate without a restart. */
  createServer(options: ServerOptions, handler: RequestListener): Server;
  /** Listens for plain http, and begins to read new certificates. */
  listen(host: string): Promise<void>;
  /** Has clients of HTTP/2 open new connections, elsewhere, and ends what is left of the open ones after some seconds. */
  leave(): void;
  close(): Promise<void>;
}

interface FrontNeeds {
  db: Database;
  jobs: Jobs;
  limits: Limits;
  log: Logger;
  settings: { publicUrl: string; dataDir: string };
  shutdownSignal: AbortSignal;
}

/** The servers where `DOMAIN` is set. */
export const openFront = async (
  { db, settings, limits, log, jobs, shutdownSignal }: FrontNeeds,
  own: OwnNameSettings,
): Promise<Front> => {
  const { domain, plainPort } = own;
  const certificates: Certificates = await createCertificates(db, own);
  let present: Certificate | null = null;
  let server: ReturnType<typeof createTlsServer> | null = null;
  let sessions: Sessions | null = null;

  const take = (found: Certificate): void => server?.setSecureContext({ key: found.key, cert: found.chain });
  const reread = async (): Promise<void> => {
    const found = await certificates.find();
    if (!found || found.chain === present?.chain) return;
    present = found;
    take(found);
    await writeCertificateFiles(path.join(settings.dataDir, 'tls'), domain, found);
    log.info({ domain }, 'A certificate is in use');
  };

  const missing = async (): Promise<string> => {
    const texts = wordsIn(fallbackLanguage()).certificate;
    const trouble = await certificates.findTrouble();
    const tried =
      trouble &&
      texts.tried({ at: timeFor({ language: fallbackLanguage(), timeZone: 'UTC' }, new Date(trouble.at)) });
    return html`<!doctype html><html lang="${fallbackLanguage()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${texts.title}</title><style>${[{ text: style }]}</style></head><body><h1>${texts.title}</h1><p>${texts.missing({ domain })}</p>${trouble ? html`<p>${reasonFor(trouble, domain)}</p><p>${tried ?? ''}</p>` : html``}</body></html>`
      .text;
  };

  const answerPlain = async (
    url: string,
    address: string,
  ): Promise<{ status: number; headers: Record<string, string>; body: string }> => {
    if (present && !url.startsWith(challengePath)) {
      return { status: 308, headers: { location: settings.publicUrl + url }, body: '' };
    }
    // Everything else asks the database.
    if (!(await limits.tryConsume('plainHttp', networkOf(address)))) {
      return { status: 429, headers: { 'retry-after': String(rates.plainHttp.seconds) }, body: '' };
    }
    const token = challenge.exec(url)?.[1];
    if (token !== undefined) {
      const answer = await certificates.answerTo(token);
      const headers = { 'content-type': 'text/plain', 'cache-control': 'no-store' };
      return { status: answer === null ? 404 : 200, headers, body: answer ?? '' };
    }
    if (present) return { status: 404, headers: {}, body: '' };
    return { status: 503, headers: { ...pageHeaders(style) }, body: await missing() };
  };

  const plain = createHttpServer(
    { requestTimeout: plainTimeoutMs, headersTimeout: plainTimeoutMs, connectionsCheckingInterval: 1_000 },
    (request, response) => {
      // The body of a request is not read, so the connection cannot be used again.
      response.setHeader('connection', 'close');
      const { url = '' } = request;
      // A whole address is meant for a proxy.
      if (!url.startsWith('/')) return void response.writeHead(400).end();
      answerPlain(url, request.socket.remoteAddress ?? '').then(
        ({ status, headers, body }) => response.writeHead(status, headers).end(body),
        (error: unknown) => {
          log.error({ err: error }, 'Plain http could not answer');
          response.writeHead(500).end();
        },
      );
    },
  );

  plain.maxConnections = maxPlainConnections;

  jobs.handle(
    job,
    async () => {
      try {
        if (await certificates.renew()) await reread();
      } catch (error) {
        const wait = error instanceof AcmeProblem && error.retryAt !== null ? error.retryAt - Date.now() : 0;
        throw wait > 0 ? new JobNotReady(wait) : error;
      }
    },
    { every: checkEveryMs, atStart: true },
  );

  return {
    createServer: (options, handler) => {
      const made = createTlsServer(
        { ...options, handshakeTimeout: handshakeTimeoutMs, ALPNProtocols: ['h2', 'http/1.1'] },
        handler,
      );
      server = made;
      const listeners = made.listeners('secureConnection');
      const acceptHttp1 = (connection: Duplex) => {
        for (const listener of listeners) Reflect.apply(listener, made, [connection]);
      };
      const begun = createSessions({
        accept: acceptHttp1,
        cookie: sessionCookie(settings.publicUrl),
        limits,
        log,
      });
      sessions = begun;
      made.removeAllListeners('secureConnection').on('secureConnection', (socket: TLSSocket) => {
        if (socket.alpnProtocol === 'h2') begun.begin(socket);
        else acceptHttp1(socket);
      });
      if (present) take(present);
      return made;
    },
    listen: async (host) => {
      await new Promise<void>((resolve, reject) => {
        plain.once('error', reject).listen(plainPort, host, resolve);
      });
      await reread();
      const timer = setInterval(() => {
        reread().catch((error: unknown) => log.warn({ err: error }, 'The certificate could not be read'));
      }, rereadEveryMs).unref();
      shutdownSignal.addEventListener('abort', () => clearInterval(timer));
    },
    leave: () => sessions?.leave(),
    close: async () => {
      plain.closeAllConnections();
      await new Promise((resolve) => plain.close(resolve));
    },
  };
};
