import { messages } from '../../../contract/errors/errors.ts';
import { touchEveryMs, type Viewer } from '../../access/viewer.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { lockMembers, lockRows } from '../../platform/db/locks.ts';
import { idempotencyKeysKeptMs } from '../../platform/db/idempotency.ts';
import { endStreams } from '../../platform/events/hub.ts';
import { Problem } from '../../platform/problem.ts';
import { noteOnline, noteSignedOut } from '../audience/let-go.ts';
import { knownBrowserMs } from './known-browser.ts';
import { hashOf, newId, newToken } from '../../platform/text/ids.ts';

const day = 24 * 60 * 60_000;
const extendsByMs = 30 * day;
const atMost = 90 * day;

/** Opens a session and returns its token, which only the cookie stores. */
export const openSession = async (tx: Tx, userId: number, device: string): Promise<string> => {
  const token = newToken();
  const now = Date.now();
  await tx.q
    .insertInto('sessions')
    .values({
      public_id: newId(),
      token_hash: hashOf(token),
      user_id: userId,
      device: device.slice(0, 200),
      created_at: now,
      last_seen_at: now,
      expires_at: now + extendsByMs,
    })
    .execute();
  return token;
};

/** Ends what an ended session began: its event stream, and the codes it showed to sign in another device. */
export const endStreamAndSignInCodes = async (
  tx: Tx,
  session: { id: number; user_id: number },
): Promise<void> => {
  await endStreams(tx, session.id);
  await tx.q
    .deleteFrom('tickets')
    .where('user_id', '=', session.user_id)
    .where('kind', '=', 'move')
    .execute();
};

export const closeSession = (
  db: Database,
  token: string,
  { isSignOut = false }: { isSignOut?: boolean } = {},
): Promise<void> =>
  db.write(async (tx) => {
    const ended = await tx.q
      .deleteFrom('sessions')
      .where('token_hash', '=', hashOf(token))
      .returning(['id', 'user_id', 'public_id'])
      .executeTakeFirst();
    if (!ended) return;
    await endStreamAndSignInCodes(tx, ended);
    if (isSignOut) await noteSignedOut(tx, ended.public_id);
  });

/**
 * Ends a member's sessions, all or all but one, and their event streams with the commit. Their picture frames end, too
 * (FRAME-6): nobody at a frame could end it.
 */
export const endSessions = async (tx: Tx, userId: number, { but }: { but?: number } = {}): Promise<void> => {
  await lockMembers(tx, [userId]);
  const ended = await tx.q
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '<>', but ?? 0)
    .returning('id')
    .execute();
  for (const session of ended) await endStreams(tx, session.id);
  await tx.q.deleteFrom('frames').where('user_id', '=', userId).execute();
  // Sign-ins in progress end too; mailed links that deny a sign-in stay valid.
  await tx.q.deleteFrom('tickets').where('user_id', '=', userId).where('kind', '<>', 'not_me').execute();
};

/**
 * Requires that the session is still open, before a change that must not outlive it: a new factor, or a change that
 * asked for the password, which may have been replaced since. Call it first in the transaction: it takes the lock
 * that ending the session needs.
 * @throws unauthorized
 */
export const assertSessionLives = async (
  tx: Tx,
  { id, sessionId }: Pick<Viewer, 'id' | 'sessionId'>,
): Promise<void> => {
  await lockMembers(tx, [id]);
  const open = await lockRows(tx, tx.q.selectFrom('sessions').select('id').where('id', '=', sessionId));
  if (open.length === 0) throw new Problem('unauthorized', messages.unauthorized);
};

/**
 * Extends a session to 30 days from now, and to 90 days from its beginning at most. Notes on receipts that its device
 * was online.
 */
export const touchSession = async (
  db: Database,
  viewer: Pick<Viewer, 'sessionId' | 'sessionSeenAt'>,
): Promise<void> => {
  const now = Date.now();
  if (now - viewer.sessionSeenAt < touchEveryMs) return;
  await db.write(async (tx) => {
    await tx.q
      .updateTable('sessions')
      .set((e) => ({
        last_seen_at: now,
        expires_at: e
          .case()
          .when(e('created_at', '<', now + extendsByMs - atMost))
          .then(e('created_at', '+', atMost))
          .else(now + extendsByMs)
          .end(),
      }))
      .where('id', '=', viewer.sessionId)
      .execute();
    await noteOnline(tx, viewer.sessionId, now);
  });
};

/** Deletes expired sessions, tickets, mailed links and limit counters. */
export const sweepExpired = (db: Database): Promise<void> =>
  db.write(async ({ q }) => {
    const now = Date.now();
    await q.deleteFrom('sessions').where('expires_at', '<', now).execute();
    await q.deleteFrom('email_tokens').where('expires_at', '<', now).execute();
    await q.deleteFrom('tickets').where('expires_at', '<', now).execute();
    await q
      .deleteFrom('repeated_calls')
      .where('created_at', '<', now - idempotencyKeysKeptMs)
      .execute();
    await q
      .deleteFrom('known_browsers')
      .where('last_seen_at', '<', now - knownBrowserMs)
      .execute();
    await q.deleteFrom('rate_limits').where('resets_at', '<', now).execute();
  });
