import type { BrowserContext } from 'playwright-core';
import { Language } from '../../contract/shapes.ts';
import { questionMail } from '../../server/features/mailbox/question.ts';
import { mailLayout } from '../../server/platform/mail/layout.ts';
import { letterLayout } from '../../server/features/letters/layout.ts';
import { escapeHtml } from '../../server/platform/text/html.ts';
import { inventLetters, pictureOf } from '../mail/invented-letters.ts';

const folder = '/letters/';

// A mail program shows the pictures that are parts of the mail. The checks of pages expect a landmark.
const asPage = async (html: string): Promise<string> => {
  let page = html.replace(/<body[^>]*>/, '$&<main>').replace('</body>', '</main></body>');
  for (const cid of new Set([...html.matchAll(/src="cid:([^"]+)"/g)].map(([, id = '']) => id))) {
    const bytes = await pictureOf(cid);
    page = page.replaceAll(`cid:${cid}`, `data:image/jpeg;base64,${bytes.toString('base64')}`);
  }
  return page;
};

const textAsPage = (text: string, language: string): string =>
  `<!doctype html><html lang="${language}"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${folder}</title>
<main style="overflow-wrap: anywhere"><h1>text/plain</h1><pre style="white-space: pre-wrap; overflow-wrap: anywhere">${escapeHtml(text)}</pre></main></html>`;

const inventQuestion = (language: Language) =>
  questionMail(
    { mailReply: 'circle+{key}@example.org', publicUrl: 'https://circle.example.org' },
    {
      id: 1,
      circle_id: 1,
      inviter_id: 1,
      email: 'rosa@example.org',
      first_name: 'Rosa',
      last_name: 'Duarte',
      verifies: 0,
      circle: 'Family',
      inviterFirst: 'Ines',
      inviterLast: 'Duarte',
      language,
    },
    'k'.repeat(43),
  );

const pages = new Map(
  await Promise.all(
    Language.options.flatMap((language) =>
      [
        ...Object.entries(inventLetters(language)).map(
          ([name, letter]) => [name, letterLayout(letter)] as const,
        ),
        ['question', mailLayout(inventQuestion(language))] as const,
      ].flatMap(([name, { html, text }]) => {
        const at = `${folder}${language}/${name}`;
        return [
          asPage(html).then((page) => [at, page] as const),
          Promise.resolve([`${at}.txt`, textAsPage(text, language)] as const),
        ];
      }),
    ),
  ),
);

/** The URLs of letters as pages, in all languages: as HTML, and as plain text. */
export const letterPages = [...pages.keys()];

/** Serves the letters to a browser's pages, beside the app. */
export const serveLetters = (context: BrowserContext): Promise<unknown> =>
  context.route(
    ({ pathname }) => pathname.startsWith(folder),
    (route) => {
      const body = pages.get(new URL(route.request().url()).pathname);
      return route.fulfill(
        body === undefined ? { status: 404 } : { body, contentType: 'text/html; charset=utf-8' },
      );
    },
  );
