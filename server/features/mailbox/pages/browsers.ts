import type { AppContext } from '../../../app-context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { issueTicket, readTicket, shortenTicket } from '../../../platform/db/tickets.ts';
import { hashOf, newToken } from '../../../platform/text/ids.ts';
import { wordsFor } from '../../../words/reader.ts';
import { queueMailboxMail } from '../mails.ts';
import { onTheWayTo, type OpenLetter, type Visit } from './visit.ts';

const day = 24 * 60 * 60_000;
const knownForMs = 90 * day;
const linkExpiresAfterMs = 15 * 60_000;

/** How long a pressed link works in the browser that asked. A double press can lose the first answer, and its cookie. */
const doublePressMs = 60_000;

const ticketKind = 'letter_browser';

/** A token as this server makes it. Browsers send others, too. */
const tokenShape = /^[\w-]{43}$/;

/** Whether the browser may show the letters of this member. */
export const isKnown = async (
  { read }: Pick<Database, 'read'>,
  browser: string | null,
  { viewer }: OpenLetter,
): Promise<boolean> => {
  if (browser === null) return false;
  const row = await read
    .selectFrom('letter_browsers')
    .select('user_id')
    .where('token_hash', '=', hashOf(browser))
    .where('user_id', '=', viewer.id)
    .where('expires_at', '>', Date.now())
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Counts a mail with a link to the member (MAILBOX-66).
 * @returns false if this network, or all of them together, had so many sent today as they may
 */
export const mayMailLink = async (
  { db, limits }: Pick<AppContext, 'db' | 'limits'>,
  purpose: 'browser' | 'mine',
  letter: OpenLetter,
  { browser, network }: Pick<Visit, 'browser' | 'network'>,
): Promise<boolean> => {
  const whose = `${purpose} ${letter.viewer.id}`;
  if (await isKnown(db, browser, letter)) return limits.tryConsume('letterLinks', `${whose} known`);
  return (
    (await limits.tryConsume('letterLinks', `${whose} ${network}`)) &&
    limits.tryConsume('letterLinksInAll', whose)
  );
};

/**
 * Mails the member a link that makes this browser known. A stranger with a forwarded letter causes that mail and nothing
 * else.
 * @returns the browser's token; null if too many such mails were sent today
 */
export const askForBrowser = async (
  context: AppContext,
  letter: OpenLetter,
  visit: Pick<Visit, 'browser' | 'network' | 'fields'>,
  moment: string | null,
): Promise<string | null> => {
  const { db, settings } = context;
  const { viewer, url } = letter;
  if (!(await mayMailLink(context, 'browser', letter, visit))) return null;
  // Two presses in a browser without a cookie send the same field, so that both mails are for this browser.
  const { browser, fields } = visit;
  const token = [browser, fields['browser']].find((one) => tokenShape.test(one ?? '')) ?? newToken();
  const { mail } = wordsFor(viewer).letterPage;
  await db.write(async (tx) => {
    const ticket = await issueTicket(tx, {
      kind: ticketKind,
      userId: viewer.id,
      data: hashOf(token),
      expiresAfterMs: linkExpiresAfterMs,
    });
    await queueMailboxMail(context, tx, viewer.id, {
      subject: mail.subject,
      paragraphs: [mail.about, mail.notYou],
      action: {
        text: mail.action,
        url: `${settings.publicUrl}${url}/browser/${ticket}${onTheWayTo(moment)}`,
      },
    });
  });
  return token;
};

/**
 * Makes the browser known for 90 days, if the link was mailed because of this browser. The browser gets a fresh token: a
 * sibling domain could have planted the one it came with, and know it. The fresh token is also known for the members of
 * the old one. That is safe, because this browser had shown the old one, and the old one gains nothing.
 * @returns the fresh token; null if the link is over
 */
export const enterBrowser = (
  { db }: Pick<AppContext, 'db'>,
  { viewer }: OpenLetter,
  { browser, ticket }: { browser: string; ticket: string },
): Promise<string | null> =>
  db.write(async (tx) => {
    const oldHash = hashOf(browser);
    // The link stays valid when another browser opens it.
    const found = await readTicket(tx.q, ticketKind, ticket);
    if (found?.userId !== viewer.id || found.data !== oldHash) return null;
    await shortenTicket(tx, ticketKind, ticket, doublePressMs);
    const now = Date.now();
    const until = now + knownForMs;
    await tx.q.deleteFrom('letter_browsers').where('expires_at', '<=', now).execute();
    const others = await tx.q
      .selectFrom('letter_browsers')
      .select(['user_id', 'created_at', 'expires_at'])
      .where('token_hash', '=', oldHash)
      .where('user_id', '!=', viewer.id)
      .execute();
    const fresh = newToken();
    await tx.q
      .insertInto('letter_browsers')
      .values(
        [...others, { user_id: viewer.id, created_at: now, expires_at: until }].map((row) => ({
          ...row,
          token_hash: hashOf(fresh),
        })),
      )
      .execute();
    return fresh;
  });
