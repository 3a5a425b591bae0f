import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { checkMail } from './mail.ts';
import type { Mailer, MailerSettings } from './mailer.ts';

/**
 * Writes each mail as a file that any mail program opens. The log has the file's name and not its content, because a
 * mail can contain a link that opens an account. For the same reason only the server's account can read it.
 */
export const createOutbox = ({ from, outboxDir, log }: Omit<MailerSettings, 'smtpUrl'>): Mailer => {
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
