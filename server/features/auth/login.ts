import { messages } from '../../../contract/errors.ts';
import type { CurrentUser } from '../../../contract/shapes.ts';
import type { House } from '../../house.ts';
import { forbidden, Problem } from '../../platform/problem.ts';
import { emailKey } from '../../platform/text/fold.ts';
import { recordAct } from '../audit/record.ts';
import { loadCurrentUser } from './current-user.ts';
import { isKnownBrowser, recogniseBrowser } from './known-browser.ts';
import { decoyHash, isPassword } from './password.ts';
import { openSession } from './session.ts';

interface Attempt {
  email: string;
  password: string;
  address: string;
  device: string;
  /** What marks the browser, if anybody has signed in there before. */
  browserToken: string | null;
}

/**
 * Signs in with a new session. Known and unknown addresses get one answer after the same work; only the right
 * password learns of a suspension or ban.
 * @throws unauthorized, forbidden while suspended or banned, tooMany
 */
export const logIn = async (
  house: House,
  { email, password, address, device, browserToken }: Attempt,
): Promise<{ user: CurrentUser; token: string; browserToken: string }> => {
  const account = emailKey(email);
  const row = await house.db.read
    .selectFrom('users')
    .select(['id', 'public_id', 'password_hash', 'banned_at', 'suspended_until'])
    .where('email_key', '=', account)
    .executeTakeFirst();
  // Tight for one address, wide for the account; a known browser counts by itself, so that nobody can lock somebody
  // else out.
  const known = row !== undefined && (await isKnownBrowser(house.db.read, row.id, browserToken));
  await house.limits.consume('signInFromAddress', `${account} ${known ? browserToken : address}`);
  if (!known) await house.limits.consume('signInAccount', account);
  const matches = await isPassword(password, row?.password_hash ?? (await decoyHash()));
  if (!row || !matches) {
    await house.db.write((tx) =>
      recordAct(
        tx,
        'member.sign_in_failed',
        row ? { actorId: null, target: row.public_id } : { actorId: null },
      ),
    );
    throw new Problem('unauthorized', messages.wrongCredentials);
  }
  if (row.banned_at !== null) throw forbidden(messages.banned);
  if (row.suspended_until !== null && row.suspended_until > Date.now()) {
    const date = new Date(row.suspended_until).toISOString().slice(0, 10);
    throw forbidden(messages.suspendedUntil.replace('{date}', date));
  }
  return house.db.write(async (tx) => {
    const token = await openSession(tx, row.id, device);
    await recordAct(tx, 'member.signed_in', { actorId: row.id, target: row.public_id });
    const browser = await recogniseBrowser(tx, row.id, browserToken, device);
    return { token, browserToken: browser, user: await loadCurrentUser(tx.q, row.id) };
  });
};
