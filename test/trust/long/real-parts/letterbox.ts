import { setTimeout as wait } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import type Mail from 'nodemailer/lib/mailer/index.js';
import PostalMime, { type Email } from 'postal-mime';

const server = { host: '127.0.0.1', name: 'mail.example.org' };
const timeoutMs = 90_000;

/** A person's mailbox at Dovecot, and their account at Postfix. */
export class Letterbox {
  readonly #address: string;
  readonly #password: string;
  readonly #tls: { servername: string; ca: string };

  /** @param ca the certificate of the authority that both servers have theirs from, as PEM */
  constructor(address: string, password: string, ca: string) {
    this.#address = address;
    this.#password = password;
    this.#tls = { servername: server.name, ca };
  }

  /** Waits for a mail of this subject and deletes it. */
  async takes(subject: RegExp): Promise<Email> {
    const client = new ImapFlow({
      host: server.host,
      port: 993,
      secure: true,
      servername: server.name,
      auth: { user: this.#address, pass: this.#password },
      tls: this.#tls,
      logger: false,
    });
    await client.connect();
    const seen = new Set<string>();
    try {
      await client.mailboxOpen('INBOX');
      for (const end = Date.now() + timeoutMs; Date.now() < end; await wait(250)) {
        await client.noop();
        for (const { uid, source, envelope } of await client.fetchAll('1:*', {
          source: true,
          envelope: true,
        })) {
          seen.add(envelope?.subject ?? '');
          if (!subject.test(envelope?.subject ?? '') || source === undefined) continue;
          await client.messageDelete(String(uid), { uid: true });
          return await PostalMime.parse(source);
        }
      }
      throw new Error(`${this.#address} got no mail ${String(subject)}, but ${JSON.stringify([...seen])}`);
    } finally {
      await client.logout();
    }
  }

  async sends(mail: Mail.Options): Promise<void> {
    const transport = createTransport({
      host: server.host,
      port: 587,
      requireTLS: true,
      auth: { user: this.#address, pass: this.#password },
      tls: this.#tls,
    });
    await transport.sendMail({ from: this.#address, ...mail });
    transport.close();
  }

  /** Answers a mail as a mail program does. */
  async answers(mail: Email, text: string, to = mail.replyTo?.[0]?.address): Promise<void> {
    const quoted = (mail.text ?? '').split('\n').map((line) => `> ${line}`);
    const introduction = 'On Wed, Nov 25, 2026 at 6:00 PM Circle <circle@example.org> wrote:';
    await this.sends({
      ...(to !== undefined && { to }),
      subject: `Re: ${mail.subject}`,
      inReplyTo: mail.messageId,
      references: mail.messageId,
      text: [text, '', introduction, '', ...quoted].join('\n'),
    });
  }
}
