import { sql } from 'kysely';
import type { Invitation } from '../../../contract/invitations.ts';
import { findCircle, type FoundCircle } from '../../access/find.ts';
import { mayManageMembers } from '../../access/may.ts';
import { apart, key } from '../../access/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { House } from '../../house.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
import { once } from '../../platform/db/repeat.ts';
import { queueMail } from '../../platform/mail/mail-job.ts';
import { emailKey } from '../../platform/text/fold.ts';
import { hashOf, newId, newInviteCode } from '../../platform/text/ids.ts';
import { holdMembers } from '../../platform/db/hold-members.ts';
import { notify } from '../notifications/notify.ts';
import { invitationMail } from './mail.ts';
import { loadInvitation } from './mine.ts';

const thirtyDays = 30 * 24 * 60 * 60_000;

interface NewInvitation {
  inviterId: number | null;
  circleId: number | null;
  email: string | null;
  message: string | null;
  makesAdmin: boolean;
}

/** Writes an invitation and returns its code, which is stored nowhere. */
export const insertInvitation = async (
  tx: Tx,
  invitation: NewInvitation,
): Promise<{ id: number; publicId: string; code: string; createdAt: number; expiresAt: number }> => {
  const publicId = newId();
  const code = newInviteCode();
  const createdAt = Date.now();
  const expiresAt = createdAt + thirtyDays;
  const { id } = await tx.q
    .insertInto('invitations')
    .values({
      public_id: publicId,
      code_hash: hashOf(code),
      inviter_id: invitation.inviterId,
      circle_id: invitation.circleId,
      email: invitation.email === null ? null : emailKey(invitation.email),
      message: invitation.message,
      makes_admin: invitation.makesAdmin ? 1 : 0,
      created_at: createdAt,
      expires_at: expiresAt,
      accepted_by: null,
      accepted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, publicId, code, createdAt, expiresAt };
};

interface SendInput {
  /** The circle's id, or null for an invitation to Circle alone. */
  circleId: string | null;
  email: string;
  message?: string | undefined;
}

/**
 * Invites an address by e-mail. Somebody who is a member already is notified besides; the answer is the same in
 * both cases, so that it tells nobody who is a member.
 * @throws missing, forbidden for a circle of somebody else
 */
export const sendInvitation = (
  house: House,
  viewer: Viewer,
  input: SendInput,
  repeatKey: string | null = null,
): Promise<Invitation> => {
  const make = async (tx: Tx) => {
    let circle: FoundCircle | null = null;
    if (input.circleId !== null) {
      circle = await findCircle(tx.q, viewer, input.circleId);
      mayManageMembers(viewer, circle);
    }
    const sender = await tx.q
      .selectFrom('users')
      .select(['first_name', 'last_name'])
      .where('id', '=', viewer.id)
      .executeTakeFirstOrThrow();
    const message = input.message || null;
    const invitation = await insertInvitation(tx, {
      inviterId: viewer.id,
      circleId: circle?.id ?? null,
      email: input.email,
      message,
      makesAdmin: false,
    });
    const member = await tx.q
      .selectFrom('users')
      .select(['id', 'email_confirmed_at'])
      .where('email_key', '=', emailKey(input.email))
      .executeTakeFirst();
    // What a block withdraws is what was sent before it; what comes after finds the block.
    if (member) await holdMembers(tx, [viewer.id, member.id]);
    const { rows: parted } =
      await sql`select 1 where ${apart(key(viewer.id), key(member?.id ?? -1))}`.execute(tx.q);
    // A block lets nothing through, mails included, and nobody is told: the answer is the same.
    if (parted.length === 0) {
      const named = circle?.kind === 'shared' ? circle.name : null;
      const mail = invitationMail(house.settings.publicUrl, {
        to: input.email,
        senderName: `${sender.first_name} ${sender.last_name}`,
        circleName: named,
        message,
        code: invitation.code,
      });
      await queueMail(house.jobs, tx, mail, viewer.id);
    }
    // Whoever registered with an address that is not theirs must not get what is sent to it.
    if (member && member.email_confirmed_at !== null) {
      await notify(tx, {
        kind: 'circle_invitation',
        to: member.id,
        actor: viewer.id,
        invitation: invitation.id,
      });
    }
    return { id: invitation.publicId, result: await loadInvitation(tx.q, viewer, invitation.publicId) };
  };
  const load = (q: Queries, made: string) => loadInvitation(q, viewer, made);
  return once(house.db, { userId: viewer.id, key: repeatKey, make, load });
};
