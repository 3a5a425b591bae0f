import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { queueAccountMail } from '../../platform/mail/mail-job.ts';
import { readerOf, wordsFor } from '../../words/reader.ts';
import { tokenToDeny } from '../notifications/mail.ts';

interface DeniableMail {
  userId: number;
  title: string;
  paragraphs: string[];
}

/** The event that the mail reports happened at most this long before it, in milliseconds. */
const justBefore = 60_000;

/**
 * Mails a member what happened to their account, with a link that denies it without a session. The mail is queued in
 * this transaction and cannot be switched off. Otherwise a thief in the account could turn it off, or read the
 * notification before a job checks.
 */
export const mailDeniable = async (
  { settings: { publicUrl }, jobs }: Pick<AppContext, 'settings' | 'jobs'>,
  tx: Tx,
  { userId, title, paragraphs }: DeniableMail,
): Promise<void> => {
  // An address that was never confirmed may belong to anybody, so it gets no mail.
  const member = await tx.q
    .selectFrom('users')
    .select(['email', 'language', 'time_zone'])
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  if (!member) return;
  const reader = readerOf(member);
  const words = wordsFor(reader).mail;
  const since = new Date(Date.now() - justBefore).toISOString();
  const mail = {
    to: member.email,
    language: reader.language,
    subject: title,
    heading: title,
    paragraphs,
    action: {
      text: words.notMe,
      url: `${publicUrl}/auth/not-me?token=${await tokenToDeny(tx, { id: userId, email: member.email }, since)}`,
    },
    footer: [words.footer({ address: publicUrl })],
  };
  await queueAccountMail(jobs, tx, mail, userId);
};
