import { messages } from '../../../contract/errors/errors.ts';
import { findOnlookers } from '../../access/audience.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lockAgainstReferences } from '../../platform/db/locks.ts';
import { publishGenericChange } from '../../platform/events/hub.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { dropMailsTo } from '../../platform/mail/mail-job.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { forgetWhoAdded } from '../blocking/block.ts';
import { deleteBugReportsOf } from '../bug-reports/account-deletion.ts';
import { leaveAllCircles } from '../circles/account-deletion.ts';
import { deleteCommentsOf } from '../comments/account-deletion.ts';
import { forgetInvited } from '../invitations/account-deletion.ts';
import { withdrawLikesOf } from '../likes/account-deletion.ts';
import { dropSource } from '../media/full-copy.ts';
import { endPayments, assertNoOpenPayments } from '../payments/account-deletion.ts';
import { deletePostsOf } from '../posts/account-deletion.ts';
import { dropExport } from './export/request.ts';
import { mustNotBeLastAdmin } from '../auth/last-admin.ts';
import { endSessions, assertSessionLives } from '../auth/session.ts';

type Erased = Pick<Viewer, 'id' | 'publicId'>;

const erase = async (jobs: Jobs, tx: Tx, member: Erased): Promise<string[]> => {
  const { email } = await tx.q
    .selectFrom('users')
    .select('email')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  const onlookers = await findOnlookers(tx.q, member.id);
  const gone = await deletePostsOf(jobs, tx, member.id);
  await deleteCommentsOf(tx, member.id);
  await withdrawLikesOf(tx, member.id);
  await leaveAllCircles(tx, member.id);
  await forgetWhoAdded(tx, member.id);
  await forgetInvited(tx, member.id, email);
  await deleteBugReportsOf(jobs, tx, member.id);
  await dropExport(jobs, tx, member.id);
  await dropMailsTo(tx, email);
  await endSessions(tx, member.id);
  await tx.q.deleteFrom('users').where('id', '=', member.id).execute();
  await publishGenericChange(tx, onlookers);
  await recordAuditEntry(tx, 'member.deleted', { actorId: member.id, target: member.publicId });
  return gone;
};

/**
 * Deletes a member whom a restored backup brought back after they had deleted their account.
 * @returns whether the member existed
 */
export const eraseMember = async (jobs: Jobs, tx: Tx, publicId: string): Promise<boolean> => {
  const found = await tx.q
    .selectFrom('users')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  if (!found) return false;
  await lockAgainstReferences(tx, found.id);
  await erase(jobs, tx, { id: found.id, publicId });
  return true;
};

type AssertMay = (tx: Tx) => Promise<void>;

const mustBeFree = async (tx: Tx, viewer: Viewer, assertMay: AssertMay): Promise<void> => {
  await mustNotBeLastAdmin(tx, viewer.id, messages.lastAdmin);
  await assertMay(tx);
};

/**
 * Deletes the viewer's account: moments, comments, likes, photos and private circles, immediately and permanently.
 * Shared circles pass to another member. Foreign keys delete everything else that refers to the member's row. `assertMay`
 * checks again, in the transaction, that the caller may: by their session, unless they have none.
 * @throws conflict for the last administrator, unavailable while the outcome of a payment is unknown, unauthorized
 * once the session is over
 */
export const removeAccount = async (
  context: AppContext,
  viewer: Viewer,
  assertMay: AssertMay = (tx) => assertSessionLives(tx, viewer),
): Promise<void> => {
  // Check before cancelling payments, which cannot be undone, and again in the deleting transaction, which decides.
  await context.db.write((tx) => mustBeFree(tx, viewer, assertMay));
  await endPayments(context, viewer);
  const photos = await context.db.write(async (tx) => {
    await mustBeFree(tx, viewer, assertMay);
    await lockAgainstReferences(tx, viewer.id);
    await assertNoOpenPayments(context.settings, tx, viewer.id);
    return erase(context.jobs, tx, viewer);
  });
  for (const photo of photos) await dropSource(context.tmpDir, photo);
};
