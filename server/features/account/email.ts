import { messages } from '../../../contract/errors.ts';
import type { CurrentUser } from '../../../contract/shapes.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { House } from '../../house.ts';
import { invalid } from '../../platform/problem.ts';
import { emailKey } from '../../platform/text/fold.ts';
import { spoken } from '../../words/words.ts';
import { askToChange, forgetChanges } from '../auth/confirm-email.ts';
import { loadCurrentUser } from '../auth/current-user.ts';
import { mailDeniable } from '../auth/deniable-mail.ts';
import { mustStillHold } from '../auth/session.ts';
import { mustKnowPassword } from './password.ts';

/**
 * Mails a link to another address, which becomes the member's once the link is opened. If another member has the
 * address no link is sent, but the answer is the same (enumeration).
 * @throws invalid for a wrong password, or the address that they already have, unauthorized once the session is over
 */
export const changeEmail = async (
  house: House,
  viewer: Viewer,
  input: { email: string; password: string },
): Promise<CurrentUser> => {
  await mustKnowPassword(house.db, viewer, input.password, 'password');
  return house.db.write(async (tx) => {
    await mustStillHold(tx, viewer);
    const own = await tx.q
      .selectFrom('users')
      .select('email_key')
      .where('id', '=', viewer.id)
      .executeTakeFirstOrThrow();
    if (own.email_key === emailKey(input.email)) throw invalid('email', messages.emailSame);
    await forgetChanges(tx, viewer.id);
    await askToChange(house, tx, viewer.id, input.email);
    const { subject: title, about } = spoken().mail.changeNotice;
    await mailDeniable(house, tx, { userId: viewer.id, title, paragraphs: [about] });
    return loadCurrentUser(tx.q, viewer.id);
  });
};
