import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as audit from '../../contract/audit.ts';
import * as auth from '../../contract/auth.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as moderation from '../../contract/moderation.ts';
import * as notifications from '../../contract/notifications.ts';
import { addPasskey, proveBy } from '../harness/factors.ts';
import { messageOf, type Person } from '../harness/person.ts';
import { onBothDatabases, password, type TestServer } from '../harness/test-server.ts';

const newPassword = 'two-old-spoons';
const title = 'An administrator made a link for a new password';

const tokenOf = (url: string): string =>
  /\/auth\/reset-password\?token=([\w-]+)$/.exec(url)?.[1] ?? assert.fail(url);

const makeFor = async (admin: Person, member: Person): Promise<{ url: string; expiresAt: string }> =>
  admin.ask(account.makeResetLink, { id: member.id, password });

const reset = (server: TestServer, url: string) =>
  server.visitor().call(auth.resetPassword, { token: tokenOf(url), password: newPassword });

const isRefused = (answer: Awaited<ReturnType<typeof reset>>): void =>
  assert.deepEqual([answer.status, messageOf(answer)], [400, messages.resetInvalid]);

const mailed = async (server: TestServer, person: Person) =>
  (await server.mailsTo(person)).map(({ subject }) => subject);

onBothDatabases('links for a new password that administrators hand over', (server) => {
  /** An administrator who gets no mail about what the others do. */
  const admin = async (name: string): Promise<Person> => {
    const person = await server().member(name, { isAdmin: true });
    await person.ask(notifications.setPreferences, {
      admin_acted: { bell: true, email: false, push: false },
    });
    return person;
  };

  // SIGNIN-23, ADMIN-8
  test('a link sets a new password once, within an hour, and its member and the audit log know of it', async () => {
    const [ana, ben] = [await admin('Ana'), await server().member('Ben')];
    const before = Date.now();
    const { url, expiresAt } = await makeFor(ana, ben);
    const life = Date.parse(expiresAt) - before;
    assert.ok(life >= 3_600_000 && life < 3_660_000, expiresAt);
    assert.equal((await ben.call(auth.currentUser)).status, 200, 'until it is used, nothing changes');
    assert.deepEqual(await mailed(server(), ben), [title]);
    assert.equal((await reset(server(), url)).status, 200);
    assert.equal((await ben.call(auth.currentUser)).status, 401);
    isRefused(await reset(server(), url));
    await ben.signIn(newPassword);
    const { items } = await ben.ask(notifications.list, {});
    assert.ok(items.some((told) => told.title === title && !told.isRead));
    const log = await ana.ask(audit.list, { act: 'member.reset_link_made' });
    const [entry] = log.items;
    assert.deepEqual([entry?.actor?.id, entry?.target?.id, log.items.length], [ana.id, ben.id, 1]);
    await server().mailsTo(ben);
  });

  // SIGNIN-23
  test('the administrator proves who they are, by password or passkey, before a link is made', async () => {
    const [cleo, dan] = [await admin('Cleo'), await server().member('Dan')];
    for (const proof of [{}, { password: `not ${password}` }]) {
      assert.equal((await cleo.call(account.makeResetLink, { id: dan.id, ...proof })).status, 400);
    }
    assert.deepEqual(await mailed(server(), dan), []);
    const { key } = await addPasskey(server(), cleo);
    const passkey = await proveBy(cleo, key);
    const made = await cleo.call(account.makeResetLink, { id: dan.id, passkey });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.headers.get('cache-control'), 'no-store');
    assert.deepEqual(await mailed(server(), dan), [title]);
    assert.equal((await dan.call(account.makeResetLink, { id: cleo.id, password })).status, 403);
  });

  // SIGNIN-23
  test('one link works at a time, and none for oneself, a mailbox member, a banned or an unknown one', async () => {
    const [eve, fay] = [await admin('Eve'), await admin('Fay')];
    const gus = await server().member('Gus');
    const [first, second] = [await makeFor(eve, gus), await makeFor(fay, gus)];
    isRefused(await reset(server(), first.url));
    assert.equal((await reset(server(), second.url)).status, 200);
    const ofAdmin = await makeFor(eve, fay);
    assert.equal((await reset(server(), ofAdmin.url)).status, 200);
    assert.deepEqual([await mailed(server(), gus), await mailed(server(), fay)], [[title, title], [title]]);

    const refused = async (id: string, status: number, sentence: string) => {
      const answer = await eve.call(account.makeResetLink, { id, password });
      assert.deepEqual([answer.status, messageOf(answer)], [status, sentence]);
    };
    await refused(eve.id, 409, messages.resetLinkOwn);
    await refused('0'.repeat(32), 404, messages.notFound);
    await eve.ask(moderation.actOnMember, { id: gus.id, action: 'ban' });
    await refused(gus.id, 409, messages.bannedAlready);
    const lin = await server().member('Lin');
    await server().app.context.db.write(({ q }) =>
      q.updateTable('users').set({ claim_asked_at: 1 }).where('public_id', '=', lin.id).execute(),
    );
    await refused(lin.id, 409, messages.resetLinkClaimed);
    const ida = await server().member('Ida');
    await server().app.context.db.write(({ q }) =>
      q.updateTable('users').set({ by_letter: 1 }).where('public_id', '=', ida.id).execute(),
    );
    await refused(ida.id, 409, messages.mailboxNeedsAccount);
  });

  // SIGNIN-23
  test('second factors stay, and an address that nobody confirmed stays unconfirmed', async () => {
    const [jan, kay] = [await admin('Jan'), await server().member('Kay')];
    await addPasskey(server(), kay);
    const { db } = server().app.context;
    await db.write(({ q }) =>
      q.updateTable('users').set({ email_confirmed_at: null }).where('public_id', '=', kay.id).execute(),
    );
    assert.equal((await reset(server(), (await makeFor(jan, kay)).url)).status, 200);
    const answer = await server()
      .visitor('Kay')
      .call(auth.login, { email: kay.email, password: newPassword });
    assert.equal(answer.status, 401);
    assert.match(answer.text, /secondFactor/);
    const row = await db.read
      .selectFrom('users')
      .select(['email_confirmed_at', 'claim_asked_at'])
      .where('public_id', '=', kay.id)
      .executeTakeFirst();
    assert.deepEqual({ ...row }, { email_confirmed_at: null, claim_asked_at: null });
  });

  // SIGNIN-23
  test('the member denies a link that they did not ask for, by its mail, and no choice silences its notice', async () => {
    const [lea, mia] = [await admin('Lea'), await server().member('Mia')];
    const silent = { bell: false, email: false, push: false };
    assert.equal((await mia.call(notifications.setPreferences, { reset_link_made: silent })).status, 400);
    const { url } = await makeFor(lea, mia);
    const [mail] = await server().mailsTo(mia);
    const token = /\/auth\/not-me\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? assert.fail('no link');
    await server().visitor().ask(auth.denySignIn, { token });
    isRefused(await reset(server(), url));
    const [own] = await server().mailsTo(mia);
    assert.match(own?.text ?? '', /\/auth\/reset-password\?token=/);
  });

  // SIGNIN-23
  test('a signed-in member denies a link without its mail', async () => {
    const [ned, oda] = [await admin('Ned'), await server().member('Oda')];
    const { url } = await makeFor(ned, oda);
    await oda.ask(auth.denySignIn, {});
    isRefused(await reset(server(), url));
    await server().mailsTo(oda);
  });
});

onBothDatabases(
  'links for a new password in a place that sends no mail',
  (server) => {
    // SIGNIN-23, OPERATE-12
    test('a link that an administrator makes brings a member back, and no mail is written', async () => {
      const [ana, ben] = [await server().member('Ana', { isAdmin: true }), await server().member('Ben')];
      assert.equal((await reset(server(), (await makeFor(ana, ben)).url)).status, 200);
      assert.deepEqual(await server().mailsTo(ben), []);
      await ben.signIn(newPassword);
      const { items } = await ben.ask(notifications.list, {});
      assert.deepEqual(
        items.filter((told) => told.title === title).map(({ isRead }) => isRead),
        [false],
      );
    });
  },
  { SMTP_URL: '' },
);
