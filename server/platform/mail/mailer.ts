import { createTransport } from 'nodemailer';
import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lanes } from '../jobs/lanes.ts';
import type { Logger } from '../log.ts';
import { checkMail, type Mail, MailFailed } from './mail.ts';

/**
 * Writes each mail as a file that any mail program opens. The log has the file's name and not its content, because a
 * mail can contain a link that opens an account. For the same reason only the server's account can read it.
 */
const createOutbox = ({ from, outboxDir, log }: Omit<MailerSettings, 'smtpUrl'>): Mailer => {
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      const { message } = await composer.sendMail(checkMail(mail, from));
      const time = new Date().toISOString().replaceAll(':', '-');
      const file = path.join(outboxDir, `${time}-${randomBytes(4).toString('hex')}.eml`);
      await mkdir(outboxDir, { recursive: true, mode: 0o700 });
      // Renamed into place, so that a reader of the folder sees complete mails only.
      await writeFile(`${file}.part`, message, { flag: 'wx', mode: 0o600 });
      await rename(`${file}.part`, file);
      log.info({ file }, 'A mail was written to a file');
    },
    close: async () => composer.close(),
  };
};

export interface Mailer {
  /**
   * Sends a mail to the mail server, or writes it to a file if none is configured. Call it from a job: it may take
   * half a minute.
   * @throws MailFailed when the mail was not accepted; it may be sent again with the same message id
   * @throws TypeError for a mail with a value that could become another header or recipient
   */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

export interface MailerSettings {
  /** `smtp://` or `smtps://`, with its parameters as Nodemailer knows them; null for files. */
  smtpUrl: string | null;
  /** The sender of all mails, such as `Circle <circle@example.org>`. */
  from: string;
  /** The folder of the files. */
  outboxDir: string;
  log: Pick<Logger, 'info'>;
}

/** Sends mails over SMTP (RFC 5321), or keeps them as `.eml` files for an operator without a mail server. */
export const createMailer = ({ smtpUrl, from, outboxDir, log }: MailerSettings): Mailer =>
  smtpUrl === null ? createOutbox({ from, outboxDir, log }) : createSmtpMailer(smtpUrl, from);

const createSmtpMailer = (url: string, from: string): Mailer => {
  const transport = createTransport({
    url,
    pool: true,
    // One for every job that sends a mail, so that no lane waits for a connection of another.
    maxConnections: lanes.accounts.concurrency + lanes.mails.concurrency + lanes.letters.concurrency,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Idle connections are closed, before the server cuts them.
    idleTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const deliver = async (mail: Mail): Promise<void> => {
    const message = checkMail(mail, from);
    try {
      await transport.sendMail(message);
    } catch (error) {
      throw failureOf(error);
    }
  };
  return {
    async send({ envelopeFrom, ...mail }) {
      if (envelopeFrom === undefined) return deliver(mail);
      try {
        await deliver({ ...mail, envelopeFrom });
      } catch (error) {
        if (!(error instanceof MailFailed) || !(error.permanent || error.ofSender)) throw error;
        // Mail servers may allow an account one sender alone, and many refuse others only once they know the recipient.
        await deliver(mail);
      }
    },
    close: async () => transport.close(),
  };
};

const failureOf = (error: unknown): MailFailed => {
  if (!(error instanceof Error)) return new MailFailed('The mail was not sent.', { mayHaveLeft: true });
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const status =
    'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null;
  const words = 'response' in error && typeof error.response === 'string' ? error.response : '';
  const ofSender = 'command' in error && error.command === 'MAIL FROM';
  // 5yz is permanent (RFC 5321 4.2.1), but only if it concerns this mail. A wrong password, a sender that the account may
  // not use, or a command out of order (503), can be fixed without changing the mail.
  const permanent =
    (code === 'EENVELOPE' || code === 'EMESSAGE') &&
    !ofSender &&
    status !== null &&
    status >= 500 &&
    status !== 503;
  const isConnected = !('syscall' in error && ['connect', 'getaddrinfo'].includes(String(error.syscall)));
  const mayHaveLeft = status === null && isConnected;
  const answer = words ? `: ${words.replaceAll(/\S+@\S+/g, '(address)').slice(0, 300)}` : '';
  return new MailFailed(`The mail server did not take the mail (${code})${answer}`, {
    permanent,
    ofSender,
    mayHaveLeft,
    said: `${code}${answer}`,
  });
};
