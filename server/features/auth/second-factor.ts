import { messages } from '../../../contract/errors/errors.ts';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import { issueTicket, readTicket, takeTicket } from '../../platform/db/tickets.ts';
import { invalid, Problem } from '../../platform/problem.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { signIn, type SignedIn, type Origin } from './sign-in.ts';
import type { Factors } from './factors.ts';
import { isKnownBrowser } from './known-browser.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { checkCode } from './totp.ts';

/** The time to find the telephone, in milliseconds. */
const expiresAfterMs = 10 * 60_000;

/** The answer to a right password that needs a second factor: no session, but a ticket to continue with. */
export const askForSecondFactor = async (tx: Tx, userId: number, factors: Factors): Promise<Problem> => {
  const ticket = await issueTicket(tx, { kind: 'second_factor', userId, expiresAfterMs });
  return new Problem('unauthorized', messages.secondFactorNeeded, { secondFactor: { ticket, ...factors } });
};

const over = () => new Problem('unauthorized', messages.signInAgain);

/**
 * Completes a sign-in with a code of the app or a recovery code. Each works once.
 * @throws unauthorized for a ticket that is not valid, invalid for the code, tooMany, forbidden
 */
export const giveSecondFactor = async (
  context: Pick<AppContext, 'db' | 'limits' | 'totpNow'>,
  { ticket, code }: { ticket: string; code: string },
  origin: Origin,
): Promise<SignedIn> => {
  const { db, limits } = context;
  const held = await readTicket(db.read, 'second_factor', ticket);
  const userId = held?.userId ?? null;
  if (userId === null) throw over();
  // A known browser has a separate limit, as with passwords: an attacker who knows the password cannot lock the
  // member out.
  const known = await isKnownBrowser(db.read, userId, origin.browserToken);
  await limits.consume('secondFactor', `${userId} ${known ? origin.browserToken : 'elsewhere'}`);
  const typed = code.replaceAll(/\s/g, '');
  const takeCode = await checkCode(context, userId, typed);
  const entered = await db.write(async (tx) => {
    await lockMembers(tx, [userId]);
    const isRight = takeCode ? await takeCode(tx) : await takeRecoveryCode(tx, userId, typed);
    if (!isRight) {
      await recordAuditEntry(tx, 'member.second_factor_failed', { actorId: userId });
      return null;
    }
    if (!takeCode) await recordAuditEntry(tx, 'member.recovery_code_used', { actorId: userId });
    if (!(await takeTicket(tx, 'second_factor', ticket))) throw over();
    return signIn(tx, userId, origin);
  });
  if (!entered) throw invalid('code', messages.codeWrong);
  return entered;
};
