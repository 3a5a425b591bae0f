import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import { ErrorBody } from '../../contract/errors/error-body.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as notifications from '../../contract/notifications.ts';
import { Authenticator } from '../harness/authenticator.ts';
import { Listening } from '../harness/events.ts';
import { addPasskey, codeOf, enterWith, forgetCodes, halfWay, setUpTotp } from '../harness/factors.ts';
import type { Answer, Person } from '../harness/person.ts';
import { resetPassword } from '../harness/resets.ts';
import { onDatabases, password, type TestServer } from '../harness/test-server.ts';

const told = ({ status, json }: Answer) => [status, ErrorBody.parse(json).message];
const refused = [400, messages.notMeInvalid];

/** Somebody signs in from a browser that is unknown; the token of the mail that tells of it. */
const intrude = async (server: TestServer, victim: Person) => {
  const thief = server.visitor(victim.name);
  await thief.signIn(password);
  const [mail] = await server.mailsTo(victim);
  const token = /\/auth\/not-me\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? assert.fail('no link');
  return { thief, token };
};

const pushTo = (server: TestServer, who: Person) =>
  server.app.context.db.write(async ({ q }) => {
    const session = await q
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['sessions.id', 'sessions.user_id'])
      .where('users.public_id', '=', who.id)
      .orderBy('sessions.id', 'desc')
      .executeTakeFirstOrThrow();
    await q
      .insertInto('push_subscriptions')
      .values({
        user_id: session.user_id,
        session_id: session.id,
        endpoint: `https://push.example.org/${who.id}`,
        created_at: Date.now(),
      })
      .execute();
    return session.user_id;
  });

onDatabases('denying a sign-in (‘That wasn’t me’)', (server, testOnBoth) => {
  // SIGNIN-16
  test('denying by the mail works once and without a session: it ends all sessions and mails a link for a new password', async () => {
    const ana = await server().member('Ana');
    const { thief, token } = await intrude(server(), ana);
    const key = await pushTo(server(), thief);
    const listening = await Listening.open(thief);
    // Opening the page changes nothing.
    const page = await server().visitor().fetch('GET', `/auth/not-me?token=${token}`);
    await page.body?.cancel();
    assert.equal((await thief.call(auth.currentUser)).status, 200);
    const deny = () => server().visitor().call(auth.denySignIn, { token });
    const answers = await Promise.all([deny(), deny(), deny()]);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [204, 400, 400],
    );
    assert.deepEqual(told(await deny()), refused);
    await listening.ended;
    for (const who of [ana, thief]) assert.equal((await who.call(auth.currentUser)).status, 401);
    const { db } = server().app.context;
    const subscribed = await db.read
      .selectFrom('push_subscriptions')
      .select('id')
      .where('user_id', '=', key)
      .execute();
    assert.deepEqual(subscribed, []);
    const [mail, ...more] = await server().mailsTo(ana);
    assert.deepEqual(more, []);
    const reset = /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await server().visitor().ask(auth.resetPassword, { token: reset, password: 'two-old-spoons' });
    assert.equal((await thief.call(auth.login, { email: ana.email, password })).status, 401);
  });

  test('denying works even if the thief has ended all sessions and set another password', async () => {
    const ben = await server().member('Ben');
    const { thief, token } = await intrude(server(), ben);
    await thief.ask(account.changeEmail, { email: 'thief@example.org', password });
    await thief.ask(account.changePassword, { currentPassword: password, password: 'now-it-is-mine' });
    await thief.ask(account.changeEmail, { email: 'thief@example.org', password: 'now-it-is-mine' });
    assert.equal((await ben.call(auth.currentUser)).status, 401);
    await server().visitor().ask(auth.denySignIn, { token });
    assert.equal((await thief.call(auth.currentUser)).status, 401);
    const asked = await server().mailsTo({ email: 'thief@example.org' });
    for (const mail of asked) {
      const link = /confirm-email\?token=([\w-]+)/.exec(mail.text)?.[1] ?? '';
      assert.equal((await thief.call(auth.confirmEmail, { token: link })).status, 400);
    }
    const mails = await server().mailsTo(ben);
    assert.ok(mails.some(({ text }) => text.includes('/auth/reset-password?token=')));
  });

  // SIGNIN-16
  test('denying restores the address that the thief has replaced', async () => {
    const dora = await server().member('Dora');
    const { thief, token } = await intrude(server(), dora);
    const away = `away-${dora.email}`;
    await thief.ask(account.changeEmail, { email: away, password });
    const [asked] = await server().mailsTo({ email: away });
    const link = /confirm-email\?token=([\w-]+)/.exec(asked?.text ?? '')?.[1] ?? '';
    await thief.ask(auth.confirmEmail, { token: link });
    assert.equal((await dora.ask(auth.currentUser, {})).email, away);
    // Later mails go to the thief, who must not be able to take the account back with them.
    const { secret } = await thief.ask(account.beginTotp, { password });
    await thief.ask(account.confirmTotp, { code: codeOf(secret) });
    const mailed = (await server().mailsTo({ email: away })).map(({ text }) => text).join('\n');
    const theirs = /not-me\?token=([\w-]+)/.exec(mailed)?.[1] ?? assert.fail('no link');
    await server().visitor().ask(auth.denySignIn, { token });
    assert.deepEqual(await server().mailsTo({ email: away }), [], 'no link for a new password goes there');
    assert.equal((await thief.call(auth.denySignIn, { token: theirs })).status, 400);
    const mails = await server().mailsTo(dora);
    const reset = mails
      .map(({ text }) => /reset-password\?token=([\w-]+)/.exec(text)?.[1])
      .find((found) => found !== undefined);
    await server()
      .visitor()
      .ask(auth.resetPassword, { token: reset ?? '', password: 'two-old-spoons' });
    await dora.signIn('two-old-spoons');
    await server().mailsTo(dora);
    const again = { email: away, password: 'two-old-spoons' };
    assert.equal((await server().visitor().call(auth.login, again)).status, 401);
  });

  // SIGNIN-16
  test('the mail about a changed address or password can deny it when every session is somebody else’s', async () => {
    const changes = [
      {
        name: 'Olga',
        title: 'Your e-mail address on Circle is about to change',
        act: (thief: Person) =>
          thief.ask(account.changeEmail, { email: 'olgas-thief@example.org', password }),
      },
      {
        name: 'Pia',
        title: 'Your password on Circle was changed',
        act: (thief: Person) =>
          thief.ask(account.changePassword, { currentPassword: password, password: 'now-it-is-mine' }),
      },
    ];
    for (const { name, title, act } of changes) {
      const member = await server().member(name);
      const { thief } = await intrude(server(), member);
      await act(thief);
      const [link] = await server().mailsTo({ email: 'olgas-thief@example.org' });
      const confirm = /confirm-email\?token=([\w-]+)/.exec(link?.text ?? '')?.[1];
      // Also once the change is made.
      if (confirm !== undefined) await thief.ask(auth.confirmEmail, { token: confirm });
      await thief.ask(account.endOtherSessions, {});
      const [mail, ...more] = await server().mailsTo(member);
      assert.deepEqual([mail?.subject, more], [title, []]);
      assert.equal(mail?.headers['list-unsubscribe'], undefined);
      const token = /\/auth\/not-me\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? assert.fail('no link');
      await server().visitor().ask(auth.denySignIn, { token });
      assert.equal((await thief.call(auth.currentUser)).status, 401);
      for (const known of [password, 'now-it-is-mine']) {
        assert.equal((await thief.call(auth.login, { email: member.email, password: known })).status, 401);
      }
      const [reset] = await server().mailsTo(member);
      assert.match(reset?.text ?? '', /\/auth\/reset-password\?token=/);
    }
  });

  test('denying by the notification needs a session; an expired or invalid token is refused', async () => {
    const cleo = await server().member('Cleo');
    const { thief, token } = await intrude(server(), cleo);
    const { items } = await cleo.ask(notifications.list, {});
    assert.deepEqual(
      items.map(({ actionUrl, actionText }) => [actionUrl, actionText]),
      [['/auth/not-me', 'That wasn’t me']],
    );
    assert.equal((await server().visitor().call(auth.denySignIn, {})).status, 401);
    assert.deepEqual(told(await cleo.call(auth.denySignIn, { token: 'x' })), refused);
    const { db } = server().app.context;
    await db.write(({ q }) =>
      q
        .updateTable('tickets')
        .set({ expires_at: Date.now() - 1 })
        .where('kind', '=', 'not_me')
        .execute(),
    );
    assert.deepEqual(told(await cleo.call(auth.denySignIn, { token })), refused);
    assert.equal((await thief.call(auth.currentUser)).status, 200, 'nothing has happened so far');
    const answer = await cleo.call(auth.denySignIn, {});
    assert.equal(answer.status, 204);
    assert.match(answer.headers.getSetCookie().join(), /circle_session=;/);
    for (const who of [cleo, thief]) assert.equal((await who.call(auth.currentUser)).status, 401);
    assert.equal((await server().mailsTo(cleo)).length, 1);
  });

  // SIGNIN-16
  test('denying a sign-in of another account leaves the session here alone, and keeps that account’s earlier factors', async () => {
    const [dan, eve] = await server().members('Dan', 'Eve');
    const { token } = await intrude(server(), dan);
    await setUpTotp(server(), dan);
    await server().app.context.db.write(({ q }) =>
      q
        .updateTable('totp_secrets')
        .set({ confirmed_at: Date.now() - 60 * 60_000 })
        .execute(),
    );
    const answer = await eve.call(auth.denySignIn, { token });
    assert.deepEqual([answer.status, answer.headers.getSetCookie()], [204, []]);
    assert.equal((await eve.call(auth.currentUser)).status, 200);
    const [mail] = await server().mailsTo(dan);
    const reset = /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await dan.ask(auth.resetPassword, { token: reset, password: 'two-old-spoons' });
    const [left] = await server().mailsTo(dan);
    assert.match(left?.text ?? '', /Your authenticator app\./);
    const login = await dan.call(auth.login, { email: dan.email, password: 'two-old-spoons' });
    assert.ok(ErrorBody.parse(login.json).secondFactor);
  });

  // SIGNIN-16
  test('after a denial by mail neither the password nor a recently added passkey signs in', async () => {
    const fay = await server().member('Fay');
    const { thief, token } = await intrude(server(), fay);
    const { key } = await addPasskey(server(), thief);
    await server().visitor().ask(auth.denySignIn, { token });
    const { ticket, options } = await thief.ask(auth.askPasskey, {});
    const credential = key.use(options.challenge);
    assert.equal((await thief.call(auth.signInByPasskey, { ticket, credential })).status, 400);
    assert.deepEqual(told(await thief.call(auth.login, { email: fay.email, password })), [
      401,
      messages.wrongCredentials,
    ]);
    const [mail] = await server().mailsTo(fay);
    const reset = /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await fay.ask(auth.resetPassword, { token: reset, password: 'two-old-spoons' });
    await fay.signIn('two-old-spoons');
    await server().mailsTo(fay);
    assert.equal((await fay.ask(account.factors, {})).recoveryCodesLeft, 0);
  });

  // SIGNIN-16
  // SIGNIN-16
  testOnBoth('after a denial by mail recovery codes made since are no second factor', async () => {
    const oda = await server().member('Oda');
    const { secret, codes } = await setUpTotp(server(), oda);
    const [thief, own] = [server().visitor('Oda'), server().visitor('Oda')];
    const enter = async (who: Person, code: string | undefined, word = password) => {
      const { ticket } = await halfWay(who, word);
      return who.call(auth.secondFactor, { ticket, code: code ?? '' });
    };
    enterWith(thief, await enter(thief, codes[0]));
    const [alert] = await server().mailsTo(oda);
    const token = /\/auth\/not-me\?token=([\w-]+)/.exec(alert?.text ?? '')?.[1] ?? '';
    const { recoveryCodes } = await thief.ask(account.renewRecoveryCodes, { password });
    await server().visitor().ask(auth.denySignIn, { token });
    await resetPassword(server(), oda);
    assert.equal((await enter(thief, recoveryCodes[0], 'two-old-spoons')).status, 400);
    await forgetCodes(server());
    enterWith(own, await enter(own, codeOf(secret), 'two-old-spoons'));
    assert.equal((await own.ask(account.factors, {})).recoveryCodesLeft, 0);
    await server().mailsTo(oda);
  });

  // SIGNIN-16
  test('a denial by mail leaves earlier recovery codes as they are', async () => {
    const uli = await server().member('Uli');
    const { codes } = await setUpTotp(server(), uli);
    const { ticket } = await halfWay(server().visitor('Uli'));
    const thief = server().visitor('Uli');
    enterWith(thief, await thief.call(auth.secondFactor, { ticket, code: codes[0] ?? '' }));
    const [mail] = await server().mailsTo(uli);
    const token = /\/auth\/not-me\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await server().visitor().ask(auth.denySignIn, { token });
    await resetPassword(server(), uli);
    const own = server().visitor('Uli');
    const { ticket: again } = await halfWay(own, 'two-old-spoons');
    enterWith(own, await own.call(auth.secondFactor, { ticket: again, code: codes[1] ?? '' }));
    await server().mailsTo(uli);
  });

  testOnBoth('a passkey added during a denial cannot sign in', async () => {
    for (let round = 0; round < 8; round += 1) {
      const hal = await server().member(`Hal${round}`);
      const { thief, token } = await intrude(server(), hal);
      const key = new Authenticator(thief.url);
      const { ticket, options } = await thief.ask(account.beginPasskey, { password });
      const credential = key.make(options.challenge);
      const [added] = await Promise.all([
        thief.call(account.addPasskey, { ticket, name: 'Mine', credential }),
        server().visitor().ask(auth.denySignIn, { token }),
      ]);
      // Added in time, without the ticket that went with the session, or without the session.
      assert.ok([200, 201, 400, 401].includes(added.status), added.text);
      const use = await thief.ask(auth.askPasskey, {});
      const proof = { ticket: use.ticket, credential: key.use(use.options.challenge) };
      assert.equal((await thief.call(auth.signInByPasskey, proof)).status, 400);
      await server().mailsTo(hal);
    }
  });

  test('after a denial by the notification another sign-in with the same password sends another alert', async () => {
    const gus = await server().member('Gus');
    await intrude(server(), gus);
    await gus.ask(auth.denySignIn, {});
    await server().mailsTo(gus);
    await server().visitor('Gus').signIn(password);
    const [mail, ...more] = await server().mailsTo(gus);
    assert.match(mail?.text ?? '', /\/auth\/not-me\?token=/);
    assert.deepEqual(more, []);
  });
});

/** Between the moment a password or passkey was found right and the moment of writing. */
onDatabases('requests in progress while all other sessions are ended', (server, testOnBoth) => {
  // SIGNIN-9
  testOnBoth(
    'every request that asks for a password is refused if its session ends while it runs',
    async () => {
      const ida = await server().member('Ida');
      const { secret } = await setUpTotp(server(), ida);
      await addPasskey(server(), ida);
      const [{ id } = { id: '' }] = (await ida.ask(account.factors, {})).passkeys;
      const own = server().visitor('Ida');
      const other = 'idas-other@example.org';
      const acts = [
        [account.changePassword, { currentPassword: password, password: 'two-old-spoons' }],
        [account.changeEmail, { email: other, password }],
        [account.beginMove, { password }],
        [account.renewRecoveryCodes, { password }],
        [account.removeTotp, { password }],
        [account.removePasskey, { id, password }],
        [account.requestExport, { password }],
        [account.edit, { mailInMyName: true, password }],
        [account.remove, { password }],
      ] as const;
      const enters = async (who: Person) => {
        const { ticket } = await halfWay(who);
        await forgetCodes(server());
        enterWith(who, await who.call(auth.secondFactor, { ticket, code: codeOf(secret) }));
      };
      for (const [endpoint, input] of acts) {
        await enters(ida);
        await enters(own);
        await server().beforeNextWrite(() => own.ask(account.endOtherSessions, {}));
        assert.equal((await ida.call(endpoint, input)).status, 401, endpoint.path);
      }
      const factors = await own.ask(account.factors, {});
      assert.deepEqual([factors.totp, factors.passkeys.length, factors.recoveryCodesLeft], [true, 1, 10]);
      assert.equal((await own.ask(account.exportState, {})).status, 'none');
      assert.equal((await own.ask(auth.currentUser, {})).mailInMyName, false);
      assert.deepEqual(await server().mailsTo({ email: other }), []);
      const mails = await server().mailsTo(ida);
      assert.deepEqual([...new Set(mails.map(({ subject }) => subject))], ['New sign-in to your account']);
    },
  );

  // SIGNIN-9
  testOnBoth(
    'a sign-in whose password is replaced while it runs opens no session and asks for no second factor',
    async () => {
      for (const name of ['Jim', 'Kim']) {
        const member = await server().member(name);
        const { token } = await intrude(server(), member);
        if (name === 'Kim') await setUpTotp(server(), member);
        const thief = server().visitor(name);
        await server().beforeNextWrite(() => server().visitor().ask(auth.denySignIn, { token }));
        const answer = await thief.call(auth.login, { email: member.email, password });
        assert.deepEqual(told(answer), [401, messages.wrongCredentials]);
        assert.equal(ErrorBody.parse(answer.json).secondFactor, undefined);
        assert.equal((await server().mailsTo(member)).length, 1, 'the link for a new password');
      }
    },
  );

  testOnBoth('a sign-in whose passkey is removed while it runs opens no session', async () => {
    const lou = await server().member('Lou');
    const { key } = await addPasskey(server(), lou);
    const [{ id } = { id: '' }] = (await lou.ask(account.factors, {})).passkeys;
    const { ticket, options } = await server().visitor().ask(auth.askPasskey, {});
    const proof = { ticket, credential: key.use(options.challenge) };
    await server().beforeNextWrite(() => lou.ask(account.removePasskey, { id, password }));
    assert.deepEqual(told(await server().visitor().call(auth.signInByPasskey, proof)), [
      400,
      messages.passkeyFailed,
    ]);
    assert.equal((await lou.ask(account.sessions, {})).length, 1);
    assert.equal((await server().mailsTo(lou)).length, 1);
  });

  // SIGNIN-9
  testOnBoth('a session opened while all others are ended also ends, for every way to sign in', async () => {
    const [may, ned] = await server().members('May', 'Ned');
    const { secret } = await setUpTotp(server(), may);
    const { key } = await addPasskey(server(), may);
    let ended: () => Promise<unknown> = () => assert.fail('nothing was to end');
    const now = async (owner: Person) => {
      ended = await server().duringNextWrite(() => owner.ask(account.endOtherSessions, {}));
    };
    const end = async (owner: Person, enter: (who: Person) => Promise<Answer>) => {
      const thief = server().visitor(owner.name);
      const answer = await enter(thief);
      enterWith(thief, answer);
      await ended();
      assert.equal((await thief.call(auth.currentUser)).status, 401);
      assert.equal((await owner.ask(account.sessions, {})).length, 1);
    };
    await end(ned, async (thief) => {
      await now(ned);
      return thief.call(auth.login, { email: ned.email, password });
    });
    await end(may, async (thief) => {
      const { ticket } = await halfWay(thief);
      await forgetCodes(server());
      await now(may);
      return thief.call(auth.secondFactor, { ticket, code: codeOf(secret) });
    });
    await end(may, async (thief) => {
      const { ticket, options } = await thief.ask(auth.askPasskey, {});
      const proof = { ticket, credential: key.use(options.challenge) };
      // A separate write redeems its ticket.
      await server().beforeNextWrite(() => now(may));
      return thief.call(auth.signInByPasskey, proof);
    });
    await end(ned, async (thief) => {
      const { url } = await ned.ask(account.beginMove, { password });
      await now(ned);
      return thief.call(auth.takeMove, { code: new URL(url).hash.slice(1) });
    });
    for (const owner of [may, ned]) assert.ok((await server().mailsTo(owner)).length > 0);
  });
});
