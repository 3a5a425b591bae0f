import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '../../../contract/errors/errors.ts';
import { isLanguage, Language } from '../../../contract/shapes.ts';
import { translate } from '../../words/words.ts';
import type { Logger } from '../log.ts';
import { readCookie, type TokenCookie } from './cookie.ts';
import { createHomePage, isHomePage, isPublicHome } from './home-page.ts';
import { languageOf } from './language.ts';

/** Paths that are never a page of the web app. */
const notPages = /^\/(?:api|uploads|assets|letter|frame)(?:\/|$)|^\/(?:healthz|readyz|metrics)$/;

/** Names of files of the web app. Pages have no extension, so they are not looked for on the disk. */
const isFileName = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.\w+$/;

const answerMissing = (reply: FastifyReply) =>
  reply
    .header('cache-control', 'no-store')
    .status(404)
    .send({ message: translate(messages.notFound, languageOf(reply.request)) });

/** For a server without the built web app: it serves the API alone. */
export const serveNoWebApp = (app: FastifyInstance): void => {
  app.setNotFoundHandler((_request, reply) => answerMissing(reply));
};

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** Paths of pages that are separate documents, with their different headers. */
export type OwnDocuments = ReadonlyMap<string, Readonly<Record<string, string>>>;

interface WebAppNeeds {
  folder: string;
  ownDocuments: OwnDocuments;
  cookie: TokenCookie;
  log: Logger;
  /** The language of the member whose session a token opens. */
  findLanguage: (token: string) => Promise<Language | null>;
}

/** A visitor's choice of language, made by a link with `?language=`. */
const choice = { cookie: 'circle_language', maxAge: 400 * 24 * 60 * 60 };

const languageOrNull = (code: string | null): Language | null =>
  code !== null && isLanguage(code) ? code : null;

/**
 * Serves the built web app: hashed assets for a year with the brotli text made at build, everything else fresh,
 * and the app's page for every path that could be one of its screens, in the language of its reader.
 */
export const serveWebApp = async (
  app: FastifyInstance,
  { folder, ownDocuments, cookie, log, findLanguage }: WebAppNeeds,
): Promise<void> => {
  const built = Language.options.filter((language) =>
    existsSync(path.join(folder, `index.${language}.html`)),
  );
  const homePage = await createHomePage(app, folder, built, log);
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    serve: false,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const hashed = path.relative(folder, file).startsWith(`assets${path.sep}`);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  // Each language requests all assets in its own folder, where only those with sentences are (web/build/words.ts).
  const spoken = new Set(built.flatMap((language) => namesIn(path.join(folder, 'assets', language))));
  const fileOf = (pathname: string): string =>
    pathname.replace(/^assets\/[a-z]{2}\/([^/]+)$/, (all, name: string) =>
      spoken.has(name) ? all : `assets/${name}`,
    );

  // One route: the plugin's own, one for each of a thousand files, take most of the time of a start.
  app.get('/*', (request: FastifyRequest, reply: FastifyReply) => {
    const [pathname = ''] = request.url.slice(1).split('?');
    return isFileName.test(pathname) ? reply.sendFile(fileOf(pathname)) : reply.callNotFound();
  });

  // A failure to look up the session must not keep the page away: the page then reports it.
  const languageOfMember = async (token: string): Promise<Language | null> => {
    try {
      return await findLanguage(token);
    } catch (error) {
      log.error({ err: error }, 'A page was sent without knowing the language of its reader');
      return null;
    }
  };

  const chooseLanguage = async (request: FastifyRequest, reply: FastifyReply): Promise<Language> => {
    reply.header('vary', 'accept-language, cookie');
    const token = cookie.read(request);
    const own = token === null ? null : await languageOfMember(token);
    if (own !== null) return own;
    const [, query] = request.url.split('?');
    const asked = languageOrNull(new URLSearchParams(query).get('language'));
    if (asked === null)
      return languageOrNull(readCookie(request.headers.cookie, choice.cookie)) ?? languageOf(request);
    reply.header(
      'set-cookie',
      `${choice.cookie}=${asked}; Max-Age=${choice.maxAge}; Path=/; HttpOnly; SameSite=Lax`,
    );
    return asked;
  };

  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const [pathname = '/'] = request.url.split('?');
    if ((request.method !== 'GET' && request.method !== 'HEAD') || notPages.test(pathname))
      return answerMissing(reply);
    const chosen = await chooseLanguage(request, reply);
    const language = built.includes(chosen) ? chosen : 'en';
    // A worker that an earlier version registered asks for its update here.
    if (pathname === '/sw.js') return reply.sendFile(`sw.${language}.js`);
    const isSignedIn = cookie.read(request) !== null;
    if (!isSignedIn && isPublicHome(request.url)) return reply.sendFile(`visitor.${language}.html`);
    const page = isSignedIn && isHomePage(request) ? await homePage(request, reply, language) : null;
    if (page !== null) return reply.send(page);
    return reply
      .headers(ownDocuments.get(pathname.replace(/\/$/, '')) ?? {})
      .sendFile(`index.${language}.html`);
  });
};
