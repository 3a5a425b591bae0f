import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as account from '../../../contract/account.ts';
import * as auth from '../../../contract/auth.ts';
import * as circles from '../../../contract/circles.ts';
import * as notifications from '../../../contract/notifications.ts';
import * as posts from '../../../contract/posts.ts';
import type { Language } from '../../../contract/shapes.ts';
import type { Logger } from '../log.ts';

/** The first reads of a member's home page, the most important first. */
const reads = [
  auth.currentUser.path,
  posts.feed.path,
  notifications.unread.path,
  account.stats.path,
  circles.list.path,
  `${posts.feed.path}?circleId=${posts.sharedWithYou}&limit=1`,
];

/** An answer that does not fit is left out, and the page fetches it. */
const maxBytes = 96 * 1_024;
/** A page without answers is better than a late page. */
const timeoutMs = 1_000;

const compress = promisify(gzip);

/** The place for the answers, at the end of the page. */
const place = '</body>';

/**
 * Whether the home page of a member is requested. Not from a foreign page: that could make a member's browser request
 * it again and again, to guess private text by the size of the compressed page.
 */
export const isHomePage = ({ url, headers }: FastifyRequest): boolean =>
  /^\/(?:home)?(?:\?language=\w+)?$/.test(url) &&
  ['none', 'same-origin', undefined].includes(headers['sec-fetch-site']?.toString());

/** Whether the public home page is requested. With an invitation in its URL, another page opens. */
export const isPublicHome = (url: string): boolean => /^\/(?:landing)?(?:\?language=\w+)?$/.test(url);

/** As data in a page, where no text of a member can end the element. */
const asElement = (answers: readonly (readonly [string, string])[]): string => {
  const fields = answers.map(([url, body]) => `${JSON.stringify(url)}:${body}`);
  const json = `{${fields.join(',')}}`.replaceAll('<', String.raw`\u003c`);
  return `<script type="application/json" id="answers">${json}</script>`;
};

/**
 * The home page with the answers of its first reads, so that a member with an empty cache waits for no second round
 * trip. Each answer comes from its own route by an internal request with the same cookie, so all its checks apply.
 * Null for a visitor, and if anything fails: the plain page then fetches for itself.
 */
export const createHomePage = async (
  app: FastifyInstance,
  folder: string,
  languages: readonly Language[],
  log: Logger,
) => {
  const pages = new Map(
    await Promise.all(
      languages.map(async (language) => {
        const html = await readFile(path.join(folder, `member.${language}.html`), 'utf8');
        return [language, html.split(place)] as const;
      }),
    ),
  );

  const ask = async (url: string, { ip, headers }: FastifyRequest): Promise<string | null> => {
    const { cookie = '', host = '' } = headers;
    const answer = await app.inject({ method: 'GET', url, headers: { cookie, host }, remoteAddress: ip });
    return answer.statusCode === 200 ? answer.payload : null;
  };

  const gather = async (request: FastifyRequest, language: Language): Promise<string | null> => {
    const [head = '', end = ''] = pages.get(language) ?? [];
    const bodies = await Promise.all(reads.map((url) => ask(url, request)));
    if (bodies[0] === null) return null;
    let room = maxBytes;
    const answers = reads.flatMap((url, index) => {
      const body = bodies[index];
      if (!body || body.length > room) return [];
      room -= body.length;
      return [[url, body] as const];
    });
    return head + asElement(answers) + place + end;
  };

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    language: Language,
  ): Promise<Buffer | string | null> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, null);
    });
    try {
      const page = await Promise.race([gather(request, language), late]);
      if (page === null) return null;
      const zipped = request.headers['accept-encoding']?.includes('gzip') ? await compress(page) : null;
      if (zipped) reply.header('content-encoding', 'gzip');
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
      return zipped ?? page;
    } catch (error) {
      log.error({ err: error }, 'The home page was sent without answers');
      return null;
    } finally {
      clearTimeout(timer);
    }
  };
};
