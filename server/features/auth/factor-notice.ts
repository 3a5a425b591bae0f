import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { timeFor, wordsFor } from '../../words/reader.ts';
import { findReader } from '../../access/viewer.ts';
import { deviceIn, deviceOf } from '../notifications/device.ts';
import { notify } from '../notifications/notify.ts';
import type { FactorChange } from '../notifications/factor-change.ts';
import { mailDeniable } from './deniable-mail.ts';

interface Changed {
  userId: number;
  change: FactorChange;
  /** From the request; null if the operator made the change. */
  userAgent: string | null;
  /** With it, mails in the member's name stopped counting. */
  hasStoppedMails?: boolean;
}

/** Notifies a member that a factor was added or removed. */
export const notifyOfFactorChange = async (
  context: Pick<AppContext, 'settings' | 'jobs'>,
  tx: Tx,
  { userId, change, userAgent, hasStoppedMails = false }: Changed,
): Promise<void> => {
  const device = userAgent === null ? null : deviceOf(userAgent);
  const detail = `${change} ${device ?? ''}`.trim();
  await notify(tx, { kind: 'second_factor_changed', to: userId, actor: null, detail });
  const reader = await findReader(tx.q, userId);
  const words = wordsFor(reader);
  const { about, mailsStopped, notYou } = words.mail.protectionNotice;
  // Where no mail is received, none has ever counted.
  const isNoticed = hasStoppedMails && context.settings.mailIn !== null;
  await mailDeniable(context, tx, {
    userId,
    title: words.notification.second_factor_changed.changes[change],
    paragraphs: [
      about({ at: timeFor(reader, new Date()), device: device && deviceIn(words, device) }),
      ...(isNoticed ? [mailsStopped] : []),
      notYou,
    ],
  });
};
