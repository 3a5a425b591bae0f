import type { MailInSettings } from '../../settings-mail-in.ts';
import type { Limits } from '../limits/limits.ts';
import type { MailInParts } from './listener.ts';

/**
 * Starts to receive mails as `MAIL_IN` says, until `signal` is aborted.
 * @returns the port of the listener, if there is one, and a promise of the end
 * @throws SettingError when the listener cannot start
 */
export const startMailIn = async (
  mailIn: MailInSettings,
  parts: MailInParts & { limits: Pick<Limits, 'tryConsume'>; signal: AbortSignal },
): Promise<{ port: number | null; ended: Promise<void> }> => {
  // Both libraries take memory, so a server that receives no mail does not load them.
  if ('imap' in mailIn) {
    const { watchMailbox } = await import('./imap.ts');
    return { port: null, ended: watchMailbox(mailIn.imap, parts) };
  }
  const { listenForMail } = await import('./listener.ts');
  const listener = await listenForMail(mailIn, parts);
  const ended = new Promise<void>((resolve, reject) => {
    parts.signal.addEventListener('abort', () => void listener.close().then(resolve, reject), { once: true });
  });
  return { port: listener.port, ended };
};
