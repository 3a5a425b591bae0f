import type { Mailer, MailerSettings } from './mailer.ts';

type Server = Pick<MailerSettings, 'smtpUrl' | 'from'>;

interface Opened extends Server {
  mailer: Promise<Mailer>;
  /** Mails that are being sent. */
  sending: number;
}

/**
 * A mailer whose library (27 MB of memory) is loaded with the first mail, not at the start. `server` says by which mail
 * server the next mail goes; the connections to an earlier one end with the last mail that they carry.
 */
export const openMailer = ({
  server,
  ...others
}: Omit<MailerSettings, keyof Server> & { server: () => Server }): Mailer & {
  /** Ends connections that the next mail would not use. */
  followServer(): Promise<void>;
} => {
  let opened: Opened | null = null;

  const openNow = (): Opened => {
    const now = server();
    const mailer = import('./mailer.ts').then(({ createMailer }) => createMailer({ ...others, ...now }));
    return { ...now, mailer, sending: 0 };
  };

  const end = async ({ mailer }: Opened): Promise<void> => (await mailer).close();

  const followServer = async (): Promise<void> => {
    const now = server();
    if (opened === null || (opened.smtpUrl === now.smtpUrl && opened.from === now.from)) return;
    const former = opened;
    opened = null;
    if (former.sending === 0) await end(former);
  };

  return {
    followServer,
    send: async (mail) => {
      await followServer();
      const used = (opened ??= openNow());
      used.sending += 1;
      try {
        await (await used.mailer).send(mail);
      } finally {
        used.sending -= 1;
        if (used !== opened && used.sending === 0) await end(used);
      }
    },
    close: async () => {
      if (opened !== null) await end(opened);
    },
  };
};
