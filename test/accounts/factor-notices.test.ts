import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import * as notifications from '../../contract/notifications.ts';
import { Authenticator } from '../harness/authenticator.ts';
import { codeOf } from '../harness/factors.ts';
import type { Person } from '../harness/person.ts';
import { onDatabases, password, type TestServer } from '../harness/test-server.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const titles = {
  appAdded: 'An authenticator app was added to your account',
  appRemoved: 'The authenticator app was removed from your account',
  keyAdded: 'A passkey was added to your account',
  keyRemoved: 'A passkey was removed from your account',
  codes: 'New recovery codes were created for your account',
};

const mailed = async (server: TestServer, person: Person) =>
  (await server.mailsTo(person)).map(({ subject }) => subject);

const belled = async (person: Person) =>
  (await person.ask(notifications.list, {})).items.map(({ title }) => title);

const inFirefox = async (person: Person, endpoint: Endpoint, json: unknown) => {
  const headers = { 'user-agent': firefox };
  const answer = await person.request(endpoint.method, endpoint.path, { headers, json });
  assert.equal(answer.status, 200, answer.text);
};

const beginApp = async (person: Person) => {
  const { secret } = await person.ask(account.beginTotp, { password });
  return codeOf(secret);
};

onDatabases('notices about second factors and passkeys', (server) => {
  // FACTOR-7
  test('every change of a second factor or passkey sends one mail and one notification', async () => {
    const ana = await server().member('Ana');
    await ana.ask(account.confirmTotp, { code: await beginApp(ana) });
    assert.deepEqual(await mailed(server(), ana), [titles.appAdded], 'its codes are not told of besides');
    await ana.ask(account.renewRecoveryCodes, { password });
    assert.deepEqual(await mailed(server(), ana), [titles.codes]);
    const { ticket, options } = await ana.ask(account.beginPasskey, { password });
    const credential = new Authenticator(server().url).make(options.challenge);
    await ana.ask(account.addPasskey, { ticket, name: 'Buy lemons at evil.example', credential });
    const [added, ...more] = await server().mailsTo(ana);
    assert.deepEqual([added?.subject, more], [titles.keyAdded, []]);
    assert.ok(!added?.text.includes('evil.example'), 'what somebody typed is not mailed');
    const [{ id } = { id: '' }] = (await ana.ask(account.factors, {})).passkeys;
    await ana.ask(account.removePasskey, { id, password });
    assert.deepEqual(await mailed(server(), ana), [titles.keyRemoved]);
    await ana.ask(account.removeTotp, { password });
    assert.deepEqual(await mailed(server(), ana), [titles.appRemoved]);
    const { appRemoved, keyRemoved, keyAdded, codes, appAdded } = titles;
    assert.deepEqual(await belled(ana), [appRemoved, keyRemoved, keyAdded, codes, appAdded]);
  });

  test('a refused request changes nothing and notifies nobody', async () => {
    const ben = await server().member('Ben');
    await ben.call(account.confirmTotp, { code: '123456' });
    await ben.call(account.removeTotp, { password });
    await ben.call(account.renewRecoveryCodes, { password });
    await ben.call(account.removePasskey, { id: '0'.repeat(32), password });
    assert.deepEqual([await mailed(server(), ben), await belled(ben)], [[], []]);
  });

  test('the mail about a new passkey says when and from where, and its link undoes a thief’s change', async () => {
    const [cleo, dan] = await server().members('Cleo', 'Dan');
    const code = await beginApp(cleo);
    const before = new Date();
    await inFirefox(cleo, account.confirmTotp, { code });
    const [mail] = await server().mailsTo(cleo);
    assert.ok(mail);
    assert.match(mail.text, /From: Firefox on Linux\./);
    const said = /When: (\d+ \w+ \d{4}) at (\d\d:\d\d) UTC\./.exec(mail.text);
    const at = Date.parse(`${said?.[1]} ${said?.[2]} UTC`);
    assert.ok(at >= before.setSeconds(0, 0) && at <= Date.now(), mail.text);
    const [news] = (await cleo.ask(notifications.list, {})).items;
    assert.match(news?.message ?? '', /^From: Firefox on Linux\./);
    assert.deepEqual([news?.actionUrl, news?.actionText], ['/auth/not-me', 'That wasn’t me']);
    const token = /\/auth\/not-me\?token=([\w-]+)/.exec(mail.text)?.[1] ?? assert.fail('no link');
    await server().visitor().ask(auth.denySignIn, { token });
    assert.equal((await cleo.call(auth.currentUser)).status, 401);
    assert.equal((await dan.call(auth.currentUser)).status, 200);
    const [reset] = await server().mailsTo(cleo);
    assert.match(reset?.text ?? '', /\/auth\/reset-password\?token=/);
  });

  // FACTOR-7
  test('nobody who is in the account can keep the notice of a changed factor from its member', async () => {
    const eve = await server().member('Eve');
    const off = { bell: true, email: false, push: false };
    await eve.ask(notifications.setPreferences, { second_factor_changed: off });
    const hidden = { second_factor_changed: { ...off, bell: false } };
    assert.equal((await eve.call(notifications.setPreferences, hidden)).status, 400);
    await eve.ask(account.confirmTotp, { code: await beginApp(eve) });
    const [{ id } = { id: '' }] = (await eve.ask(notifications.list, {})).items;
    await eve.ask(notifications.remove, { id });
    const [mail, ...more] = await server().mailsTo(eve);
    assert.deepEqual([mail?.subject, more], [titles.appAdded, []]);
    assert.equal(mail?.headers['list-unsubscribe'], undefined);
  });

  // NOTIFY-10
  test('an unconfirmed address gets no mail about a changed factor', async () => {
    const fay = await server().member('Fay');
    await server().app.context.db.write(({ q }) =>
      q.updateTable('users').set({ email_confirmed_at: null }).where('public_id', '=', fay.id).execute(),
    );
    await fay.ask(account.confirmTotp, { code: await beginApp(fay) });
    assert.deepEqual([await mailed(server(), fay), await belled(fay)], [[], [titles.appAdded]]);
  });
});
