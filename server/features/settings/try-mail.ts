import type { Output } from '../../../contract/endpoint.ts';
import type * as contract from '../../../contract/settings.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { checkMailServer } from '../../platform/mail/check-server.ts';
import { type Finding, isWrong, ok, wrong } from '../../platform/mail/findings.ts';
import { MailFailed } from '../../platform/mail/mail.ts';
import { openMailer } from '../../platform/mail/open.ts';
import { wordsFor } from '../../words/reader.ts';
import { loadCurrentUser } from '../auth/current-user.ts';
import { sendWorkingMail } from '../system/place.ts';
import { keptOf, settingsOf, type Typed } from './change.ts';

type Context = Pick<AppContext, 'db' | 'settings' | 'storedSettings' | 'log'>;
export type Tried = Output<typeof contract.tryMail>;

/** The steps until the first one that found something wrong. */
export const stepsOf = (findings: readonly Finding[]): Tried => {
  const at = findings.findIndex(isWrong);
  const steps = findings.slice(0, at < 0 ? undefined : at + 1);
  return {
    ok: at < 0,
    steps: steps.map(({ kind, step, text }) => ({ name: step, ok: kind !== 'wrong', detail: text })),
  };
};

/** Sends the viewer a mail with the values of the form, and says at which step that failed. */
export const tryMail = async (context: Context, viewer: Viewer, typed: Typed['mail']): Promise<Tried> => {
  const { db, settings, storedSettings, log } = context;
  const kept = keptOf.mail(typed, await storedSettings.find('mail'));
  const { smtpUrl, mailFrom } = settingsOf(kept, settings);
  if (!smtpUrl || mailFrom === undefined) throw new TypeError('A form of mail makes settings of mail.');
  const words = wordsFor(viewer).tries;
  const found = await checkMailServer({ ...kept, smtpUrl }, words);
  if (found.some(isWrong)) return stepsOf(found);
  const { email } = await loadCurrentUser(db.read, viewer.id);
  const mailer = openMailer({
    server: () => ({ smtpUrl, from: mailFrom }),
    outboxDir: settings.dataDir,
    log,
  });
  try {
    await sendWorkingMail(settings, mailer, viewer, email);
    return stepsOf([...found, ok('send', words.sent({ host: kept.host, address: email }))]);
  } catch (error) {
    if (!(error instanceof MailFailed)) throw error;
    return stepsOf([...found, wrong('send', words.notSent({ host: kept.host, said: error.said }))]);
  } finally {
    await mailer.close();
  }
};
