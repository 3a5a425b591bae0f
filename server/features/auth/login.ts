import { messages } from '../../../contract/errors/errors.ts';
import type { AppContext } from '../../app-context.ts';
import { lockRows } from '../../platform/db/locks.ts';
import { Problem } from '../../platform/problem.ts';
import { emailKey } from '../../platform/text/fold.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { signIn, type SignedIn, assertNotLockedOut, type Origin } from './sign-in.ts';
import { findFactors } from './factors.ts';
import { isKnownBrowser } from './known-browser.ts';
import { decoyHash, isPassword } from './password.ts';
import { askForSecondFactor } from './second-factor.ts';

interface Credentials {
  email: string;
  password: string;
}

const wrong = () => new Problem('unauthorized', messages.wrongCredentials);

/**
 * Signs in with a new session. Known and unknown addresses get the same answer after the same work (enumeration).
 * Only the right password reveals a suspension, a ban or a second factor.
 * @throws unauthorized, also if a second factor is asked for; forbidden while suspended or banned, tooMany
 */
export const logIn = async (
  context: Pick<AppContext, 'db' | 'limits'>,
  { email, password }: Credentials,
  origin: Origin,
): Promise<SignedIn> => {
  const { address, browserToken } = origin;
  const account = emailKey(email);
  const row = await context.db.read
    .selectFrom('users')
    .select(['id', 'public_id', 'password_hash', 'banned_at', 'suspended_until'])
    .where('email_key', '=', account)
    .executeTakeFirst();
  // The limit is tight for one address and wide for the account. A known browser has a separate limit, so an attacker
  // cannot lock the member out.
  const known = row !== undefined && (await isKnownBrowser(context.db.read, row.id, browserToken));
  await context.limits.consume('signInFromAddress', `${account} ${known ? browserToken : address}`);
  if (!known) await context.limits.consume('signInAccount', account);
  const matches = await isPassword(password, row?.password_hash ?? (await decoyHash()));
  if (!row || !matches) {
    await context.db.write((tx) =>
      recordAuditEntry(
        tx,
        'member.sign_in_failed',
        row ? { actorId: null, target: row.public_id } : { actorId: null },
      ),
    );
    throw wrong();
  }
  assertNotLockedOut(row);
  const entered = await context.db.write(async (tx) => {
    // Hashing takes time, and meanwhile the password may be replaced and all sessions ended.
    const current = tx.q.selectFrom('users').select('id').where('id', '=', row.id);
    const same = await lockRows(tx, current.where('password_hash', '=', row.password_hash));
    if (same.length === 0) throw wrong();
    const factors = await findFactors(tx.q, row.id);
    const isEnough = !factors.code && !factors.passkey;
    return isEnough ? signIn(tx, row.id, origin) : askForSecondFactor(tx, row.id, factors);
  });
  // Throw after the commit, or the ticket would be rolled back.
  if (entered instanceof Problem) throw entered;
  return entered;
};
