import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { messages } from '../../../../contract/errors/errors.ts';
import type { AppContext } from '../../../app-context.ts';
import type { Routes } from '../../../feature.ts';
import { limits } from '../../../../contract/limits.ts';
import { readFields } from '../../../platform/http/body-types.ts';
import { letterCookie } from '../../../platform/http/cookie.ts';
import { pageHeaders } from '../../../platform/http/fixed-headers.ts';
import { languageOf } from '../../../platform/http/language.ts';
import { networkOf } from '../../../platform/http/network.ts';
import { readRestOfBody } from '../../../platform/http/rest-of-body.ts';
import type { RawRoute } from '../../../platform/http/routes.ts';
import { missing, Problem, statusOf } from '../../../platform/problem.ts';
import { translate } from '../../../words/words.ts';
import { findExportFile } from '../../account/export/request.ts';
import { createFileSender } from '../../media/send-file.ts';
import { findAsked } from './ask.ts';
import { isKnown } from './browsers.ts';
import { choicesHandlers } from './choices-handlers.ts';
import { findChoosing } from './choices-links.ts';
import { type PageHandler, letterHandlers } from './letter-handlers.ts';
import { type Page, pageHtml, pageWords, smallPage } from './layout.ts';
import { createPresses } from './presses.ts';
import { style } from './style.ts';
import { type Answer, findAnyLetter, findLetter, type Visit } from './visit.ts';

const headers = pageHeaders(style);

const Texts = z.catch(z.record(z.string(), z.string()), {});

/** Names the problem, and shows the words that were typed. Expired and unknown links get the same page. */
const problemPage = (error: unknown, { language, fields }: Visit, log: FastifyRequest['log']): Page => {
  const words = pageWords(language);
  const typed = fields['content'] === undefined ? {} : { typed: fields['content'] };
  if (error instanceof Problem && error.code === 'missing')
    return smallPage(language, words.missing, { status: 404, ...typed });
  if (!(error instanceof Problem)) log.error({ err: error }, 'A page of a letter failed');
  const { code, message } =
    error instanceof Problem ? error : { code: 'unavailable' as const, message: messages.broken };
  const about = translate(message, language);
  return smallPage(language, { title: words.problem.title, about }, { status: statusOf[code], ...typed });
};

const send = (reply: FastifyReply, page: Page) =>
  reply
    .status(page.status ?? 200)
    .headers(headers)
    .send(pageHtml(page));

interface Handled {
  handle: PageHandler;
  /** The most bytes of a form. */
  maxBytes: number;
  worksOnce?: boolean | undefined;
}

/** Pages for members who take part by e-mail alone. They need no script and no session, and none opens an endpoint. */
export const pages: Routes = ({ raw }, context) => {
  const cookie = letterCookie(context.settings.publicUrl);

  const visitOf = (request: FastifyRequest): Visit => ({
    params: Texts.parse(request.params),
    query: Texts.parse(request.query),
    isForm: request.method === 'POST',
    fields: {},
    browser: cookie.read(request),
    network: networkOf(request.ip),
    language: languageOf(request),
  });

  /** Looks up the link before the form is read: a stranger's form costs no more than a GET. @throws missing */
  const assertLink = async (request: FastifyRequest, { params }: Visit): Promise<void> => {
    try {
      if (params['ticket'] !== undefined && params['token'] === undefined)
        await findChoosing(context, params['ticket']);
      else if (!(await findAsked(context, params['token']))) await findAnyLetter(context, params['token']);
    } catch (error) {
      if (error instanceof Problem) await context.limits.consume('unknownLetters', networkOf(request.ip));
      throw error;
    }
  };

  const presses = createPresses();

  const answerTo = async (
    request: FastifyRequest,
    { handle, maxBytes, worksOnce = false }: Handled,
  ): Promise<Answer> => {
    let visit = visitOf(request);
    try {
      if (visit.isForm) {
        const place = `${visit.network} ${request.url.replace(/\?.*$/, '')}`;
        if (!worksOnce || !presses.has(place)) await assertLink(request, visit);
        const sent = { ...visit, fields: await readFields(request, maxBytes) };
        visit = sent;
        if (worksOnce) return await presses.answer(place, sent.fields, () => handle(context, sent));
      }
      return await handle(context, visit);
    } catch (error) {
      void readRestOfBody(request);
      return problemPage(error, visit, request.log);
    }
  };

  const page = (route: Pick<RawRoute, 'method' | 'path'>, handled: Handled): void => {
    raw(
      {
        ...route,
        credential: 'anyone',
        rate: 'letterPages',
        ...(route.method === 'POST' && { takesFields: true }),
      },
      async (request, reply) => {
        const answer = await answerTo(request, handled);
        if (answer.browser !== undefined) cookie.set(reply, answer.browser);
        if ('to' in answer) return reply.headers(headers).redirect(answer.to, 303);
        return send(reply, answer);
      },
    );
  };
  for (const { method, path, maxBytes = limits.formBytes, ...handled } of letterHandlers)
    page({ method, path: `/letter/:token${path}` }, { ...handled, maxBytes });
  for (const { method, path, ...handled } of choicesHandlers)
    page({ method, path: `/letter/mine/:ticket${path}` }, { ...handled, maxBytes: limits.formBytes });

  serveFiles(raw, context, visitOf);
};

type Raw = Parameters<Routes>[0]['raw'];

/** Photos, videos and the member's export. */
const serveFiles = (raw: Raw, context: AppContext, visitOf: (request: FastifyRequest) => Visit): void => {
  const sendFile = createFileSender(context);
  const file = (
    path: string,
    serve: (visit: Visit, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): void => {
    raw({ method: 'GET', path, credential: 'anyone', rate: 'letterPages' }, async (request, reply) => {
      const visit = visitOf(request);
      try {
        return await serve(visit, request, reply);
      } catch (error) {
        // These headers describe the file that could not be sent.
        for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
        return send(reply, problemPage(error, visit, request.log));
      }
    });
  };

  file('/letter/:token/photos/:name', async (visit, request, reply) => {
    const letter = await findLetter(context, visit.params['token']);
    if (!(await isKnown(context.db, visit.browser, letter))) throw missing();
    await context.limits.consume('files', String(letter.viewer.id));
    return sendFile(request, reply, letter.viewer, visit.params['name'] ?? '');
  });

  file('/letter/mine/:ticket/file', async (visit, request, reply) => {
    const { viewer } = await findChoosing(context, visit.params['ticket']);
    const found = await findExportFile(context, viewer);
    reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${found.name}"`)
      .header('content-length', found.bytes)
      .type('application/zip');
    return reply.send(request.method === 'HEAD' ? Readable.from([]) : found.open());
  });
};
