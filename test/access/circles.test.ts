import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import { limits } from '../../contract/limits.ts';
import * as invitations from '../../contract/invitations.ts';
import * as likes from '../../contract/likes.ts';
import * as members from '../../contract/members.ts';
import * as notifications from '../../contract/notifications.ts';
import * as contract from '../../contract/audience/audience.ts';
import { Listening } from '../harness/events.ts';
import { type Person } from '../harness/person.ts';
import { codeIn } from '../accounts/registration.ts';
import { becomesUnclaimed } from '../harness/resets.ts';
import { onBothDatabases, password } from '../harness/test-server.ts';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';

onBothDatabases('attacks on memberships, handovers and names of circles', (server) => {
  const invite = async (from: Person, to: Person, circleId: string): Promise<string> => {
    await from.ask(invitations.inviteToCircle, { id: circleId, email: to.email });
    const [mail] = await server().mailsTo(to);
    return codeIn(mail?.text ?? '');
  };
  const linkTo = async (email: string): Promise<string> => {
    const [mail] = await server().mailsTo({ email });
    return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? assert.fail('no link');
  };

  // PEOPLE-2
  test('a circle that is handed over opens no profile until the new owner adds members', async () => {
    const [eve, vic] = await server().members('Eve', 'Vic');
    const trap = await eve.makesCircle('Trap');
    await eve.adds(vic, trap);
    await eve.ask(circles.handOver, { id: trap.id, userId: vic.id });
    const email = async () => (await eve.ask(members.profile, { usernameOrId: vic.id })).email;
    assert.equal(await email(), null);
    await vic.adds(eve, trap);
    assert.equal(await email(), vic.email);
  });

  test('a handover cannot exceed the limit of owned circles', async () => {
    const [eve, vic] = await server().members('Ed', 'Val');
    for (let owned = 1; owned < limits.circlesOwned; owned++) await vic.makesCircle(`${owned}`);
    const trap = await eve.makesCircle('Trap');
    await eve.adds(vic, trap);
    assert.equal((await eve.call(circles.handOver, { id: trap.id, userId: vic.id })).status, 409);
    assert.equal((await vic.call(circles.create, { name: 'One more' })).status, 409);
  });

  test('a refused handover does not say how many circles a stranger owns', async () => {
    const [eve, few, many] = await server().members('Elke', 'Few', 'Many');
    for (let owned = 1; owned < limits.circlesOwned; owned++)
      await many.makesCircle(`${owned}`, { kind: 'private' });
    const circle = await eve.makesCircle('Family');
    const [one, other] = await Promise.all(
      [few, many].map(({ id }) => eve.call(circles.handOver, { id: circle.id, userId: id })),
    );
    assert.deepEqual([other?.status, other?.text], [one?.status, one?.text]);
  });

  // SIGNIN-20
  test('an invitation of an account whose owner has not claimed it opens nothing until they do', async () => {
    const [una, finn] = await server().members('Una', 'Finn');
    const circle = await una.makesCircle('Club of Una');
    const { code } = await una.ask(invitations.makeCode, { circleId: circle.id });
    await invite(una, finn, circle.id);
    const isInvited = async () =>
      (await finn.ask(notifications.list, {})).items.some(({ kind }) => kind === 'circle_invitation');
    assert.ok(await isInvited());
    await becomesUnclaimed(server(), una);
    assert.ok(!(await isInvited()));
    assert.equal((await server().visitor().call(invitations.preview, { code })).status, 404);
    assert.equal((await finn.call(invitations.accept, { code })).status, 404);
    await una.ask(auth.answerClaim, { mine: true });
    assert.equal((await finn.call(invitations.accept, { code })).status, 200);
    for (const person of [una, finn]) await server().mailsTo(person);
  });

  // SIGHT-10, CIRCLE-3, BLOCK-5
  test('events of a private circle name it to its owner alone, and a block is not announced', async () => {
    const [ana, ben] = await server().members('Pam', 'Rob');
    const list = await ana.makesCircle('List', { kind: 'private' });
    const page = await Listening.open(ben);
    await ana.adds(ben, list);
    await page.quiet(ben);
    await ana.removes(ben, list);
    await ana.adds(ben, list);
    await ana.ask(circles.remove, { id: list.id });
    const heardBefore = await page.quiet(ben);
    assert.equal(heardBefore.length, 4);
    assert.ok(heardBefore.every(({ id }) => ![list.id, ana.id].includes(id)));
    await ana.ask(blocking.block, { id: ben.id });
    assert.deepEqual(await page.quiet(ben), heardBefore);
    await page.close();
  });

  // JOIN-6
  test('an invitation names a circle only to people who may know of it', async () => {
    const [ana, ben, cleo] = await server().members('Sue', 'Tom', 'Uma');
    const club = await ana.makesCircle('Club');
    const code = await invite(ana, ben, club.id);
    const open = await invite(ana, cleo, club.id);
    await ben.ask(invitations.accept, { code });
    await ana.removes(ben, club);
    await ana.ask(circles.edit, { id: club.id, name: 'Secret' });
    assert.equal((await ben.ask(invitations.preview, { code })).circleName, null);
    assert.equal((await ben.ask(invitations.accept, { code })).circle, null);
    const heir = await server().member('Heir');
    await ana.adds(heir, club);
    await ana.ask(circles.handOver, { id: club.id, userId: heir.id });
    await heir.removes(ana, club);
    await heir.ask(circles.edit, { id: club.id, name: 'More secret' });
    assert.ok(!(await ana.call(invitations.mine)).text.includes('ecret'));
    assert.equal((await cleo.ask(invitations.preview, { code: open })).circleName, null);
    assert.ok(!(await cleo.call(notifications.list)).text.includes('ecret'));
  });

  // JOIN-9
  test('a removed member cannot return by a second invitation', async () => {
    const [ana, ben] = await server().members('Wes', 'Xan');
    const club = await ana.makesCircle('Club');
    const [first, second] = [await invite(ana, ben, club.id), await invite(ana, ben, club.id)];
    await ben.ask(invitations.accept, { code: first });
    await ana.removes(ben, club);
    assert.equal((await ben.call(invitations.accept, { code: second })).status, 404);
    assert.equal((await ben.call(circles.get, { id: club.id })).status, 404);
  });

  // TRUTH-24
  test('a removed author does not see the names of members who joined later', async () => {
    const [ana, ben] = await server().members('Bea', 'Cal');
    const club = await ana.makesCircle('Club');
    await ana.adds(ben, club);
    const post = await ben.posts('mine', { to: club });
    await ana.removes(ben, club);
    await ana.adds(await server().member('Late'), club);
    assert.deepEqual(await ben.ask(contract.audience, { id: post.id }), {
      items: [],
      nextCursor: null,
      count: 2,
      unnamed: 2,
      formerReaders: null,
    });
  });

  // JOIN-9
  test('a removed member cannot return by an invitation code sent to a former address of theirs', async () => {
    const [ana, ben, cleo] = await server().members('Alma', 'Bela', 'Cora');
    const club = await ana.makesCircle('Club');
    const moves = async (who: Person, email: string) => {
      await who.ask(account.changeEmail, { email, password });
      const token = await linkTo(email);
      await who.ask(auth.confirmEmail, { token });
      await server().mailsTo(who);
    };
    const [first, second] = [await invite(ana, ben, club.id), await invite(ana, ben, club.id)];
    await moves(ben, 'bela-elsewhere@example.org');
    await ben.ask(invitations.accept, { code: first });
    await ana.removes(ben, club);
    assert.equal((await ben.call(invitations.accept, { code: second })).status, 404);

    const spare = await invite(ana, cleo, club.id);
    await ana.adds(cleo, club);
    await moves(cleo, 'cora-elsewhere@example.org');
    await ana.removes(cleo, club);
    assert.equal((await cleo.call(invitations.accept, { code: spare })).status, 404);
    assert.equal((await cleo.call(circles.get, { id: club.id })).status, 404);
  });

  test('repeated adding and removing of a member sends one notification', async () => {
    const [hal, ida] = await server().members('Hal', 'Ida');
    const club = await hal.makesCircle('Club');
    for (let round = 0; round < 3; round++) {
      await hal.adds(ida, club);
      await hal.removes(ida, club);
    }
    await hal.adds(ida, club);
    assert.equal((await ida.ask(notifications.list, {})).items.length, 1);
    assert.equal((await ida.ask(notifications.unread, {})).count, 1);
  });

  test('a notification of likes does not name a member who took their like back', async () => {
    const [ana, ben, cleo] = await server().members('Dee', 'Eli', 'Flo');
    const club = await ana.makesCircle('Club');
    for (const person of [ben, cleo]) await ana.adds(person, club);
    const post = await ana.posts('look', { to: club });
    await ben.ask(likes.like, { id: post.id });
    await cleo.ask(likes.like, { id: post.id });
    await cleo.ask(likes.unlike, { id: post.id });
    const { items } = await ana.ask(notifications.list, {});
    assert.deepEqual(
      items.map(({ title }) => title),
      ['Eli Example liked your moment'],
    );
  });
});
