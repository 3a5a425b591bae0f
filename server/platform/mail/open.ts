import type { Mailer, MailerSettings } from './mailer.ts';

/** A mailer whose library (27 MB of memory) is loaded with the first mail, not at the start. */
export const openMailer = (settings: MailerSettings): Mailer => {
  let opened: Promise<Mailer> | undefined;
  return {
    send: async (mail) => {
      opened ??= import('./mailer.ts').then(({ createMailer }) => createMailer(settings));
      await (await opened).send(mail);
    },
    close: async () => {
      await (await opened)?.close();
    },
  };
};
