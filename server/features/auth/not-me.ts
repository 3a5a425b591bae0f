import { messages } from '../../../contract/errors.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { House } from '../../house.ts';
import type { Tx } from '../../platform/db/database.ts';
import { takeTicket } from '../../platform/db/tickets.ts';
import { invalid, Problem } from '../../platform/problem.ts';
import { recordAct } from '../audit/record.ts';
import { forgetChanges } from './confirm-email.ts';
import { dropFactorsSince } from './factors.ts';
import { distrustBrowsers } from './known-browser.ts';
import { decoyHash } from './password.ts';
import { askForResetWithin } from './reset.ts';
import { endSessions } from './session.ts';

// Whoever came in knows the password, and may have added a passkey, by which they would come back. Only whoever reads
// the member's mail says so much: they get the link for a new password, and a session alone must take nothing away.
const shutOut = async (tx: Tx, userId: number, since: string, unusable: string): Promise<void> => {
  await tx.q.updateTable('users').set({ password_hash: unusable }).where('id', '=', userId).execute();
  const at = Date.parse(since);
  if (Number.isNaN(at) || !(await dropFactorsSince(tx, userId, at))) return;
  await recordAct(tx, 'member.second_factors_removed', { actorId: userId });
};

/**
 * A member says that a sign-in was not theirs: whoever is signed in, anywhere, is out, and a link for a new password is
 * mailed. By the token of the mail that told of the sign-in, which needs no session, or by a session. By the token the
 * password opens nothing any more, and what was added besides it since that sign-in is gone.
 * @returns whose sessions ended
 * @throws invalid for a token that is wrong, used or over, unauthorized without either
 */
export const denySignIn = async (
  house: House,
  viewer: Viewer | null,
  token: string | undefined,
): Promise<number> => {
  if (token === undefined && !viewer) throw new Problem('unauthorized', messages.unauthorized);
  const unusable = await decoyHash();
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
    await distrustBrowsers(tx, userId);
    if (ticket) await shutOut(tx, userId, ticket.data, unusable);
    // Whoever was in may have asked for an address of their own.
    await forgetChanges(tx, userId);
    await recordAct(tx, 'member.sign_in_denied', { actorId: userId, target });
    await askForResetWithin(house, tx, account);
    return userId;
  });
};
