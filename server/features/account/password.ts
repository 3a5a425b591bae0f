import { messages } from '../../../contract/errors/errors.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../platform/db/database.ts';
import { invalid, missing } from '../../platform/problem.ts';
import { timeFor, wordsFor } from '../../words/reader.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { isCommonPassword } from '../auth/common-passwords.ts';
import { forgetLinks } from '../auth/confirm-email.ts';
import { mailDeniable } from '../auth/deniable-mail.ts';
import { deviceIn, deviceOf } from '../notifications/device.ts';
import { distrustBrowsers } from '../auth/known-browser.ts';
import { hashPassword, isPassword } from '../auth/password.ts';
import { endSessions, assertSessionLives } from '../auth/session.ts';

/**
 * Checks the viewer's own password.
 * @throws invalid (never 401, which would end the session) under the given field
 */
export const assertPassword = async (
  db: Database,
  viewer: Viewer,
  password: string,
  field: string,
): Promise<void> => {
  const row = await db.read
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', viewer.id)
    .executeTakeFirst();
  if (!row) throw missing();
  if (!(await isPassword(password, row.password_hash))) throw invalid(field, messages.passwordWrong);
};

/**
 * Sets another password. All other sessions end, and mailed links that set a password are revoked: others may know
 * the old password.
 * @throws invalid for a wrong current password, or a common new one, unauthorized once the session is over
 */
export const changePassword = async (
  context: Pick<AppContext, 'db' | 'settings' | 'jobs'>,
  viewer: Viewer,
  input: { currentPassword: string; password: string; browserToken: string | null; userAgent: string },
): Promise<void> => {
  const { db } = context;
  await assertPassword(db, viewer, input.currentPassword, 'currentPassword');
  if (await isCommonPassword(input.password)) throw invalid('password', messages.passwordCommon);
  const hash = await hashPassword(input.password);
  await db.write(async (tx) => {
    await assertSessionLives(tx, viewer);
    await tx.q.updateTable('users').set({ password_hash: hash }).where('id', '=', viewer.id).execute();
    await forgetLinks(tx, viewer.id);
    await distrustBrowsers(tx, viewer.id, { but: input.browserToken });
    await endSessions(tx, viewer.id, { but: viewer.sessionId });
    await recordAuditEntry(tx, 'member.password_changed', { actorId: viewer.id, target: viewer.publicId });
    // A thief who knows the old password may have made this change: the mail's link gives the account back to its
    // member.
    const words = wordsFor(viewer);
    const { passwordNotice, protectionNotice } = words.mail;
    const device = deviceIn(words, deviceOf(input.userAgent));
    const about = protectionNotice.about({ at: timeFor(viewer, new Date()), device });
    const paragraphs = [about, protectionNotice.notYou];
    await mailDeniable(context, tx, { userId: viewer.id, title: passwordNotice.subject, paragraphs });
  });
};
