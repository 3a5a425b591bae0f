import assert from 'node:assert/strict';
import { makeAllLetters } from '../../server/features/letters/evening.ts';
import type { Mail } from './mailbox.ts';
import type { MailboxMember } from './mailbox-members.ts';
import type { TestServer } from './test-server.ts';

/** A page as its reader gets it. */
export interface Shown {
  status: number;
  html: string;
  headers: Headers;
}

/** A browser without scripts and without a session. It keeps cookies and follows no redirect. */
export class LetterBrowser {
  readonly #url: string;
  cookie: string | null = null;

  constructor(server: TestServer) {
    this.#url = server.url;
  }

  async #ask(path: string, init: RequestInit): Promise<Shown> {
    const headers = new Headers(init.headers);
    if (this.cookie !== null) headers.set('cookie', this.cookie);
    const response = await fetch(this.#url + path, { ...init, headers, redirect: 'manual' });
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) this.cookie = set.split(';')[0] ?? null;
    return { status: response.status, html: await response.text(), headers: response.headers };
  }

  get(path: string, method: 'GET' | 'HEAD' = 'GET'): Promise<Shown> {
    return this.#ask(path, { method });
  }

  post(
    path: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Shown> {
    return this.#ask(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  /** Presses the button of a letter's page, and the one behind the mailed link. @returns where it leads */
  async becomesKnown(server: TestServer, letter: string, member: { email: string }): Promise<string> {
    assert.equal((await this.post(`${letter}/open`)).status, 200);
    const [mail] = await server.mailsTo(member);
    const { status, headers } = await this.post(linkIn(mail));
    assert.equal(status, 303);
    return headers.get('location') ?? '';
  }
}

/** The path of the first link to a page of letters in a mail. */
export const linkIn = (mail: Mail | undefined): string =>
  /https?:\/\/[^/\s]+(\/letter\/[^\s#]+)/.exec(mail?.text ?? '')?.[1] ??
  assert.fail(`no link: ${mail?.text}`);

/** The letter that a member gets now, and the path of its page. */
export const letterTo = async (
  server: TestServer,
  member: MailboxMember,
): Promise<{ mail: Mail; page: string }> => {
  const { context } = server.app;
  await makeAllLetters(context);
  await context.jobs.idle();
  // A letter waits for the copies of its photos.
  await context.db.write((tx) => context.jobs.hasten(tx, [`letter:${member.key}`]));
  const [mail] = await server.mailsTo(member);
  assert.ok(mail, 'a letter');
  return { mail, page: /\/letter\/[a-z2-7]{26}/.exec(mail.text)?.[0] ?? assert.fail(mail.text) };
};
