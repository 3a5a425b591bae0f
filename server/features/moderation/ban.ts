import * as z from 'zod/mini';
import { messages } from '../../../contract/errors/errors.ts';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lockAgainstReferences } from '../../platform/db/locks.ts';
import { insertJob } from '../../platform/jobs/insert.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { mustNotBeLastAdmin } from '../auth/administrators.ts';
import { endSessions } from '../auth/session.ts';
import { hideInCircles, showInCircles } from '../circles/account-deletion.ts';
import { stripBugReportsOf } from '../bug-reports/account-deletion.ts';
import { countCommentsOf } from '../comments/count.ts';
import { countLikesOf, replaceLikeActor } from '../likes/count.ts';
import { endPaymentsOfBanned } from '../payments/account-deletion.ts';
import type { Managed } from './members.ts';

/**
 * Bans a member permanently: nobody sees anything of the member, and no counter includes them. Their shared circles
 * pass to other members. Administrator rights and a running subscription end. Banning again changes nothing.
 * @throws conflict for the last administrator
 */
export const banMember = async (tx: Tx, member: Managed, actorId: number): Promise<void> => {
  await mustNotBeLastAdmin(tx, member.id, messages.lastAdministrator);
  await lockAgainstReferences(tx, member.id);
  const banned = await tx.q
    .updateTable('users')
    .set({ banned_at: Date.now(), suspended_until: null, is_admin: 0 })
    .where('id', '=', member.id)
    .where('banned_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!banned) return;
  await endSessions(tx, member.id);
  // `handleBans` calls the card provider after the commit.
  await insertJob(tx, { kind: 'end-payments', payload: member.id, userId: member.id });
  await insertJob(tx, { kind: 'strip-bug-reports', payload: member.id, userId: member.id });
  await countCommentsOf(tx, member.id, -1);
  await countLikesOf(tx, member.id, -1);
  await replaceLikeActor(tx, member.id);
  await hideInCircles(tx, member.id);
  await recordAuditEntry(tx, 'member.banned', { actorId, target: member.publicId });
};

/** Runs the parts of a ban that are retried: they call the card provider and delete files. */
export const handleBans = (context: AppContext): void => {
  const { jobs } = context;
  jobs.handle('end-payments', (payload) => endPaymentsOfBanned(context, z.number().parse(payload)));
  jobs.handle('strip-bug-reports', (payload) => stripBugReportsOf(context, z.number().parse(payload)));
};

/** Lifts a ban: the hidden content is visible and counted again. @returns false if there was no ban */
export const liftBan = async (tx: Tx, member: Managed): Promise<boolean> => {
  await lockAgainstReferences(tx, member.id);
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
