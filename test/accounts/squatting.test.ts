import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as audit from '../../contract/audit.ts';
import * as auth from '../../contract/auth.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as comments from '../../contract/comments.ts';
import { ErrorBody } from '../../contract/errors/error-body.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as imports from '../../contract/imports.ts';
import * as invitations from '../../contract/invitations.ts';
import * as members from '../../contract/members.ts';
import * as notifications from '../../contract/notifications.ts';
import * as verification from '../../contract/verification.ts';
import { addPasskeyUnheard } from '../harness/factors.ts';
import { fails, operate, succeeds } from '../harness/operate.ts';
import type { Answer, Person } from '../harness/person.ts';
import { codeIn, registration } from './registration.ts';
import { onDatabases, password, type TestServer } from '../harness/test-server.ts';

const said = ({ status, json }: Answer) => [status, ErrorBody.parse(json).message];
const newPassword = 'two-old-spoons';

/** The token of a link in the first mail that has one. */
const linkIn = (mails: readonly { text: string }[], path: string): string =>
  mails.map(({ text }) => new RegExp(`${path}\\?token=([\\w-]+)`).exec(text)?.[1]).find(Boolean) ??
  assert.fail(`no link to ${path}`);

const resetWith = async (server: TestServer, mails: readonly { text: string }[]): Promise<void> => {
  const token = linkIn(mails, 'reset-password');
  await server.visitor().ask(auth.resetPassword, { token, password: newPassword });
};

const codeFor = async (server: TestServer, from: Person, email: string, circle?: string): Promise<string> => {
  if (circle === undefined) await from.ask(invitations.sendInvite, { email });
  else await from.ask(invitations.inviteToCircle, { id: circle, email });
  const [mail] = await server.mailsTo({ email });
  return codeIn(mail?.text);
};

const register = (who: Person, inviteCode: string, email = who.email) =>
  who.call(auth.register, registration({ name: who.name, email }, inviteCode));

/** Somebody signs in by the victim's password; `deny` is the token of the mail that says so. */
const intrude = async (server: TestServer, victim: Person) => {
  const thief = server.visitor(victim.name);
  await thief.signIn(password);
  return { thief, deny: linkIn(await server.mailsTo(victim), 'not-me') };
};

/** The thief gives the account another address, and confirms it. */
const takeAddress = async (server: TestServer, thief: Person): Promise<string> => {
  const away = `away-${thief.email}`;
  await thief.ask(account.changeEmail, { email: away, password });
  const token = linkIn(await server.mailsTo({ email: away }), 'confirm-email');
  await thief.ask(auth.confirmEmail, { token });
  await server.mailsTo(thief);
  return away;
};

/** Somebody registers with an address that is not theirs, and signs in. */
const squat = async (server: TestServer, from: Person, email: string): Promise<Person> => {
  const squatter = server.visitor(`Squatter-${email.split('@')[0]}`);
  const code = await codeFor(server, from, squatter.email);
  assert.equal((await register(squatter, code, email)).status, 201);
  await server.mailsTo({ email });
  const answer = await squatter.call(auth.login, { email, password });
  squatter.cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  squatter.id = auth.login.output.parse(answer.json).id;
  return squatter;
};

/** Somebody made an account with the address of another, and the address was never confirmed. */
const squatted = async (server: TestServer, name: string) => {
  const [friend, owner] = [await server.member(`${name}s-friend`), server.visitor(name)];
  const squatter = await squat(server, friend, owner.email);
  await server.app.context.db.write(({ q }) =>
    q
      .updateTable('users')
      .set({ verification_status: 'approved', bio: 'It is really me' })
      .where('public_id', '=', squatter.id)
      .execute(),
  );
  const contacts = (await squatter.ask(circles.list, {}))[0] ?? assert.fail('no Contacts');
  await squatter.adds(friend, contacts);
  const { key } = await addPasskeyUnheard(squatter);
  await server.mailsTo(friend);
  return { friend, owner, squatter, contacts, key };
};

/** The owner of the address sets a new password by its mail, and signs in with it. */
const claimByReset = async (server: TestServer, owner: Person): Promise<void> => {
  await server.visitor().ask(auth.forgotPassword, { email: owner.email });
  await resetWith(server, await server.mailsTo(owner));
  await owner.signIn(newPassword);
  await server.mailsTo(owner);
};

const seenOf = (viewer: Person, member: Person) => viewer.ask(members.profile, { usernameOrId: member.id });

onDatabases('an account whose address a password reset confirms for the first time', (server) => {
  // SIGNIN-20
  test('such an account asks ‘Is this account yours?’, and shares and shows nothing until the answer', async () => {
    const { friend, owner, squatter, contacts, key } = await squatted(server(), 'Kim');
    const post = await squatter.posts('Hello', { to: contacts });
    const before = await seenOf(friend, squatter);
    assert.deepEqual(
      [before.bio, before.email],
      ['It is really me', null],
      'an unconfirmed address is not shown',
    );
    assert.equal((await seenOf(squatter, squatter)).email, owner.email);
    await friend.sees(post);
    await claimByReset(server(), owner);

    assert.equal((await owner.ask(auth.currentUser, {})).review, 'claim');
    const claim = await owner.ask(auth.claim, {});
    assert.deepEqual(
      claim.circles.map(({ name, people }) => [name, people.map(({ firstName }) => firstName)]),
      [['Contacts', [friend.name]]],
    );
    assert.deepEqual([claim.asked, claim.passkeys.length, claim.totp], [true, 1, false]);
    assert.ok(Date.parse(claim.createdAt) <= Date.now());

    const refusals = [
      [circles.create, { name: 'Mine' }],
      [circles.addMember, { id: contacts.id, userId: friend.id }],
      [invitations.sendInvite, { email: 'x@example.org' }],
      [account.edit, { bio: 'Mine now' }],
      [comments.add, { id: post.id, content: 'Me' }],
    ] as const;
    for (const [endpoint, input] of refusals) {
      assert.deepEqual(said(await owner.call(endpoint, input)), [403, messages.claimFirst], endpoint.path);
    }
    const { bio, email, profileImageUrl } = await seenOf(friend, owner);
    assert.deepEqual([bio, email, profileImageUrl], [null, null, null]);
    await friend.doesNotSee(post);
    const counted = await friend.feed({ circleId: 'shared-with-you' });
    assert.deepEqual([counted.items, counted.matching, counted.total], [[], 0, 0]);
    const found = await friend.ask(members.search, { q: owner.email });
    assert.deepEqual(found, []);

    // A passkey of the squatter opens nothing meanwhile.
    const { ticket, options } = await squatter.ask(auth.askPasskey, {});
    const proof = { ticket, credential: key.use(options.challenge) };
    assert.equal((await squatter.call(auth.signInByPasskey, proof)).status, 400);
  });

  // SIGNIN-20
  test('the answer Yes keeps everything of the account, passkeys included', async () => {
    const { friend, owner, squatter, contacts } = await squatted(server(), 'Lou');
    const post = await squatter.posts('Hello', { to: contacts });
    await claimByReset(server(), owner);
    const { review } = await owner.ask(auth.answerClaim, { mine: true });
    assert.equal(review, null);
    await friend.sees(post);
    const seen = await seenOf(friend, owner);
    assert.deepEqual([seen.bio, seen.email], ['It is really me', owner.email]);
    assert.equal((await owner.ask(account.factors, {})).passkeys.length, 1);
    const login = await server().visitor().call(auth.login, { email: owner.email, password: newPassword });
    assert.equal(login.status, 401, 'the passkey is asked for again');
    assert.deepEqual(said(await owner.call(auth.answerClaim, { mine: false })), [
      409,
      messages.claimAnswered,
    ]);
  });

  // SIGNIN-20
  test('the answer No empties the account: nobody is in its circles, and nothing of the squatter is left', async () => {
    const { friend, owner, squatter, contacts } = await squatted(server(), 'Max');
    const club = await squatter.makesCircle('Club');
    await squatter.adds(friend, club);
    const theirs = await friend.makesCircle('Theirs');
    await friend.adds(squatter, theirs);
    const post = await squatter.posts('Hello', { to: [contacts, club] });
    const code = await codeFor(server(), squatter, 'late@example.org', contacts.id);
    const admin = await server().member('Maxs-admin', { isAdmin: true });
    await server().app.context.db.write(({ q }) =>
      q
        .updateTable('users')
        .set({ verification_status: 'none' })
        .where('public_id', '=', squatter.id)
        .execute(),
    );
    await squatter.ask(verification.submit, { personalStatement: 'It is really me' });
    await server().app.context.db.write(({ q }) =>
      q
        .updateTable('users')
        .set((e) => ({
          vouched_by: e.selectFrom('users as v').select('v.id').where('v.public_id', '=', admin.id),
        }))
        .where('public_id', '=', squatter.id)
        .execute(),
    );
    await squatter.ask(blocking.block, { id: admin.id });
    await squatter.ask(blocking.mute, { id: friend.id });
    await claimByReset(server(), owner);

    const user = await owner.ask(auth.answerClaim, { mine: false });
    assert.deepEqual([await owner.ask(blocking.list, {}), await owner.ask(blocking.listMuted, {})], [[], []]);
    assert.deepEqual([user.review, user.bio, user.isVerified, user.postsCount], [null, '', false, 0]);
    const stored = await server()
      .app.context.db.read.selectFrom('users')
      .select('vouched_by')
      .where('public_id', '=', user.id)
      .executeTakeFirstOrThrow();
    assert.equal(stored.vouched_by, null, 'the vouch was for the squatter');
    const left = await owner.ask(circles.list, {});
    assert.deepEqual(
      left.map(({ name, memberCount }) => [name, memberCount]),
      [['Contacts', 1]],
    );
    // A shared circle belongs to its other members as well: it passes on to them.
    assert.deepEqual((await friend.ask(circles.list, {})).map(({ name }) => name).toSorted(), [
      'Club',
      'Contacts',
      'Theirs',
    ]);
    await friend.doesNotSee(post);
    const requests = await admin.ask(verification.list, { status: 'pending' });
    assert.deepEqual(requests.items, [], 'nobody is verified by the words of the squatter');
    assert.equal((await register(server().visitor('Late'), code)).status, 400);
    const factors = await owner.ask(account.factors, {});
    assert.deepEqual([factors.passkeys, factors.recoveryCodesLeft], [[], 0]);
    await owner.makesCircle('Mine');
    for (const person of [owner, friend, admin]) await server().mailsTo(person);
  });

  // SIGNIN-20, VERIFY-7, PEOPLE-2
  test('the answer No ends what the squatter vouched for, whom they added and what they imported', async () => {
    const { friend, owner, squatter } = await squatted(server(), 'Pam');
    const other = await server().member('Pams-other');
    const club = await squatter.makesCircle('Club');
    for (const member of [friend, other]) await squatter.adds(member, club);
    await squatter.ask(imports.open, { source: 'folder' });
    await server().app.context.db.write(({ q }) =>
      q
        .updateTable('users')
        .set((e) => ({
          vouched_by: e.selectFrom('users as v').select('v.id').where('v.public_id', '=', squatter.id),
        }))
        .where('public_id', '=', other.id)
        .execute(),
    );
    assert.equal((await seenOf(friend, other)).vouchedBy?.id, squatter.id);
    await claimByReset(server(), owner);
    owner.id = (await owner.ask(auth.answerClaim, { mine: false })).id;

    assert.equal((await seenOf(friend, other)).vouchedBy, null);
    assert.equal((await owner.ask(imports.current, {})).import, null);
    // A profile is open to those whom its owner added, not to those of the squatter.
    await friend.adds(owner, club);
    await friend.ask(circles.nameKeepers, { id: club.id, userIds: [owner.id] });
    assert.equal((await seenOf(other, owner)).email, null);
    for (const person of [owner, friend, other]) await server().mailsTo(person);
  });

  // SIGNIN-20
  test('an account with a confirmed address is not asked whose it is', async () => {
    const ned = await server().member('Ned');
    await claimByReset(server(), ned);
    assert.equal((await ned.ask(auth.currentUser, {})).review, null);
    assert.equal((await ned.ask(auth.claim, {})).asked, false);
  });
});

onDatabases('denying a sign-in when another account has taken the address', (server, testOnBoth) => {
  // SIGNIN-16
  test('an account that holds the address unconfirmed loses it to the owner', async () => {
    const dora = await server().member('Dora');
    const { thief, deny } = await intrude(server(), dora);
    const away = await takeAddress(server(), thief);
    const squatter = await squat(server(), thief, dora.email);

    await server().visitor().ask(auth.denySignIn, { token: deny });
    await resetWith(server(), await server().mailsTo(dora));
    await dora.signIn(newPassword);
    await server().mailsTo(dora);
    assert.equal((await dora.ask(auth.currentUser, {})).email, dora.email);
    assert.deepEqual(await server().mailsTo({ email: away }), []);

    // Their account goes on without an address, until they give another.
    const { email, emailConfirmed } = await squatter.ask(auth.currentUser, {});
    assert.deepEqual([email, emailConfirmed], ['', false]);
    const own = 'own-squatter@example.org';
    await squatter.ask(account.changeEmail, { email: own, password });
    await squatter.ask(auth.confirmEmail, {
      token: linkIn(await server().mailsTo({ email: own }), 'confirm-email'),
    });
    assert.equal((await squatter.call(auth.login, { email: own, password })).status, 200);
    await server().mailsTo({ email: own });
  });

  // ACCOUNT-1
  test('the mail about a change to an address that is held unconfirmed names the account that would get it', async () => {
    const [kai, lee] = [await server().member('Kai'), server().visitor('Lee')];
    const unconfirmed = await squat(server(), kai, lee.email);
    await kai.ask(account.changeEmail, { email: lee.email, password });
    const [mail] = await server().mailsTo(lee);
    assert.match(mail?.text ?? '', /Kai Example wants to use this address for their Circle account\./);
    assert.match(mail?.text ?? '', /even if you have an account with this address yourself/);
    assert.equal((await unconfirmed.ask(auth.currentUser, {})).email, lee.email);
    await server().mailsTo(kai);
  });

  // SIGNIN-16
  testOnBoth('an unconfirmed account that takes the address during the denial also loses it', async () => {
    const [bea, other] = [await server().member('Bea'), await server().member('Beas-other')];
    const { thief, deny } = await intrude(server(), bea);
    await takeAddress(server(), thief);
    const statuses: number[] = [];
    const ended = await server().duringNextWrite(async () => {
      const { status } = await server().visitor().call(auth.denySignIn, { token: deny });
      statuses.push(status);
    });
    await server().app.context.db.write(({ q }) =>
      q
        .updateTable('users')
        .set({ email: bea.email, email_key: bea.email, email_confirmed_at: null })
        .where('public_id', '=', other.id)
        .execute(),
    );
    await ended();
    assert.deepEqual(statuses, [204]);
    assert.equal((await other.ask(auth.currentUser, {})).email, '');
    assert.equal((await server().mailsTo(bea)).length, 1, 'the link for a new password');
  });

  // SIGNIN-16
  test('a confirmed account keeps the address: the owner’s account is locked and administrators are notified', async () => {
    const [emil, ada] = [await server().member('Emil'), await server().member('Ada', { isAdmin: true })];
    const { thief, deny } = await intrude(server(), emil);
    const away = await takeAddress(server(), thief);
    const holder = await squat(server(), thief, emil.email);
    const confirm = (at: number | null) =>
      server().app.context.db.write(({ q }) =>
        q.updateTable('users').set({ email_confirmed_at: at }).where('public_id', '=', holder.id).execute(),
      );
    await confirm(Date.now());

    const denied = () => server().visitor().call(auth.denySignIn, { token: deny });
    assert.deepEqual(said(await denied()), [409, messages.addressHeld]);
    assert.deepEqual(said(await denied()), [409, messages.addressHeld]);
    assert.equal((await thief.call(auth.currentUser)).status, 401);
    for (const email of [away, emil.email]) {
      await server().visitor().ask(auth.forgotPassword, { email });
    }
    assert.deepEqual(await server().mailsTo({ email: away }), [], 'nothing goes to an address set since');
    await server().mailsTo(emil);
    const told = (await ada.ask(notifications.list, {})).items.map(({ kind }) => kind);
    assert.deepEqual(told, ['account_locked'], 'once, however often the link is opened');
    const { items } = await ada.ask(audit.list, { act: 'member.locked' });
    assert.deepEqual(
      items.map(({ target }) => target?.id),
      [emil.id],
    );
    assert.equal((await server().mailsTo(ada)).length, 1);

    await confirm(null);
    assert.equal((await denied()).status, 204);
    await resetWith(server(), await server().mailsTo(emil));
    await emil.signIn(newPassword);
    await server().mailsTo(emil);
    assert.equal((await denied()).status, 400);
  });

  // SIGNIN-16
  test('the operator can set an address for an account that a denied sign-in has locked', async () => {
    const gus = await server().member('Gus');
    const { thief, deny } = await intrude(server(), gus);
    await takeAddress(server(), thief);
    const holder = await server().member('Gus');
    const denied = await server().visitor().call(auth.denySignIn, { token: deny });
    assert.equal(denied.status, 409);
    await fails(operate(server(), 'set-email', gus.id, gus.email), /Another member has confirmed/);
    await succeeds(operate(server(), 'set-email', gus.id, 'gus-new@example.org'));
    await server().visitor().ask(auth.forgotPassword, { email: 'gus-new@example.org' });
    await resetWith(server(), await server().mailsTo({ email: 'gus-new@example.org' }));
    const login = { email: 'gus-new@example.org', password: newPassword };
    assert.equal((await gus.call(auth.login, login)).status, 200);
    assert.equal((await holder.call(auth.currentUser)).status, 200);
    for (const { email } of [gus, login]) await server().mailsTo({ email });
  });

  test('after a denial the owner gets a list of people added and invitations sent since, and one call undoes them', async () => {
    const [hal, ivy, jan] = await server().members('Hal', 'Ivy', 'Jan');
    const family = await hal.makesCircle('Family');
    await hal.adds(ivy, family);
    const { thief, deny } = await intrude(server(), hal);
    await thief.adds(jan, family);
    const spare = server().visitor('Spare');
    const code = await codeFor(server(), thief, spare.email, family.id);
    await codeFor(server(), thief, 'other-spare@example.org');
    await server().visitor().ask(auth.denySignIn, { token: deny });
    await resetWith(server(), await server().mailsTo(hal));
    // By an invitation from that time, also when it is used later.
    assert.equal((await register(spare, code)).status, 201);
    await spare.signIn(password);
    await hal.signIn(newPassword);
    assert.equal((await hal.ask(auth.currentUser, {})).review, 'denial');
    const found = await hal.ask(auth.denial, {});
    assert.deepEqual(
      found.people.map(({ member, circle }) => [member.firstName, circle.name]),
      [
        ['Jan', 'Family'],
        ['Spare', 'Family'],
      ],
    );
    assert.deepEqual(
      found.invitations.map(({ email }) => email),
      ['other-spare@example.org'],
    );
    assert.equal((await jan.ask(auth.denial, {})).since, null);

    await hal.ask(auth.settleDenial, { undo: true });
    // No answer says that the opposite was done.
    const late = await hal.call(auth.settleDenial, { undo: false });
    assert.deepEqual(said(late), [409, messages.claimAnswered]);
    const left = await hal.ask(circles.get, { id: family.id });
    assert.deepEqual(left.members.map(({ firstName }) => firstName).toSorted(), ['Hal', 'Ivy']);
    assert.deepEqual(await hal.ask(invitations.mine, {}), []);
    const after = await hal.ask(auth.currentUser, {});
    assert.deepEqual([after.review, (await hal.ask(auth.denial, {})).people], [null, []]);
    for (const person of [hal, ivy, jan, spare]) await server().mailsTo(person);
  });

  // SIGNIN-16
  testOnBoth(
    'after a denial a keeper gets a list of people added to circles that they keep, and one call undoes them',
    async () => {
      const [kim, lea, mia, noa] = await server().members('Kim', 'Lea', 'Mia', 'Noa');
      const club = await lea.makesCircle('Club');
      await lea.adds(kim, club);
      await lea.ask(circles.nameKeepers, { id: club.id, userIds: [kim.id] });
      await server().mailsTo(kim);
      const { thief, deny } = await intrude(server(), kim);
      await thief.adds(mia, club);
      await lea.adds(noa, club);
      await server().visitor().ask(auth.denySignIn, { token: deny });
      await resetWith(server(), await server().mailsTo(kim));
      await kim.signIn(newPassword);
      const { people } = await kim.ask(auth.denial, {});
      assert.deepEqual(
        people.map(({ member, circle }) => [member.firstName, circle.name]),
        [['Mia', 'Club']],
      );
      await kim.ask(auth.settleDenial, { undo: true });
      const left = await lea.ask(circles.get, { id: club.id });
      assert.deepEqual(left.members.map(({ firstName }) => firstName).toSorted(), ['Kim', 'Lea', 'Noa']);
      for (const person of [kim, lea, mia, noa]) await server().mailsTo(person);
    },
  );

  test('the only administrator keeps an e-mail address that they have not confirmed', async () => {
    const fay = await server().member('Fay');
    const { thief, deny } = await intrude(server(), fay);
    await takeAddress(server(), thief);
    const holder = await squat(server(), thief, fay.email);
    const { db } = server().app.context;
    await db.write(({ q }) => q.updateTable('users').set({ is_admin: 0 }).execute());
    await db.write(({ q }) =>
      q.updateTable('users').set({ is_admin: 1 }).where('public_id', '=', holder.id).execute(),
    );
    const answer = await server().visitor().call(auth.denySignIn, { token: deny });
    assert.deepEqual(said(answer), [409, messages.addressHeld]);
    assert.equal((await holder.ask(auth.currentUser, {})).email, fay.email);
  });
});
