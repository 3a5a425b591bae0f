import { messages } from '../../../contract/errors/errors.ts';
import type { CurrentUser } from '../../../contract/shapes.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { invalid } from '../../platform/problem.ts';
import { emailKey } from '../../platform/text/fold.ts';
import { wordsFor } from '../../words/reader.ts';
import { askToChange, forgetChanges } from '../auth/confirm-email.ts';
import { loadCurrentUser } from '../auth/current-user.ts';
import { mailDeniable } from '../auth/deniable-mail.ts';
import { assertSessionLives } from '../auth/session.ts';
import { assertPassword } from './password.ts';

/**
 * Mails a link to another address, which becomes the member's once the link is opened. If another member has the
 * address no link is sent, but the answer is the same (enumeration).
 * @throws invalid for a wrong password, or the address that they already have, unauthorized once the session is over
 */
export const changeEmail = async (
  context: Pick<AppContext, 'db' | 'settings' | 'jobs'>,
  viewer: Viewer,
  input: { email: string; password: string },
): Promise<CurrentUser> => {
  await assertPassword(context.db, viewer, input.password, 'password');
  return context.db.write(async (tx) => {
    await assertSessionLives(tx, viewer);
    const own = await tx.q
      .selectFrom('users')
      .select('email_key')
      .where('id', '=', viewer.id)
      .executeTakeFirstOrThrow();
    if (own.email_key === emailKey(input.email)) throw invalid('email', messages.emailSame);
    await forgetChanges(tx, viewer.id);
    await askToChange(context, tx, viewer.id, input.email);
    const { subject: title, about } = wordsFor(viewer).mail.changeNotice;
    await mailDeniable(context, tx, { userId: viewer.id, title, paragraphs: [about] });
    return loadCurrentUser(tx.q, viewer.id);
  });
};
