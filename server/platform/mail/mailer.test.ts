import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import PostalMime from 'postal-mime';
import type { Mail } from './mail.ts';
import { MailFailed, maxPictureBytes } from './mail.ts';
import { createMailer } from './mailer.ts';
import { type SmtpPeer, startSmtp } from './smtp.test-peer.ts';

const from = 'Circle <circle@example.org>';
const mail: Mail = {
  to: 'ben@example.net',
  subject: 'Zoë invites you to ‘Familie’ 🎈',
  text: `Grüße\n${'a very long line '.repeat(100)}\n.\nhttps://circle.example/join/ABC`,
  html: '<p>Grüße</p>\n<p>.</p>',
  messageId: '<0123abcd@circle.example>',
  headers: { 'List-Unsubscribe': '<https://circle.example/stop/x>' },
};

let folder: string;
let smtp: SmtpPeer;
before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'mail-'));
  smtp = await startSmtp();
});
after(async () => {
  await smtp.stop();
  await rm(folder, { recursive: true });
});

const logged: object[] = [];
const log = { info: (entry: object) => void logged.push(entry) };
const mailerTo = (smtpUrl: string | null) =>
  createMailer({ smtpUrl, from, outboxDir: path.join(folder, 'mail'), log });

const failed = (permanent: boolean, words: RegExp) => (error: unknown) => {
  assert(error instanceof MailFailed, String(error));
  assert.equal(error.permanent, permanent);
  assert.match(error.message, words);
  assert(!`${error.stack}${JSON.stringify(error)}`.includes('ben@'), error.message);
  return true;
};

test('a mail subject that looks encoded arrives as it was written', async () => {
  const mailer = mailerTo(smtp.url);
  for (const subject of ['=?utf-8?q?Your_bank?= invites you', `=? 🎈 ${'Zoë '.repeat(60)}`.trim()]) {
    await mailer.send({ ...mail, subject });
    const { raw, email } = smtp.mails.at(-1) ?? assert.fail('no mail came');
    assert.equal(email.subject, subject);
    assert.ok(!/^Subject:.*utf-8\?q\?Your_bank/im.test(raw));
    assert.ok(raw.split('\r\n').every((line) => line.length <= 998));
  }
  await mailer.close();
});

test('a mail server that allows one sender alone gets the mail from it', async () => {
  const mailer = mailerTo(smtp.url);
  const sent = { ...mail, envelopeFrom: 'circle+bkey@example.org' };
  await mailer.send(sent);
  smtp.allowSender('circle@example.org');
  await mailer.send(sent);
  assert.deepEqual(
    smtp.mails.slice(-2).map((one) => one.from),
    ['circle+bkey@example.org', 'circle@example.org'],
  );
  smtp.allowSender('nobody@example.org');
  await assert.rejects(mailer.send(sent), failed(true, /Sender address rejected/));
  smtp.allowSender(null);
  await mailer.close();
});

test('a mail arrives as it was written', async () => {
  const mailer = mailerTo(smtp.url);
  await mailer.send(mail);
  await mailer.close();
  const { to, raw, email } = smtp.mails.at(-1) ?? assert.fail('no mail came');
  assert.deepEqual(to, ['ben@example.net']);
  assert.deepEqual(email.from, { name: 'Circle', address: 'circle@example.org' });
  assert.deepEqual(
    email.to?.map(({ address }) => address),
    ['ben@example.net'],
  );
  assert.equal(email.subject, mail.subject);
  assert.equal(email.messageId, mail.messageId);
  assert.equal(email.text?.replaceAll('\r\n', '\n').trim(), mail.text);
  assert.equal(email.html?.replaceAll('\r\n', '\n').trim(), mail.html);
  const headers = new Map(email.headers.map(({ key, value }) => [key, value]));
  assert.equal(headers.get('auto-submitted'), 'auto-generated');
  assert.equal(headers.get('list-unsubscribe'), '<https://circle.example/stop/x>');
  assert.equal(headers.get('x-mailer'), undefined);
  // RFC 5322 2.1.1
  for (const line of raw.split('\r\n')) assert(line.length <= 998);
});

test('concurrent mails all arrive, each once', async () => {
  const mailer = mailerTo(smtp.url);
  smtp.mails.length = 0;
  const names = Array.from({ length: 25 }, (_, at) => `n${at}@example.net`);
  await Promise.all(names.map((to) => mailer.send({ ...mail, to })));
  await mailer.close();
  assert.deepEqual(smtp.mails.flatMap(({ to }) => to).toSorted(), names.toSorted());
});

test('an unknown mailbox is a permanent failure, and a full mailbox a temporary one', async () => {
  const mailer = mailerTo(smtp.url);
  smtp.refuse({ status: 550, words: 'No such person' });
  await assert.rejects(mailer.send(mail), failed(true, /EENVELOPE.*550 No such person \(address\)/));
  smtp.refuse({ status: 452, words: 'Mailbox full' });
  await assert.rejects(mailer.send(mail), failed(false, /452 Mailbox full/));
  smtp.refuse(null);
  await mailer.send(mail);
  await mailer.close();
});

test('a sender that the mail server refuses is a temporary failure, not one of the mail', async () => {
  const mailer = mailerTo(smtp.url);
  smtp.refuseSenders({ status: 550, words: 'This account may not send from here' });
  for (const sent of [mail, { ...mail, envelopeFrom: 'circle+bkey@example.org' }])
    await assert.rejects(mailer.send(sent), failed(false, /EENVELOPE.*550 This account may not/));
  smtp.refuseSenders(null);
  await mailer.send(mail);
  await mailer.close();
});

test('a wrong SMTP password is a temporary failure, not one of the mail', async () => {
  const mailer = mailerTo(smtp.url.replace('secret', 'guess'));
  await assert.rejects(mailer.send(mail), failed(false, /EAUTH.*535/));
  await mailer.close();
});

test('a mail server that is down is a temporary failure, and the same mailer continues once it is back', async () => {
  const other = await startSmtp();
  const mailer = mailerTo(other.url);
  await mailer.send(mail);
  await other.stop();
  await assert.rejects(mailer.send(mail), failed(false, /ESOCKET|ECONNECTION/));
  const again = await startSmtp(other.port);
  await mailer.send(mail);
  assert.equal(again.mails.length, 1);
  await mailer.close();
  await again.stop();
});

const picture = {
  cid: 'photo-1@circle',
  type: 'image/jpeg',
  bytes: Buffer.from([0xff, 0xd8, 0xff]),
} as const;

const injections: [string, Partial<Mail>][] = [
  ['a line break in the subject', { subject: 'Hello\r\nBcc: eve@example.com' }],
  ['a bare line feed', { subject: 'Hello\nBcc: eve@example.com' }],
  ['a bare carriage return', { subject: 'Hello\rBcc: eve@example.com' }],
  ['a line break in the address', { to: 'ben@example.net\r\nBcc: eve@example.com' }],
  ['two addresses', { to: 'ben@example.net, eve@example.com' }],
  ['two addresses without a space', { to: 'ben@example.net,eve@example.com' }],
  ['an address with a name', { to: 'Ben <ben@example.net>' }],
  ['a group', { to: 'all:ben@example.net;' }],
  ['no address', { to: '' }],
  ['a line break in the message id', { messageId: '<a@b>\r\nBcc: eve@example.com' }],
  ['no message id', { messageId: '' }],
  ['a line break in a header', { headers: { 'List-Unsubscribe': '<x>\r\nBcc: eve@example.com' } }],
  ['a line break in the name of a header', { headers: { 'X-A: b\r\nBcc': 'eve@example.com' } }],
  ['another recipient', { headers: { bcc: 'eve@example.com' } }],
  ['another sender', { headers: { Sender: 'eve@example.com' } }],
  ['a line break in a content id', { pictures: [{ ...picture, cid: 'a@b\r\nBcc: eve@example.com' }] }],
  ['a content id that leaves its brackets', { pictures: [{ ...picture, cid: 'a@b>' }] }],
  ['a content id with a space', { pictures: [{ ...picture, cid: 'a b@c' }] }],
];
test('pictures of a mail arrive inside it, by SMTP and in files', async () => {
  const pictures = [picture, { ...picture, cid: 'photo-2@circle', bytes: Buffer.alloc(30_000, 7) }];
  const html =
    '<p><img src="cid:photo-1@circle" alt="A lake"><img src="cid:photo-2@circle" alt="A cake"></p>';
  const outboxDir = path.join(folder, 'pictures');
  for (const smtpUrl of [smtp.url, null]) {
    const mailer = createMailer({ smtpUrl, from, outboxDir, log });
    await mailer.send({ ...mail, html, pictures });
    await mailer.close();
  }
  const [file = ''] = await readdir(outboxDir);
  const written = await readFile(path.join(outboxDir, file), 'utf8');
  for (const raw of [smtp.mails.at(-1)?.raw ?? '', written]) {
    const email = await PostalMime.parse(raw, { attachmentEncoding: 'base64' });
    assert.equal(email.html?.trim(), html);
    assert.equal(email.text?.replaceAll('\r\n', '\n').trim(), mail.text);
    assert.deepEqual(
      email.attachments.map(({ contentId, mimeType, disposition, related, content }) => ({
        contentId,
        mimeType,
        disposition,
        related,
        content,
      })),
      pictures.map(({ cid, type, bytes }) => ({
        contentId: `<${cid}>`,
        mimeType: type,
        disposition: 'inline',
        related: true,
        content: bytes.toString('base64'),
      })),
    );
  }
});

test('a mail with the most pictures and text stays below 5 MB', async () => {
  const outboxDir = path.join(folder, 'large');
  const mailer = createMailer({ smtpUrl: null, from, outboxDir, log });
  // Short lines of this sign take the most bytes when encoded.
  const text = '=\n'.repeat(51_200);
  const pictures = Array.from({ length: 12 }, (_, at) => ({
    ...picture,
    cid: `photo-${at}@circle`,
    bytes: Buffer.alloc(maxPictureBytes / 12, 0xa5),
  }));
  await mailer.send({ ...mail, text, html: text, pictures });
  await mailer.close();
  const [file = ''] = await readdir(outboxDir);
  assert.ok((await stat(path.join(outboxDir, file))).size < 5_000_000);
});

for (const [name, change] of injections) {
  test(`a mail is refused because of ${name}`, async () => {
    const earlier = smtp.mails.length;
    for (const url of [smtp.url, null]) {
      const mailer = mailerTo(url);
      await assert.rejects(
        mailer.send({ ...mail, ...change }),
        (error) => error instanceof TypeError && !error.message.includes('eve@'),
      );
      await mailer.close();
    }
    assert.equal(smtp.mails.length, earlier);
  });
}

// OPERATE-12
test('without a mail server, mails become files that only their owner can read, and the log names the folder', async () => {
  logged.length = 0;
  const mailer = mailerTo(null);
  await Promise.all([mailer.send(mail), mailer.send({ ...mail, subject: 'Another' })]);
  await mailer.close();

  const outbox = path.join(folder, 'mail');
  const names = await readdir(outbox);
  assert.equal(names.length, 2);
  for (const name of names) {
    assert.match(name, /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f]{8}\.eml$/);
    assert.equal((await stat(path.join(outbox, name))).mode & 0o777, 0o600);
  }
  const emails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(path.join(outbox, name)))),
  );
  assert.deepEqual(new Set(emails.map(({ subject }) => subject)), new Set(['Another', mail.subject]));
  for (const email of emails) {
    assert.equal(email.to?.[0]?.address, mail.to);
    assert.equal(email.html?.replaceAll('\r\n', '\n').trim(), mail.html);
    assert.equal(email.messageId, mail.messageId);
  }
  assert.deepEqual(
    new Set(logged.map((entry) => JSON.stringify(entry))),
    new Set(names.map((name) => JSON.stringify({ file: path.join(outbox, name) }))),
  );
});
