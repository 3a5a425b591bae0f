import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface SmtpPeer {
  /** With name and password. */
  readonly url: string;
  readonly port: number;
  /** An accepted mail as the server received it, with the envelope's addresses. */
  readonly mails: { from: string; to: string[]; raw: string; email: Email }[];
  /** Accepts mails from this sender alone, and says so when it knows the recipient; null for all senders. */
  allowSender(sender: string | null): void;
  /** Refuses every sender with this answer, before it knows the recipient, until it is set to null. */
  refuseSenders(answer: { status: number; words: string } | null): void;
  /** Refuses recipients with this answer until it is set to null. */
  refuse(answer: { status: number; words: string } | null): void;
  stop(): Promise<void>;
}

/** A real SMTP server in this process, which knows one account: circle, with this password. */
export const startSmtp = async (port = 0, secret = 'secret'): Promise<SmtpPeer> => {
  const mails: SmtpPeer['mails'] = [];
  let refusal: { status: number; words: string } | null = null;
  let refusalOfSenders: { status: number; words: string } | null = null;
  let onlySender: string | null = null;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    // Stops without waiting for clients that only keep a connection.
    closeTimeout: 1,
    onAuth({ username, password }, _session, done) {
      if (username === 'circle' && password === secret) done(null, { user: username });
      else done(new Error('Wrong name or password'));
    },
    onMailFrom(_sender, _session, done) {
      if (!refusalOfSenders) return done();
      done(Object.assign(new Error(refusalOfSenders.words), { responseCode: refusalOfSenders.status }));
    },
    onRcptTo({ address }, { envelope: { mailFrom } }, done) {
      if (onlySender !== null && (mailFrom === false || mailFrom.address !== onlySender))
        return done(Object.assign(new Error('Sender address rejected'), { responseCode: 553 }));
      if (!refusal) return done();
      done(Object.assign(new Error(`${refusal.words} <${address}>`), { responseCode: refusal.status }));
    },
    onData(stream, { envelope }, done) {
      const read = async () => {
        const raw = Buffer.concat(await stream.toArray()).toString();
        mails.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          raw,
          email: await PostalMime.parse(raw),
        });
      };
      read().then(() => done(), done);
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const address = server.server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
  return {
    url: `smtp://circle:${secret}@127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    allowSender(sender) {
      onlySender = sender;
    },
    refuseSenders(answer) {
      refusalOfSenders = answer;
    },
    refuse(answer) {
      refusal = answer;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
