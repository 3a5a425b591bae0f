import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A received mail. */
export interface Mail {
  to: string;
  /** The sender of the envelope, to whom bounces go. */
  from: string;
  subject: string;
  text: string;
  html: string;
  /** Pictures inside the mail. */
  pictures: readonly { cid: string; bytes: Buffer }[];
  headers: Readonly<Record<string, string>>;
}

/** A real SMTP server that keeps mails until a test takes them. */
export class Mailbox {
  #server: SMTPServer;
  #mails: Mail[] = [];
  #refused: ReadonlySet<string> = new Set();
  #onMail = () => {};
  #delayed = new Set<string>();
  #released = Promise.withResolvers<void>();
  #url = '';

  #port = 0;

  constructor() {
    this.#server = this.#make();
  }

  #make(): SMTPServer {
    const server = new SMTPServer({
      authOptional: true,
      // Milliseconds for which an idle connection may stay open when the server shuts down.
      closeTimeout: 1,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, callback) =>
        callback(this.#refused.has(address) ? Object.assign(new Error('no'), { responseCode: 550 }) : null),
      onData: (stream, session, answer) => {
        const isDelayed = session.envelope.rcptTo.some(({ address }) => this.#delayed.has(address));
        const callback = isDelayed
          ? (error?: Error | null) => void this.#released.promise.then(() => answer(error))
          : answer;
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const to = session.envelope.rcptTo.map((recipient) => recipient.address).join(', ');
          PostalMime.parse(Buffer.concat(chunks)).then(
            (mail: Email) => {
              this.#mails.push({
                to,
                from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
                subject: mail.subject ?? '',
                text: mail.text ?? '',
                html: mail.html ?? '',
                pictures: mail.attachments.map(({ contentId, content }) => ({
                  cid: (contentId ?? '').replaceAll(/[<>]/g, ''),
                  bytes: Buffer.from(
                    typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
                  ),
                })),
                headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
              });
              this.#onMail();
              callback();
            },
            (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
          );
        });
      },
    });
    // A server that a test kills resets its connection, which the library reports here.
    server.on('error', (error) => {
      if (Reflect.get(error, 'code') !== 'ECONNRESET') throw error;
    });
    return server;
  }

  get url(): string {
    return this.#url;
  }

  async open(): Promise<void> {
    const listener = this.#server.listen(this.#port, '127.0.0.1');
    await once(listener, 'listening');
    const address: AddressInfo | string | null = listener.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    this.#port = address.port;
    this.#url = `smtp://127.0.0.1:${address.port}`;
  }

  /** Answers mails to these addresses only when the returned function is called. */
  delayAnswers(addresses: readonly string[]): () => void {
    this.#delayed = new Set(addresses);
    this.#released = Promise.withResolvers<void>();
    return () => {
      this.#delayed.clear();
      this.#released.resolve();
    };
  }

  /** Refuses mails to these addresses permanently, and to no others. */
  refuse(addresses: readonly string[]): void {
    this.#refused = new Set(addresses);
  }

  /** Resolves when a mail to an address is there. */
  async arrival(to: string): Promise<void> {
    while (!this.#mails.some((mail) => mail.to === to)) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#onMail = resolve;
      await promise;
    }
  }

  /** Removes and returns the mails to an address, oldest first. */
  take(to: string): Mail[] {
    const taken = this.#mails.filter((mail) => mail.to === to);
    this.#mails = this.#mails.filter((mail) => mail.to !== to);
    return taken;
  }

  /** Returns the mails that no test has taken. */
  get left(): readonly Mail[] {
    return this.#mails;
  }

  /** Stops the mail server while `work` runs, and restarts it afterwards. */
  async downDuring(work: () => Promise<void>): Promise<void> {
    await this.close();
    await work();
    this.#server = this.#make();
    await this.open();
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
