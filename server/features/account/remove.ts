import { messages } from '../../../contract/errors.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { House } from '../../house.ts';
import type { Tx } from '../../platform/db/database.ts';
import { holdWithReferences } from '../../platform/db/hold-members.ts';
import { dropMailsTo } from '../../platform/mail/mail-job.ts';
import { recordAct } from '../audit/record.ts';
import { forgetWhoAdded } from '../blocking/block.ts';
import { deleteBugReportsOf } from '../bug-reports/leave.ts';
import { leaveAllCircles } from '../circles/leave.ts';
import { deleteCommentsOf } from '../comments/leave.ts';
import { forgetInvited } from '../invitations/leave.ts';
import { withdrawLikesOf } from '../likes/leave.ts';
import { dropSource } from '../media/full-copy.ts';
import { endPayments, mustOweNothing } from '../payments/leave.ts';
import { deletePostsOf } from '../posts/leave.ts';
import { dropExport } from './export/request.ts';
import { mustNotBeLastAdmin } from '../auth/last-admin.ts';
import { endSessions, mustStillHold } from '../auth/session.ts';

type Erased = Pick<Viewer, 'id' | 'publicId'>;

const erase = async (house: House, tx: Tx, member: Erased): Promise<string[]> => {
  const { email } = await tx.q
    .selectFrom('users')
    .select('email')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  const gone = await deletePostsOf(house, tx, member.id);
  await deleteCommentsOf(tx, member.id);
  await withdrawLikesOf(tx, member.id);
  await leaveAllCircles(tx, member.id);
  await forgetWhoAdded(tx, member.id);
  await forgetInvited(tx, member.id);
  await deleteBugReportsOf(house, tx, member.id);
  await dropExport(house, tx, member.id);
  await dropMailsTo(tx, email);
  await endSessions(tx, member.id);
  await tx.q.deleteFrom('users').where('id', '=', member.id).execute();
  await recordAct(tx, 'member.deleted', { actorId: member.id, target: member.publicId });
  return gone;
};

/**
 * Deletes a member whom a restored backup brought back after they had deleted their account.
 * @returns whether the member existed
 */
export const eraseMember = async (house: House, tx: Tx, publicId: string): Promise<boolean> => {
  const found = await tx.q
    .selectFrom('users')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  if (!found) return false;
  await holdWithReferences(tx, found.id);
  await erase(house, tx, { id: found.id, publicId });
  return true;
};

const mustBeFree = async (tx: Tx, viewer: Viewer): Promise<void> => {
  await mustNotBeLastAdmin(tx, viewer.id, messages.lastAdmin);
  await mustStillHold(tx, viewer);
};

/**
 * Deletes the viewer's account: moments, comments, likes, photos and private circles, immediately and permanently.
 * Shared circles pass to another member. Foreign keys delete everything else that refers to the member's row.
 * @throws conflict for the last administrator, unavailable while the outcome of a payment is unknown, unauthorized
 * once the session is over
 */
export const removeAccount = async (house: House, viewer: Viewer): Promise<void> => {
  // Check before cancelling payments, which cannot be undone, and again in the deleting transaction, which decides.
  await house.db.write((tx) => mustBeFree(tx, viewer));
  await endPayments(house, viewer);
  const photos = await house.db.write(async (tx) => {
    await mustBeFree(tx, viewer);
    await holdWithReferences(tx, viewer.id);
    await mustOweNothing(house, tx, viewer.id);
    return erase(house, tx, viewer);
  });
  for (const photo of photos) await dropSource(house, photo);
};
