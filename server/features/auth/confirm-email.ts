import { messages } from '../../../contract/errors.ts';
import type { House } from '../../house.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { holdMembers } from '../../platform/db/hold-members.ts';
import { queueAccountMail } from '../../platform/mail/mail-job.ts';
import { invalid } from '../../platform/problem.ts';
import { hashOf, newToken } from '../../platform/text/ids.ts';
import { spoken } from '../../words/words.ts';
import { recordAct } from '../audit/record.ts';
import { findHolder, freeAddress, setAddress } from './address.ts';

const week = 7 * 24 * 60 * 60_000;

const mailLink = async (
  house: House,
  tx: Tx,
  { userId, email, kind }: { userId: number; email: string; kind: 'confirm' | 'change' },
): Promise<void> => {
  const token = newToken();
  await tx.q
    .insertInto('email_tokens')
    .values({
      token_hash: hashOf(token),
      kind,
      user_id: userId,
      email,
      expires_at: Date.now() + week,
    })
    .execute();
  const words = spoken().mail[kind];
  const mail = {
    to: email,
    subject: words.subject,
    heading: words.heading,
    paragraphs: [words.about],
    action: { text: words.action, url: `${house.settings.publicUrl}/auth/confirm-email?token=${token}` },
    footer: [words.notYou, spoken().mail.footer(house.settings.publicUrl)],
  };
  await queueAccountMail(house.jobs, tx, mail, userId);
};

/** Mails a link that confirms an address. Until it is used the member is not found by that address. */
export const askToConfirm = (house: House, tx: Tx, userId: number, email: string): Promise<void> =>
  mailLink(house, tx, { userId, email, kind: 'confirm' });

/** Mails a link that puts this address in the place of the member's. */
export const askToChange = (house: House, tx: Tx, userId: number, email: string): Promise<void> =>
  mailLink(house, tx, { userId, email, kind: 'change' });

/** Ends the links that were mailed to put another address in the place of the member's. */
export const forgetChanges = async ({ q }: Tx, userId: number): Promise<void> => {
  await q.deleteFrom('email_tokens').where('user_id', '=', userId).where('kind', '=', 'change').execute();
};

/** Ends all links that were mailed but those that confirm an address: whoever knew the password may have asked for them. */
export const forgetLinks = async ({ q }: Tx, userId: number): Promise<void> => {
  await q.deleteFrom('email_tokens').where('user_id', '=', userId).where('kind', '<>', 'confirm').execute();
};

/** Confirms the address that a link was mailed to. @throws invalid for a wrong, used or expired token */
export const confirmEmail = async (db: Database, token: string): Promise<{ message: string }> => {
  try {
    return await db.write(async (tx) => {
      const { q } = tx;
      const used = await q
        .deleteFrom('email_tokens')
        .where('token_hash', '=', hashOf(token))
        .where('kind', 'in', ['confirm', 'change'])
        .where('expires_at', '>', Date.now())
        .returning(['user_id', 'email', 'kind'])
        .executeTakeFirst();
      if (!used) throw invalid('token', messages.confirmationInvalid);
      if (used.kind === 'change') {
        const holder = await findHolder(tx, used.email, used.user_id);
        await holdMembers(tx, [used.user_id, ...(holder ? [holder.id] : [])]);
        if (!(await freeAddress(tx, holder))) throw invalid('token', messages.confirmationInvalid);
        await setAddress(tx, used.user_id, used.email);
        await recordAct(tx, 'member.email_changed', { actorId: used.user_id });
      } else {
        await q
          .updateTable('users')
          .set({ email_confirmed_at: Date.now() })
          .where('id', '=', used.user_id)
          .where('email', '=', used.email)
          .execute();
      }
      return { message: spoken().emailConfirmed };
    });
  } catch (error) {
    // Somebody else has taken the address since.
    if (db.dialect.isUniqueViolation(error)) throw invalid('token', messages.confirmationInvalid);
    throw error;
  }
};
