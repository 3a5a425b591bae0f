import { sql } from 'kysely';
import type { Queries, Tx } from '../../platform/db/database.ts';
import { hashOf, newId, newToken } from '../../platform/text/ids.ts';
import { notify } from '../notifications/notify.ts';
import { deviceOf } from '../notifications/device.ts';

/** A browser that was not used for this long counts as unknown again, in milliseconds. */
export const knownBrowserMs = 400 * 24 * 60 * 60_000;

const isToken = (text: string | null): text is string => text !== null && /^[\w-]{43}$/.test(text);

/** The mark of a browser that used a mailed link. It is known, but its first sign-in still sends a notification. */
const byMail = 'mailed ';

/** The browser that sent this token has signed in to the account before, or used a mailed link to get back in. */
export const isKnownBrowser = async (q: Queries, userId: number, token: string | null): Promise<boolean> => {
  if (!isToken(token)) return false;
  const row = await q
    .selectFrom('known_browsers')
    .select('id')
    .where('user_id', '=', userId)
    .where('token_hash', 'in', [hashOf(token), byMail + hashOf(token)])
    .executeTakeFirst();
  return row !== undefined;
};

/** Draws a new token for a browser, for every member who signed in there. */
const renewToken = async ({ q }: Tx, given: string | null): Promise<{ token: string; hash: string }> => {
  const token = newToken();
  const hash = hashOf(token);
  if (isToken(given))
    await q
      .updateTable('known_browsers')
      .set({ token_hash: hash })
      .where('token_hash', '=', hashOf(given))
      .execute();
  return { token, hash };
};

/**
 * Makes a browser known that used a mailed link to get back in: others may have used up the tries of unknown ones.
 * @returns the token that the browser has to keep
 */
export const knowBrowserByMail = async (tx: Tx, userId: number, given: string | null): Promise<string> => {
  const { token, hash } = await renewToken(tx, given);
  const now = Date.now();
  await tx.q
    .insertInto('known_browsers')
    .values({ user_id: userId, token_hash: byMail + hash, created_at: now, last_seen_at: now })
    .execute();
  return token;
};

/**
 * Records the browser of a sign-in as known, and notifies the member of an unknown one, except of their first. The
 * server draws the token. A browser that is new to the account gets a new token, for every member who signed in
 * there: a token that an attacker planted would mark the attacker's browser as this member's.
 * @returns the token that the browser has to keep
 */
export const recogniseBrowser = async (
  tx: Tx,
  userId: number,
  given: string | null,
  userAgent: string,
): Promise<string> => {
  const now = Date.now();
  if (isToken(given)) {
    const known = await tx.q
      .updateTable('known_browsers')
      .set({ last_seen_at: now })
      .where('user_id', '=', userId)
      .where('token_hash', '=', hashOf(given))
      .returning('id')
      .executeTakeFirst();
    if (known) return given;
  }
  const { token, hash } = await renewToken(tx, given);
  const another = await tx.q
    .selectFrom('known_browsers')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  await tx.q
    .insertInto('known_browsers')
    .values({ user_id: userId, token_hash: hash, created_at: now, last_seen_at: now })
    .execute();
  if (isToken(given))
    await tx.q
      .deleteFrom('known_browsers')
      .where('token_hash', '=', byMail + hashOf(given))
      .execute();
  if (another)
    await notify(tx, { kind: 'new_sign_in', to: userId, actor: null, detail: deviceOf(userAgent) });
  return token;
};

const forgotten = 'forgotten ';

/**
 * Forgets a member's known browsers, except the one with the token `but`. The next sign-in does not count as the
 * first one, which sends no notification: a thief may be faster than the member.
 */
export const distrustBrowsers = async (
  { q }: Tx,
  userId: number,
  { but = null }: { but?: string | null } = {},
): Promise<void> => {
  await q
    .updateTable('known_browsers')
    .set({ token_hash: sql<string>`${forgotten} || id` })
    .where('user_id', '=', userId)
    .where('token_hash', '<>', isToken(but) ? hashOf(but) : '')
    .execute();
  const some = await q
    .selectFrom('known_browsers')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  if (some) return;
  const now = Date.now();
  await q
    .insertInto('known_browsers')
    .values({ user_id: userId, token_hash: forgotten + newId(), created_at: now, last_seen_at: now })
    .execute();
};
