import { randomUUID } from 'node:crypto';
import type { RequestListener, Server, ServerOptions } from 'node:http';
import { Readable } from 'node:stream';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { Problem } from '../problem.ts';
import { answerError } from './answer-errors.ts';
import { type BodyTimes, bodyTimes, limitBodyTime } from './body-time.ts';
import type { Drain } from './drain.ts';
import { fixedHeaders, responseWith } from './fixed-headers.ts';
import { answerBadAddress, answerBadHttp } from './framework-errors.ts';
import { createProxyNotes, type ProxyNotes } from './proxy-notes.ts';
import { readRestOfBody } from './rest-of-body.ts';

/**
 * Disconnects a client that reads nothing of a streamed answer for `stalledMs`, because each one keeps a file open. The
 * socket's own timeout would restart with each byte that the client sends.
 */
const limitStall = ({ raw: { socket } }: FastifyRequest, reply: FastifyReply, stalledMs: number): void => {
  let before = socket.bytesWritten;
  const timer = setInterval(() => {
    // The client may have left before this was called, and `close` with it.
    if (socket.destroyed) clearInterval(timer);
    else if (socket.bytesWritten === before) socket.destroy();
    before = socket.bytesWritten;
  }, stalledMs).unref();
  reply.raw.once('close', () => clearInterval(timer));
};

interface ServerNeeds {
  publicUrl: string;
  trustProxy: string[];
  drain: Drain;
  log: Logger;
  metrics: Metrics;
  proxyNotes?: ProxyNotes;
  /** Milliseconds after which a client that reads nothing of a streamed answer is disconnected. */
  stalledMs?: number;
  times?: BodyTimes;
  /** Makes the server. Default: plain http. */
  createServer?: (options: ServerOptions, handler: RequestListener) => Server;
}

/** Makes ids that are unique among processes, at a tenth of the cost of a UUID. */
const nextRequestId = () => {
  const prefix = randomUUID().slice(0, 13);
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
};

/** Answers that end only when the client disconnects. */
const streamingPaths: ReadonlySet<string> = new Set(['/api/events']);

/** Makes a Fastify server with the error bodies, headers and log lines of Circle, and without routes. */
export const createHttpServer = async (needs: ServerNeeds): Promise<FastifyInstance> => {
  const { publicUrl, trustProxy, drain, log, metrics, stalledMs = 60_000, times = bodyTimes } = needs;
  const { proxyNotes = createProxyNotes(log) } = needs;
  const loggerInstance: FastifyBaseLogger = log;
  const headers = fixedHeaders(publicUrl.startsWith('https:'));
  // Node's own answer to a request without a host would lack our headers.
  const http = { headersTimeout: 15_000, requireHostHeader: false, ServerResponse: responseWith(headers) };
  const { createServer } = needs;
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nextRequestId(),
    // Fastify's logger for each request costs more than our few lines, which carry the request id themselves.
    childLoggerFactory: (logger) => logger,
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    bodyLimit: limits.jsonBytes,
    // Uploads may take longer than any limit of Node's. `limitBodyTime` has its own for each kind of body.
    requestTimeout: 0,
    http,
    // Fastify sets its timeouts only on servers that it makes.
    ...(createServer && {
      serverFactory: (handler: RequestListener) =>
        createServer({ ...http, requestTimeout: 0, keepAliveTimeout: 72_000 }, handler),
    }),
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerBadHttp(headers),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    // Close idle connections at the shutdown, but none that waits for an answer.
    forceCloseConnections: 'idle',
  });
  limitBodyTime(app.server, times);
  app.setErrorHandler(async (error: FastifyError | Problem, request, reply) => {
    const rest = readRestOfBody(request);
    // Fastify closes the connection after a refused body, and an answer is lost when that comes too early.
    if (drain.isOn || !reply.raw.shouldKeepAlive) await rest;
    else reply.removeHeader('connection');
    return answerError(error, request, reply);
  });
  app.server.on('checkExpectation', (_request, response) => {
    response.writeHead(417).end();
  });

  // Accept JSON by its exact type alone: unusual types have been a way around validation (CVE-2025-32442).
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/json(?:;\s*charset=utf-8)?$/i,
    { parseAs: 'string' },
    (_request, body, done) => {
      try {
        const parsed: unknown = body === '' ? {} : JSON.parse(String(body));
        done(null, parsed);
      } catch {
        done(new Problem('invalid', messages.badJson));
      }
    },
  );

  app.addHook('onRequest', (request, reply, done) => {
    proxyNotes.note(request);
    drain.count(1);
    if (drain.isOn) reply.header('connection', 'close');
    if (request.headers.host === undefined) done(new Problem('invalid', messages.invalid));
    else done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (payload instanceof Readable) limitStall(request, reply, stalledMs);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    drain.count(-1);
    const route = request.routeOptions.url ?? 'none';
    const line = {
      id: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    metrics.answered({
      method: request.method,
      route,
      status: reply.statusCode,
      seconds: streamingPaths.has(route) ? null : reply.elapsedTime / 1_000,
    });
    if (reply.statusCode >= 500) request.log.error(line, 'answered');
    else request.log.debug(line, 'answered');
    done();
  });
  return app;
};
