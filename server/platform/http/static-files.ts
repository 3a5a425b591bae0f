import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '../../../contract/errors/errors.ts';
import { translate } from '../../words/words.ts';
import type { Logger } from '../log.ts';
import type { TokenCookie } from './cookie.ts';
import { languageOf } from './language.ts';
import { createHomePage, isHomePage, isPublicHome } from './home-page.ts';

/** Paths that are never a page of the web app. */
const notPages = /^\/(?:api|uploads|assets)(?:\/|$)|^\/(?:healthz|readyz|metrics)$/;

const answerMissing = (reply: FastifyReply) =>
  reply
    .header('cache-control', 'no-store')
    .status(404)
    .send({ message: translate(messages.notFound, languageOf(reply.request)) });

/** For a server without the built web app: it serves the API alone. */
export const serveNoWebApp = (app: FastifyInstance): void => {
  app.setNotFoundHandler((_request, reply) => answerMissing(reply));
};

/** Paths of pages that are separate documents, with their different headers. */
export type OwnDocuments = ReadonlyMap<string, Readonly<Record<string, string>>>;

interface WebAppNeeds {
  folder: string;
  ownDocuments: OwnDocuments;
  cookie: TokenCookie;
  log: Logger;
}

/**
 * Serves the built web app: hashed assets for a year with the brotli text made at build, everything else fresh,
 * and the app's page for every path that could be one of its screens.
 */
export const serveWebApp = async (
  app: FastifyInstance,
  { folder, ownDocuments, cookie, log }: WebAppNeeds,
): Promise<void> => {
  const homePage = await createHomePage(app, folder, log);
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const hashed = path.relative(folder, file).startsWith(`assets${path.sep}`);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const [pathname = '/'] = request.url.split('?');
    if ((request.method !== 'GET' && request.method !== 'HEAD') || notPages.test(pathname))
      return answerMissing(reply);
    const isSignedIn = cookie.read(request) !== null;
    if (!isSignedIn && isPublicHome(request.url)) return reply.sendFile('visitor.html');
    const page = isSignedIn && isHomePage(request) ? await homePage(request, reply) : null;
    if (page !== null) return reply.send(page);
    return reply.headers(ownDocuments.get(pathname.replace(/\/$/, '')) ?? {}).sendFile('index.html');
  });
};
