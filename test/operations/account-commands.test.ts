import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import * as auth from '../../contract/auth.ts';
import { withAppContext } from '../../server/cli/operator-context.ts';
import { noteStart } from '../../server/platform/db/update/last-start.ts';
import { queueMail } from '../../server/platform/mail/mail-job.ts';
import { readSettings } from '../../server/settings.ts';
import { setUpTotp } from '../harness/factors.ts';
import { fails, operate, operateAsProgram, succeeds } from '../harness/operate.ts';
import { registration } from '../accounts/registration.ts';
import type { Person } from '../harness/person.ts';
import { onDatabases, password } from '../harness/test-server.ts';

onDatabases('commands of the operator for accounts', (server) => {
  test('the command help names all commands, and an unknown command shows it and fails', async () => {
    const help = await operateAsProgram(server(), 'help');
    assert.equal(help.code, 0);
    for (const word of ['invite', 'make-admin', 'verify', 'reset-password'])
      assert.ok(help.out.includes(word));
    assert.equal((await operateAsProgram(server(), 'frobnicate')).code, 2);
  });

  test('the command invite invites members and administrators, with and without a mail', async () => {
    const { code, out } = await operateAsProgram(server(), 'invite', '--email', 'zoe@example.org', '--admin');
    assert.equal(code, 0);
    // The running server may have taken the job.
    const [mail] = await server().mailsTo({ email: 'zoe@example.org' });
    assert.ok(mail?.text.includes(out));
    const zoe = server().visitor('Zoe');
    const user = await zoe.ask(auth.register, registration(zoe, out.slice(-10)));
    assert.deepEqual([user.isAdmin, user.isVerified, user.emailConfirmed], [true, true, true]);
    const wrong = await operateAsProgram(server(), 'invite', '--email', 'zoe');
    assert.deepEqual([wrong.code, wrong.err], [1, 'zoe is no e-mail address.']);
    assert.equal((await operate(server(), 'invite', '--everybody')).code, 1);
  });

  test('commands verify members, make administrators and set new passwords, by e-mail address', async () => {
    const amy = await server().member('Amy', { isVerified: false });
    assert.equal((await operate(server(), 'verify', 'AMY@example.org')).out, 'Amy Example is verified now.');
    assert.equal((await operate(server(), 'verify', amy.email)).out, 'Amy Example is verified already.');
    const [mail, ...more] = await server().mailsTo(amy);
    assert.deepEqual([mail?.subject, more], ['Your identity is verified', []]);
    assert.equal((await operate(server(), 'make-admin', amy.email)).code, 0);
    const user = await amy.ask(auth.currentUser, {});
    assert.deepEqual([user.isAdmin, user.isVerified], [true, true]);
    await setUpTotp(server(), amy);
    const { out } = await operate(server(), 'reset-password', amy.email);
    assert.match(out, /authenticator app, passkeys and recovery codes were taken away/);
    const [told] = await server().mailsTo(amy);
    assert.equal(told?.subject, 'The authenticator app and passkeys were removed from your account');
    assert.match(told.text, /From: the person who runs this place/);
    assert.equal((await amy.call(auth.currentUser)).status, 401, 'signed out everywhere');
    await assert.rejects(() => amy.signIn(password));
    await amy.signIn(out.split('\n')[0]?.split(' ').at(-1) ?? '');
    await server().mailsTo(amy);
    const nobody = await operate(server(), 'verify', 'nobody@example.org');
    assert.deepEqual([nobody.code, nobody.err], [1, 'Nobody has the address nobody@example.org.']);
    assert.equal((await operate(server(), 'verify')).code, 1);
  });

  test('commands give no rights, password or address to members without an account, or banned or deleted', async () => {
    const [max, bo, lea] = await server().members('Max', 'Bo', 'Lea');
    const { db } = server().app.context;
    const set = (person: Person, change: object) =>
      db.write(({ q }) => q.updateTable('users').set(change).where('email', '=', person.email).execute());
    const { id } = await lea.ask(auth.currentUser, {});
    await set(max, { by_letter: 1 });
    await set(bo, { banned_at: 1 });
    await set(lea, { banned_at: 1, email_key: `DELETED ${id}` });
    for (const command of ['make-admin', 'reset-password']) {
      await fails(operate(server(), command, max.email), /^Max Example takes part by e-mail/);
      await fails(operate(server(), command, bo.email), /^Bo Example is banned/);
      await fails(operate(server(), command, id), /^Nobody has the address/);
    }
    await fails(operate(server(), 'set-email', max.email, 'm@example.org'), /takes part by e-mail/);
    const admins = await db.read.selectFrom('users').select('email').where('is_admin', '=', 1).execute();
    assert.ok(!admins.some(({ email }) => [max, bo, lea].some((one) => one.email === email)));
  });
});

test('a command that causes no mails sends none of those that wait', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'circle-commands-'));
  try {
    const place = { environment: { DATA_DIR: folder } };
    const texts = { language: 'en' as const, subject: 'Hello', heading: 'Hello', paragraphs: [], footer: [] };
    await withAppContext(readSettings(place.environment), async ({ db, jobs }) => {
      await noteStart(db);
      await db.write((tx) => queueMail(jobs, tx, { to: 'amy@example.org', ...texts }, null));
    });
    const sent = async () =>
      (await readdir(folder)).includes('mail') ? (await readdir(path.join(folder, 'mail'))).length : 0;
    await succeeds(operate(place, 'migrate'));
    await succeeds(operate(place, 'check'));
    assert.equal(await sent(), 0);
    await succeeds(operate(place, 'invite', '--email', 'zoe@example.org'));
    assert.equal(await sent(), 2);
  } finally {
    await rm(folder, { recursive: true });
  }
});
