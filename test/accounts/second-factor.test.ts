import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as audit from '../../contract/audit.ts';
import * as auth from '../../contract/auth.ts';
import { ErrorBody } from '../../contract/errors/error-body.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as moderation from '../../contract/moderation.ts';
import { openAppContext } from '../../server/open-app-context.ts';
import { createLog } from '../../server/platform/log.ts';
import { readSettings } from '../../server/settings.ts';
import {
  addPasskey,
  codeOf,
  enterWith,
  forgetCodes,
  halfWay,
  setUpTotp,
  wrongCode,
} from '../harness/factors.ts';
import type { Answer } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { photosOf, reports, statusesOf } from '../harness/reports.ts';
import { onDatabases, password } from '../harness/test-server.ts';

const told = ({ status, json }: Answer) => [status, ErrorBody.parse(json).message];

/** docs/decisions/0008. */
onDatabases('an authenticator app as second factor', (server, testOnBoth) => {
  // FACTOR-1, FACTOR-2
  test('an authenticator app counts after its first code, and then the password alone opens no session', async () => {
    const ana = await server().member('Ana');
    const [twin, third] = [server().visitor('Ana'), server().visitor('Ana')];
    const begun = await ana.ask(account.beginTotp, { password });
    assert.match(begun.uri, /^otpauth:\/\/totp\/.*issuer=Circle/);
    await twin.signIn(password);
    await server().mailsTo(ana);
    const wrong = await ana.call(account.confirmTotp, { code: wrongCode(begun.secret) });
    assert.deepEqual(told(wrong), [400, messages.codeWrong]);
    await twin.signIn(password);
    await server().mailsTo(ana);

    const { recoveryCodes } = await ana.ask(account.confirmTotp, { code: codeOf(begun.secret) });
    assert.equal(new Set(recoveryCodes).size, 10);
    assert.deepEqual(await ana.ask(account.factors, {}), {
      totp: true,
      passkeys: [],
      recoveryCodesLeft: 10,
      passkeysPossible: true,
      required: false,
    });
    const { ticket, code, passkey } = await halfWay(third);
    assert.deepEqual([code, passkey], [true, false]);
    assert.equal((await third.call(auth.currentUser)).status, 401);
    const tries = [wrongCode(begun.secret), 'AAAA-BBBB-CCCC-DDDD', '', '1'];
    for (const no of tries) {
      assert.equal((await third.call(auth.secondFactor, { ticket, code: no })).status, 400, no);
    }
    // The code that confirmed is used up; the next one holds already.
    const used = await third.call(auth.secondFactor, { ticket, code: codeOf(begun.secret) });
    assert.deepEqual(told(used), [400, messages.codeWrong]);
    enterWith(third, await third.call(auth.secondFactor, { ticket, code: codeOf(begun.secret, 1) }));
    assert.equal((await third.ask(auth.currentUser, {})).email, ana.email);
    const over = await third.call(auth.secondFactor, { ticket, code: codeOf(begun.secret, 1) });
    assert.deepEqual(told(over), [401, messages.signInAgain]);
    assert.deepEqual((await server().mailsTo(ana)).map(({ subject }) => subject).toSorted(), [
      'An authenticator app was added to your account',
      'New sign-in to your account',
    ]);
  });

  // FACTOR-2
  testOnBoth(
    'codes one step before or after now are accepted once each, also from ten concurrent requests',
    async () => {
      const ben = await server().member('Ben');
      const { secret } = await setUpTotp(server(), ben);
      const twin = server().visitor('Ben');
      for (const steps of [-2, 3, 20]) {
        const { ticket } = await halfWay(twin);
        const answer = await twin.call(auth.secondFactor, { ticket, code: codeOf(secret, steps) });
        assert.deepEqual(told(answer), [400, messages.codeWrong], `${steps} steps`);
      }
      const tickets = await Promise.all(Array.from({ length: 10 }, () => halfWay(twin)));
      const code = codeOf(secret, 1);
      const answers = await Promise.all(
        tickets.map(({ ticket }) =>
          twin.call(auth.secondFactor, { ticket, code: ` ${code.slice(0, 3)} ${code.slice(3)} ` }),
        ),
      );
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      // One before what was taken holds no more either.
      const { ticket } = await halfWay(twin);
      assert.equal((await twin.call(auth.secondFactor, { ticket, code: codeOf(secret) })).status, 400);
      await forgetCodes(server());
      assert.equal((await twin.call(auth.secondFactor, { ticket, code: codeOf(secret, -1) })).status, 200);
      await server().mailsTo(ben);
    },
  );

  // FACTOR-1
  test('a wrong password reveals nothing of the second factor, and an unknown address gets the same answer', async () => {
    const cleo = await server().member('Cleo');
    await setUpTotp(server(), cleo);
    const visitor = server().visitor();
    const answers = [];
    for (const email of [cleo.email, 'nobody@example.org']) {
      const answer = await visitor.call(auth.login, { email, password: 'not it at all' });
      answers.push([answer.status, answer.text]);
    }
    assert.deepEqual(answers[0], answers[1]);
    assert.deepEqual(answers[0], [401, JSON.stringify({ message: messages.wrongCredentials })]);
  });

  // FACTOR-1
  test('neither a reset password nor a changed address bypasses the second factor', async () => {
    const dan = await server().member('Dan');
    const { secret } = await setUpTotp(server(), dan);
    const { ticket } = await halfWay(server().visitor('Dan'));
    await server().visitor().ask(auth.forgotPassword, { email: dan.email });
    const [mail] = await server().mailsTo(dan);
    const token = /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const reset = await server().visitor().call(auth.resetPassword, { token, password: 'two-old-spoons' });
    assert.equal(reset.status, 200);
    assert.deepEqual(
      reset.headers.getSetCookie().map((cookie) => cookie.split('=')[0]),
      ['circle_browser'],
      'no session',
    );
    const stale = await dan.call(auth.secondFactor, { ticket, code: codeOf(secret) });
    assert.equal(stale.status, 401, 'a sign-in by the old password goes no further');
    dan.cookie = null;
    const again = await halfWay(dan, 'two-old-spoons');
    enterWith(dan, await dan.call(auth.secondFactor, { ticket: again.ticket, code: codeOf(secret) }));
    const moved = { email: 'dan.new@example.org' };
    await dan.ask(account.changeEmail, { email: moved.email, password: 'two-old-spoons' });
    const [link] = await server().mailsTo(moved);
    const confirm = /confirm-email\?token=([\w-]+)/.exec(link?.text ?? '')?.[1] ?? '';
    await server().visitor().ask(auth.confirmEmail, { token: confirm });
    const answer = await server()
      .visitor()
      .call(auth.login, { ...moved, password: 'two-old-spoons' });
    assert.ok(ErrorBody.parse(answer.json).secondFactor);
    await server().mailsTo(dan);
  });

  // FACTOR-2, FACTOR-11
  test('a recovery code works once in any spelling, and new codes revoke the old ones', async () => {
    const eve = await server().member('Eve');
    const { codes } = await setUpTotp(server(), eve);
    const twin = server().visitor('Eve');
    const [first = '', second = '', third = ''] = codes;
    const tickets = await Promise.all([1, 2, 3, 4].map(() => halfWay(twin)));
    const typed = first.toLowerCase().replaceAll('-', ' ');
    const answers = await Promise.all(
      tickets.map(({ ticket }) => twin.call(auth.secondFactor, { ticket, code: typed })),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal((await eve.ask(account.factors, {})).recoveryCodesLeft, 9);
    const wrong = await eve.call(account.renewRecoveryCodes, { password: 'not it' });
    assert.deepEqual(told(wrong), [400, messages.passwordWrong]);
    const { recoveryCodes } = await eve.ask(account.renewRecoveryCodes, { password });
    const { ticket } = await halfWay(twin);
    assert.equal((await twin.call(auth.secondFactor, { ticket, code: second })).status, 400);
    const fresh = await twin.call(auth.secondFactor, { ticket, code: recoveryCodes[0] ?? '' });
    assert.equal(fresh.status, 200);
    // Nothing readable of either is in the database.
    const { db } = server().app.context;
    const rows = JSON.stringify([
      await db.read.selectFrom('recovery_codes').selectAll().execute(),
      await db.read.selectFrom('totp_secrets').selectAll().execute(),
      await db.read.selectFrom('tickets').selectAll().execute(),
    ]);
    const { secret } = await setUpTotp(server(), await server().member('Eva'));
    for (const hidden of [third, third.replaceAll('-', ''), recoveryCodes[1] ?? '', ticket, secret]) {
      assert.ok(!rows.includes(hidden));
    }
    await server().mailsTo(eve);
  });

  // FACTOR-5
  test('setting up and removing an app needs the password, and removing the last factor deletes the recovery codes', async () => {
    const fay = await server().member('Fay');
    for (const proof of [{}, { password: 'not it' }]) {
      assert.equal((await fay.call(account.beginTotp, proof)).status, 400);
      assert.equal((await fay.call(account.removeTotp, proof)).status, 400);
    }
    assert.equal((await fay.call(account.renewRecoveryCodes, { password })).status, 409);
    assert.equal((await fay.call(account.confirmTotp, { code: '123456' })).status, 400);
    await setUpTotp(server(), fay);
    assert.deepEqual(told(await fay.call(account.beginTotp, { password })), [409, messages.totpThere]);
    await fay.ask(account.removeTotp, { password });
    const state = await fay.ask(account.factors, {});
    assert.deepEqual([state.totp, state.recoveryCodesLeft], [false, 0]);
    await server().visitor('Fay').signIn(password);
    await server().mailsTo(fay);
  });

  // ADMIN-3
  test('a banned member cannot sign in with the second factor', async () => {
    const gus = await server().member('Gus');
    const { secret } = await setUpTotp(server(), gus);
    const { ticket } = await halfWay(server().visitor('Gus'));
    await server().app.context.db.write(({ q }) =>
      q.updateTable('users').set({ banned_at: Date.now() }).where('public_id', '=', gus.id).execute(),
    );
    const answer = await gus.call(auth.secondFactor, { ticket, code: codeOf(secret) });
    assert.deepEqual(told(answer), [403, messages.banned]);
  });

  test('the log records the authenticator app without its secret', async () => {
    const admin = await server().member('Admin', { isAdmin: true });
    const { items } = await admin.ask(audit.list, { limit: '50' });
    const acts = new Set(items.map(({ act }) => act));
    for (const act of [
      'member.totp_added',
      'member.second_factor_failed',
      'member.recovery_code_used',
    ] as const)
      assert.ok(acts.has(act), act);
  });
});

onDatabases(
  'administrators who need a second factor',
  (server) => {
    test('administrators have no administrator rights until they have a second factor', async () => {
      const admin = await server().member('Admin', { isAdmin: true });
      const member = await server().member('Member');
      assert.deepEqual(told(await admin.call(audit.list)), [403, messages.adminSecondFactor]);
      assert.deepEqual(told(await member.call(audit.list)), [403, messages.adminOnly]);
      assert.equal((await admin.ask(account.factors, {})).required, true);
      assert.equal((await member.ask(account.factors, {})).required, false);
      // Neither somebody else's, nor one that is only begun, is theirs.
      await setUpTotp(server(), member);
      await addPasskey(server(), member);
      await admin.ask(account.beginTotp, { password });
      assert.deepEqual(told(await admin.call(audit.list)), [403, messages.adminSecondFactor]);
      await setUpTotp(server(), admin);
      assert.equal((await admin.call(audit.list)).status, 200);
      // REPORT-5: the photos of a report that they opened, too.
      const reporter = await server().member('Reporter');
      const circle = await member.makesCircle('Family');
      await member.adds(reporter, circle);
      const post = await member.posts('Rude', { to: circle, photos: [await plainPhoto()] });
      const id = await reports(reporter, 'post', post.id);
      await admin.ask(moderation.open, { id });
      const photos = () => statusesOf(admin, photosOf(post));
      assert.deepEqual(await photos(), [200]);
      await admin.ask(account.removeTotp, { password });
      assert.equal((await admin.call(audit.list)).status, 403);
      assert.deepEqual(await photos(), [404]);
      assert.equal((await server().mailsTo(admin)).length, 2, 'of the report and of the factor');
      await addPasskey(server(), admin);
      assert.equal((await admin.call(audit.list)).status, 200);
      assert.deepEqual(await photos(), [200]);
    });
  },
  { REQUIRE_SECOND_FACTOR: 'admins' },
);

onDatabases(
  'guessing codes of a second factor',
  (server) => {
    // FACTOR-2
    test('guessing codes stops after ten in an hour, counted separately for a known browser', async () => {
      const hal = await server().member('Hal');
      const { secret } = await setUpTotp(server(), hal);
      const thief = server().visitor('Hal');
      const { ticket } = await halfWay(thief);
      const statuses = [];
      for (let time = 0; time < 11; time += 1) {
        statuses.push((await thief.call(auth.secondFactor, { ticket, code: wrongCode(secret) })).status);
      }
      assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 400), 429]);
      assert.equal((await thief.call(auth.secondFactor, { ticket, code: codeOf(secret) })).status, 429);
      // Hal's own browser is known and goes on.
      const own = await halfWay(hal);
      const answer = await hal.call(auth.secondFactor, { ticket: own.ticket, code: codeOf(secret) });
      assert.equal(answer.status, 200);
    });
  },
  { RATE_LIMIT_FACTOR: '1' },
);

// FACTOR-2
test('codes are checked by the clock of the machine', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'circle-test-'));
  const context = await openAppContext(readSettings({ DATA_DIR: dataDir }), createLog('silent'));
  try {
    assert.equal(context.totpNow, Date.now);
  } finally {
    await context.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
