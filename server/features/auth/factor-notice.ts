import type { House } from '../../house.ts';
import type { Tx } from '../../platform/db/database.ts';
import { queueMail } from '../../platform/mail/mail-job.ts';
import { spoken } from '../../words/words.ts';
import { tokenToDeny } from '../notifications/mail.ts';
import { notify } from '../notifications/notify.ts';
import type { FactorChange } from '../notifications/factor-change.ts';
import { deviceOf } from './device.ts';

interface Changed {
  userId: number;
  change: FactorChange;
  /** From the request; null where the operator did it. */
  userAgent: string | null;
}

/** Milliseconds within which what the notice is about was written. */
const justBefore = 60_000;

/**
 * Tells a member what became of their protection. The mail is written here and now, and there is no choice about it:
 * whoever is in the account could switch it off, or read the notification before a job looks.
 */
export const tellOfFactor = async (
  { settings: { publicUrl }, jobs }: House,
  tx: Tx,
  { userId, change, userAgent }: Changed,
): Promise<void> => {
  const device = userAgent === null ? null : deviceOf(userAgent);
  const detail = `${change} ${device ?? ''}`.trim();
  await notify(tx, { kind: 'second_factor_changed', to: userId, actor: null, detail });
  // An address that was never confirmed may be anybody's: it gets no mail.
  const member = await tx.q
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  if (!member) return;
  const title = spoken().notification.second_factor_changed.changes[change];
  const words = spoken().mail.factorNotice;
  const since = new Date(Date.now() - justBefore).toISOString();
  const mail = {
    to: member.email,
    subject: title,
    heading: title,
    paragraphs: [words.about(new Date(), device), words.notYou],
    action: {
      text: words.action,
      url: `${publicUrl}/auth/not-me?token=${await tokenToDeny(tx, { id: userId, email: member.email }, since)}`,
    },
    footer: [spoken().mail.footer(publicUrl)],
  };
  await queueMail(jobs, tx, mail, userId);
};
