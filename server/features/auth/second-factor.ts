import { messages } from '../../../contract/errors.ts';
import type { House } from '../../house.ts';
import type { Tx } from '../../platform/db/database.ts';
import { holdMembers } from '../../platform/db/hold-members.ts';
import { issueTicket, lookAtTicket, takeTicket } from '../../platform/db/tickets.ts';
import { invalid, Problem } from '../../platform/problem.ts';
import { recordAct } from '../audit/record.ts';
import { enter, type Entered, type Origin } from './enter.ts';
import type { Factors } from './factors.ts';
import { isKnownBrowser } from './known-browser.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { checkCode } from './totp.ts';

/** How long one may look for the telephone, in milliseconds. */
const holdsFor = 10 * 60_000;

/** What a right password is answered with where it is not enough: no session, and a ticket to go on with. */
export const askForSecondFactor = async (tx: Tx, userId: number, factors: Factors): Promise<Problem> => {
  const ticket = await issueTicket(tx, { kind: 'second_factor', userId, holdsFor });
  return new Problem('unauthorized', messages.secondFactorNeeded, { secondFactor: { ticket, ...factors } });
};

const over = () => new Problem('unauthorized', messages.signInAgain);

/**
 * Goes on with a sign-in by a code of the app, or a recovery code. Each works once.
 * @throws unauthorized for a ticket that does not hold, invalid for the code, tooMany, forbidden
 */
export const giveSecondFactor = async (
  house: House,
  { ticket, code }: { ticket: string; code: string },
  origin: Origin,
): Promise<Entered> => {
  const { db, limits } = house;
  const held = await lookAtTicket(db.read, 'second_factor', ticket);
  const userId = held?.userId ?? null;
  if (userId === null) throw over();
  // As with passwords, a known browser counts by itself: who has learned the password locks nobody out.
  const known = await isKnownBrowser(db.read, userId, origin.browserToken);
  await limits.consume('secondFactor', `${userId} ${known ? origin.browserToken : 'elsewhere'}`);
  const typed = code.replaceAll(/\s/g, '');
  const takeCode = await checkCode(db, userId, typed);
  const entered = await db.write(async (tx) => {
    await holdMembers(tx, [userId]);
    const isRight = takeCode ? await takeCode(tx) : await takeRecoveryCode(tx, userId, typed);
    if (!isRight) {
      await recordAct(tx, 'member.second_factor_failed', { actorId: userId });
      return null;
    }
    if (!takeCode) await recordAct(tx, 'member.recovery_code_used', { actorId: userId });
    if (!(await takeTicket(tx, 'second_factor', ticket))) throw over();
    return enter(tx, userId, origin);
  });
  if (!entered) throw invalid('code', messages.codeWrong);
  return entered;
};
