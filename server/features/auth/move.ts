import { messages } from '../../../contract/errors.ts';
import { time } from '../../access/present.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { House } from '../../house.ts';
import type { Queries } from '../../platform/db/database.ts';
import { issueTicket, lookAtTicket, takeTicket } from '../../platform/db/tickets.ts';
import { publish } from '../../platform/events/hub.ts';
import { invalid } from '../../platform/problem.ts';
import { newId } from '../../platform/text/ids.ts';
import { recordAct } from '../audit/record.ts';
import { enter, type Entered, type Origin } from './enter.ts';
import { mustStillHold } from './session.ts';

/** Long enough to take the telephone out, in milliseconds. */
const holdsFor = 2 * 60_000;

const refused = () => invalid('code', messages.moveInvalid);

/**
 * Makes an address that signs in another device of the viewer. The code stands behind the `#`, so it reaches no log.
 * It revokes the code shown before.
 * @throws unauthorized once the session is over
 */
export const beginMove = async (
  { db, settings }: House,
  viewer: Viewer,
): Promise<{ id: string; url: string; expiresAt: string }> => {
  const id = newId();
  const code = await db.write(async (tx) => {
    await mustStillHold(tx, viewer);
    await tx.q.deleteFrom('tickets').where('user_id', '=', viewer.id).where('kind', '=', 'move').execute();
    return issueTicket(tx, { kind: 'move', userId: viewer.id, data: id, holdsFor });
  });
  return { id, url: `${settings.publicUrl}/auth/move#${code}`, expiresAt: time(Date.now() + holdsFor) };
};

/** The member whom the code signs in. @throws invalid */
export const lookAtMove = async (
  q: Queries,
  code: string,
): Promise<{ firstName: string; lastName: string }> => {
  const ticket = await lookAtTicket(q, 'move', code);
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
export const takeMove = ({ db }: House, code: string, origin: Origin): Promise<Entered> =>
  db.write(async (tx) => {
    const ticket = await takeTicket(tx, 'move', code);
    const userId = ticket?.userId ?? null;
    if (!ticket || userId === null) throw refused();
    const entered = await enter(tx, userId, origin);
    await recordAct(tx, 'member.sign_in_moved', { actorId: userId, target: entered.user.id });
    await publish(tx, { kind: 'moved', id: ticket.data, to: { members: [userId] } });
    return entered;
  });
