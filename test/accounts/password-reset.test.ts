import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as auth from '../../contract/auth.ts';
import { messages } from '../../contract/errors/errors.ts';
import { rates } from '../../contract/limits.ts';
import { Listening } from '../harness/events.ts';
import { addPasskey, enterWith } from '../harness/factors.ts';
import { messageOf, type Person } from '../harness/person.ts';
import { onDatabases, password, type TestServer } from '../harness/test-server.ts';

const newPassword = 'two-old-spoons';

const askFor = async (server: TestServer, person: Person): Promise<string> => {
  await server.visitor().ask(auth.forgotPassword, { email: person.email });
  const [mail] = await server.mailsTo(person);
  return /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? assert.fail('no link');
};

const reset = (server: TestServer, token: string, chosen = newPassword) =>
  server.visitor().call(auth.resetPassword, { token, password: chosen });

onDatabases('a forgotten password', (server, testOnBoth) => {
  // SIGNIN-13
  test('a password reset link sets a new password once, and ends every session and its event stream', async () => {
    const ana = await server().member('Ana');
    const listening = await Listening.open(ana);
    const token = await askFor(server(), ana);
    assert.equal((await reset(server(), token)).status, 200);
    await listening.ended;
    assert.equal((await ana.call(auth.currentUser)).status, 401);
    assert.equal((await ana.call(auth.login, { email: ana.email, password })).status, 401);
    await ana.signIn(newPassword);
    const again = await reset(server(), token, 'three-old-spoons');
    assert.deepEqual([again.status, messageOf(again)], [400, messages.resetInvalid]);
    await ana.signIn(newPassword);
    await server().mailsTo(ana);
  });

  test('the first sign-in after a reset sends an alert, and the mail about the reset names the remaining passkeys', async () => {
    const joe = await server().member('Joe');
    await addPasskey(server(), joe, 'Somebody’s phone');
    assert.equal((await reset(server(), await askFor(server(), joe))).status, 200);
    const [mail, ...more] = await server().mailsTo(joe);
    assert.equal(mail?.subject, 'Your password on Circle was changed');
    assert.match(mail.text, /passkey “Somebody’s phone”[\s\S]*\/my-account\/sign-in#protection/);
    assert.deepEqual(more, []);

    const kay = await server().member('Kay');
    assert.equal((await reset(server(), await askFor(server(), kay))).status, 200);
    assert.deepEqual(await server().mailsTo(kay), [], 'nothing is left to be named');
    await server().visitor('Kay').signIn(newPassword);
    assert.deepEqual(
      (await server().mailsTo(kay)).map(({ subject }) => subject),
      ['New sign-in to your account'],
    );
  });

  // SIGNIN-13
  test('using one password reset link revokes the others', async () => {
    const ben = await server().member('Ben');
    const [first, second] = [await askFor(server(), ben), await askFor(server(), ben)];
    assert.equal((await reset(server(), second)).status, 200);
    assert.equal((await reset(server(), first)).status, 400);
  });

  // SIGNIN-13
  testOnBoth('ten concurrent tries with one reset link set one password', async () => {
    const cleo = await server().member('Cleo');
    const token = await askFor(server(), cleo);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => reset(server(), token, `${newPassword}-${at}`)),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal(answers.filter(({ status }) => status === 400).length, 9);
  });

  // SIGNIN-13
  test('expired, missing and other kinds of reset links get the same refusal', async () => {
    const dan = await server().member('Dan');
    const token = await askFor(server(), dan);
    const { db } = server().app.context;
    await db.write(({ q }) =>
      q
        .updateTable('email_tokens')
        .set((e) => ({ expires_at: e('expires_at', '-', 60 * 60_000) }))
        .execute(),
    );
    for (const wrong of [token, 'x', '']) {
      const answer = await reset(server(), wrong);
      assert.deepEqual([answer.status, messageOf(answer)], [400, messages.resetInvalid]);
    }
    const another = await askFor(server(), dan);
    const confirmed = await dan.call(auth.confirmEmail, { token: another });
    assert.deepEqual([confirmed.status, messageOf(confirmed)], [400, messages.confirmationInvalid]);
    assert.equal((await reset(server(), another)).status, 200);
  });

  test('a too short, too long or common new password is refused, and the reset link stays valid', async () => {
    const eve = await server().member('Eve');
    const token = await askFor(server(), eve);
    for (const [chosen, sentence] of [
      ['short', messages.passwordShort],
      ['x'.repeat(201), messages.passwordLong],
      ['password123', messages.passwordCommon],
    ] as const) {
      const answer = await reset(server(), token, chosen);
      assert.equal(answer.status, 400);
      assert.match(answer.text, new RegExp(sentence));
    }
    assert.equal((await reset(server(), token)).status, 200);
  });

  // SIGNIN-1
  test('known, unknown and banned addresses get one answer, and only the known address gets a reset mail', async () => {
    const fay = await server().member('Fay');
    const gus = await server().member('Gus');
    const { db } = server().app.context;
    await db.write(({ q }) =>
      q.updateTable('users').set({ banned_at: Date.now() }).where('public_id', '=', gus.id).execute(),
    );
    const asked = [];
    for (const email of [fay.email, 'nobody@example.org', gus.email]) {
      const { status, text } = await server().visitor().call(auth.forgotPassword, { email });
      asked.push(`${status} ${text}`);
    }
    assert.equal(new Set(asked).size, 1);
    await server().app.context.jobs.idle();
    assert.equal((await server().mailsTo(fay)).length, 1);
    assert.equal((await server().mailsTo(gus)).length, 0);
  });

  test('the debug call reports whether the session is valid', async () => {
    const ida = await server().member('Ida');
    assert.deepEqual(await ida.ask(auth.test, {}), { authenticated: true });
    assert.deepEqual(await server().visitor().ask(auth.test, {}), { authenticated: false });
  });
});

onDatabases(
  'limits on reset mails',
  (server, testOnBoth) => {
    // SIGNIN-13
    test('an address gets three reset mails an hour, and later requests get the same answer', async () => {
      const hal = await server().member('Hal');
      for (let time = 0; time < 5; time += 1) {
        assert.equal((await server().visitor().call(auth.forgotPassword, { email: hal.email })).status, 200);
        await server().app.context.jobs.idle();
      }
      assert.equal((await server().mailsTo(hal)).length, 3);
    });

    testOnBoth('concurrent reset mails above the limit are dropped, and never retried', async () => {
      const { db, limits, jobs } = server().app.context;
      const kay = await server().member('Kay');
      await limits.count('resetMails', kay.email, 2);
      const resume = await server().holdWorker();
      for (let time = 0; time < 6; time += 1) {
        await server().visitor().ask(auth.forgotPassword, { email: kay.email });
      }
      await resume();
      await jobs.idle();
      const left = await db.read.selectFrom('jobs').select('kind').where('kind', '=', 'reset-mail').execute();
      assert.deepEqual(left, []);
      assert.equal((await server().mailsTo(kay)).length, 1);
    });

    // SIGNIN-2, SIGNIN-13
    testOnBoth('strangers keep nobody out of the browser that set a new password by mail', async () => {
      const lea = await server().member('Lea');
      const { limits } = server().app.context;
      const owner = server().visitor('Lea');
      const tries = (chosen: string) => owner.call(auth.login, { email: lea.email, password: chosen });
      const exhaust = () => limits.count('signInAccount', lea.email, rates.signInAccount.points);
      const { status } = await lea.call(auth.login, { email: lea.email, password });
      assert.equal(status, 200);
      await exhaust();
      assert.equal((await tries(password)).status, 429);
      const token = await askFor(server(), lea);
      enterWith(owner, await owner.call(auth.resetPassword, { token, password: newPassword }));
      await exhaust();
      assert.equal((await tries('not-her-spoons')).status, 401);
      const { status: another } = await server()
        .visitor()
        .call(auth.login, { email: lea.email, password: newPassword });
      assert.equal(another, 429);
      enterWith(owner, await tries(newPassword));
      assert.deepEqual(
        (await server().mailsTo(lea)).map(({ subject }) => subject),
        ['New sign-in to your account'],
      );
      await owner.call(auth.logout);
      assert.equal((await tries(newPassword)).status, 200);
      assert.deepEqual(await server().mailsTo(lea), [], 'the browser is known');
    });

    test('a reset mail after a denied sign-in is sent although the limit of three is reached', async () => {
      const ida = await server().member('Ida');
      await server().visitor('Ida').signIn(password);
      const [told] = await server().mailsTo(ida);
      const token = /not-me\?token=([\w-]+)/.exec(told?.text ?? '')?.[1] ?? assert.fail('no link');
      for (let time = 0; time < 4; time += 1) {
        await server().visitor().ask(auth.forgotPassword, { email: ida.email });
      }
      assert.equal((await server().mailsTo(ida)).length, 3);
      await server().visitor().ask(auth.denySignIn, { token });
      const [mail, ...more] = await server().mailsTo(ida);
      assert.match(mail?.text ?? '', /reset-password\?token=/);
      assert.deepEqual(more, []);
    });
  },
  { RATE_LIMIT_FACTOR: '1' },
);
