import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import { ErrorBody } from '../../contract/errors/error-body.ts';
import { messages } from '../../contract/errors/errors.ts';
import { Authenticator } from '../harness/authenticator.ts';
import { addPasskey, codeOf, enterWith, halfWay, proveBy, setUpTotp } from '../harness/factors.ts';
import type { Answer } from '../harness/person.ts';
import { onDatabases, password } from '../harness/test-server.ts';

const told = ({ status, json }: Answer) => [status, ErrorBody.parse(json).message];
const refused = [400, messages.passkeyFailed];

onDatabases('passkeys of a member', (server, testOnBoth) => {
  const question = () => server().visitor().ask(auth.askPasskey, {});
  const signIn = async (key: Authenticator, bent: Parameters<Authenticator['use']>[1] = {}) => {
    const { ticket, options } = await question();
    assert.deepEqual(options.allowCredentials, [], 'whose it is, the passkey says');
    const credential = key.use(options.challenge, bent);
    return server().visitor().call(auth.signInByPasskey, { ticket, credential });
  };

  // FACTOR-1, FACTOR-2
  test('a passkey signs in without an address, and from then on the password alone does not', async () => {
    const ana = await server().member('Ana');
    const { key, codes } = await addPasskey(server(), ana);
    assert.equal(codes?.length, 10);
    const before = await ana.ask(account.factors, {});
    assert.deepEqual(
      before.passkeys.map(({ name, lastUsedAt }) => [name, lastUsedAt]),
      [['My phone', null]],
    );
    const twin = server().visitor('Ana');
    enterWith(twin, await signIn(key));
    assert.equal((await twin.ask(auth.currentUser, {})).email, ana.email);
    assert.notEqual((await ana.ask(account.factors, {})).passkeys[0]?.lastUsedAt, null);
    const { code, passkey } = await halfWay(server().visitor('Ana'));
    assert.deepEqual([code, passkey], [false, true]);
    // A recovery code is the way in without it.
    const { ticket } = await halfWay(server().visitor('Ana'));
    assert.equal((await twin.call(auth.secondFactor, { ticket, code: codes[0] ?? '' })).status, 200);
    await server().mailsTo(ana);
  });

  test('altered, repeated, unknown and other members’ passkeys get the same refusal', async () => {
    const ben = await server().member('Ben');
    const { key } = await addPasskey(server(), ben);
    for (const bent of [
      { origin: 'https://elsewhere.example' },
      { rpId: 'elsewhere.example' },
      { userVerified: false },
      { challenge: 'AAAA' },
    ]) {
      assert.deepEqual(told(await signIn(key, bent)), refused, JSON.stringify(bent));
    }
    assert.deepEqual(told(await signIn(new Authenticator(server().url))), refused, 'nobody’s');
    const { ticket, options } = await question();
    const credential = key.use(options.challenge);
    const visitor = server().visitor();
    const answers = await Promise.all(
      [1, 2, 3].map(() => visitor.call(auth.signInByPasskey, { ticket, credential })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400, 400],
    );
    // A cloned passkey's counter lags behind.
    key.counter = 0;
    assert.deepEqual(told(await signIn(key)), refused);
    await server().mailsTo(ben);
  });

  // FACTOR-5
  testOnBoth(
    'a passkey is added only with the password, by the member who asked, and each ticket works once',
    async () => {
      const [cleo, dan] = await server().members('Cleo', 'Dan');
      assert.equal((await cleo.call(account.beginPasskey, {})).status, 400);
      assert.equal((await cleo.call(account.beginPasskey, { password: 'not it' })).status, 400);
      const key = new Authenticator(server().url);
      const { ticket, options } = await cleo.ask(account.beginPasskey, { password });
      const made = { ticket, name: 'Key', credential: key.make(options.challenge) };
      assert.deepEqual(told(await dan.call(account.addPasskey, made)), refused);
      assert.deepEqual(told(await cleo.call(account.addPasskey, made)), refused, 'the ticket is used up');
      const next = await cleo.ask(account.beginPasskey, { password });
      const bent = key.make(next.options.challenge, { origin: 'https://elsewhere.example' });
      assert.deepEqual(
        told(await cleo.call(account.addPasskey, { ticket: next.ticket, name: 'Key', credential: bent })),
        refused,
      );
      const { key: kept } = await addPasskey(server(), cleo);
      // The same one is nobody else's.
      const other = await dan.ask(account.beginPasskey, { password });
      const stolen = { ticket: other.ticket, name: 'Key', credential: kept.make(other.options.challenge) };
      assert.deepEqual(told(await dan.call(account.addPasskey, stolen)), refused);
      const again = await cleo.ask(account.beginPasskey, { password });
      assert.equal(again.options.excludeCredentials.length, 1);
    },
  );

  // ACCOUNT-4
  test('a passkey replaces the password prompt only for the member it belongs to', async () => {
    const [eve, fay] = await server().members('Eve', 'Fay');
    const { key } = await addPasskey(server(), eve);
    const { key: fays } = await addPasskey(server(), fay);
    const theirs = await proveBy(fay, fays);
    for (const call of [
      account.requestExport,
      account.remove,
      account.beginTotp,
      account.renewRecoveryCodes,
    ]) {
      assert.equal((await eve.call(call, {})).status, 400, 'neither of them');
      assert.equal((await eve.call(call, { password: 'not it' })).status, 400);
    }
    assert.deepEqual(told(await eve.call(account.remove, { passkey: theirs })), refused);
    const sign = await question();
    const foreign = { ticket: sign.ticket, credential: key.use(sign.options.challenge) };
    assert.deepEqual(told(await eve.call(account.remove, { passkey: foreign })), refused, 'another purpose');
    const mine = await proveBy(eve, key);
    await eve.ask(account.requestExport, { passkey: mine });
    assert.deepEqual(told(await eve.call(account.requestExport, { passkey: mine })), refused, 'once');
    await server().mailsTo(eve);
    await eve.ask(account.remove, { passkey: await proveBy(eve, key) });
    const { db } = server().app.context;
    const left = await db.read
      .selectFrom('passkeys')
      .select('id')
      .where('credential_id', '=', key.id.toString('base64url'))
      .execute();
    assert.deepEqual(left, []);
    assert.deepEqual(told(await signIn(key)), refused);
  });

  // FACTOR-5
  test('a passkey is removed by its owner alone, while the authenticator app and the recovery codes stay', async () => {
    const [gus, hal] = await server().members('Gus', 'Hal');
    const { secret } = await setUpTotp(server(), gus);
    const { key, codes } = await addPasskey(server(), gus, 'Old phone');
    assert.equal(codes, null, 'there are codes already');
    const [{ id } = { id: '' }] = (await gus.ask(account.factors, {})).passkeys;
    assert.equal((await hal.call(account.removePasskey, { id, password })).status, 404);
    assert.equal((await gus.call(account.removePasskey, { id, password: 'not it' })).status, 400);
    await gus.ask(account.removePasskey, { id, password });
    assert.deepEqual(told(await signIn(key)), refused);
    const { ticket, passkey } = await halfWay(server().visitor('Gus'));
    assert.equal(passkey, false);
    const entered = await server()
      .visitor('Gus')
      .call(auth.secondFactor, { ticket, code: codeOf(secret) });
    assert.equal(entered.status, 200);
    assert.equal((await gus.ask(account.factors, {})).recoveryCodesLeft, 10);
    await server().mailsTo(gus);
  });
});

onDatabases(
  'passkeys on an installation without https',
  (server) => {
    test('an installation without https refuses passkeys and says why', async () => {
      const visitor = server().visitor();
      assert.deepEqual(told(await visitor.call(auth.askPasskey)), [409, messages.passkeysImpossible]);
    });
  },
  { PUBLIC_URL: 'http://circle.example.org' },
);
