import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queries, Tx } from '../../platform/db/database.ts';
import { lockMembers, lockRows } from '../../platform/db/locks.ts';
import { conflict, missing, Problem } from '../../platform/problem.ts';
import { hashOf, newId } from '../../platform/text/ids.ts';
import { mailboxKey } from '../../platform/text/fold.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { addedNews, addToCircle, findCircleByKey } from '../circles/members.ts';
import { searchTextOf } from '../members/search-text.ts';
import { vouchFor } from '../members/vouch.ts';
import { byInvitation } from '../notifications/kinds.ts';
import { notify } from '../notifications/notify.ts';
import { decoyHash } from '../auth/password.ts';
import { carriesContent, countMailboxMembers } from './ask.ts';
import { queueWelcome } from './mails.ts';
import { findOpenInvitation, type OpenInvitation } from './question.ts';

export type Answer = 'yes' | 'stop';

const insertMailboxMember = async (tx: Tx, invitation: OpenInvitation, unusable: string): Promise<number> => {
  const publicId = newId();
  const now = Date.now();
  const inviter = await tx.q
    .selectFrom('users')
    .select(['language', 'time_zone'])
    .where('id', '=', invitation.inviter_id)
    .executeTakeFirstOrThrow();
  const { id } = await tx.q
    .insertInto('users')
    .values({
      public_id: publicId,
      email: invitation.email,
      email_key: mailboxKey(invitation.email),
      email_confirmed_at: now,
      password_hash: unusable,
      username: null,
      first_name: invitation.first_name,
      last_name: invitation.last_name,
      search_text: searchTextOf(invitation.first_name, invitation.last_name, null),
      is_admin: 0,
      in_directory: 0,
      findable_by_email: 0,
      by_letter: 1,
      created_at: now,
      ...inviter,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordAuditEntry(tx, 'member.registered', { actorId: id, target: publicId });
  return id;
};

/** The account with this address, or its mailbox member. */
const findKnown = (q: Queries, email: string) =>
  q
    .selectFrom('users')
    .select(['id', 'by_letter', 'banned_at'])
    .where('email_key', 'in', [email, mailboxKey(email)])
    // A member who registered with an address without confirming it may not own it.
    .where('email_confirmed_at', 'is not', null)
    .where('claim_asked_at', 'is', null)
    .orderBy('by_letter')
    .executeTakeFirst();

const join = async (
  context: AppContext,
  tx: Tx,
  invitation: OpenInvitation,
  unusable: string,
): Promise<void> => {
  await lockRows(tx, tx.q.selectFrom('circles').select('id').where('id', '=', invitation.circle_id));
  const circle = await findCircleByKey(tx.q, invitation.circle_id);
  if (!circle || !(await carriesContent(tx.q, circle.id))) throw missing();
  const known = await findKnown(tx.q, invitation.email);
  if (known && known.banned_at !== null) throw missing();
  const member = {
    id: known?.id ?? (await insertMailboxMember(tx, invitation, unusable)),
    byLetter: known?.by_letter !== 0,
  };
  if (member.byLetter && (await countMailboxMembers(tx.q, circle.id)) >= limits.mailboxMembers)
    throw conflict(messages.mailboxFull);
  const { inviter_id: inviterId } = invitation;
  const isAdded = await addToCircle(tx, circle, member.id, inviterId);
  if (isAdded) {
    await notify(tx, { kind: 'invitation_accepted', to: inviterId, actor: member.id });
    if (circle.kind === 'shared')
      await notify(tx, {
        kind: 'added_to_circle',
        to: member.id,
        actor: inviterId,
        circle: circle.id,
        group: addedNews(circle.id),
        detail: byInvitation,
      });
  }
  // The answer has proven the address.
  if (invitation.verifies === 1) await vouchFor(context.settings, tx, { inviterId, email: null }, member.id);
  if (isAdded && member.byLetter) await queueWelcome(context, tx, member.id, circle);
};

/** Ends all questions of a member to an address: the open ones, and later ones (MAILBOX-2). */
const stopAsker = async (tx: Tx, { email, inviter_id: inviterId }: OpenInvitation): Promise<void> => {
  await tx.q
    .updateTable('mailbox_invitations')
    .set({ answer: 'stop' })
    .where('inviter_id', '=', inviterId)
    .where('email', '=', email)
    .where('answer', 'is', null)
    .execute();
  await tx.q
    .insertInto('stopped_askers')
    .values({ address_hash: hashOf(email), inviter_id: inviterId })
    .onConflict((on) => on.doNothing())
    .execute();
};

/**
 * Answers a question, by mail or by a button. All open questions of the circle to the address count as answered.
 * @returns false if it can no longer be answered: it expired, was withdrawn or answered, or the circle takes nobody
 */
export const answerInvitation = async (
  context: AppContext,
  invitationId: number,
  answer: Answer,
): Promise<boolean> => {
  const unusable = await decoyHash();
  const answerOnce = () =>
    context.db.write(async (tx) => {
      const found = await findOpenInvitation(tx, invitationId);
      if (!found) return false;
      // The inviter's row orders concurrent answers. All rows are locked together, which prevents deadlocks.
      const known = await findKnown(tx.q, found.email);
      await lockMembers(tx, [found.inviter_id, ...(known ? [known.id] : [])]);
      const invitation = await findOpenInvitation(tx, invitationId);
      if (!invitation) return false;
      await tx.q
        .updateTable('mailbox_invitations')
        .set({ answer })
        .where('circle_id', '=', invitation.circle_id)
        .where('email', '=', invitation.email)
        .where('answer', 'is', null)
        .execute();
      if (answer === 'stop') await stopAsker(tx, invitation);
      if (answer === 'yes') await join(context, tx, invitation, unusable);
      return true;
    });
  try {
    return await answerOnce().catch((error: unknown) => {
      if (!context.db.dialect.isUniqueViolation(error)) throw error;
      // The address answered another owner at the same moment, and is a mailbox member by now.
      return answerOnce();
    });
  } catch (error) {
    if (error instanceof Problem && (error.code === 'missing' || error.code === 'conflict')) return false;
    throw error;
  }
};
