import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as account from '../contract/account.ts';
import * as audit from '../contract/audit.ts';
import * as auth from '../contract/auth.ts';
import * as circles from '../contract/circles.ts';
import { ErrorBody, messages } from '../contract/errors.ts';
import * as invitations from '../contract/invitations.ts';
import * as notifications from '../contract/notifications.ts';
import { fails, operate, succeeds } from './harness/operate.ts';
import type { Answer, Person } from './harness/person.ts';
import { onBothDatabases, password, type Town } from './harness/town.ts';

const said = ({ status, json }: Answer) => [status, ErrorBody.parse(json).message];
const newPassword = 'two-old-spoons';

/** The token of a link in the first mail that has one. */
const linkIn = (mails: readonly { text: string }[], path: string): string =>
  mails.map(({ text }) => new RegExp(`${path}\\?token=([\\w-]+)`).exec(text)?.[1]).find(Boolean) ??
  assert.fail(`no link to ${path}`);

const resetWith = async (town: Town, mails: readonly { text: string }[]): Promise<void> => {
  const token = linkIn(mails, 'reset-password');
  await town.visitor().ask(auth.resetPassword, { token, password: newPassword });
};

const codeFor = async (town: Town, from: Person, email: string, circle?: string): Promise<string> => {
  if (circle === undefined) await from.ask(invitations.sendInvite, { email });
  else await from.ask(invitations.inviteToCircle, { id: circle, email });
  const [mail] = await town.mailsTo({ email });
  return /\/join\/([A-Z2-9]{10})\b/.exec(mail?.text ?? '')?.[1] ?? assert.fail('no code');
};

const register = (who: Person, inviteCode: string, email = who.email) =>
  who.call(auth.register, {
    email,
    password,
    confirmPassword: password,
    firstName: who.name,
    lastName: 'Example',
    inviteCode,
    mathChallenge: { question: '3 × 5', answer: 15 },
  });

/** Somebody signs in by the victim's password; `deny` is the token of the mail that says so. */
const intrude = async (town: Town, victim: Person) => {
  const thief = town.visitor(victim.name);
  await thief.signIn(password);
  return { thief, deny: linkIn(await town.mailsTo(victim), 'not-me') };
};

/** The thief gives the account another address, and confirms it. */
const takeAddress = async (town: Town, thief: Person): Promise<string> => {
  const away = `away-${thief.email}`;
  await thief.ask(account.changeEmail, { email: away, password });
  const token = linkIn(await town.mailsTo({ email: away }), 'confirm-email');
  await thief.ask(auth.confirmEmail, { token });
  await town.mailsTo(thief);
  return away;
};

/** Somebody registers with an address that is not theirs, and signs in. */
const squat = async (town: Town, from: Person, email: string): Promise<Person> => {
  const squatter = town.visitor(`Squatter-${email.split('@')[0]}`);
  const code = await codeFor(town, from, squatter.email);
  assert.equal((await register(squatter, code, email)).status, 201);
  await town.mailsTo({ email });
  const answer = await squatter.call(auth.login, { email, password });
  squatter.cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  squatter.id = auth.login.output.parse(answer.json).id;
  return squatter;
};

onBothDatabases('a denied sign-in whose address somebody took', (town) => {
  test('an unconfirmed holder loses the address to the owner', async () => {
    const dora = await town().member('Dora');
    const { thief, deny } = await intrude(town(), dora);
    const away = await takeAddress(town(), thief);
    const squatter = await squat(town(), thief, dora.email);

    await town().visitor().ask(auth.denySignIn, { token: deny });
    await resetWith(town(), await town().mailsTo(dora));
    await dora.signIn(newPassword);
    assert.equal((await dora.ask(auth.currentUser, {})).email, dora.email);
    assert.deepEqual(await town().mailsTo({ email: away }), []);

    // Their account goes on without an address, until they give another.
    const { email, emailConfirmed } = await squatter.ask(auth.currentUser, {});
    assert.deepEqual([email, emailConfirmed], ['', false]);
    const own = 'own-squatter@example.org';
    await squatter.ask(account.changeEmail, { email: own, password });
    await squatter.ask(auth.confirmEmail, {
      token: linkIn(await town().mailsTo({ email: own }), 'confirm-email'),
    });
    assert.equal((await squatter.call(auth.login, { email: own, password })).status, 200);
    await town().mailsTo({ email: own });
  });

  test('a confirmed holder keeps it: the account is locked, the administrators learn it, the link stays good', async () => {
    const [emil, ada] = [await town().member('Emil'), await town().member('Ada', { isAdmin: true })];
    const { thief, deny } = await intrude(town(), emil);
    const away = await takeAddress(town(), thief);
    const holder = await squat(town(), thief, emil.email);
    const confirm = (at: number | null) =>
      town().server.house.db.write(({ q }) =>
        q.updateTable('users').set({ email_confirmed_at: at }).where('public_id', '=', holder.id).execute(),
      );
    await confirm(Date.now());

    const denied = () => town().visitor().call(auth.denySignIn, { token: deny });
    assert.deepEqual(said(await denied()), [409, messages.addressHeld]);
    assert.equal((await thief.call(auth.currentUser)).status, 401);
    for (const email of [away, emil.email]) {
      await town().visitor().ask(auth.forgotPassword, { email });
    }
    assert.deepEqual(await town().mailsTo({ email: away }), [], 'nothing goes to an address set since');
    await town().mailsTo(emil);
    const [told] = (await ada.ask(notifications.list, {})).items;
    assert.equal(told?.kind, 'account_locked');
    const { items } = await ada.ask(audit.list, { act: 'member.locked' });
    assert.equal(items[0]?.target?.id, emil.id);
    await town().mailsTo(ada);

    await confirm(null);
    assert.equal((await denied()).status, 204);
    await resetWith(town(), await town().mailsTo(emil));
    await emil.signIn(newPassword);
    assert.equal((await denied()).status, 400);
  });

  test('the operator gives a locked account an address', async () => {
    const gus = await town().member('Gus');
    const { thief, deny } = await intrude(town(), gus);
    await takeAddress(town(), thief);
    const holder = await town().member('Gus');
    const denied = await town().visitor().call(auth.denySignIn, { token: deny });
    assert.equal(denied.status, 409);
    await fails(operate(town(), 'set-email', gus.id, gus.email), /Another member has confirmed/);
    await succeeds(operate(town(), 'set-email', gus.id, 'gus-new@example.org'));
    await town().visitor().ask(auth.forgotPassword, { email: 'gus-new@example.org' });
    await resetWith(town(), await town().mailsTo({ email: 'gus-new@example.org' }));
    const login = { email: 'gus-new@example.org', password: newPassword };
    assert.equal((await gus.call(auth.login, login)).status, 200);
    assert.equal((await holder.call(auth.currentUser)).status, 200);
    for (const { email } of [gus, login]) await town().mailsTo({ email });
  });

  test('lists the people added and invitations sent since then, and one call undoes them', async () => {
    const [hal, ivy, jan] = await town().members('Hal', 'Ivy', 'Jan');
    const family = await hal.makesCircle('Family');
    await hal.adds(ivy, family);
    const { thief, deny } = await intrude(town(), hal);
    await thief.adds(jan, family);
    const spare = town().visitor('Spare');
    const code = await codeFor(town(), thief, spare.email, family.id);
    await codeFor(town(), thief, 'other-spare@example.org');
    await town().visitor().ask(auth.denySignIn, { token: deny });
    await resetWith(town(), await town().mailsTo(hal));
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
    const { members } = await hal.ask(circles.get, { id: family.id });
    assert.deepEqual(members.map(({ firstName }) => firstName).toSorted(), ['Hal', 'Ivy']);
    assert.deepEqual(await hal.ask(invitations.mine, {}), []);
    const after = await hal.ask(auth.currentUser, {});
    assert.deepEqual([after.review, (await hal.ask(auth.denial, {})).people], [null, []]);
    for (const person of [hal, ivy, jan, spare]) await town().mailsTo(person);
  });

  test('the only administrator keeps an address that they have not confirmed', async () => {
    const fay = await town().member('Fay');
    const { thief, deny } = await intrude(town(), fay);
    await takeAddress(town(), thief);
    const holder = await squat(town(), thief, fay.email);
    const { db } = town().server.house;
    await db.write(({ q }) => q.updateTable('users').set({ is_admin: 0 }).execute());
    await db.write(({ q }) =>
      q.updateTable('users').set({ is_admin: 1 }).where('public_id', '=', holder.id).execute(),
    );
    const answer = await town().visitor().call(auth.denySignIn, { token: deny });
    assert.deepEqual(said(answer), [409, messages.addressHeld]);
    assert.equal((await holder.ask(auth.currentUser, {})).email, fay.email);
  });
});
