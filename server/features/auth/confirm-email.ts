import { messages } from '../../../contract/errors.ts';
import type { House } from '../../house.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { queueMail } from '../../platform/mail/mail-job.ts';
import { invalid } from '../../platform/problem.ts';
import { hashOf, newToken } from '../../platform/text/ids.ts';
import { en } from '../../words/en.ts';

const week = 7 * 24 * 60 * 60_000;

/** Mails a link that confirms an address. Until it is used the member is not found by that address. */
export const askToConfirm = async (house: House, tx: Tx, userId: number, email: string): Promise<void> => {
  const token = newToken();
  await tx.q
    .insertInto('email_tokens')
    .values({
      token_hash: hashOf(token),
      kind: 'confirm',
      user_id: userId,
      email,
      expires_at: Date.now() + week,
    })
    .execute();
  const words = en.mail.confirm;
  const mail = {
    to: email,
    subject: words.subject,
    heading: words.heading,
    paragraphs: [words.about],
    action: { text: words.action, url: `${house.settings.publicUrl}/auth/confirm-email?token=${token}` },
    footer: [words.notYou, en.mail.footer(house.settings.publicUrl)],
  };
  await queueMail(house.jobs, tx, mail, userId);
};

/** Confirms the address that a link was mailed to. @throws invalid for a wrong, used or expired token */
export const confirmEmail = (db: Database, token: string): Promise<{ message: string }> =>
  db.write(async ({ q }) => {
    const used = await q
      .deleteFrom('email_tokens')
      .where('token_hash', '=', hashOf(token))
      .where('kind', '=', 'confirm')
      .where('expires_at', '>', Date.now())
      .returning(['user_id', 'email'])
      .executeTakeFirst();
    if (!used) throw invalid('token', messages.confirmationInvalid);
    await q
      .updateTable('users')
      .set({ email_confirmed_at: Date.now() })
      .where('id', '=', used.user_id)
      .where('email', '=', used.email)
      .execute();
    return { message: 'Your e-mail address is confirmed.' };
  });
