import { sql } from 'kysely';
import { messages } from '../../../contract/errors/errors.ts';
import type { AppContext } from '../../app-context.ts';
import { isErased } from '../../access/rules/sees.ts';
import { findReader, type Viewer } from '../../access/viewer.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import { conflict, missing } from '../../platform/problem.ts';
import { hashOf, newToken } from '../../platform/text/ids.ts';
import { timeFor, wordsFor } from '../../words/reader.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { forgetLinks } from '../auth/confirm-email.ts';
import { mailDeniable } from '../auth/deniable-mail.ts';
import { resetExpiresAfterMs, resetUrl } from '../auth/reset.ts';
import { assertSessionLives } from '../auth/session.ts';
import { notifyOfAdmin } from '../notifications/notify-admins.ts';
import { notify } from '../notifications/notify.ts';
import { assertProof, type Proof } from './proof.ts';

/**
 * Makes a link that sets a new password of another member, for an administrator to hand over. It ends every earlier
 * link, changes nothing until it is used, and leaves second factors as they are. The member is notified, and gets a
 * mail that can deny it.
 * @throws invalid without a proof of the administrator; missing; conflict for oneself, a mailbox member or a banned one
 */
export const makeResetLink = async (
  context: Pick<AppContext, 'db' | 'settings' | 'jobs'>,
  viewer: Viewer,
  { id, ...proof }: Proof & { id: string },
): Promise<{ url: string; expiresAt: string }> => {
  await assertProof(context, viewer, proof);
  const token = newToken();
  const expiresAt = Date.now() + resetExpiresAfterMs;
  await context.db.write(async (tx) => {
    const found = await tx.q
      .selectFrom('users')
      .select('id')
      .where('public_id', '=', id)
      .where(sql<boolean>`not ${isErased('users')}`)
      .executeTakeFirst();
    if (!found) throw missing();
    await lockMembers(tx, [viewer.id, found.id]);
    await assertSessionLives(tx, viewer);
    const member = await tx.q
      .selectFrom('users')
      .select(['id', 'email', 'by_letter', 'banned_at', 'claim_asked_at'])
      .where('id', '=', found.id)
      .executeTakeFirstOrThrow();
    if (member.id === viewer.id) throw conflict(messages.resetLinkOwn);
    if (member.by_letter === 1) throw conflict(messages.mailboxNeedsAccount);
    if (member.banned_at !== null) throw conflict(messages.bannedAlready);
    // Second factors do not count until then.
    if (member.claim_asked_at !== null) throw conflict(messages.resetLinkClaimed);
    await forgetLinks(tx, member.id);
    await tx.q
      .insertInto('email_tokens')
      .values({
        token_hash: hashOf(token),
        kind: 'handed',
        user_id: member.id,
        email: member.email,
        expires_at: expiresAt,
      })
      .execute();
    await recordAuditEntry(tx, 'member.reset_link_made', { actorId: viewer.id, target: id });
    await notify(tx, { kind: 'reset_link_made', to: member.id, actor: null });
    await notifyOfAdmin(context.jobs, tx, { act: 'reset-link', actor: viewer.id, about: member.id });
    if (context.settings.smtpUrl === null) return;
    const reader = await findReader(tx.q, member.id);
    const words = wordsFor(reader);
    await mailDeniable(context, tx, {
      userId: member.id,
      title: words.notification.reset_link_made.title,
      paragraphs: [words.mail.resetLinkNotice.about({ at: timeFor(reader, new Date()) })],
    });
  });
  return { url: resetUrl(context.settings.publicUrl, token), expiresAt: new Date(expiresAt).toISOString() };
};
