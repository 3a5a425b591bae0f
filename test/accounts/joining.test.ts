import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import * as auth from '../../contract/auth.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as invitations from '../../contract/invitations.ts';
import * as notifications from '../../contract/notifications.ts';
import { renewKeys } from '../../server/features/auth/address.ts';
import { emailKey } from '../../server/platform/text/fold.ts';
import { makeFirstLink } from '../../server/features/invitations/first-link.ts';
import { messageOf, type Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { codeIn, registration } from './registration.ts';
import { onDatabases, onDatabase, password, type TestServer } from '../harness/test-server.ts';

const invite = async (
  server: TestServer,
  from: Person,
  email: string,
  circleId?: string,
): Promise<string> => {
  if (circleId === undefined) await from.ask(invitations.sendInvite, { email });
  else await from.ask(invitations.inviteToCircle, { id: circleId, email });
  const [mail] = await server.mailsTo({ email });
  return codeIn(mail?.text);
};

onDatabases('joining by invitation, signing in and out', (server, testOnBoth) => {
  // JOIN-4, JOIN-16
  test('the first link makes a verified administrator, and each start prints a new link until somebody joins', async () => {
    const first = codeIn((await makeFirstLink(server().app.context)) ?? '');
    const second = codeIn((await makeFirstLink(server().app.context)) ?? '');
    const ada = server().visitor('Ada');
    assert.equal((await ada.call(auth.register, registration(ada, first))).status, 400);
    const registered = await ada.ask(auth.register, registration(ada, second.toLowerCase()));
    assert.deepEqual(
      [registered.isAdmin, registered.isVerified, registered.emailConfirmed],
      [true, true, false],
    );
    assert.equal((await ada.call(auth.currentUser)).status, 401, 'registering does not sign in');
    assert.equal(await makeFirstLink(server().app.context), null);

    const [mail] = await server().mailsTo(ada);
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await ada.ask(auth.confirmEmail, { token });
    assert.equal((await ada.call(auth.confirmEmail, { token })).status, 200, 'it is confirmed');
    assert.equal((await ada.call(auth.confirmEmail, { token: `${token}x` })).status, 400);
    await ada.signIn(password);
    assert.equal((await ada.ask(auth.currentUser, {})).emailConfirmed, true);
  });

  // SIGNIN-1
  test('both spellings of a domain are one address, also of an account with the key of before', async () => {
    const { context } = server().app;
    const jorg = await server().member('Jorg');
    const [typed, sent] = ['jorg@bücher.example', 'jorg@xn--bcher-kva.example'];
    assert.equal(emailKey(typed), emailKey(sent));
    await context.db.write(({ q }) =>
      q.updateTable('users').set({ email: sent, email_key: sent }).where('public_id', '=', jorg.id).execute(),
    );
    await renewKeys(context);
    for (const email of [typed, sent, sent.toUpperCase()])
      assert.equal((await server().visitor().call(auth.login, { email, password })).status, 200, email);
    await server().mailsTo({ email: typed });
  });

  // JOIN-5, JOIN-16
  test('registering by a mailed invitation joins its circle and notifies the inviter', async () => {
    const ben = await server().member('Ben');
    const family = await ben.makesCircle('Family');
    const cleo = server().visitor('Cleo');
    await ben.ask(invitations.inviteToCircle, { id: family.id, email: cleo.email, message: 'Come in <b>!' });
    const [mail] = await server().mailsTo(cleo);
    assert.ok(mail);
    assert.equal(mail.subject, 'Ben Example invites you to Family on Circle');
    assert.ok(mail.html.includes('Come in &lt;b&gt;!'));
    const code = codeIn(mail.text);
    assert.deepEqual(await cleo.ask(invitations.preview, { code }), {
      circleName: 'Family',
      fromUser: { firstName: 'Ben', lastName: 'Example' },
      message: 'Come in <b>!',
      placeName: null,
      ownId: null,
    });
    const [sent] = await ben.ask(invitations.mine, {});
    assert.equal((await ben.ask(invitations.preview, { code })).ownId, sent?.id);
    const user = await cleo.ask(auth.register, registration(cleo, code));
    assert.deepEqual([user.emailConfirmed, user.isVerified, user.isAdmin], [true, false, false]);
    await cleo.signIn(password);
    const names = (await cleo.ask(circles.list, {})).map(({ name }) => name);
    assert.deepEqual(names, ['Contacts', 'Family']);
    const { items } = await ben.ask(notifications.list, {});
    assert.deepEqual(
      items.map(({ kind, title, message }) => [kind, title, message]),
      [
        [
          'invitation_accepted',
          'Cleo Example accepted your invitation',
          'They are in Family now and see what you share there.',
        ],
      ],
    );
    assert.ok(
      !(await ben.ask(circles.list, {})).some(
        ({ name, memberCount }) => name === 'Contacts' && memberCount > 1,
      ),
    );
    assert.equal((await cleo.call(invitations.preview, { code })).status, 200, 'to whom accepted it');
    assert.equal(
      (await server().visitor().call(invitations.preview, { code })).status,
      404,
      'to nobody else',
    );
  });

  // JOIN-12
  test('a mail server that is down delays an invitation, loses none, and does not delay the inviter', async () => {
    const { db, jobs } = server().app.context;
    const zoe = await server().member('Zoe');
    const yan = server().visitor('Yan');
    let resume = async () => {};
    await server().mailbox.downDuring(async () => {
      await zoe.ask(invitations.sendInvite, { email: yan.email });
      await jobs.idle();
      resume = await server().holdWorker();
    });
    assert.deepEqual(server().mailbox.take(yan.email), []);
    // Not two seconds later, as without a wake-up.
    await db.write(({ q }) =>
      q.updateTable('jobs').set({ run_at: Date.now() }).where('kind', '=', 'mail').execute(),
    );
    await resume();
    const [mail, ...more] = await server().mailsTo(yan);
    assert.deepEqual(more, []);
    await yan.ask(auth.register, registration(yan, codeIn(mail?.text)));
  });

  // CIRCLE-3, JOIN-6
  test('a private circle is not named by its invitation', async () => {
    const [dora, emil] = await server().members('Dora', 'Emil');
    const list = await dora.makesCircle('Dinner guests', { kind: 'private' });
    await dora.ask(invitations.inviteToCircle, { id: list.id, email: emil.email });
    const [mail] = await server().mailsTo(emil);
    assert.ok(mail && !mail.text.includes('Dinner') && !mail.html.includes('Dinner'));
    const code = codeIn(mail.text);
    assert.equal((await emil.ask(invitations.preview, { code })).circleName, null);
    const { items } = await emil.ask(notifications.list, {});
    assert.equal(items[0]?.title, 'Dora Example invites you to Circle');
    const accepted = await emil.ask(invitations.accept, { code });
    assert.equal(accepted.circle, null);
    const post = await dora.posts('Dinner?', { to: list });
    await emil.sees(post);
  });

  // JOIN-7
  test('a member accepts an invitation by its notification, repeating gets the same answer, and nobody else can accept it', async () => {
    const [fay, gil, hugo] = await server().members('Fay', 'Gil', 'Hugo');
    const club = await fay.makesCircle('Club');
    await fay.ask(invitations.inviteToCircle, { id: club.id, email: 'GIL@example.org' });
    await server().mailsTo({ email: 'GIL@example.org' });
    const { items } = await gil.ask(notifications.list, {});
    assert.equal(items[0]?.title, 'Fay Example invites you to Club');
    const id = (items[0].actionUrl ?? '').replace('/join/', '');
    assert.equal((await hugo.call(invitations.accept, { code: id })).status, 404);
    assert.equal((await server().visitor().call(invitations.preview, { code: id })).status, 404);
    for (const _ of [1, 2]) {
      const answer = await gil.ask(invitations.accept, { code: id });
      assert.deepEqual(answer.circle, { name: 'Club' });
    }
    assert.deepEqual(
      (await gil.ask(notifications.list, {})).items.map(({ kind }) => kind),
      ['added_to_circle'],
      'an accepted invitation is no news, the new circle is',
    );
    assert.equal((await fay.ask(circles.get, { id: club.id })).memberCount, 2);
  });

  testOnBoth('a member who accepts an invitation twice at the same time gets the same answer', async () => {
    const [ulla, veit] = await server().members('Ulla', 'Veit');
    const { id: circleId } = await ulla.makesCircle('Twice');
    const { code } = await ulla.ask(invitations.makeCode, { circleId });
    const answers = await Promise.all([1, 2, 3].map(() => veit.ask(invitations.accept, { code })));
    assert.deepEqual(
      answers.map(({ circle }) => circle?.name),
      ['Twice', 'Twice', 'Twice'],
    );
  });

  // JOIN-7, JOIN-16
  test('an unconfirmed address gets no notification of invitations, even if its account joined by another address', async () => {
    const ivy = await server().member('Ivy');
    const mallory = server().visitor('Mallory');
    const code = await invite(server(), ivy, 'other@example.org');
    await mallory.ask(auth.register, registration(mallory, code));
    await server().mailsTo(mallory);
    await mallory.signIn(password);
    const circle = await ivy.makesCircle('Close');
    await ivy.ask(invitations.inviteToCircle, { id: circle.id, email: mallory.email });
    await server().mailsTo(mallory);
    assert.deepEqual((await mallory.ask(notifications.list, {})).items, []);
  });

  // JOIN-1
  test('a member’s own invitation code is refused and stays unused; withdrawn and used codes get the answer of wrong ones', async () => {
    const [jan, kate, liv] = await server().members('Jan', 'Kate', 'Liv');
    const code = await invite(server(), jan, 'somebody@example.org');
    assert.equal((await jan.call(invitations.accept, { code })).status, 409);
    assert.equal((await kate.call(invitations.accept, { code })).status, 200);
    const wrong = await liv.call(invitations.accept, { code: 'AAAAAAAAAA' });
    const used = await liv.call(invitations.accept, { code });
    const withdrawn = await invite(server(), jan, 'somebody@example.org');
    const [open] = await jan.ask(invitations.mine, {});
    const days = (Date.parse(open?.expiresAt ?? '') - Date.parse(open?.createdAt ?? '')) / 86_400_000;
    assert.equal(days, 30);
    assert.equal((await liv.call(invitations.withdraw, { id: open?.id })).status, 404);
    await jan.ask(invitations.withdraw, { id: open?.id ?? '' });
    const expired = await invite(server(), jan, 'somebody@example.org');
    await server().app.context.db.write(({ q }) =>
      q
        .updateTable('invitations')
        .set((e) => ({ expires_at: e('expires_at', '-', days * 86_400_000) }))
        .where('email', '=', 'somebody@example.org')
        .execute(),
    );
    const late = await liv.call(invitations.accept, { code: expired });
    for (const answer of [wrong, used, late, await liv.call(invitations.accept, { code: withdrawn })]) {
      assert.deepEqual([answer.status, answer.json], [404, { message: messages.inviteInvalid }]);
    }
  });

  // JOIN-18
  test('a code without an address is shown once, listed without it, and works once', async () => {
    const [ann, finn] = await server().members('Ann', 'Finn');
    const club = await ann.makesCircle('Anglers');
    await ann.adds(finn, club);
    assert.equal((await finn.call(invitations.makeCode, { circleId: club.id })).status, 403);
    const { id, code, link, expiresAt } = await ann.ask(invitations.makeCode, { circleId: club.id });
    assert.equal(link, `${server().url}/join/${code}`);
    const listed = await ann.call(invitations.mine);
    const [invitation, ...others] = invitations.mine.output.parse(listed.json);
    assert.ok(invitation && others.length === 0);
    assert.deepEqual([invitation.id, invitation.expiresAt], [id, expiresAt]);
    const days = (Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt)) / 86_400_000;
    assert.deepEqual([invitation.email, invitation.circle?.name, days], [null, 'Anglers', 30]);
    assert.ok(!listed.text.includes(code));

    const gus = server().visitor('Gus');
    assert.equal((await gus.ask(invitations.preview, { code })).circleName, 'Anglers');
    const registered = await gus.ask(auth.register, registration(gus, code));
    assert.equal(registered.emailConfirmed, false);
    assert.match((await server().mailsTo(gus))[0]?.text ?? '', /token=/);
    assert.deepEqual(await ann.ask(invitations.mine, {}), []);
    assert.equal((await ann.ask(circles.get, { id: club.id })).memberCount, 3);
    assert.equal((await finn.call(invitations.accept, { code })).status, 404, 'once');

    // VERIFY-6: only its sender reads whom it is for.
    const lou = await server().member('Lou');
    await ann.adds(lou, club);
    await ann.ask(circles.nameKeepers, { id: club.id, userIds: [lou.id] });
    const named = await ann.ask(invitations.makeCode, { circleId: club.id, for: '  Mum ' });
    const namesFor = async (who: Person) =>
      (await who.ask(invitations.mine, { circleId: club.id })).map((one) => [one.id, one.for]);
    assert.deepEqual(await namesFor(ann), [[named.id, 'Mum']]);
    assert.deepEqual(await namesFor(lou), [[named.id, null]]);
    const read = await server().visitor('Hal').call(invitations.preview, { code: named.code });
    assert.ok(!read.text.includes('Mum'));
    const long = await ann.call(invitations.makeCode, { for: 'x'.repeat(101) });
    assert.deepEqual([long.status, messageOf(long)], [400, messages.invitedNameTooLong]);

    const open = await ann.ask(invitations.makeCode, {});
    await ann.ask(invitations.withdraw, { id: open.id });
    assert.equal((await finn.call(invitations.accept, { code: open.code })).status, 404);
  });

  // JOIN-20, JOIN-9
  test('a removed member cannot return by a code that was made before', async () => {
    const [ora, pat] = await server().members('Ora', 'Pat');
    const [club, other] = [await ora.makesCircle('Chess'), await ora.makesCircle('Cards')];
    await ora.adds(pat, club);
    const { code } = await ora.ask(invitations.makeCode, { circleId: club.id });
    const spared = await ora.ask(invitations.makeCode, { circleId: other.id });
    await ora.removes(pat, club);
    assert.equal((await pat.call(invitations.accept, { code })).status, 404);
    assert.deepEqual(
      (await ora.ask(invitations.mine, {})).map(({ id }) => id),
      [spared.id],
    );
    const later = await ora.ask(invitations.makeCode, { circleId: club.id });
    assert.deepEqual((await pat.ask(invitations.accept, { code: later.code })).circle, { name: 'Chess' });

    // A blocked member could use one with another account.
    const known = await ora.ask(invitations.makeCode, { circleId: club.id });
    await ora.ask(blocking.block, { id: pat.id });
    assert.equal((await server().visitor().call(invitations.preview, { code: known.code })).status, 404);
    assert.deepEqual(await ora.ask(invitations.mine, {}), []);
  });

  test('registration takes the suggested or the typed username, with digits where it is taken', async () => {
    const [inviter, ...guests] = [
      await server().member('Inviter'),
      ...['Ulf', 'Ulf2', 'Ulf3', 'Ulf4'].map((name) => server().visitor(name)),
    ];
    const names: (string | null)[] = [];
    for (const [place, username] of [undefined, undefined, 'ulf', 'ulf.example'].entries()) {
      const guest = guests[place] ?? assert.fail();
      const code = await invite(server(), inviter, guest.email);
      const more = { firstName: 'Ulf', ...(username !== undefined && { username }) };
      names.push((await guest.ask(auth.register, registration(guest, code, more))).username);
    }
    assert.deepEqual(names.slice(0, 1), ['ulf.example']);
    assert.match(names[1] ?? '', /^ulf\.example\d\d$/);
    assert.equal(names[2], 'ulf');
    assert.match(names[3] ?? '', /^ulf\.example\d\d$/);
    const code = await invite(server(), inviter, 'last@example.org');
    const last = server().visitor('Last');
    const refused = await last.call(auth.register, registration(last, code, { username: 'admin' }));
    assert.deepEqual([refused.status, refused.text.includes('username')], [400, true]);
  });

  // JOIN-1
  testOnBoth('ten concurrent registrations with one invitation code make one member', async () => {
    const mel = await server().member('Mel');
    const code = await invite(server(), mel, 'race@example.org');
    const racers = Array.from({ length: 10 }, (_, place) => server().visitor(`Racer${place}`));
    const answers = await Promise.all(
      racers.map((racer) => racer.call(auth.register, registration(racer, code))),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, ...Array<number>(9).fill(400)],
    );
    for (const racer of racers) await server().mailsTo(racer);
  });

  testOnBoth(
    'ten concurrent registrations of one address make one member, and use up no other code',
    async () => {
      const nina = await server().member('Nina');
      const codes: string[] = [];
      for (let place = 0; place < 10; place++)
        codes.push(await invite(server(), nina, `place${place}@example.org`));
      const twin = server().visitor('Twin');
      const answers = await Promise.all(
        codes.map((code) => twin.call(auth.register, registration(twin, code))),
      );
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [201, ...Array<number>(9).fill(409)],
      );
      assert.equal((await nina.ask(invitations.mine, {})).length, 9);
      await server().mailsTo(twin);
    },
  );

  // JOIN-15
  test('registration has a message for each rule, and a mistake uses up nothing', async () => {
    const olaf = await server().member('Olaf');
    const pia = server().visitor('Pia');
    const code = await invite(server(), olaf, pia.email);
    const mistakes: [Record<string, unknown>, number, string][] = [
      [{ firstName: '' }, 400, messages.fillAllFields],
      [{ lastName: '   ' }, 400, messages.fillAllFields],
      [{ email: undefined }, 400, messages.fillAllFields],
      [{ email: 'pia' }, 400, messages.emailInvalid],
      [{ confirmPassword: 'another' }, 400, messages.passwordsDiffer],
      [{ password: 'abc', confirmPassword: 'abc' }, 400, messages.passwordShort],
      [{ password: '123456', confirmPassword: '123456' }, 400, messages.passwordCommon],
      [{ mathChallenge: { question: '3 × 5', answer: 16 } }, 400, messages.challengeWrong],
      [{ mathChallenge: { question: '3 - 5', answer: -2 } }, 400, messages.challengeWrong],
      [{ mathChallenge: { question: 'process.exit()', answer: 1 } }, 400, messages.challengeWrong],
      [{ mathChallenge: { question: '3 + 4', answer: '7' } }, 400, messages.challengeWrong],
      [{ inviteCode: 'ZZZZZZZZZZ' }, 400, messages.inviteInvalid],
      [{ firstName: 'x'.repeat(51) }, 400, messages.nameTooLong],
      [{ email: olaf.email }, 409, messages.registrationFailed],
      [{ isAdmin: true }, 400, messages.unknownField],
    ];
    for (const [mistake, status, message] of mistakes) {
      const answer = await pia.call(auth.register, registration(pia, code, mistake));
      assert.equal(answer.status, status, JSON.stringify(mistake));
      assert.ok(
        answer.text.includes(JSON.stringify(message).slice(1, -1)),
        `${JSON.stringify(mistake)}: ${answer.text}`,
      );
    }
    assert.equal((await pia.call(auth.register, registration(pia, code))).status, 201);
  });

  // SIGNIN-1, SIGNIN-7, SIGNIN-22
  test('each sign-in makes a new session, known and unknown addresses get one answer, and signing out ends the session', async () => {
    const quin = await server().member('Quin');
    const unknown = await quin.call(auth.login, { email: 'nobody@example.org', password });
    const wrong = await quin.call(auth.login, { email: quin.email, password: 'wrong-password' });
    assert.deepEqual([unknown.status, unknown.text], [wrong.status, wrong.text]);
    assert.deepEqual([wrong.status, wrong.json], [401, { message: messages.wrongCredentials }]);
    const empty = await quin.call(auth.login, { email: '', password: '' });
    assert.deepEqual(
      [empty.status, Reflect.get(Object(empty.json), 'message')],
      [400, messages.fillCredentials],
    );
    const before = quin.cookie;
    await quin.signIn(password);
    assert.notEqual(quin.cookie, before);
    const old = server().visitor();
    old.cookie = before;
    assert.equal((await old.call(auth.currentUser)).status, 401, 'the session before ended');
    const answer = await quin.call(auth.login, { email: quin.email, password });
    assert.match(
      answer.headers.getSetCookie()[0] ?? '',
      /^circle_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    await quin.signIn(password);
    const leaving = await quin.call(auth.logout);
    assert.equal(leaving.headers.get('clear-site-data'), '"cache"');
    assert.equal((await quin.call(auth.currentUser)).status, 401);
  });

  testOnBoth('signing out clears the cookie even if the database write fails', async () => {
    const { db } = server().app.context;
    const rosa = await server().member('Rosa');
    await db.write(({ q }) => sql`alter table tickets rename to tickets_away`.execute(q));
    try {
      const leaving = await rosa.call(auth.logout);
      assert.equal(leaving.status, 500);
      assert.match(leaving.headers.getSetCookie()[0] ?? '', /^circle_session=; Max-Age=0;/);
    } finally {
      await db.write(({ q }) => sql`alter table tickets_away rename to tickets`.execute(q));
    }
    await rosa.ask(auth.logout, {});
  });
});

onDatabase(
  'sqlite',
  'an address with https',
  (server) => {
    // SIGNIN-22
    test('the session cookie is Secure and is sent to this host only', async () => {
      const ana = await server().member('Ana');
      const answer = await ana.call(auth.login, { email: ana.email, password });
      assert.match(
        answer.headers.getSetCookie()[0] ?? '',
        /^__Host-circle_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
    });

    // TRUTH-72
    test('no cache keeps photos', async () => {
      const ana = await server().member('Bea');
      const post = await ana.posts('', { to: await ana.makesCircle('Family'), photos: [await plainPhoto()] });
      const { headers } = await ana.request('GET', post.imageUrls[0] ?? '');
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('circle-cache-control'), 'max-age=604800');
    });
  },
  { PUBLIC_URL: 'https://circle.example.org' },
);
