import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import { ErrorBody } from '../../contract/errors/error-body.ts';
import { messages } from '../../contract/errors/errors.ts';
import { Listening } from '../harness/events.ts';
import { enterWith, setUpTotp } from '../harness/factors.ts';
import type { Answer, Person } from '../harness/person.ts';
import { onDatabases, password } from '../harness/test-server.ts';

const told = ({ status, json }: Answer) => [status, ErrorBody.parse(json).message];
const refused = [400, messages.moveInvalid];

const show = async (person: Person) => {
  const { id, url } = await person.ask(account.beginMove, { password });
  const { pathname, hash } = new URL(url);
  assert.equal(pathname, '/auth/move');
  return { id, code: hash.slice(1) };
};

onDatabases('moving a sign-in to the phone by a QR code', (server) => {
  // SIGNIN-6
  test('a QR code signs in once, names its member, and notifies the page that shows it', async () => {
    const [ana, ben] = await server().members('Ana', 'Ben');
    await setUpTotp(server(), ana);
    const page = await Listening.open(ana);
    const others = await Listening.open(ben);
    const { id, code } = await show(ana);
    const phone = server().visitor('Ana');
    for (let look = 0; look < 2; look += 1) {
      const name = await phone.ask(auth.lookAtMove, { code });
      assert.deepEqual(name, { firstName: 'Ana', lastName: 'Example' });
    }
    const takes = Array.from({ length: 5 }, () => phone.call(auth.takeMove, { code }));
    const answers = await Promise.all(takes);
    const [first, ...more] = answers.filter(({ status }) => status === 200);
    assert.ok(first);
    assert.deepEqual(more, []);
    for (const answer of answers) if (answer !== first) assert.deepEqual(told(answer), refused);
    enterWith(phone, first);
    assert.equal((await phone.ask(auth.currentUser, {})).email, ana.email);
    await page.hears('moved', id);
    assert.ok((await others.quiet(ben)).every(({ kind }) => kind !== 'moved'));
    await page.close();
    await others.close();
    assert.deepEqual(told(await phone.call(auth.lookAtMove, { code })), refused);
    assert.equal((await ana.ask(account.sessions, {})).length, 2);
    await server().mailsTo(ana);
  });

  // SIGNIN-6, FACTOR-11
  test('a QR code needs the password, is stored as a hash only, and expires with time or with the next code', async () => {
    const cleo = await server().member('Cleo');
    for (const proof of [{}, { password: 'not it' }]) {
      assert.equal((await cleo.call(account.beginMove, proof)).status, 400);
    }
    const earlier = await show(cleo);
    const { code } = await show(cleo);
    const phone = server().visitor('Cleo');
    assert.deepEqual(told(await phone.call(auth.takeMove, { code: earlier.code })), refused);
    const { db } = server().app.context;
    const rows = await db.read.selectFrom('tickets').selectAll().where('kind', '=', 'move').execute();
    assert.equal(rows.length, 1);
    assert.ok(!JSON.stringify(rows).includes(code));
    assert.ok((rows[0]?.expires_at ?? Infinity) <= Date.now() + 2 * 60_000);
    await db.write(({ q }) =>
      q
        .updateTable('tickets')
        .set({ expires_at: Date.now() - 1 })
        .where('kind', '=', 'move')
        .execute(),
    );
    assert.deepEqual(told(await phone.call(auth.takeMove, { code })), refused);
    // Signing out everywhere ends a code that is shown somewhere.
    const last = await show(cleo);
    await cleo.ask(account.endOtherSessions, {});
    assert.deepEqual(told(await phone.call(auth.takeMove, { code: last.code })), refused);
  });

  test('a QR code does not let a banned member in', async () => {
    const dan = await server().member('Dan');
    const { code } = await show(dan);
    await server().app.context.db.write(({ q }) =>
      q.updateTable('users').set({ banned_at: Date.now() }).where('public_id', '=', dan.id).execute(),
    );
    const answer = await server().visitor('Dan').call(auth.takeMove, { code });
    assert.deepEqual(told(answer), [403, messages.banned]);
  });
});
