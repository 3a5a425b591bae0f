import { messages } from '../../../contract/errors.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { House } from '../../house.ts';
import { takeTicket } from '../../platform/db/tickets.ts';
import { invalid, Problem } from '../../platform/problem.ts';
import { recordAct } from '../audit/record.ts';
import { forgetChanges } from './confirm-email.ts';
import { forgetOtherBrowsers } from './known-browser.ts';
import { askForResetWithin } from './reset.ts';
import { endSessions } from './session.ts';

/**
 * A member says that a sign-in was not theirs: whoever is signed in, anywhere, is out, and a link for a new password is
 * mailed. By the token of the mail that told of the sign-in, which needs no session, or by a session.
 * @returns whose sessions ended
 * @throws invalid for a token that is wrong, used or over, unauthorized without either
 */
export const denySignIn = async (
  house: House,
  viewer: Viewer | null,
  token: string | undefined,
): Promise<number> => {
  if (token === undefined && !viewer) throw new Problem('unauthorized', messages.unauthorized);
  return house.db.write(async (tx) => {
    const ticket = token === undefined ? null : await takeTicket(tx, 'not_me', token);
    const userId = token === undefined ? (viewer?.id ?? null) : (ticket?.userId ?? null);
    if (userId === null) throw invalid('token', messages.notMeInvalid);
    const { email_key: account, public_id: target } = await tx.q
      .selectFrom('users')
      .select(['email_key', 'public_id'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    await endSessions(tx, userId);
    await forgetOtherBrowsers(tx, userId, null);
    // Whoever was in may have asked for an address of their own.
    await forgetChanges(tx, userId);
    await recordAct(tx, 'member.sign_in_denied', { actorId: userId, target });
    await askForResetWithin(house, tx, account);
    return userId;
  });
};
