import { messages } from '../../../contract/errors/errors.ts';
import { time } from '../../access/show/present.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database, Queries } from '../../platform/db/database.ts';
import { issueTicket, readTicket, takeTicket } from '../../platform/db/tickets.ts';
import { publish } from '../../platform/events/hub.ts';
import { invalid } from '../../platform/problem.ts';
import { newId } from '../../platform/text/ids.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { signIn, type SignedIn, type Origin } from './sign-in.ts';
import { assertSessionLives } from './session.ts';

/** Long enough to take the telephone out, in milliseconds. */
const expiresAfterMs = 2 * 60_000;

const refused = () => invalid('code', messages.moveInvalid);

/**
 * Makes an address that signs in another device of the viewer. The code stands behind the `#`, so it reaches no log.
 * It revokes the code shown before.
 * @throws unauthorized once the session is over
 */
export const createSignInCode = async (
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  viewer: Viewer,
): Promise<{ id: string; url: string; expiresAt: string }> => {
  const id = newId();
  const code = await db.write(async (tx) => {
    await assertSessionLives(tx, viewer);
    await tx.q.deleteFrom('tickets').where('user_id', '=', viewer.id).where('kind', '=', 'move').execute();
    return issueTicket(tx, { kind: 'move', userId: viewer.id, data: id, expiresAfterMs });
  });
  return { id, url: `${settings.publicUrl}/auth/move#${code}`, expiresAt: time(Date.now() + expiresAfterMs) };
};

/** The member whom the code signs in. @throws invalid */
export const checkSignInCode = async (
  q: Queries,
  code: string,
): Promise<{ firstName: string; lastName: string }> => {
  const ticket = await readTicket(q, 'move', code);
  const userId = ticket?.userId ?? null;
  if (userId === null) throw refused();
  const row = await q
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { firstName: row.first_name, lastName: row.last_name };
};

/**
 * Signs in by the code, without a second factor: the session that showed the code gave one, and its member has just
 * confirmed their identity again.
 * @throws invalid for a code that is wrong, used or expired, forbidden
 */
export const signInByCode = (db: Database, code: string, origin: Origin): Promise<SignedIn> =>
  db.write(async (tx) => {
    const ticket = await takeTicket(tx, 'move', code);
    const userId = ticket?.userId ?? null;
    if (!ticket || userId === null) throw refused();
    const entered = await signIn(tx, userId, origin);
    await recordAuditEntry(tx, 'member.sign_in_moved', { actorId: userId, target: entered.user.id });
    await publish(tx, { kind: 'moved', id: ticket.data, to: { members: [userId] } });
    return entered;
  });
