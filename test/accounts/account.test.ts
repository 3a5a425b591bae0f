import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as members from '../../contract/members.ts';
import * as posts from '../../contract/posts.ts';
import * as usage from '../../contract/usage.ts';
import { Listening } from '../harness/events.ts';
import { Person } from '../harness/person.ts';
import { landscapePhoto } from '../harness/photos.ts';
import { onDatabases, password, type TestServer } from '../harness/test-server.ts';

/** The same person in another browser, signed in there. */
const elsewhere = async (server: TestServer, person: Person, secret = password): Promise<Person> => {
  const twin = new Person(person.name, server.url);
  await twin.signIn(secret);
  return twin;
};

onDatabases('changing one’s own account', (server, testOnBoth) => {
  // PEOPLE-1
  test('only the given fields of an account change, and others find the new values where the name rule allows', async () => {
    const [ana, ben] = [await server().member('Ana', { isVerified: false }), await server().member('Ben')];
    const changed = await ana.ask(account.edit, {
      firstName: ' Anabel ',
      username: 'Ana.Bel_1',
      bio: 'Two\nlines',
      phoneNumber: '+44 7700 900142',
    });
    assert.deepEqual(
      [changed.firstName, changed.lastName, changed.username, changed.bio, changed.phoneNumber],
      ['Anabel', 'Example', 'ana.bel_1', 'Two\nlines', '+44 7700 900142'],
    );
    assert.equal(changed.findableByEmail, true);
    const seen = await ben.ask(members.profile, { usernameOrId: 'ANA.bel_1' });
    assert.deepEqual([seen.firstName, seen.bio], ['Anabel', null], 'the name, and no more');
    assert.ok(!JSON.stringify(seen).includes('7700'), 'a phone number is shown to nobody');

    const emptied = await ana.ask(account.edit, { username: '', phoneNumber: ' ', findableByEmail: false });
    assert.deepEqual(
      [emptied.username, emptied.phoneNumber, emptied.findableByEmail, emptied.firstName],
      [null, null, false, 'Anabel'],
    );
    assert.deepEqual(await ana.ask(account.edit, {}), emptied, 'nothing given changes nothing');
    const row = await server()
      .app.context.db.read.selectFrom('users')
      .select('search_text')
      .where('public_id', '=', ana.id)
      .executeTakeFirstOrThrow();
    assert.equal(row.search_text, 'anabel example', 'search knows the new name');
  });

  test('each field of the account has its own rule and error message', async () => {
    const cleo = await server().member('Cleo');
    const cases: [Record<string, unknown>, string][] = [
      [{ firstName: ' ' }, messages.firstNameRequired],
      [{ lastName: '\u202E' }, messages.lastNameRequired],
      [{ firstName: 'x'.repeat(51) }, messages.nameTooLong],
      [{ bio: 'x'.repeat(501) }, messages.bioTooLong],
      [{ phoneNumber: '1'.repeat(33) }, messages.phoneTooLong],
      ...['ab', 'x'.repeat(31), 'a b c', 'ünal', 'a-b-c', '...', 'a/b/c', '0'.repeat(32)].map(
        (username): [Record<string, unknown>, string] => [{ username }, messages.usernameInvalid],
      ),
      [{ username: 'Profile' }, messages.usernameReserved],
      [{ username: 'search' }, messages.usernameReserved],
      [{ isAdmin: true }, messages.unknownField],
      [{ accountStatus: 'premium' }, messages.unknownField],
      [{ email: 'other@example.org' }, messages.unknownField],
    ];
    for (const [body, message] of cases) {
      const answer = await cleo.call(account.edit, body);
      assert.deepEqual(
        [answer.status, Reflect.get(Object(answer.json), 'message')],
        [400, message],
        JSON.stringify(body),
      );
    }
  });

  testOnBoth(
    'a username is unique whatever its capitals, and one of many concurrent requests gets it',
    async () => {
      const [dora, eli] = await server().members('Dora', 'Eli');
      await dora.ask(account.edit, { username: 'lemon' });
      const refused = await eli.call(account.edit, { username: 'LEMON', bio: 'not kept' });
      assert.equal(refused.status, 409);
      assert.deepEqual(refused.json, {
        message: messages.usernameTaken,
        issues: [{ path: 'username', message: messages.usernameTaken }],
      });
      assert.equal((await eli.ask(auth.currentUser, {})).bio, '');
      await dora.ask(account.edit, { username: 'lemon' });
      await dora.ask(account.edit, { username: null });
      const tries = await Promise.all(
        [dora, eli, dora, eli].map((who) => who.call(account.edit, { username: 'lime' })),
      );
      const winners = new Set([dora, eli, dora, eli].filter((_, at) => tries[at]?.status === 200));
      assert.equal(winners.size, 1);
      assert.ok(tries.every(({ status }) => [200, 409].includes(status)));
    },
  );
});

onDatabases('sessions of a member', (server) => {
  // SIGNIN-11
  test('changing the password ends all other sessions and their streams, and keeps this session', async () => {
    const ana = await server().member('Ana');
    const phone = await elsewhere(server(), ana);
    const open = await Listening.open(phone);
    const wrong = await ana.call(account.changePassword, {
      currentPassword: 'not it at all',
      password: 'eleven-limes',
    });
    assert.equal(wrong.status, 400);
    assert.deepEqual(wrong.json, {
      message: messages.passwordWrong,
      issues: [{ path: 'currentPassword', message: messages.passwordWrong }],
    });
    for (const [weak, message] of [
      ['12345', messages.passwordShort],
      ['password', messages.passwordCommon],
      ['x'.repeat(201), messages.passwordLong],
    ] as const) {
      const answer = await ana.call(account.changePassword, { currentPassword: password, password: weak });
      assert.deepEqual([answer.status, Reflect.get(Object(answer.json), 'message')], [400, message]);
    }
    assert.equal((await phone.call(auth.currentUser)).status, 200, 'nothing has happened so far');

    await ana.ask(account.changePassword, { currentPassword: password, password: 'eleven-limes' });
    await open.ended;
    assert.equal((await phone.call(auth.currentUser)).status, 401);
    assert.equal((await ana.call(auth.currentUser)).status, 200);
    assert.equal((await phone.call(auth.login, { email: ana.email, password })).status, 401);
    await phone.signIn('eleven-limes');
    await server().mailsTo(ana);
  });

  // SIGNIN-9
  test('sessions are listed with this one first, and end one by one or all others together', async () => {
    const [ben, eve] = await server().members('Ben', 'Eve');
    const phone = new Person('Ben', server().url);
    const signedIn = await phone.request('POST', '/api/auth/login', {
      json: { email: ben.email, password },
      headers: {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      },
    });
    phone.cookie = signedIn.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const tablet = await elsewhere(server(), ben);

    const list = await phone.ask(account.sessions, {});
    assert.equal(list.length, 3);
    assert.deepEqual(
      list.map(({ current }) => current),
      [true, false, false],
    );
    assert.equal(list[0]?.device, 'Firefox on Linux');
    const ofPhone = list[0].id;

    assert.equal((await eve.call(account.endSession, { id: ofPhone })).status, 404, 'nobody else ends it');
    const open = await Listening.open(phone);
    await ben.ask(account.endSession, { id: ofPhone });
    await open.ended;
    assert.equal((await phone.call(auth.currentUser)).status, 401);
    assert.equal((await ben.call(account.endSession, { id: ofPhone })).status, 404);

    const other = await Listening.open(tablet);
    await ben.ask(account.endOtherSessions, {});
    await other.ended;
    assert.equal((await tablet.call(auth.currentUser)).status, 401);
    assert.equal((await ben.ask(account.sessions, {})).length, 1);
    assert.equal((await eve.call(auth.currentUser)).status, 200, 'and nobody else is signed out');
    await server().mailsTo(ben);
  });
});

onDatabases('changing the e-mail address', (server) => {
  const linkIn = (text: string | undefined) => /token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';

  // ACCOUNT-1
  test('the e-mail address changes once the mailed link is opened, and the old address gets a mail', async () => {
    const ana = await server().member('Ana');
    const wrong = await ana.call(account.changeEmail, { email: 'new@example.org', password: 'not it' });
    assert.deepEqual(
      [wrong.status, Reflect.get(Object(wrong.json), 'message')],
      [400, messages.passwordWrong],
    );
    const same = await ana.call(account.changeEmail, { email: 'ANA@example.org', password });
    assert.deepEqual([same.status, Reflect.get(Object(same.json), 'message')], [400, messages.emailSame]);

    const user = await ana.ask(account.changeEmail, { email: 'First@example.org', password });
    assert.equal(user.email, ana.email, 'nothing has changed so far');
    const [first] = await server().mailsTo({ email: 'First@example.org' });
    await ana.ask(account.changeEmail, { email: 'new@example.org', password });
    const [link] = await server().mailsTo({ email: 'new@example.org' });
    const notices = await server().mailsTo(ana);
    assert.equal(notices.length, 2);
    assert.ok(!notices[0]?.text.includes('/auth/confirm-email'), 'the old address gets no such link');
    assert.ok(notices[0]?.text.includes('/auth/not-me?token='));
    const confirm = (text: string | undefined) =>
      server()
        .visitor()
        .call(auth.confirmEmail, { token: linkIn(text) });
    assert.equal((await confirm(first?.text)).status, 400, 'only the last link holds');
    assert.equal((await confirm(link?.text)).status, 200);
    assert.equal((await confirm(link?.text)).status, 200, 'a later press tells so');
    const now = await ana.ask(auth.currentUser, {});
    assert.deepEqual([now.email, now.emailConfirmed], ['new@example.org', true]);
    assert.equal((await server().visitor().call(auth.login, { email: ana.email, password })).status, 401);
    const signedIn = await ana.call(auth.login, { email: 'New@example.org', password });
    assert.equal(signedIn.status, 200);
  });

  // SIGNIN-1
  test('a change to an address that another member has fails without saying so, on request and when the link is opened', async () => {
    const [ben, cleo] = await server().members('Ben', 'Cleo');
    assert.equal((await ben.call(account.changeEmail, { email: cleo.email, password })).status, 200);
    assert.deepEqual(await server().mailsTo(cleo), []);
    assert.equal((await server().mailsTo(ben)).length, 1, 'to whoever asked it looks the same');

    await ben.ask(account.changeEmail, { email: 'dora@example.org', password });
    const [link] = await server().mailsTo({ email: 'dora@example.org' });
    const dora = await server().member('Dora');
    assert.equal((await dora.call(auth.confirmEmail, { token: linkIn(link?.text) })).status, 400);
    assert.equal((await ben.ask(auth.currentUser, {})).email, ben.email);
    await server().mailsTo(ben);
  });

  test('a changed password revokes e-mail change links requested with the old password', async () => {
    const eve = await server().member('Eve');
    await eve.ask(account.changeEmail, { email: 'thief@example.org', password });
    const [link] = await server().mailsTo({ email: 'thief@example.org' });
    await eve.ask(account.changePassword, { currentPassword: password, password: 'eleven-limes' });
    assert.equal((await eve.call(auth.confirmEmail, { token: linkIn(link?.text) })).status, 400);
    await server().mailsTo(eve);
  });
});

onDatabases(
  'tries at one’s own password',
  (server) => {
    // ACCOUNT-3
    test('a member can try their own password ten times in a quarter of an hour', async () => {
      const ana = await server().member('Ana');
      const guess = () =>
        ana.call(account.changePassword, { currentPassword: 'wrong', password: 'eleven-limes' });
      for (let tries = 0; tries < 10; tries++) assert.equal((await guess()).status, 400);
      const refused = await guess();
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
    });
  },
  { RATE_LIMIT_FACTOR: '1' },
);

onDatabases('used storage of a member', (server) => {
  test('used storage counts all stored sizes of a member’s photos, and falls when a moment is deleted', async () => {
    const [ana, ben] = await server().members('Ana', 'Ben');
    const family = await ana.makesCircle('Family');
    assert.deepEqual(await ana.ask(usage.metrics, {}), { usage: 0, limit: 5 * 1024 ** 3, percentage: 0 });
    const post = await ana.posts('Here', { to: family, photos: [await landscapePhoto()] });
    await server().app.context.jobs.idle();
    let stored = 0;
    for await (const { size } of server().app.context.storage.list()) stored += size;
    assert.ok(stored > 0);
    assert.equal((await ana.ask(usage.metrics, {})).usage, stored);
    assert.equal((await ben.ask(usage.metrics, {})).usage, 0);
    await ana.ask(posts.remove, { id: post.id });
    assert.equal((await ana.ask(usage.metrics, {})).usage, 0);
    await server().app.context.db.write(({ q }) =>
      q.updateTable('users').set({ account_status: 'premium' }).where('public_id', '=', ben.id).execute(),
    );
    assert.equal((await ben.ask(usage.metrics, {})).limit, 50 * 1024 ** 3);
  });
});

onDatabases(
  'a storage limit that is enforced',
  (server) => {
    test('a photo past the storage limit is refused and discarded, and text is accepted', async () => {
      const ana = await server().member('Ana');
      const family = await ana.makesCircle('Family');
      const photos = [await landscapePhoto()];
      const first = await ana.posts('First', { to: family, photos });
      await server().app.context.jobs.idle();
      const earlier = await ana.ask(usage.metrics, {});
      assert.ok(earlier.percentage > 50, 'one photo is more than half of it');
      const form = new FormData();
      form.set('circleIds', JSON.stringify([family.id]));
      form.append('media', new Blob([new Uint8Array(photos[0] ?? [])]), 'photo.jpg');
      const refused = await ana.call(posts.create, form);
      assert.deepEqual([refused.status, refused.json], [413, { message: messages.storageFull }]);
      assert.deepEqual(await ana.ask(usage.metrics, {}), earlier);
      await ana.posts('Only words', { to: family });
      await ana.ask(posts.remove, { id: first.id });
      await ana.posts('Room again', { to: family, photos });
      await server().app.context.jobs.idle();
    });
  },
  { ENFORCE_STORAGE_LIMIT: 'true', STORAGE_LIMIT_BASIC: '60000' },
);
