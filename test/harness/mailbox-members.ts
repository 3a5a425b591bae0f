import { randomBytes } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type Mail from 'nodemailer/lib/mailer/index.js';
import * as mailbox from '../../contract/mailbox.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import { answerInvitation } from '../../server/features/mailbox/answer.ts';
import { mailInOf } from '../../server/features/mailbox/incoming/receive.ts';
import type { ReplyKey } from '../../server/platform/mail/reply-keys.ts';
import { dkimKey } from './dkim.ts';
import type { Person } from './person.ts';
import type { TestServer } from './test-server.ts';

/** Settings of a server that receives mail; tests hand it over without a listener. */
export const mailInSettings = {
  MAIL_IN: 'smtp://127.0.0.1:0',
  MAIL_REPLY: 'circle+{key}@letters.example.org',
};

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

export interface TestMail
  extends Pick<
    Mail.Options,
    'subject' | 'text' | 'html' | 'headers' | 'references' | 'inReplyTo' | 'attachments'
  > {
  from: string;
  to: string | string[];
  messageId?: string;
  /** The selector of the DKIM key; null for a mail that is not signed. */
  selector?: string | null;
  /** The names of the fields that the signature covers, with colons between them. Without them, of all usual ones. */
  signs?: string;
}

/** A mail as a mailbox member's mail server sends it, signed for example.org. */
export const composeMail = async ({
  selector = 'test',
  signs,
  messageId = `<${randomBytes(8).toString('hex')}@example.org>`,
  ...mail
}: TestMail): Promise<Buffer> => {
  const { message } = await composer.sendMail({
    ...mail,
    messageId,
    ...(selector !== null && {
      dkim: {
        domainName: 'example.org',
        keySelector: selector,
        privateKey: dkimKey().privateKey,
        ...(signs !== undefined && { headerFieldNames: signs }),
      },
    }),
  });
  if (!Buffer.isBuffer(message)) throw new TypeError('The composer made no buffer.');
  return message;
};

/** Receives a mail as the listener does, and waits until it was taken. */
export const deliver = async (
  server: TestServer,
  raw: Buffer,
  recipients: readonly string[],
  { sender = 'rosa@example.org', network = null }: { sender?: string; network?: string | null } = {},
): Promise<void> => {
  const envelope = [`Return-Path: <${sender}>`, ...recipients.map((to) => `Delivered-To: ${to}`), ''];
  const mail = { raw: Buffer.concat([Buffer.from(envelope.join('\r\n')), raw]), network };
  await mailInOf(server.app.context).take(mail);
  await server.app.context.jobs.idle();
};

export const emailOf = (name: string): string => `${name.toLowerCase()}@example.org`;

/** A member who takes part by e-mail alone. */
export interface MailboxMember {
  id: string;
  /** The key in the database. */
  key: number;
  name: string;
  email: string;
}

/** Asks an address for a circle. */
export const askFor = (
  owner: Person,
  circle: Circle,
  name: string,
  more: { verifies?: boolean } = {},
): Promise<mailbox.MailboxInvitation> =>
  owner.ask(mailbox.ask, {
    id: circle.id,
    firstName: name,
    lastName: 'Example',
    email: emailOf(name),
    ...more,
  });

/** The key of the newest question that an address was asked. */
const newestAsked = async ({ app }: TestServer, email: string): Promise<number> => {
  const { id } = await app.context.db.read
    .selectFrom('mailbox_invitations')
    .select('id')
    .where('email', '=', email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
};

/** Answers the newest question that an address was asked. */
export const answerAsked = async (
  server: TestServer,
  email: string,
  said: 'yes' | 'stop',
): Promise<boolean> => answerInvitation(server.app.context, await newestAsked(server, email), said);

/** A mailbox member of the circle, whose mails until now were looked at. */
export const joinByLetter = async (
  server: TestServer,
  owner: Person,
  circle: Circle,
  name: string,
  more: { verifies?: boolean } = {},
): Promise<MailboxMember> => {
  await askFor(owner, circle, name, more);
  await answerAsked(server, emailOf(name), 'yes');
  await server.mailsTo({ email: emailOf(name) });
  const { id: key, public_id: id } = await server.app.context.db.read
    .selectFrom('users')
    .select(['id', 'public_id'])
    .where('email', '=', emailOf(name))
    .where('by_letter', '=', 1)
    .executeTakeFirstOrThrow();
  return { id, key, name, email: emailOf(name) };
};

const addressOf = (server: TestServer, key: ReplyKey): string =>
  mailInSettings.MAIL_REPLY.replace('{key}', server.app.context.replyKeys.seal(key));

/** The address with which a member answers a moment. */
export const momentAddress = async (
  server: TestServer,
  { key: user }: MailboxMember,
  post: Post,
): Promise<string> => addressOf(server, { kind: 'moment', user, object: await server.keyOf('posts', post) });

/** The address with which a member shares moments with a circle. */
export const circleAddress = async (
  server: TestServer,
  { key: user }: MailboxMember,
  circle: Circle,
): Promise<string> =>
  addressOf(server, { kind: 'circle', user, object: await server.keyOf('circles', circle) });

/** The address to answer the newest question that an address was asked. */
export const questionAddress = async (server: TestServer, email: string): Promise<string> =>
  addressOf(server, { kind: 'invitation', user: 0, object: await newestAsked(server, email) });

/** The address of all letters of a member. */
export const letterAddress = (server: TestServer, { key: user }: MailboxMember): string =>
  addressOf(server, { kind: 'letter', user, object: 0 });

/** The address to which a member's mail server returns mails. */
export const bounceAddressOf = (server: TestServer, { key: user }: MailboxMember): string =>
  addressOf(server, { kind: 'bounce', user, object: 0 }).replace('+', '+b');

/** A member with an account, with what the addresses of mails name. */
export const asSender = async (server: TestServer, person: Person): Promise<MailboxMember> => ({
  id: person.id,
  key: await server.keyOf('users', person),
  name: person.name,
  email: person.email,
});
