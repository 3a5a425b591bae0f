import { sql } from 'kysely';
import type { Queries, Tx } from '../../platform/db/database.ts';
import { hashOf, newToken } from '../../platform/text/ids.ts';
import { notify } from '../notifications/notify.ts';
import { deviceOf } from './device.ts';

/** A browser that was not used for so long is unknown again, in milliseconds. */
export const knownFor = 400 * 24 * 60 * 60_000;

const isToken = (text: string | null): text is string => text !== null && /^[\w-]{43}$/.test(text);

/** Whether the browser that holds this token signed in to the account before. */
export const isKnownBrowser = async (q: Queries, userId: number, token: string | null): Promise<boolean> => {
  if (!isToken(token)) return false;
  const row = await q
    .selectFrom('known_browsers')
    .select('id')
    .where('user_id', '=', userId)
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * After a sign-in: the browser is known from now on, and of one that was not the member is told, unless it is their
 * first. One token stands for a browser, whoever signs in there.
 * @returns the token that the browser has to keep
 */
export const recogniseBrowser = async (
  tx: Tx,
  userId: number,
  given: string | null,
  userAgent: string,
): Promise<string> => {
  const token = isToken(given) ? given : newToken();
  const now = Date.now();
  const hash = hashOf(token);
  const known = await tx.q
    .updateTable('known_browsers')
    .set({ last_seen_at: now })
    .where('user_id', '=', userId)
    .where('token_hash', '=', hash)
    .returning('id')
    .executeTakeFirst();
  if (known) return token;
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
  if (another)
    await notify(tx, { kind: 'new_sign_in', to: userId, actor: null, detail: deviceOf(userAgent) });
  return token;
};

/** None of a member's browsers is known any more, but the next sign-in is not taken for their first, which nobody is told. */
export const distrustBrowsers = async ({ q }: Tx, userId: number): Promise<void> => {
  await q
    .updateTable('known_browsers')
    .set({ token_hash: sql<string>`'forgotten ' || id` })
    .where('user_id', '=', userId)
    .execute();
};

/** Forgets all of a member's browsers but this one: who signed in with a password that is no longer theirs. */
export const forgetOtherBrowsers = async (tx: Tx, userId: number, token: string | null): Promise<void> => {
  await tx.q
    .deleteFrom('known_browsers')
    .where('user_id', '=', userId)
    .where('token_hash', '<>', token === null ? '' : hashOf(token))
    .execute();
};
