import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type IncomingMail, MailUnreadable } from './incoming-mail.ts';
import { composed, keyRecord, resolverOf, signed, signedPart } from './mails.test-peer.ts';
import { createMailReader, type MailReader } from './reader.ts';

const rosa = {
  from: 'Rosa <Rosa@example.net>',
  to: 'circle+abc@example.org',
  subject: 'Re: letter',
  text: 'Hello',
};
const failed = Object.assign(new Error('timeout'), { code: 'ETIMEOUT' });
const badName = Object.assign(new Error('queryTxt EBADNAME'), { code: 'EBADNAME' });

let folder: string;
let reader: MailReader;
const asked: string[] = [];

before(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'mail-in-'));
  const resolve = resolverOf({
    'test._domainkey.example.net': keyRecord,
    'test._domainkey.mail.example.net': keyRecord,
    'test._domainkey.other.example': keyRecord,
    'empty._domainkey.example.net': 'v=DKIM1; p=',
    'slow._domainkey.example.net': failed,
    'badname._domainkey.example.net': badName,
  });
  reader = createMailReader({
    tmpDir: folder,
    trust: () => 'mx.example.org',
    resolveTxt: (name) => {
      asked.push(name);
      return resolve(name);
    },
  });
});
after(async () => {
  await reader.close();
  assert.deepEqual(readdirSync(path.join(folder, 'mails')), []);
  rmSync(folder, { recursive: true });
});

const read = async (mail: Buffer | Promise<Buffer>): Promise<IncomingMail> => reader.read(await mail, 'a');
const withHeaders = async (headers: string, mail: Buffer | Promise<Buffer>): Promise<IncomingMail> =>
  read(Buffer.concat([Buffer.from(headers.replaceAll('\n', '\r\n')), await mail]));

describe('the sender of a mail', () => {
  // MAILBOX-44
  test('is proven by a signature of the domain in From, or of its organization', async () => {
    const mail = await read(signed(rosa));
    assert.equal(mail.from, 'rosa@example.net');
    assert.equal(mail.isProven, true);
    assert.equal((await read(signed(rosa, { domain: 'mail.example.net' }))).isProven, true);
  });

  // MAILBOX-46
  test('is proven in the same time beside signatures of parts of the body, which are not read', async () => {
    const whole = Buffer.concat([await signed(rosa), Buffer.alloc(3_000_000, ' ')]);
    const parts = [1, 2, 3, 4].map(
      (length) =>
        `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.net; s=test; h=from:to;\n l = ${length}00; bh=AAAA; b=BBBB\n`,
    );
    const timeOf = async (mail: Buffer) => {
      const started = performance.now();
      assert.equal((await read(mail)).isProven, true);
      return performance.now() - started;
    };
    await timeOf(await signed(rosa));
    const alone = await timeOf(whole);
    const beside = await timeOf(Buffer.concat([Buffer.from(parts.join('').replaceAll('\n', '\r\n')), whole]));
    assert.ok(beside < 2.5 * alone, `${beside} ms instead of ${alone}`);
  });

  test('is not waited for where the name of its key is none', async () => {
    const long = 'a'.repeat(64);
    for (const selector of ['a..b', `${long}.b`, '.a', 'badname']) {
      const { isProven, dnsFailed } = await read(signed(rosa, { selector }));
      assert.deepEqual([isProven, dnsFailed], [false, false], selector);
    }
  });

  // MAILBOX-44
  test('is not proven by what anybody could write', async () => {
    asked.length = 0;
    const unproven = {
      'no signature': composed(rosa),
      'another domain': signed(rosa, { domain: 'other.example' }),
      'a revoked key': signed(rosa, { selector: 'empty' }),
      'no key': signed(rosa, { selector: 'none' }),
      'a From that is not signed': signed(rosa, { headerFieldNames: 'subject:to' }),
      'two senders': signed({ ...rosa, from: 'Rosa <rosa@example.net>, Eve <eve@example.net>' }),
    };
    for (const [name, mail] of Object.entries(unproven)) {
      const { isProven, dnsFailed } = await read(mail);
      assert.deepEqual([isProven, dnsFailed], [false, false], name);
    }
    assert(!asked.includes('test._domainkey.other.example'));
    const whole = (await signed(rosa)).toString('latin1');
    const changed = whole.replace(/Hello/, 'Hallo');
    assert.equal((await read(Buffer.from(changed, 'latin1'))).isProven, false);
    assert.equal((await read(Buffer.from(`From: eve@example.net\r\n${whole}`, 'latin1'))).isProven, false);
    const part = await signedPart(await composed(rosa), 2);
    assert.match(part.toString('latin1'), /; l=2;/);
    assert.equal((await read(part)).isProven, false);
    assert.equal((await read(signedPart(await composed(rosa), null))).isProven, true);
    const many = whole.replace(
      /^/,
      'DKIM-Signature: v=1; a=rsa-sha256; d=example.net; s=test; h=from; bh=; b=\r\n'.repeat(5),
    );
    asked.length = 0;
    assert.equal((await read(Buffer.from(many, 'latin1'))).isProven, false);
    assert.deepEqual(asked, []);
  });

  test('may be proven later where DNS failed', async () => {
    const { isProven, dnsFailed } = await read(signed(rosa, { selector: 'slow' }));
    assert.deepEqual([isProven, dnsFailed], [false, true]);
  });

  // MAILBOX-44
  test('is proven by the trusted server in the topmost header alone', async () => {
    const passed =
      'Authentication-Results: mx.example.org;\n dkim=none; dmarc=pass (p=NONE) header.from=example.net\n';
    const proven = async (headers: string) => (await withHeaders(headers, composed(rosa))).isProven;
    assert.equal(await proven(passed), true);
    assert.equal(await proven(`Received: from x by y; now\n${passed}`), true);
    for (const forged of [
      `Authentication-Results: mx.example.org; dmarc=fail header.from=example.net\n${passed}`,
      `Authentication-Results: other.example; spf=pass\n${passed}`,
      passed.replace('mx.example.org', 'mx.example.org.evil'),
      passed.replace('dmarc=pass', 'dmarc=fail'),
      passed.replace('header.from=example.net', 'header.from=evil.example'),
      passed.replace('dmarc=pass', '(dmarc=pass'),
      'Authentication-Results: mx.example.org; spf=pass smtp.mailfrom="; dmarc=pass header.from=example.net "\n',
    ])
      assert.equal(await proven(forged), false, forged);
  });

  // MAILBOX-53
  test('is proven for the fields that the signature covers, also where the trusted server vouches', async () => {
    const passed = 'Authentication-Results: mx.example.org; dmarc=pass header.from=example.net\n';
    const again = async (mail: Buffer | Promise<Buffer>) => {
      const { isProven, provenRecipients } = await withHeaders(`${passed}Cc: eve@example.org\n`, mail);
      return [isProven, provenRecipients];
    };
    const to = ['circle+abc@example.org'];
    assert.deepEqual(await again(composed(rosa)), [true, ['circle+abc@example.org', 'eve@example.org']]);
    assert.deepEqual(await again(signed(rosa)), [true, to]);
    assert.deepEqual(await again(signed(rosa, { headerFieldNames: 'from:subject:date' })), [true, []]);
    // DMARC may rest on a signature that this server cannot check.
    for (const selector of ['none', 'slow', 'empty'])
      assert.deepEqual(await again(signed(rosa, { selector })), [true, to], selector);
    assert.deepEqual(await again(signedPart(await composed(rosa), 2)), [false, []]);
    // Either of two such signatures may have counted.
    const [both] = /^DKIM-Signature:[\s\S]*?\r\n(?!\s)/.exec(
      (await signed(rosa, { selector: 'none', headerFieldNames: 'from:date' })).toString('latin1'),
    ) ?? [''];
    const signedTwice = async (signature: string) =>
      Buffer.concat([
        Buffer.from(signature),
        await signed({ ...rosa, cc: 'ben@example.net' }, { selector: 'empty' }),
      ]);
    assert.deepEqual(await again(signedTwice(both)), [true, []]);
    const forged = both.replace(/\bh=[^;]*/, 'h=from:date:to:cc:cc');
    assert.deepEqual(await again(signedTwice(forged)), [true, [...to, 'ben@example.net']]);
  });

  // MAILBOX-53
  test('is not proven by a mail with two fields of one of these names', async () => {
    for (const field of [
      'Subject: Mine',
      'Content-Type: text/html',
      'Content-Transfer-Encoding: 7bit',
      'MIME-Version: 1.0',
      'From: rosa@example.net',
      'Date: Mon, 23 Nov 2026 18:00:00 +0000',
      'Message-ID: <a@x>',
      'To: circle+abc@example.org',
    ])
      assert.equal((await withHeaders(`${field}\n`, signed(rosa))).isProven, false, field);
    const answered = signed({ ...rosa, replyTo: 'rosa@example.net' });
    assert.equal((await read(answered)).isProven, true);
    assert.equal((await withHeaders('Reply-To: eve@example.net\n', answered)).isProven, false);
  });

  // MAILBOX-53
  test('has not chosen a type that the signature does not cover: the body tells it', async () => {
    const fields = { headerFieldNames: 'from:to:subject:date' };
    const typed = async (mail: Promise<Buffer>, type: string, encoding?: string) => {
      const [head = '', ...rest] = (await mail).toString('latin1').split('\r\n\r\n');
      const other = head
        .replace(/^Content-Type:.*(?:\r\n[ \t].*)*/m, type)
        .replace(/^Content-Transfer-Encoding:.*/m, encoding ?? '$&')
        .replaceAll(/\r\n(?=\r\n)/g, '');
      const { isProven, text } = await read(Buffer.from([other, ...rest].join('\r\n\r\n'), 'latin1'));
      assert.equal(isProven, true);
      return text;
    };
    const quote = 'Mine, größer\n\nOn Mon, 23 Nov 2026 at 10:00, Eve <eve@evil.example> wrote:\n> HERS\n';
    const plain = () => signed({ ...rosa, text: quote, newline: 'windows' }, fields);
    const both = () =>
      signed(
        {
          ...rosa,
          text: quote,
          html: '<p>Mine, größer</p><blockquote>HERS</blockquote>',
          newline: 'windows',
        },
        fields,
      );
    const types = [
      'X-None: 1',
      'Content-Type: text/plain',
      'Content-Type: text/html',
      'Content-Type: text/plain; charset=utf-16le',
      'Content-Type: text/plain; format=flowed; delsp=yes',
      'Content-Type: multipart/mixed; boundary=x',
      'Content-Type: multipart/digest; boundary=x',
      'Content-Type: message/rfc822',
    ];
    for (const type of types)
      for (const encoding of [undefined, 'X-None: 2', 'Content-Transfer-Encoding: base64'])
        for (const mail of [plain, both])
          assert.equal(await typed(mail(), type, encoding), 'Mine, größer', type);
    const photo = { filename: 'a.jpg', content: Buffer.from('photo') };
    const pictured = signed({ ...rosa, attachments: [photo], newline: 'windows' }, fields);
    assert.equal(await typed(pictured, 'Content-Type: text/plain'), 'Hello');
    const below = signed(
      { ...rosa, text: 'Mine\n\n--b\nContent-Type: text/plain\n\nHers\n--b--', newline: 'windows' },
      fields,
    );
    await assert.rejects(typed(below, 'Content-Type: multipart/mixed; boundary=b'), MailUnreadable);
  });

  // MAILBOX-53
  test('has written a subject only where the signature covers it', async () => {
    const subjectOf = async (fields: string, subject: string) =>
      (await read(signed({ ...rosa, subject }, { headerFieldNames: fields }))).subject;
    assert.equal(await subjectOf('from:to:date', 'Garden'), '');
    assert.equal(await subjectOf('from:to:date:subject', 'Größe 😀'), 'Größe 😀');
  });

  // MAILBOX-53
  test('is not proven by a mail whose signed date is not of the last 30 days', async () => {
    const hour = 60 * 60_000;
    const proven = async (hours: number, fields = 'from:to:date') =>
      (
        await read(
          signed({ ...rosa, date: new Date(Date.now() + hours * hour) }, { headerFieldNames: fields }),
        )
      ).isProven;
    assert.equal(await proven(-29 * 24), true);
    assert.equal(await proven(-31 * 24), false);
    assert.equal(await proven(23), true);
    assert.equal(await proven(25), false);
    assert.equal(await proven(0, 'from:to'), false);
    assert.equal((await read(signed({ ...rosa, headers: { date: 'yesterday' } }))).isProven, false);
  });
});

test('programs, lists and bounces are automatic', async () => {
  const automatic = async (headers: string) => (await withHeaders(headers, composed(rosa))).isAutomatic;
  assert.equal(await automatic(''), false);
  assert.equal(await automatic('Auto-Submitted: no\nReturn-Path: <rosa@example.net>\n'), false);
  for (const silence of ['DR, RN, NRN, OOF, AutoReply', 'All'])
    assert.equal(await automatic(`X-Auto-Response-Suppress: ${silence}\n`), false, silence);
  for (const header of [
    'Auto-Submitted: auto-replied',
    'Precedence: bulk',
    'List-Id: <friends.example.net>',
    'X-Autoreply: yes',
    'Return-Path: <>',
  ])
    assert.equal(await automatic(`${header}\n`), true, header);
  const bounce = (status: string, action = 'failed') =>
    read(
      Buffer.from(
        `From: MAILER-DAEMON@example.net\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\nSorry.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; example.net\r\n\r\nFinal-Recipient: rfc822; rosa@example.net\r\nAction: ${action}\r\nStatus: ${status}\r\n\r\n--b--\r\n`,
      ),
    );
  const gone = await bounce('5.1.1');
  assert.deepEqual([gone.isAutomatic, gone.bounce], [true, { isPermanent: true }]);
  assert.deepEqual((await bounce('4.2.2', 'delayed')).bounce, { isPermanent: false });
});

test('a mail tells its id, its recipients and the mails that it answers', async () => {
  const mail = await withHeaders(
    'Delivered-To: Circle+Key@example.org\n',
    composed({
      ...rosa,
      messageId: '<a@x>',
      cc: 'ben@example.net',
      inReplyTo: '<b@x>',
      references: ['<c@x>', '<b@x>'],
    }),
  );
  assert.equal(mail.messageId, 'a@x');
  assert.deepEqual(mail.recipients, ['circle+key@example.org', 'circle+abc@example.org', 'ben@example.net']);
  assert.deepEqual(mail.references, ['b@x', 'c@x']);
  assert.deepEqual(mail.inReplyTo, ['b@x']);
  assert.equal(mail.subject, 'Re: letter');
  const sentAgain = await withHeaders(
    'In-Reply-To: <d@x>\n',
    signed(rosa, { headerFieldNames: 'from:to:date' }),
  );
  assert.deepEqual([sentAgain.references, sentAgain.inReplyTo], [['d@x'], []]);
});

test('photos are the sender’s own, not those of the quoted mail', async () => {
  const image = (name: string) => ({ filename: name, content: Buffer.from(name) });
  const mail = await read(
    composed({
      ...rosa,
      text: '',
      html: '<p>Look <img src="cid:own@x"></p><div class="gmail_signature"><img src="cid:logo@x"></div><blockquote type="cite"><img src="cid:quoted@x"></blockquote>',
      attachments: [
        { ...image('own.png'), cid: 'own@x' },
        { ...image('logo.png'), cid: 'logo@x' },
        { ...image('quoted.png'), cid: 'quoted@x' },
        { ...image('IMG_1.HEIC'), contentType: 'application/octet-stream' },
        image('attached.jpg'),
        { filename: 'note.pdf', content: 'x' },
        { filename: 'winmail.dat', content: 'x' },
      ],
    }),
  );
  assert.equal(mail.text, 'Look');
  assert.deepEqual(
    mail.photos.map(({ name, bytes }) => [name, bytes.toString()]),
    ['own.png', 'IMG_1.HEIC', 'attached.jpg'].map((name) => [name, name]),
  );
  assert.equal(mail.otherAttachments, 2);
});

const nested = (levels: number): string => {
  let mail = '';
  for (let level = 0; level < levels; level += 1)
    mail += `Content-Type: multipart/mixed; boundary=b${level}x\r\n\r\n--b${level}x\r\n`;
  return `${mail}\r\nend`;
};

// MAILBOX-46
test('a mail that exceeds a limit is not read, and the next one is', async () => {
  const parts = (count: number) =>
    `Content-Type: multipart/mixed; boundary="a b"\r\n\r\n${'--a b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(count)}--a b--\r\n`;
  const tooMuch = {
    bytes: 'x'.repeat(25 * 1024 * 1024 + 1),
    headers: `X: ${'x'.repeat(300_000)}\r\n\r\nx`,
    parts: parts(250),
    nesting: nested(30),
  };
  for (const [name, mail] of Object.entries(tooMuch))
    await assert.rejects(reader.read(Buffer.from(mail), 'a'), MailUnreadable, name);
  assert.match((await read(Buffer.from(parts(150)))).text, /^x\n\nx/);
  assert.equal((await read(Buffer.from(nested(15)))).text, 'end');
  for (const mail of ['', '\r\n', '\0\0\0', 'From: a@b.example'])
    assert.equal((await read(Buffer.from(mail))).text, '');
});

// MAILBOX-46
test('a separate process reads mails, with the settings of the cage', async () => {
  await read(composed(rosa));
  const [pid = 0] = reader.pids;
  const [environment, command] = await Promise.all(
    ['environ', 'cmdline'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')),
  );
  assert.match(command ?? '', /--permission.*--disallow-code-generation-from-strings/);
  assert(!/DATABASE|SMTP|SECRET|PATH=/.test(environment ?? ''));
});

// MAILBOX-40
test('a mail whose process is killed from outside can be read later', async () => {
  const mail = await signed({
    ...rosa,
    attachments: [{ content: Buffer.alloc(4_000_000, 1), filename: 'a.jpg' }],
  });
  let isOver = false;
  const reading = reader.read(mail, 'a').finally(() => {
    isOver = true;
  });
  const outcome = assert.rejects(reading, (error) => !(error instanceof MailUnreadable));
  const isPending = () => !isOver;
  while (isPending()) {
    for (const pid of reader.pids) process.kill(pid, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await outcome;
  assert.equal((await read(mail)).photos.length, 1);
});
