import cookiePlugin from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { messages } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { Logger } from '../log.ts';
import { Problem } from '../problem.ts';
import { newId } from '../text/ids.ts';
import { answerError } from './answer-errors.ts';

interface ServerNeeds {
  publicUrl: string;
  trustProxy: string[];
  log: Logger;
}

/** A Fastify server with our bodies, headers, errors and log lines, and no routes. */
export const createServer = async ({ publicUrl, trustProxy, log }: ServerNeeds): Promise<FastifyInstance> => {
  const secure = publicUrl.startsWith('https:');
  const loggerInstance: FastifyBaseLogger = log;
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    bodyLimit: limits.jsonBytes,
    // An upload has ten minutes; JSON bodies have a shorter time of their own.
    requestTimeout: 600_000,
    http: { headersTimeout: 15_000 },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    // Open streams and idle connections must not hold up the end of the process.
    forceCloseConnections: true,
  });
  app.setErrorHandler(answerError);

  // JSON by its exact type alone: odd types have been a way around validation (CVE-2025-32442).
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

  await app.register(cookiePlugin);
  await app.register(multipart, {
    limits: {
      fileSize: Number.POSITIVE_INFINITY,
      files: 11,
      fields: 10,
      parts: 21,
      fieldSize: limits.jsonBytes,
    },
    throwFileSizeLimit: false,
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header(
      'permissions-policy',
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
    );
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const line = {
      id: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (reply.statusCode >= 500) request.log.error(line, 'answered');
    else request.log.debug(line, 'answered');
  });
  return app;
};
