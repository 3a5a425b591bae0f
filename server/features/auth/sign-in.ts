import { messages } from '../../../contract/errors/errors.ts';
import type { CurrentUser } from '../../../contract/shapes.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import { forbidden, Problem } from '../../platform/problem.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { loadCurrentUser } from './current-user.ts';
import { recogniseBrowser } from './known-browser.ts';
import { openSession } from './session.ts';

/** The origin of a sign-in. */
export interface Origin {
  address: string;
  device: string;
  /** The cookie token of the browser, if anybody has signed in there before. */
  browserToken: string | null;
}

export interface SignedIn {
  user: CurrentUser;
  token: string;
  browserToken: string;
}

interface Entering {
  id: number;
  public_id: string;
  banned_at: number | null;
  suspended_until: number | null;
}

/** @throws forbidden while suspended or banned */
export const assertNotLockedOut = (member: Entering): void => {
  if (member.banned_at !== null) throw forbidden(messages.banned);
  if (member.suspended_until !== null && member.suspended_until > Date.now()) {
    const date = new Date(member.suspended_until).toISOString().slice(0, 10);
    throw new Problem('forbidden', messages.suspendedUntil, { gaps: { date } });
  }
};

/** The last step of every sign-in, once all factors are proven: opens a session. @throws forbidden */
export const signIn = async (tx: Tx, userId: number, { device, browserToken }: Origin): Promise<SignedIn> => {
  await lockMembers(tx, [userId]);
  const member = await tx.q
    .selectFrom('users')
    .select(['id', 'public_id', 'banned_at', 'suspended_until'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  assertNotLockedOut(member);
  const token = await openSession(tx, member.id, device);
  await recordAuditEntry(tx, 'member.signed_in', { actorId: member.id, target: member.public_id });
  const browser = await recogniseBrowser(tx, member.id, browserToken, device);
  return { token, browserToken: browser, user: await loadCurrentUser(tx.q, member.id) };
};
