import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import * as audit from '../../contract/audit.ts';
import type { Sent } from '../../contract/endpoint.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as invitations from '../../contract/invitations.ts';
import * as settings from '../../contract/settings.ts';
import * as site from '../../contract/site.ts';
import * as system from '../../contract/system.ts';
import { rowsIn } from '../../server/features/system/backup/archive/lines.ts';
import { rowsName } from '../../server/features/system/backup/archive/manifest.ts';
import { openArchive } from '../../server/features/system/backup/archive/read.ts';
import { type SmtpPeer, startSmtp } from '../../server/platform/mail/smtp.test-peer.ts';
import { snapshotsOf } from '../harness/backups.ts';
import { messageOf, type Answer, type Person } from '../harness/person.ts';
import { onDatabases, password as ownPassword, type TestServer } from '../harness/test-server.ts';

type Mail = Sent<typeof settings.tryMail>;

const secret = 'secret';
const proof = { password: ownPassword };
/** Settings of a server whose environment says nothing of mail. */
const nothingOutside = { SMTP_URL: '', MAIL_FROM: '' };

const issuesOf = (answer: Answer): unknown => Reflect.get(Object(answer.json), 'issues');

const mailBy = (port: number, more: Partial<Mail> = {}): Mail => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  user: 'circle',
  password: secret,
  from: 'home@example.org',
  name: 'The "old" \\ house',
  ...more,
});

const withoutPassword = (mail: Mail): Mail => ({ ...mail, password: undefined });

const rowsOf = async (server: TestServer): Promise<string[]> => {
  const rows = await server.app.context.db.read
    .selectFrom('meta')
    .select('value')
    .where('key', 'like', 'settings:%')
    .execute();
  return rows.map(({ value }) => value);
};

const invite = async (server: TestServer, admin: Person, email: string): Promise<void> => {
  await admin.ask(invitations.sendInvite, { email });
  await server.app.context.jobs.idle();
};

const stepsOf = ({ steps }: settings.Tried): string[] =>
  steps.map(({ name, ok }) => `${name} ${ok ? 'ok' : 'wrong'}`);

onDatabases(
  'settings that administrators make by forms',
  (server) => {
    let smtp: SmtpPeer;
    let ada: Person;
    before(async () => {
      smtp = await startSmtp();
      ada = await server().member('Ada', { isAdmin: true });
    });
    after(() => smtp.stop());

    // OPERATE-22
    test('mail by a form is sent from the next mail on, until it is taken back', async () => {
      const visitor = server().visitor();
      assert.deepEqual(await ada.ask(settings.mail, {}), { setOutside: false, values: null });
      assert.equal((await visitor.ask(site.config, {})).letters, false);
      await invite(server(), ada, 'before@example.org');

      const { password, ...rest } = mailBy(smtp.port);
      const shown = { ...rest, hasPassword: password === secret };
      const changed = await ada.ask(settings.setMail, { ...mailBy(smtp.port), proof });
      assert.deepEqual(changed, { setOutside: false, values: shown });
      assert.deepEqual(await ada.ask(settings.mail, {}), changed);
      assert.equal((await visitor.ask(site.config, {})).letters, true);
      assert.equal((await ada.ask(system.place, {})).mail.server, '127.0.0.1');
      await invite(server(), ada, 'after@example.org');
      const [mail, ...more] = smtp.mails;
      assert.deepEqual([mail?.to, more], [['after@example.org'], []]);
      assert.deepEqual(mail?.email.from, { address: 'home@example.org', name: 'The "old" \\ house' });

      await ada.ask(settings.clear, { group: 'mail', proof });
      assert.deepEqual(await ada.ask(settings.mail, {}), { setOutside: false, values: null });
      assert.equal((await visitor.ask(site.config, {})).letters, false);
      await invite(server(), ada, 'later@example.org');
      assert.equal(smtp.mails.length, 1);
    });

    // OPERATE-23
    test('a stored password is in no answer, no row can be read, and none opens at another group', async () => {
      const word = 'a-password-that-nobody-reads';
      const answers = [await ada.call(settings.setMail, { ...mailBy(smtp.port, { password: word }), proof })];
      answers.push(await ada.call(settings.tryMail, withoutPassword(mailBy(smtp.port))));
      for (const call of [settings.mail, system.place, system.overview, system.setup, audit.list] as const)
        answers.push(await ada.call(call, {}));
      for (const { status, text } of answers) {
        assert.equal(status, 200, text);
        assert.ok(!text.includes(word), text);
      }
      const entries = await ada.ask(audit.list, {});
      assert.deepEqual(
        [entries.items[0]?.act, entries.items[0]?.actor?.id, entries.items[0]?.target?.id],
        ['settings.changed', ada.id, 'mail'],
      );
      const [row, ...more] = await rowsOf(server());
      assert.ok(row !== undefined && more.length === 0);
      for (const known of [word, 'example.org', '127.0.0.1']) assert.ok(!row.includes(known));
      assert.ok(!Buffer.from(row, 'base64url').toString('latin1').includes(word));
      await server().app.context.db.write(({ q }) =>
        q.insertInto('meta').values({ key: 'settings:backup', value: row }).execute(),
      );
      assert.deepEqual(await ada.ask(settings.backup, {}), { setOutside: false, values: null });
      for (const group of ['backup', 'mail'] as const) await ada.ask(settings.clear, { group, proof });
      assert.deepEqual(await rowsOf(server()), []);
    });

    // OPERATE-23
    test('a stored password goes only to the server and the user that it was typed for', async () => {
      const other = await startSmtp();
      const mail = mailBy(smtp.port);
      await ada.ask(settings.setMail, { ...mail, proof });
      for (const change of [
        { host: 'localhost' },
        { port: other.port },
        { security: 'starttls' as const },
        { user: 'another' },
      ]) {
        for (const call of [settings.setMail, settings.tryMail] as const) {
          const refused = await ada.call(call, { ...withoutPassword(mail), ...change });
          const issue = { path: 'password', message: messages.settingPasswordAgain };
          assert.deepEqual([refused.status, issuesOf(refused)], [400, [issue]], refused.text);
        }
      }
      assert.equal((await ada.ask(settings.mail, {})).values?.port, smtp.port);
      const renamed = await ada.ask(settings.setMail, { proof, ...withoutPassword(mail), name: null });
      assert.deepEqual([renamed.values?.name, renamed.values?.hasPassword], [null, true]);
      await invite(server(), ada, 'kept@example.org');
      assert.deepEqual(smtp.mails.at(-1)?.to, ['kept@example.org']);
      const removed = await ada.call(settings.setMail, { ...mail, password: null });
      assert.deepEqual(issuesOf(removed), [{ path: 'password', message: messages.settingPasswordRequired }]);
      await ada.ask(settings.setMail, { proof, ...mail, user: null, password: null, port: other.port });
      assert.equal((await ada.ask(settings.mail, {})).values?.hasPassword, false);
      await ada.ask(settings.clear, { group: 'mail', proof });
      await other.stop();
    });

    // OPERATE-23
    test('right values are saved with a password or passkey alone', async () => {
      const wrong = { proof: { password: 'wrong-one' } };
      for (const [refused, field, message] of [
        [await ada.call(settings.setMail, mailBy(smtp.port)), 'proof.password', messages.fillAllFields],
        [
          await ada.call(settings.setMail, { ...mailBy(smtp.port), ...wrong }),
          'proof.password',
          messages.passwordWrong,
        ],
        [await ada.call(settings.setMail, { ...mailBy(70_000), ...wrong }), 'port', messages.portInvalid],
        [await ada.call(settings.clear, { group: 'mail' }), 'proof.password', messages.fillAllFields],
      ] as const)
        assert.deepEqual([refused.status, issuesOf(refused)], [400, [{ path: field, message }]]);
      assert.equal((await ada.ask(settings.mail, {})).values, null);
    });

    test('what cannot be right names its field', async () => {
      const answers = {
        host: '127.0.0.1',
        port: 993,
        security: 'tls',
        user: 'circle',
        password: secret,
        folder: 'INBOX',
        reply: 'circle+{key}@example.org',
        trust: null,
      } as const;
      const backup = { folder: '/tmp/x', publicKey: null, keep: 7 };
      const wrong: [string, string, Promise<Answer>][] = [
        ['host', messages.hostInvalid, ada.call(settings.setMail, mailBy(25, { host: 'a b' }))],
        ['host', messages.hostInvalid, ada.call(settings.setMail, mailBy(25, { host: ':::' }))],
        ['port', messages.portInvalid, ada.call(settings.setMail, mailBy(70_000))],
        ['from', messages.emailInvalid, ada.call(settings.setMail, mailBy(25, { from: 'home' }))],
        [
          'reply',
          messages.replyInvalid,
          ada.call(settings.setMailIn, { ...answers, reply: 'a@example.org' }),
        ],
        ['trust', messages.trustInvalid, ada.call(settings.setMailIn, { ...answers, trust: 'mx one' })],
        ['folder', messages.folderAbsolute, ada.call(settings.setBackup, { ...backup, folder: 'x' })],
        [
          'folder',
          messages.folderOwn,
          ada.call(settings.setBackup, { ...backup, folder: path.resolve('dist/web/x') }),
        ],
        [
          'publicKey',
          messages.backupKeyInvalid,
          ada.call(settings.setBackup, { ...backup, publicKey: 'age1' }),
        ],
        ['keep', messages.keepInvalid, ada.call(settings.setBackup, { ...backup, keep: 0 })],
      ];
      for (const [field, message, asked] of wrong) {
        const answer = await asked;
        assert.deepEqual([answer.status, issuesOf(answer)], [400, [{ path: field, message }]], answer.text);
      }
      assert.deepEqual(await rowsOf(server()), []);
    });

    test('a try of mail says at which step it failed and what to change', async () => {
      const right = await ada.ask(settings.tryMail, mailBy(smtp.port));
      assert.deepEqual(
        [right.ok, stepsOf(right)],
        [true, ['connection ok', 'encryption ok', 'sign-in ok', 'send ok']],
      );
      assert.deepEqual(smtp.mails.at(-1)?.to, [ada.email]);
      assert.deepEqual(
        await ada.ask(settings.mail, {}),
        { setOutside: false, values: null },
        'nothing is stored',
      );

      const password = await ada.ask(settings.tryMail, mailBy(smtp.port, { password: 'other' }));
      assert.deepEqual(stepsOf(password).at(-1), 'sign-in wrong');
      assert.match(password.steps.at(-1)?.detail ?? '', /^127\.0\.0\.1 refused user name or password: 535/);
      smtp.refuse({ status: 553, words: 'not\r\n<b>yours</b>' });
      const sender = await ada.ask(settings.tryMail, mailBy(smtp.port));
      smtp.refuse(null);
      assert.deepEqual(stepsOf(sender).at(-1), 'send wrong');
      const encrypted = await ada.ask(settings.tryMail, mailBy(smtp.port, { security: 'tls' }));
      assert.match(encrypted.steps.at(-1)?.detail ?? '', /does not begin with encryption/);
      const upgraded = await ada.ask(settings.tryMail, mailBy(smtp.port, { security: 'starttls' }));
      assert.match(upgraded.steps.at(-1)?.detail ?? '', /does not offer STARTTLS/);

      const closed = await startSmtp();
      await closed.stop();
      const refused = await ada.ask(settings.tryMail, mailBy(closed.port));
      assert.deepEqual(stepsOf(refused), ['connection wrong']);
      assert.match(
        refused.steps[0]?.detail ?? '',
        /^Nothing answers at port \d+ of 127\.0\.0\.1\. Check the port/,
      );
      const nameless = await ada.ask(settings.tryMail, mailBy(25, { host: 'no-such-host.invalid' }));
      assert.deepEqual(stepsOf(nameless), ['name wrong']);
    });

    test('a certificate that nobody vouches for is no encryption', async () => {
      for (const secure of [true, false]) {
        const own = new SMTPServer({ secure, closeTimeout: 1, authOptional: true });
        own.on('error', () => undefined);
        await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', () => resolve()));
        const address = own.server.address();
        assert.ok(typeof address === 'object' && address);
        const form = mailBy(address.port, { host: 'localhost', security: secure ? 'tls' : 'starttls' });
        const tried = await ada.ask(settings.tryMail, form);
        assert.deepEqual(stepsOf(tried).at(-1), 'encryption wrong', JSON.stringify(tried));
        await new Promise<void>((resolve) => own.close(() => resolve()));
      }
    });

    test('a second try waits for the end of the first one', async () => {
      const connected = Promise.withResolvers<void>();
      const silent = new SMTPServer({ closeTimeout: 1, onConnect: () => connected.resolve() });
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', () => resolve()));
      const address = silent.server.address();
      assert.ok(typeof address === 'object' && address);
      const first = ada.ask(settings.tryMail, mailBy(address.port));
      await connected.promise;
      const refused = await ada.call(settings.tryMail, mailBy(smtp.port));
      assert.deepEqual([refused.status, messageOf(refused)], [409, messages.tryRuns]);
      await new Promise<void>((resolve) => silent.close(() => resolve()));
      assert.equal((await first).ok, false);
      assert.equal((await ada.ask(settings.tryMail, mailBy(smtp.port))).ok, true);
    });

    // OPERATE-22
    test('backups by a form begin once the folder is stored, and hold none of these settings', async () => {
      const folder = path.join(server().dataDir, 'copies');
      const tried = await ada.ask(settings.tryBackup, { folder, publicKey: null, keep: 3 });
      assert.deepEqual([tried.ok, stepsOf(tried)], [true, ['folder ok', 'folder ok', 'backup ok']]);
      await ada.ask(settings.setBackup, { proof, folder, publicKey: null, keep: 3 });
      await ada.ask(settings.setMail, { ...mailBy(smtp.port), proof });
      await server().app.context.jobs.idle();
      const { backup } = await ada.ask(system.overview, {});
      assert.deepEqual([backup?.isEncrypted, backup?.made.trouble], [false, null]);
      assert.ok(backup?.made.lastGood);
      const [name = ''] = await snapshotsOf(folder);
      const archive = await openArchive(path.join(folder, 'snapshots', name), () => Promise.reject());
      const keys: unknown[] = [];
      for await (const { key } of rowsIn(await archive.read(rowsName('meta')))) keys.push(key);
      archive.close();
      assert.ok(keys.includes('secret:cursors'));
      assert.deepEqual(
        keys.filter((key) => String(key).startsWith('settings:')),
        [],
      );
      await ada.ask(settings.clear, { group: 'backup', proof });
      assert.equal((await ada.ask(system.overview, {})).backup, null);
      await ada.ask(settings.clear, { group: 'mail', proof });
    });
  },
  nothingOutside,
);

onDatabases('settings that the environment makes', (server) => {
  test('the environment decides a group as a whole, and forms show what it says', async () => {
    const ada = await server().member('Ada', { isAdmin: true });
    const { port } = new URL(server().environment['SMTP_URL'] ?? '');
    const mail = {
      host: '127.0.0.1',
      port: Number(port),
      security: 'starttls',
      user: null,
      hasPassword: false,
      from: 'circle@example.org',
      name: 'Circle',
    };
    assert.deepEqual(await ada.ask(settings.mail, {}), { setOutside: true, values: mail });
    assert.equal((await ada.ask(settings.mailIn, {})).setOutside, false);
    for (const refused of [
      await ada.call(settings.setMail, mailBy(25)),
      await ada.call(settings.tryMail, mailBy(25)),
      await ada.call(settings.clear, { group: 'mail' }),
    ])
      assert.deepEqual([refused.status, messageOf(refused)], [409, messages.setOutside]);
  });
});
