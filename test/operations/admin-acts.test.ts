import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as blocking from '../../contract/blocking.ts';
import * as notifications from '../../contract/notifications.ts';
import * as settings from '../../contract/settings.ts';
import * as system from '../../contract/system.ts';
import { type SmtpPeer, startSmtp } from '../../server/platform/mail/smtp.test-peer.ts';
import { emailOf } from '../harness/mailbox-members.ts';
import type { Person } from '../harness/person.ts';
import { onDatabases, password, type TestServer } from '../harness/test-server.ts';

const proof = { password };

const backup = ({ dataDir }: TestServer) => ({
  proof,
  folder: path.join(dataDir, 'copies'),
  publicKey: null,
  keep: 3,
});

/** The titles of what other administrators did, the latest first, once all jobs are done. */
const heard = async (server: TestServer, person: Person): Promise<string[]> => {
  await server.app.context.jobs.idle();
  const { items } = await person.ask(notifications.list, {});
  return items.flatMap(({ kind, title }) => (kind === 'admin_acted' ? [title] : []));
};

const mailed = async (server: TestServer, person: Person): Promise<(string | undefined)[]> =>
  (await server.mailsTo(person)).map(({ subject }) => subject);

onDatabases('what one administrator does and the others hear of', (server) => {
  // OPERATE-34
  test('backups, sharing and handed-over links reach all other administrators, by bell and mail', async () => {
    const [ana, ben] = [
      await server().member('Ana', { isAdmin: true }),
      await server().member('Ben', { isAdmin: true }),
    ];
    const cleo = await server().member('Cleo');
    await ana.ask(settings.setBackup, backup(server()));
    const backups = 'Ana Example changed the nightly backups';
    assert.deepEqual(await heard(server(), ben), [backups]);
    assert.deepEqual(await mailed(server(), ben), [backups]);
    await ana.ask(settings.clear, { group: 'backup', proof });
    assert.deepEqual(await heard(server(), ben), [backups], 'one entry until it is read');
    assert.deepEqual(await mailed(server(), ben), [], 'and one mail');

    const place = { name: 'Home', language: 'en' } as const;
    await ana.ask(system.setPlace, { ...place, sharing: 'invited' });
    const sharing = 'Ana Example changed who may share right away';
    assert.deepEqual(await heard(server(), ben), [sharing, backups]);
    assert.deepEqual(await mailed(server(), ben), [sharing]);
    await ben.ask(notifications.markAllRead, {});
    await ana.ask(system.setPlace, { ...place, name: 'House', sharing: 'invited' });
    assert.deepEqual(
      (await ben.ask(notifications.unread, {})).count,
      0,
      'a name alone changes nobody’s rights',
    );

    await ana.ask(account.makeResetLink, { id: cleo.id, password });
    assert.deepEqual(await heard(server(), ben), [
      'Ana Example made a link for a member’s new password',
      sharing,
      backups,
    ]);
    await ana.ask(account.makeResetLink, { id: ben.id, password });
    assert.equal((await heard(server(), ben)).length, 3, 'the member of the link has another notice');
    for (const person of [ana, cleo]) assert.deepEqual(await heard(server(), person), []);
    const links = (await mailed(server(), ben)).map((subject) => subject?.replace(/ made a link .*/, ''));
    assert.deepEqual(links, ['Ana Example', 'An administrator']);
    assert.deepEqual(await mailed(server(), cleo), ['An administrator made a link for a new password']);
  });

  // OPERATE-34
  test('nobody silences the entry by a block or a choice, and a blocked name stays hidden', async () => {
    const [dora, emil] = [
      await server().member('Dora', { isAdmin: true }),
      await server().member('Emil', { isAdmin: true }),
    ];
    await dora.ask(blocking.block, { id: emil.id });
    await dora.ask(settings.setBackup, backup(server()));
    const unnamed = 'An administrator changed the nightly backups';
    assert.deepEqual(await heard(server(), emil), [unnamed]);
    assert.deepEqual(await mailed(server(), emil), [unnamed]);
    const { items } = await emil.ask(notifications.list, {});
    assert.ok(!JSON.stringify(items).includes(dora.id));
    const silent = { admin_acted: { bell: false, email: false, push: false } };
    assert.equal((await emil.call(notifications.setPreferences, silent)).status, 400);
    await dora.ask(settings.clear, { group: 'backup', proof });
    for (const name of ['ana', 'ben'])
      assert.equal((await server().mailsTo({ email: emailOf(name) })).length, 1);
  });
});

onDatabases(
  'a change of mail that the other administrators hear of',
  (server) => {
    let smtp: SmtpPeer;
    before(async () => {
      smtp = await startSmtp();
    });
    after(() => smtp.stop());

    // OPERATE-34
    test('the others learn by name who sets mail or answers, or forgets them', async () => {
      const [fay, gus] = [
        await server().member('Fay', { isAdmin: true }),
        await server().member('Gus', { isAdmin: true }),
      ];
      const peer = {
        host: '127.0.0.1',
        port: smtp.port,
        security: 'none',
        user: 'circle',
        password: 'secret',
      } as const;
      const answers = { folder: 'INBOX', reply: 'circle+{key}@example.org', trust: null };
      await fay.ask(settings.setMail, { ...peer, from: 'home@example.org', name: null, proof });
      await fay.ask(settings.setMailIn, { ...peer, port: 9, ...answers, proof });
      assert.deepEqual(await heard(server(), gus), [
        'Fay Example changed how answers by e-mail arrive',
        'Fay Example changed how this place sends e-mail',
      ]);
      await gus.ask(notifications.markAllRead, {});
      await fay.ask(settings.clear, { group: 'mail', proof });
      await server().app.context.jobs.idle();
      assert.equal((await gus.ask(notifications.unread, {})).count, 1);
      await fay.ask(settings.clear, { group: 'mail-in', proof });
    });
  },
  { SMTP_URL: '', MAIL_FROM: '' },
);
