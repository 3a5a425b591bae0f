import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as invitations from '../../contract/invitations.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import { hashOf } from '../../server/platform/text/ids.ts';
import { addPasskeyUnheard } from '../harness/factors.ts';
import { operate } from '../harness/operate.ts';
import { messageOf, type Person } from '../harness/person.ts';
import { codeIn, registration } from '../accounts/registration.ts';
import { onDatabases, password } from '../harness/test-server.ts';
import { until } from '../runner/until.ts';

onDatabases('attacks by a thief who holds links, codes and sessions', (server, testOnBoth) => {
  const linkTo = async (email: string): Promise<string> => {
    const [mail] = await server().mailsTo({ email });
    return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? assert.fail('no link');
  };

  // SIGNIN-13
  testOnBoth('a password reset revokes a change of address that a thief has requested', async () => {
    const vic = await server().member('Vera');
    await vic.ask(account.changeEmail, { email: 'thief@example.org', password });
    const stolen = await linkTo('thief@example.org');
    await server().mailsTo(vic);
    await server().visitor().ask(auth.forgotPassword, { email: vic.email });
    const token = await linkTo(vic.email);
    await server().visitor().ask(auth.resetPassword, { token, password: 'two-old-spoons' });
    assert.equal((await server().visitor().call(auth.confirmEmail, { token: stolen })).status, 400);
    await vic.signIn('two-old-spoons');
    assert.equal((await vic.ask(auth.currentUser, {})).email, vic.email);
    const [notice] = await server().mailsTo(vic);
    assert.equal(notice?.subject, 'New sign-in to your account');
  });

  // SIGNIN-13
  test('a password reset link mailed before a change of address is refused', async () => {
    const vic = await server().member('Vita');
    await vic.ask(account.changeEmail, { email: 'vita-new@example.org', password });
    const [link] = await server().mailsTo({ email: 'vita-new@example.org' });
    const change = /token=([\w-]+)/.exec(link?.text ?? '')?.[1] ?? assert.fail('no link');
    await vic.ask(auth.confirmEmail, { token: change });
    await server().mailsTo(vic);
    // The row that the job writes which had read the address before.
    const late = 'late-token-of-a-mail-under-way';
    const userId = await server().keyOf('users', vic);
    await server().app.context.db.write(({ q }) =>
      q
        .insertInto('email_tokens')
        .values({
          token_hash: hashOf(late),
          kind: 'reset',
          user_id: userId,
          email: vic.email,
          expires_at: Date.now() + 60_000,
        })
        .execute(),
    );
    const tried = await server()
      .visitor()
      .call(auth.resetPassword, { token: late, password: 'two-old-spoons' });
    assert.deepEqual([tried.status, messageOf(tried)], [400, messages.resetInvalid]);
    const email = 'vita-new@example.org';
    assert.equal((await server().visitor().call(auth.login, { email, password })).status, 200);
    assert.equal((await vic.call(auth.currentUser)).status, 200, 'and no session ended');
    await server().mailsTo({ email });
  });

  // SIGNIN-4
  test('reading a sign-in alert immediately does not stop the alert’s mail', async () => {
    const [ben, cleo] = await server().members('Ben', 'Cleo');
    const intrude = async (victim: Person): Promise<Person> => {
      const thief = server().visitor(victim.name);
      await thief.signIn(password);
      return thief;
    };
    const reader = await intrude(ben);
    await reader.ask(notifications.markAllRead, {});
    const remover = await intrude(cleo);
    const [news] = (await remover.ask(notifications.list, {})).items;
    assert.ok(news);
    await remover.ask(notifications.remove, { id: news.id });
    assert.equal((await remover.call(notifications.remove, { id: news.id })).status, 404);
    assert.deepEqual((await remover.ask(notifications.list, {})).items, []);
    assert.equal((await remover.ask(notifications.unread, {})).count, 0);
    for (const victim of [ben, cleo]) {
      const mails = await server().mailsTo(victim);
      assert.equal(mails.length, 1, victim.name);
      assert.match(mails[0]?.text ?? '', /\/auth\/not-me\?token=/);
    }
  });

  // SIGNIN-13
  test('a password set by the operator revokes links and changes requested by a thief', async () => {
    const dan = await server().member('Dan');
    const thief = { email: 'taker@example.org' };
    await dan.ask(account.changeEmail, { email: thief.email, password });
    await server().visitor().ask(auth.forgotPassword, { email: dan.email });
    const linkIn = (mails: { text: string }[]) =>
      mails.map(({ text }) => /token=([\w-]+)/.exec(text)?.[1]).find((token) => token !== undefined) ?? '';
    const change = linkIn(await server().mailsTo(thief));
    const reset = linkIn(await server().mailsTo(dan));
    const browser = dan.cookie?.split('; ').filter((cookie) => cookie.startsWith('circle_browser')) ?? [];
    const { out } = await operate(server(), 'reset-password', dan.email);
    const fresh = out.split('\n')[0]?.split(' ').at(-1) ?? '';
    const visitor = server().visitor();
    assert.equal((await visitor.call(auth.confirmEmail, { token: change })).status, 400);
    const again = await visitor.call(auth.resetPassword, { token: reset, password: 'two-old-spoons' });
    assert.equal(again.status, 400);
    await server().visitor('Dan').signIn(fresh);
    // The formerly known browser is unknown again: both sign-ins are notified.
    const back = server().visitor('Dan');
    back.cookie = browser.join('; ');
    await back.signIn(fresh);
    assert.equal((await server().mailsTo(dan)).length, 2);
  });

  // SIGNIN-6
  test('ending a session revokes its QR sign-in codes', async () => {
    const fin = await server().member('Fin');
    const code = async () => new URL((await fin.ask(account.beginMove, { password })).url).hash.slice(1);
    const take = async (given: string) =>
      (await server().visitor().call(auth.takeMove, { code: given })).status;
    const first = await code();
    await fin.ask(auth.logout, {});
    assert.equal(await take(first), 400);
    await fin.signIn(password);
    const second = await code();
    const other = server().visitor('Fin');
    await other.signIn(password);
    const session = (await other.ask(account.sessions, {})).find(({ current }) => !current);
    await other.ask(account.endSession, { id: session?.id ?? '' });
    assert.equal(await take(second), 400);
    await server().mailsTo(fin);
  });

  // SIGNIN-20
  test('a squatter of an e-mail address loses their passkeys when the owner of the address resets the password', async () => {
    const [eve, host] = await server().members('Eve', 'Host');
    await eve.ask(invitations.sendInvite, { email: 'eves-other@example.org' });
    const [mail] = await server().mailsTo({ email: 'eves-other@example.org' });
    const inviteCode = codeIn(mail?.text);
    const squatter = server().visitor('Owner');
    await squatter.ask(auth.register, registration(squatter, inviteCode));
    await squatter.signIn(password);
    const { key } = await addPasskeyUnheard(squatter);
    await server().mailsTo(squatter);

    const owner = server().visitor('Owner');
    await owner.ask(auth.forgotPassword, { email: owner.email });
    const [link] = await server().mailsTo(owner);
    const token = /reset-password\?token=([\w-]+)/.exec(link?.text ?? '')?.[1] ?? '';
    await owner.ask(auth.resetPassword, { token, password: 'two-old-spoons' });
    const { ticket, options } = await squatter.ask(auth.askPasskey, {});
    const credential = key.use(options.challenge);
    assert.equal((await squatter.call(auth.signInByPasskey, { ticket, credential })).status, 400);
    // And the password alone is enough: there is no second factor of anybody's.
    await owner.signIn('two-old-spoons');
    const circle = await host.makesCircle('For the owner');
    await host.ask(invitations.inviteToCircle, { id: circle.id, email: owner.email });
    await server().app.context.jobs.idle();
    const { items } = await owner.ask(notifications.list, {});
    assert.ok(items.some(({ kind }) => kind === 'circle_invitation'));
    await server().mailsTo(owner);
    await server().mailsTo(eve);
  });

  // REQUEST-11
  test('a request for one member is refused with the session of another, and changes nothing', async () => {
    const [una, vic] = await server().members('Una', 'Vic');
    const sends = async (endpoint: Endpoint, member: string) =>
      (await vic.fetch(endpoint.method, endpoint.path, { headers: { 'circle-member': member } })).status;
    assert.equal(await sends(auth.logout, una.id), 401);
    assert.equal(await sends(notifications.markAllRead, una.id), 401);
    assert.equal(await sends(notifications.markAllRead, vic.id), 204);
  });

  // ADMIN-3
  testOnBoth(
    'a ban, a role change and a sign-out by another process take effect at the next request',
    async () => {
      const ben = await server().member('Bela');
      const { db } = server().app.context;
      const byAnotherProcess = db.dialect.pick({
        sqlite: (text: string): Promise<unknown> => {
          const code = "new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec(process.argv[2])";
          const file = path.join(server().dataDir, 'circle.db');
          return promisify(execFile)(process.execPath, ['-e', code, file, text]);
        },
        postgres: (text) => sql.raw(text).execute(db.read),
      });
      const statuses = async () => [
        (await ben.call(auth.currentUser)).status,
        (await ben.call(posts.create, new FormData())).status,
      ];
      const changes: [change: string, statuses: number[]][] = [
        ["verification_status = 'pending'", [200, 403]],
        ["verification_status = 'approved'", [200, 400]],
        ['banned_at = 1', [401, 401]],
        ['banned_at = null', [200, 400]],
        [`suspended_until = ${Date.now() + 60_000}`, [401, 401]],
        [`suspended_until = ${Date.now() - 1}`, [200, 400]],
      ];
      const letGo = await server().holdWorker();
      for (const [change, expected] of changes) {
        await byAnotherProcess(`update users set ${change} where public_id = '${ben.id}'`);
        assert.deepEqual(await statuses(), expected, change);
        assert.deepEqual(await statuses(), expected, `${change}, asked again`);
      }
      await byAnotherProcess(`delete from sessions where user_id = ${await server().keyOf('users', ben)}`);
      assert.deepEqual(await statuses(), [401, 401]);
      await letGo();
    },
  );

  test('a kept session expires, and a kept suspension ends, without any commit', async () => {
    const ben = await server().member('Bruno');
    const { db } = server().app.context;
    const status = async () => (await ben.call(auth.currentUser)).status;
    const key = await server().keyOf('users', ben);
    const letGo = await server().holdWorker();
    const soon = Date.now() + 2_000;
    await db.write(({ q }) =>
      q.updateTable('users').set({ suspended_until: soon }).where('id', '=', key).execute(),
    );
    assert.equal(await status(), 401);
    await until(async () => (await status()) !== 401);
    assert.ok(Date.now() >= soon);
    await db.write(({ q }) =>
      q
        .updateTable('sessions')
        .set({ expires_at: Date.now() + 2_000 })
        .where('user_id', '=', key)
        .execute(),
    );
    assert.equal(await status(), 200);
    await until(async () => (await status()) !== 200);
    await letGo();
  });
});
