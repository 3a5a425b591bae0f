import { messages } from '../../../contract/errors/errors.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import { restoreTicket, takeTicket, type Ticket } from '../../platform/db/tickets.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { conflict, invalid, Problem } from '../../platform/problem.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { emailKey } from '../../platform/text/fold.ts';
import { lastSignInNotice } from '../notifications/list.ts';
import { notifyAdmins } from '../notifications/notify-admins.ts';
import { dropAddress, findHolder, freeAddress, lacksAddress, setAddress } from './address.ts';
import { forgetChanges } from './confirm-email.ts';
import { recordDenial } from './denial.ts';
import { dropFactorsSince } from './factors.ts';
import { distrustBrowsers } from './known-browser.ts';
import { decoyHash } from './password.ts';
import { askForResetWithin } from './reset.ts';
import { endSessions } from './session.ts';

// The thief knows the password, and may have added a passkey to come back with. Only the reader of the member's mail
// may remove these: that reader gets the link for a new password. A session alone must remove nothing.
const revokeCredentials = async (tx: Tx, userId: number, since: number, unusable: string): Promise<void> => {
  await tx.q.updateTable('users').set({ password_hash: unusable }).where('id', '=', userId).execute();
  if (Number.isNaN(since) || !(await dropFactorsSince(tx, userId, since))) return;
  await recordAuditEntry(tx, 'member.second_factors_removed', { actorId: userId });
};

// Tokens mailed later may lie in the thief's mailbox, and would give the thief's address back.
const forgetLaterTickets = async ({ q }: Tx, userId: number, expiresAt: number): Promise<void> => {
  await q
    .deleteFrom('tickets')
    .where('user_id', '=', userId)
    .where('kind', '=', 'not_me')
    .where('expires_at', '>', expiresAt)
    .execute();
};

interface Denied {
  userId: number;
  /** The key of the address that gets the link for a new password; null if another member keeps the address. */
  account: string | null;
  publicId: string;
}

interface Mailed {
  ticket: Ticket;
  token: string;
  since: number;
  email: string;
}

/**
 * Gives the account back the address that received the notice, or locks the account.
 * @returns whether the account has that address
 */
const giveBackAddress = async (
  jobs: Jobs,
  tx: Tx,
  member: { id: number; public_id: string; email_key: string },
  { ticket, token, email }: Mailed,
): Promise<boolean> => {
  if (emailKey(email) === member.email_key) return true;
  if (await freeAddress(tx, await findHolder(tx, email, member.id))) {
    await setAddress(tx, member.id, email);
    await recordAuditEntry(tx, 'member.email_changed', { actorId: member.id });
    return true;
  }
  // The thief may have set every address since then, so the account has none until the link is used or the operator
  // acts.
  if (!lacksAddress(member)) {
    await dropAddress(tx, member);
    await recordAuditEntry(tx, 'member.locked', { actorId: null, target: member.public_id });
    await notifyAdmins(jobs, tx, { kind: 'account_locked', except: [member.id] });
  }
  await restoreTicket(tx, 'not_me', token, ticket);
  return false;
};

const findMailed = async (tx: Tx, token: string | undefined): Promise<Mailed | null> => {
  if (token === undefined) return null;
  const ticket = await takeTicket(tx, 'not_me', token);
  if (!ticket) throw invalid('token', messages.notMeInvalid);
  const [since = '', email = ''] = ticket.data.split(' ');
  return { ticket, token, since: Date.parse(since), email };
};

const deny = async (
  jobs: Jobs,
  tx: Tx,
  { userId, mailed, unusable }: { userId: number; mailed: Mailed | null; unusable: string },
): Promise<Denied> => {
  const holder = mailed && (await findHolder(tx, mailed.email, userId));
  await lockMembers(tx, [userId, ...(holder ? [holder.id] : [])]);
  await endSessions(tx, userId);
  await distrustBrowsers(tx, userId);
  const member = await tx.q
    .selectFrom('users')
    .select(['id', 'public_id', 'email_key'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  let isTheirs = true;
  if (mailed) {
    await revokeCredentials(tx, userId, mailed.since, unusable);
    await forgetLaterTickets(tx, userId, mailed.ticket.expiresAt);
    isTheirs = await giveBackAddress(jobs, tx, member, mailed);
  }
  // Revoke links to new addresses: the thief may have requested one.
  await forgetChanges(tx, userId);
  await recordDenial(tx, userId, mailed?.since ?? (await lastSignInNotice(tx.q, userId)));
  await recordAuditEntry(tx, 'member.sign_in_denied', { actorId: userId, target: member.public_id });
  const account = isTheirs ? emailKey(mailed?.email ?? member.email_key) : null;
  if (account !== null) await askForResetWithin(jobs, tx, { email: account, afterDenial: true });
  return { userId, account, publicId: member.public_id };
};

/**
 * Denies a sign-in, by the token of a mail (without a session) or by a session: all sessions end, and a link for a
 * new password is mailed. A token also makes the password unusable, removes factors added since the sign-in, and
 * restores the address that received the mail (docs/decisions/0012).
 * @returns the member whose sessions ended
 * @throws invalid for a token that is wrong, used or expired; unauthorized without either; conflict if another member
 * has confirmed the address: the account is locked and the token stays valid
 */
export const denySignIn = async (
  context: Pick<AppContext, 'db' | 'jobs' | 'log'>,
  viewer: Viewer | null,
  token: string | undefined,
): Promise<number> => {
  if (token === undefined && !viewer) throw new Problem('unauthorized', messages.unauthorized);
  const unusable = await decoyHash();
  const attempt = () =>
    context.db.write(async (tx) => {
      const mailed = await findMailed(tx, token);
      const denied = mailed ? mailed.ticket.userId : (viewer?.id ?? null);
      if (denied === null) throw invalid('token', messages.notMeInvalid);
      return deny(context.jobs, tx, { userId: denied, mailed, unusable });
    });
  const { userId, account, publicId } = await attempt().catch((error: unknown) => {
    // Another member took the address concurrently: the second attempt finds that member.
    if (context.db.dialect.isUniqueViolation(error)) return attempt();
    throw error;
  });
  // Throw after the commit, or the lock would be rolled back.
  if (account === null) {
    context.log.warn({ member: publicId }, 'account locked: another member has confirmed its e-mail address');
    throw conflict(messages.addressHeld);
  }
  return userId;
};
