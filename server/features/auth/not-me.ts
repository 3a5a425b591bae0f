import { messages } from '../../../contract/errors.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { House } from '../../house.ts';
import type { Tx } from '../../platform/db/database.ts';
import { takeTicket } from '../../platform/db/tickets.ts';
import { invalid, Problem } from '../../platform/problem.ts';
import { recordAct } from '../audit/record.ts';
import { emailKey } from '../../platform/text/fold.ts';
import { forgetChanges, takeAddress } from './confirm-email.ts';
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

// Nor may the link for a new password go to an address that whoever came in has put in the place of the member's.
const giveBackAddress = async (tx: Tx, userId: number, email: string): Promise<void> => {
  const holders = await tx.q
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', emailKey(email))
    .execute();
  if (holders.length > 0) return;
  await takeAddress(tx, userId, email);
  await recordAct(tx, 'member.email_changed', { actorId: userId });
};

// What was mailed later may lie in the mailbox of whoever came in, who would take the address back with it.
const forgetLaterTickets = async ({ q }: Tx, userId: number, expiresAt: number): Promise<void> => {
  await q
    .deleteFrom('tickets')
    .where('user_id', '=', userId)
    .where('kind', '=', 'not_me')
    .where('expires_at', '>', expiresAt)
    .execute();
};

/**
 * A member says that a sign-in was not theirs: whoever is signed in, anywhere, is out, and a link for a new password is
 * mailed. By the token of the mail that told of the sign-in, which needs no session, or by a session. By the token the
 * password opens nothing any more, what was added besides it since that sign-in is gone, and so is another address: the
 * account has the one again that the mail went to. Where somebody else has that one by now, no link is mailed.
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
    await endSessions(tx, userId);
    await distrustBrowsers(tx, userId);
    const [since = '', mailed] = ticket?.data.split(' ') ?? [];
    if (ticket) {
      await shutOut(tx, userId, since, unusable);
      await forgetLaterTickets(tx, userId, ticket.expiresAt);
    }
    if (mailed !== undefined) await giveBackAddress(tx, userId, mailed);
    const { email_key: account, public_id: target } = await tx.q
      .selectFrom('users')
      .select(['email_key', 'public_id'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    // Whoever was in may have asked for an address of their own.
    await forgetChanges(tx, userId);
    await recordAct(tx, 'member.sign_in_denied', { actorId: userId, target });
    if (mailed === undefined || emailKey(mailed) === account) await askForResetWithin(house, tx, account);
    return userId;
  });
};
