import { messages } from '../../../contract/errors/errors.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { conflict, Problem } from '../../platform/problem.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import { doesRunCircle } from '../../access/find/circles.ts';
import { addedNews, addToCircle, findCircleByKey } from '../circles/members.ts';
import { byInvitation } from '../notifications/kinds.ts';
import { notify } from '../notifications/notify.ts';
import type { Settings } from '../../settings.ts';
import { vouchFor } from '../members/vouch.ts';
import { wordsFor } from '../../words/reader.ts';
import { findInvitation, type FoundInvitation, invitationInvalid, previewInvitation } from './find.ts';

interface Accepted {
  success: boolean;
  message: string;
  circle: { name: string } | null;
}

/**
 * Accepts an invitation for a member: adds them to its circle, if it names one, and notifies the sender. One
 * statement claims the invitation, so of concurrent calls only one succeeds.
 * @returns the circle's name, if the member may know it
 * @throws missing when another call was faster, or after a block
 */
export const claimInvitation = async (
  settings: Settings,
  tx: Tx,
  invitation: FoundInvitation,
  memberId: number,
): Promise<string | null> => {
  if (invitation.inviterId !== null) await lockMembers(tx, [invitation.inviterId, memberId]);
  const claimed = await tx.q
    .updateTable('invitations')
    .set({ accepted_by: memberId, accepted_at: Date.now() })
    .where('id', '=', invitation.id)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!claimed) throw invitationInvalid();
  const circle = invitation.circleId === null ? null : await findCircleByKey(tx.q, invitation.circleId);
  const { inviterId } = invitation;
  // A sender who no longer owns or keeps the circle cannot let anybody in.
  const joins =
    circle !== null && inviterId !== null && (await doesRunCircle(tx.q, { id: inviterId }, circle));
  if (joins && (await addToCircle(tx, circle, memberId, inviterId)) && circle.kind === 'shared') {
    await notify(tx, {
      kind: 'added_to_circle',
      to: memberId,
      actor: inviterId,
      circle: circle.id,
      group: addedNews(circle.id),
      detail: byInvitation,
    });
  }
  if (inviterId !== null) {
    await notify(tx, { kind: 'invitation_accepted', to: inviterId, actor: memberId });
    const { email } = invitation;
    if (invitation.vouches) await vouchFor(settings, tx, { inviterId, email }, memberId);
  }
  return joins && circle.kind === 'shared' ? circle.name : null;
};

const acceptOnce = (
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  viewer: Viewer,
  code: string,
): Promise<Accepted> =>
  db.write(async (tx) => {
    const invitation = await findInvitation(tx.q, viewer, code);
    if (invitation.inviterId === viewer.id) throw conflict(messages.ownInvite);
    const answer = (name: string | null): Accepted => ({
      success: true,
      message: wordsFor(viewer).joined,
      circle: name === null ? null : { name },
    });
    if (invitation.acceptedBy === viewer.id) {
      // Somebody who was removed since learns nothing of what the circle is called now.
      const { circleName } = await previewInvitation(tx.q, viewer, code);
      return answer(circleName);
    }
    return answer(await claimInvitation(settings, tx, invitation, viewer.id));
  });

/**
 * A signed-in member accepts an invitation. Repeating it returns the same answer.
 * @throws missing, conflict for one's own invitation
 */
export const acceptInvitation = (
  context: Pick<AppContext, 'db' | 'settings'>,
  viewer: Viewer,
  code: string,
): Promise<Accepted> =>
  acceptOnce(context, viewer, code).catch((error: unknown) => {
    // Another call of the member's may have been faster: the second try finds the invitation accepted by them.
    if (error instanceof Problem && error.code === 'missing') return acceptOnce(context, viewer, code);
    throw error;
  });
