import { messages } from '../../../contract/errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import { holdWithReferences } from '../../platform/db/hold-members.ts';
import { insertJob } from '../../platform/jobs/jobs.ts';
import { recordAct } from '../audit/record.ts';
import { mustNotBeLastAdmin } from '../auth/last-admin.ts';
import { endSessions } from '../auth/session.ts';
import { hideInCircles, showInCircles } from '../circles/leave.ts';
import { countCommentsOf } from '../comments/count.ts';
import { countLikesOf, nameOtherLikers } from '../likes/count.ts';
import type { Managed } from './members.ts';

/**
 * Bans for good: nothing of the member is seen any more, and what is counted beside it is counted without them. Shared
 * circles of theirs pass on; the rights of an administrator go, and a running subscription. Somebody banned already
 * stays so.
 * @throws conflict for the last administrator
 */
export const banMember = async (tx: Tx, member: Managed, actorId: number): Promise<void> => {
  await mustNotBeLastAdmin(tx, member.id, messages.lastAdministrator);
  await holdWithReferences(tx, member.id);
  const banned = await tx.q
    .updateTable('users')
    .set({ banned_at: Date.now(), suspended_until: null, is_admin: 0 })
    .where('id', '=', member.id)
    .where('banned_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!banned) return;
  await endSessions(tx, member.id);
  // The card provider is asked after the commit, by features/payments/leave.ts.
  await insertJob(tx, { kind: 'end-payments', payload: member.id, userId: member.id });
  await insertJob(tx, { kind: 'strip-bug-reports', payload: member.id, userId: member.id });
  await countCommentsOf(tx, member.id, -1);
  await countLikesOf(tx, member.id, -1);
  await nameOtherLikers(tx, member.id);
  await hideInCircles(tx, member.id);
  await recordAct(tx, 'member.banned', { actorId, target: member.publicId });
};

/** Takes a ban back: what was hidden is there again, and counted. @returns false if there was none */
export const liftBan = async (tx: Tx, member: Managed): Promise<boolean> => {
  await holdWithReferences(tx, member.id);
  const lifted = await tx.q
    .updateTable('users')
    .set({ banned_at: null })
    .where('id', '=', member.id)
    .where('banned_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!lifted) return false;
  await countCommentsOf(tx, member.id, 1);
  await countLikesOf(tx, member.id, 1);
  await showInCircles(tx, member.id);
  return true;
};
