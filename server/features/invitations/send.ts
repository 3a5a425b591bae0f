import * as z from 'zod/mini';
import type { Input, Output } from '../../../contract/endpoint.ts';
import type { makeCode, SentInvitation } from '../../../contract/invitations.ts';
import { areBlocked } from '../../access/find/members.ts';
import { findCircle, type FoundCircle } from '../../access/find/circles.ts';
import { assertMayManageMembers } from '../../access/assert-may.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
import { idempotent, type RepeatKey } from '../../platform/db/idempotency.ts';
import type { Finish } from '../../platform/jobs/jobs.ts';
import { queueMail } from '../../platform/mail/mail-job.ts';
import { emailKey } from '../../platform/text/fold.ts';
import { hashOf, newId, newInviteCode } from '../../platform/text/ids.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import type { Settings } from '../../settings.ts';
import { languageOr } from '../../words/words.ts';
import { assertMayVouch } from '../members/vouch.ts';
import { notify } from '../notifications/notify.ts';
import { InvitationMail, invitationMail } from './mail.ts';
import { loadInvitation } from './list-sent.ts';

const thirtyDays = 30 * 24 * 60 * 60_000;

interface NewInvitation {
  inviterId: number | null;
  circleId: number | null;
  email: string | null;
  message: string | null;
  /** The name of the person for whom a code is meant. */
  meantFor?: string | null | undefined;
  makesAdmin: boolean;
  vouches?: boolean | undefined;
  /** Whether no mail can carry the code, so that its sender gets it. */
  isUnmailed?: boolean;
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
      meant_for: invitation.meantFor ?? null,
      makes_admin: invitation.makesAdmin ? 1 : 0,
      vouches: invitation.vouches ? 1 : 0,
      unmailed: invitation.isUnmailed ? 1 : 0,
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
  /** Whether accepting verifies. */
  verifies?: boolean | undefined;
}

const findOwnCircle = async (
  tx: Tx,
  viewer: Viewer,
  publicId: string | null,
): Promise<FoundCircle | null> => {
  if (publicId === null) return null;
  const circle = await findCircle(tx.q, viewer, publicId);
  assertMayManageMembers(viewer, circle);
  return circle;
};

/**
 * Makes an invitation without an address.
 * @returns the invitation and its code, which nothing can show again
 * @throws missing, forbidden for a circle of somebody else and for a vouch that the viewer may not give
 */
export const makeInviteCode = (
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  viewer: Viewer,
  input: Input<typeof makeCode>,
): Promise<Output<typeof makeCode>> =>
  db.write(async (tx) => {
    const circle = await findOwnCircle(tx, viewer, input.circleId ?? null);
    if (input.verifies) await assertMayVouch(tx, settings, viewer);
    const { publicId, code } = await insertInvitation(tx, {
      inviterId: viewer.id,
      circleId: circle?.id ?? null,
      email: null,
      message: null,
      meantFor: input.for,
      makesAdmin: false,
      // A code for nobody in particular may reach anybody.
      vouches: input.verifies && Boolean(input.for),
    });
    const invitation = await loadInvitation(tx.q, viewer, publicId);
    return {
      id: invitation.id,
      ...handedOver(settings, code),
      expiresAt: invitation.expiresAt,
    };
  });

const handedOver = ({ publicUrl }: Settings, code: string) => ({ code, link: `${publicUrl}/join/${code}` });

/**
 * A repeated call answers with another code, because the first one is stored nowhere. Null for an invitation that a mail
 * carried, and for one that is not open any more.
 */
const renewCode = async ({ q }: Tx, publicId: string): Promise<string | null> => {
  const code = newInviteCode();
  const renewed = await q
    .updateTable('invitations')
    .set({ code_hash: hashOf(code) })
    .where('public_id', '=', publicId)
    .where('unmailed', '=', 1)
    .where('accepted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return renewed ? code : null;
};

/**
 * Invites an address by e-mail. The worker sends the mail, and notifies somebody who is a member already: the answer is
 * the same for every address, and takes as long. Without a mail server the answer has the code, for its sender to pass on.
 * @throws missing, forbidden for a circle of somebody else and for a vouch that the viewer may not give
 */
export const sendInvitation = async (
  context: Pick<AppContext, 'db' | 'settings' | 'jobs'>,
  viewer: Viewer,
  input: SendInput,
  repeatKey: RepeatKey | null = null,
): Promise<SentInvitation> => {
  const { db, settings } = context;
  const isUnmailed = settings.smtpUrl === null;
  const make = async (tx: Tx) => {
    const circle = await findOwnCircle(tx, viewer, input.circleId);
    if (input.verifies) await assertMayVouch(tx, settings, viewer);
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
      vouches: input.verifies,
      isUnmailed,
    });
    const about: InvitationMail = {
      to: input.email,
      senderName: `${sender.first_name} ${sender.last_name}`,
      circleName: circle?.kind === 'shared' ? circle.name : null,
      message,
      code: invitation.code,
    };
    // Whether the address is a member's is asked by the worker: here it would show in how long the answer takes.
    const payload = { invitation: invitation.id, about };
    await context.jobs.enqueue(tx, { kind: 'invitation', payload, userId: viewer.id });
    const made = await loadInvitation(tx.q, viewer, invitation.publicId);
    return { id: invitation.publicId, result: { made, code: isUnmailed ? invitation.code : null } };
  };
  const load = async ({ q }: { q: Queries }, id: string) => ({
    made: await loadInvitation(q, viewer, id),
    code: null,
  });
  const { made, code } = await idempotent(db, { userId: viewer.id, repeatKey, make, load });
  const shown = made.isUnmailed && code === null ? await db.write((tx) => renewCode(tx, made.id)) : code;
  return { ...made, ...(shown === null ? { code: null, link: null } : handedOver(settings, shown)) };
};

const Payload = z.object({ invitation: z.number(), about: InvitationMail });

/** Sends an invitation, unless it was withdrawn meanwhile or a block lies between the two. */
const deliver = (
  context: Pick<AppContext, 'db' | 'settings' | 'jobs'>,
  payload: unknown,
  finish: Finish,
): Promise<void> =>
  context.db.write(async (tx) => {
    await finish(tx);
    const { invitation, about } = Payload.parse(payload);
    const open = await tx.q
      .selectFrom('invitations')
      .select(['inviter_id', 'email'])
      .where('id', '=', invitation)
      .where('accepted_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst();
    const inviterId = open?.inviter_id ?? null;
    if (!open || inviterId === null || open.email === null) return;
    const member = await tx.q
      .selectFrom('users')
      .select(['id', 'email_confirmed_at', 'language'])
      .where('email_key', '=', open.email)
      .executeTakeFirst();
    if (member) {
      // A block revokes the invitations sent before it; later ones are refused because of the block.
      await lockMembers(tx, [inviterId, member.id]);
      if (await areBlocked(tx.q, inviterId, member.id)) return;
    }
    // A member with an unconfirmed address may not own it, so they must not get what is sent to it.
    const reader = member && member.email_confirmed_at !== null ? member : null;
    const mail = invitationMail(context.settings.publicUrl, languageOr(reader?.language ?? null), about);
    await queueMail(context.jobs, tx, mail, inviterId);
    if (reader) await notify(tx, { kind: 'circle_invitation', to: reader.id, actor: inviterId, invitation });
  });

export const handleInvitations = (context: AppContext): void =>
  context.jobs.handle('invitation', (payload, finish) => deliver(context, payload, finish));
