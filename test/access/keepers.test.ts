import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as invitations from '../../contract/invitations.ts';
import * as mailbox from '../../contract/mailbox.ts';
import * as members from '../../contract/members.ts';
import * as moderation from '../../contract/moderation.ts';
import * as notifications from '../../contract/notifications.ts';
import type { Circle } from '../../contract/shapes.ts';
import { answerAsked, askFor, emailOf, joinByLetter, mailInSettings } from '../harness/mailbox-members.ts';
import type { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { codeIn } from '../accounts/registration.ts';
import { onBothDatabases, password } from '../harness/test-server.ts';

const keeps = (owner: Person, circle: Circle, ...keepers: Person[]) =>
  owner.call(circles.nameKeepers, { id: circle.id, userIds: keepers.map(({ id }) => id) });

const rolesIn = async (viewer: Person, circle: Circle) =>
  (await viewer.ask(circles.get, { id: circle.id })).members.map(({ firstName, role, addedBy }) => [
    firstName,
    role,
    addedBy?.firstName ?? null,
  ]);

/** Whether the name rule opens a member to the viewer. */
const opens = async (viewer: Person, member: Person): Promise<boolean> =>
  (await viewer.ask(members.profile, { usernameOrId: member.id })).email !== null;

onBothDatabases(
  'members who keep a circle with its owner',
  (server) => {
    /** Family of an owner, with a keeper and a member. */
    const family = async (...names: [owner: string, keeper: string, member: string]) => {
      const [owner, keeper, member] = await server().members(...names);
      const circle = await owner.makesCircle('Family');
      await owner.adds(keeper, circle);
      await owner.adds(member, circle);
      assert.equal((await keeps(owner, circle, keeper)).status, 200);
      return { owner, keeper, member, circle };
    };

    // CIRCLE-19
    test('a keeper of one circle runs no other circle that they are in', async () => {
      const { owner, keeper } = await family('Olga', 'Paul', 'Quim');
      const other = await owner.makesCircle('Other');
      await owner.adds(keeper, other);
      const rita = await server().member('Rita');
      const answers = [
        await keeper.call(circles.addMember, { id: other.id, userId: rita.id }),
        await keeper.call(circles.edit, { id: other.id, name: 'Mine' }),
      ];
      assert.deepEqual(
        answers.map(({ status }) => status),
        [403, 403],
      );
    });

    // CIRCLE-7, CIRCLE-19
    test('a keeper adds, removes and invites, and edits what the circle is called and how it looks', async () => {
      const { owner, keeper, member, circle } = await family('Ana', 'Ben', 'Cleo');
      const dora = await server().member('Dora');
      const { id } = circle;
      await keeper.adds(dora, circle);
      await keeper.ask(circles.edit, { id, name: 'Kin', description: 'Of ours', color: '#123456' });
      await keeper.removes(member, circle);
      await keeper.ask(invitations.inviteToCircle, { id, email: 'eva@example.org' });
      assert.equal((await server().mailsTo({ email: 'eva@example.org' })).length, 1);
      const code = await owner.ask(invitations.makeCode, { circleId: id });
      const open = await keeper.ask(invitations.mine, { circleId: id });
      assert.deepEqual(
        open.map(({ email }) => email),
        [null, 'eva@example.org'],
      );
      assert.equal((await keeper.call(invitations.withdraw, { id: code.id })).status, 204);
      assert.deepEqual(await keeper.ask(invitations.mine, {}), open.slice(1));
      assert.equal((await dora.call(invitations.mine, { circleId: id })).status, 403);
      assert.equal((await member.call(invitations.mine, { circleId: id })).status, 404);
      for (const { id: invitation } of open)
        for (const other of [dora, member])
          assert.equal((await other.call(invitations.withdraw, { id: invitation })).status, 404);
      assert.deepEqual(await rolesIn(owner, circle), [
        ['Ana', 'owner', null],
        ['Ben', 'keeper', 'Ana'],
        ['Dora', 'member', 'Ben'],
      ]);
      assert.deepEqual(await rolesIn(keeper, circle), await rolesIn(owner, circle));
      assert.deepEqual(await rolesIn(dora, circle), [
        ['Ana', 'owner', null],
        ['Ben', 'keeper', null],
        ['Dora', 'member', null],
      ]);
      assert.equal((await keeper.ask(circles.get, { id })).isKeeper, true);
      assert.equal((await owner.ask(circles.get, { id })).isKeeper, false);
    });

    test('a keeper does nothing that is the owner’s alone', async () => {
      const { owner, keeper, member, circle } = await family('Ada', 'Bo', 'Cy');
      const { id } = circle;
      assert.equal((await keeps(owner, circle, keeper, member)).status, 200);
      for (const answer of [
        await keeper.call(circles.remove, { id }),
        await keeper.call(circles.handOver, { id, userId: member.id }),
        await keeps(keeper, circle, keeper),
        await keeper.call(circles.edit, { id, name: 'Kin', lettersCarry: 'names' }),
        await keeper.call(circles.edit, { id, name: 'Kin', showsEarlierPosts: false }),
        await keeper.call(circles.removeMember, { id, memberId: member.id }),
      ])
        assert.equal(answer.status, 403, answer.text);
      assert.equal((await keeper.call(circles.removeMember, { id, memberId: owner.id })).status, 409);
      const own = await owner.makesCircle('Own', { kind: 'private' });
      await owner.adds(keeper, own);
      assert.equal((await keeps(owner, own, keeper)).status, 409);
      assert.equal((await keeps(owner, circle, owner)).status, 409);
      const stranger = await server().member('Dan');
      assert.equal((await keeps(owner, circle, stranger)).status, 409);
      assert.equal((await keeps(owner, circle, keeper, member, stranger, owner)).status, 400);
      assert.equal((await keeps(stranger, circle, keeper)).status, 404);
      assert.equal((await keeps(member, circle, member)).status, 403);
    });

    // PEOPLE-2
    test('whom a keeper adds sees the keeper’s profile, and no longer once they stop keeping', async () => {
      const { owner, keeper, member, circle } = await family('Ava', 'Bea', 'Cal');
      const dee = await server().member('Dee');
      assert.deepEqual([await opens(member, owner), await opens(member, keeper)], [true, false]);
      await keeper.adds(dee, circle);
      assert.deepEqual([await opens(dee, keeper), await opens(dee, owner)], [true, false]);
      assert.deepEqual([await opens(keeper, dee), await opens(owner, dee)], [false, false]);
      // Adding somebody again whom the owner added closes nothing and opens nothing.
      await keeper.adds(member, circle);
      assert.deepEqual([await opens(member, owner), await opens(member, keeper)], [true, false]);
      await keeps(owner, circle);
      assert.equal(await opens(dee, keeper), false);
      assert.equal((await keeper.call(circles.addMember, { id: circle.id, userId: dee.id })).status, 403);
    });

    // BLOCK-1
    test('a member who blocks the keeper who added them sees no more than the name', async () => {
      const { keeper, circle } = await family('Ba', 'Bb', 'Bc');
      const dot = await server().member('Dot');
      await keeper.adds(dot, circle);
      const picture = new FormData();
      picture.set('profileImage', new Blob([new Uint8Array(await plainPhoto())]), 'me.jpg');
      await keeper.ask(members.editProfile, picture);
      const faces = async () =>
        (await dot.ask(circles.get, { id: circle.id })).members.map(({ profileImageUrl }) => profileImageUrl);
      assert.equal((await faces()).filter((url) => url !== null).length, 1);
      await dot.ask(blocking.block, { id: keeper.id });
      const blocked = await dot.ask(blocking.list, {});
      assert.deepEqual(
        blocked.map(({ profileImageUrl }) => profileImageUrl),
        [null],
      );
    });

    // BLOCK-1, BLOCK-5
    test('a keeper finds nobody to remove whom a block hides', async () => {
      const { owner, keeper, member, circle } = await family('Ea', 'Eb', 'Ec');
      const [beside, stranger] = await server().members('Ed', 'Ee');
      await owner.adds(beside, circle);
      assert.equal((await keeps(owner, circle, keeper, beside)).status, 200);
      for (const hidden of [member, beside]) await hidden.ask(blocking.block, { id: keeper.id });
      for (const { id } of [member, beside, stranger])
        assert.equal((await keeper.call(circles.removeMember, { id: circle.id, memberId: id })).status, 404);
      assert.equal((await rolesIn(owner, circle)).length, 4);
    });

    // BLOCK-3, JOIN-9, JOIN-20
    test('no earlier invitation of a keeper brings a member back whom the owner had blocked', async () => {
      const { owner, keeper, member, circle } = await family('Mona', 'Moritz', 'Milo');
      await owner.ask(circles.edit, { id: circle.id, name: 'Family', lettersCarry: 'content' });
      const { code } = await keeper.ask(invitations.makeCode, { circleId: circle.id });
      const empty = await owner.makesCircle('Empty');
      await owner.adds(keeper, empty);
      await keeps(owner, empty, keeper);
      const other = await keeper.ask(invitations.makeCode, { circleId: empty.id });
      await keeper.ask(invitations.inviteToCircle, { id: circle.id, email: member.email });
      const [mail] = await server().mailsTo(member);
      const mailed = codeIn(mail?.text);
      await askFor(keeper, circle, member.name);
      await server().mailsTo(member);
      await owner.ask(blocking.block, { id: member.id });
      const friend = await server().member('Milos-friend');
      for (const known of [code, other.code])
        assert.equal((await friend.call(invitations.accept, { code: known })).status, 404);
      await owner.ask(blocking.unblock, { id: member.id });
      assert.equal((await member.call(invitations.accept, { code: mailed })).status, 404);
      assert.equal(await answerAsked(server(), emailOf(member.name), 'yes'), false);
      assert.equal((await member.call(circles.get, { id: circle.id })).status, 404);
      // The keeper sees no difference.
      const open = await keeper.ask(invitations.mine, {});
      assert.deepEqual(
        open.map(({ email }) => email),
        [member.email],
      );
    });

    // CIRCLE-19
    test('an invitation of a keeper lets nobody in once they stop keeping', async () => {
      const { owner, keeper, circle } = await family('Abe', 'Bob', 'Cid');
      const [eli, eve] = await server().members('Eli', 'Eve');
      const codes = [
        await keeper.ask(invitations.makeCode, { circleId: circle.id }),
        await keeper.ask(invitations.makeCode, { circleId: circle.id }),
      ];
      const [first, second] = codes.map(({ code }) => code);
      assert.ok(first !== undefined && second !== undefined);
      assert.equal((await eli.ask(invitations.accept, { code: first })).circle?.name, 'Family');
      assert.equal(await opens(eli, keeper), true);
      assert.equal((await owner.ask(invitations.mine, { circleId: circle.id })).length, 1);
      await keeps(owner, circle);
      assert.deepEqual(await owner.ask(invitations.mine, { circleId: circle.id }), []);
      const [own] = await keeper.ask(invitations.mine, {});
      assert.deepEqual(
        [own?.id, own?.circle],
        [codes[1]?.id, null],
        'their list does not promise the circle',
      );
      assert.equal((await eve.ask(invitations.preview, { code: second })).circleName, null);
      assert.equal((await eve.ask(invitations.accept, { code: second })).circle, null);
      assert.equal((await eve.call(circles.get, { id: circle.id })).status, 404);
    });

    test('a suspended keeper stays one, and the owner names others beside them', async () => {
      const admin = await server().member('Sus', { isAdmin: true });
      const { owner, keeper, member, circle } = await family('Sa', 'Sb', 'Sc');
      await admin.ask(moderation.actOnMember, { id: keeper.id, action: 'suspend' });
      assert.equal((await keeps(owner, circle, keeper, member)).status, 200);
      const roles = (await rolesIn(owner, circle)).map(([, role]) => role);
      assert.deepEqual(roles, ['owner', 'keeper', 'keeper']);
    });

    test('concurrent calls name three keepers at most', async () => {
      const owner = await server().member('Ulla');
      const circle = await owner.makesCircle('Six');
      const six = await server().members('Una', 'Uri', 'Urs', 'Ute', 'Uwe', 'Uzi');
      for (const one of six) await owner.adds(one, circle);
      await Promise.all([keeps(owner, circle, ...six.slice(0, 3)), keeps(owner, circle, ...six.slice(3))]);
      const kept = (await rolesIn(owner, circle)).filter(([, role]) => role === 'keeper');
      assert.equal(kept.length, 3);
    });

    // CIRCLE-20
    test('leaving, removal, a block, a ban and becoming owner end keeping', async () => {
      const admin = await server().member('Adm', { isAdmin: true });
      const ends: [string, (made: Awaited<ReturnType<typeof family>>) => Promise<unknown>][] = [
        [
          'Li',
          ({ keeper, circle }) => keeper.ask(circles.removeMember, { id: circle.id, memberId: keeper.id }),
        ],
        ['Ry', ({ owner, keeper, circle }) => owner.removes(keeper, circle)],
        [
          'Bl',
          async ({ owner, keeper }) => {
            await owner.ask(blocking.block, { id: keeper.id });
            await owner.ask(blocking.unblock, { id: keeper.id });
          },
        ],
        [
          'Bn',
          async ({ keeper }) => {
            for (const action of ['ban', 'restore'] as const)
              await admin.ask(moderation.actOnMember, { id: keeper.id, action });
          },
        ],
      ];
      for (const [name, end] of ends) {
        const made = await family(`${name}a`, `${name}b`, `${name}c`);
        await end(made);
        const { owner, keeper, circle } = made;
        await owner.call(circles.addMember, { id: circle.id, userId: keeper.id });
        const roles = (await rolesIn(owner, circle)).map(([, role]) => role);
        assert.ok(!roles.includes('keeper'), name);
      }
      const { owner, keeper, circle } = await family('Ha', 'Hb', 'Hc');
      await owner.ask(circles.handOver, { id: circle.id, userId: keeper.id });
      await keeper.ask(circles.handOver, { id: circle.id, userId: owner.id });
      assert.deepEqual(
        (await rolesIn(owner, circle)).map(([, role]) => role),
        ['owner', 'member', 'member'],
      );
    });

    test('the circle of an owner whose account ends passes to the keeper of longest standing', async () => {
      const { owner, keeper, member, circle } = await family('Oa', 'Ob', 'Oc');
      await keeps(owner, circle, member);
      await keeps(owner, circle, member, keeper);
      await owner.ask(account.remove, { password });
      assert.deepEqual(
        (await rolesIn(keeper, circle)).map(([name, role]) => [name, role]),
        [
          ['Oc', 'owner'],
          ['Ob', 'keeper'],
        ],
      );
      assert.equal((await server().mailsTo(member)).length, 1);
    });

    // ADMIN-3
    test('the circle of a banned owner returns to them, and not to a mailbox member whose ban is lifted', async () => {
      const admin = await server().member('Ira', { isAdmin: true });
      const owner = await server().member('Wim');
      const circle = await owner.makesCircle('Walks', { lettersCarry: 'content' });
      const wanda = await joinByLetter(server(), owner, circle, 'Wanda');
      for (const { id } of [wanda, owner]) await admin.ask(moderation.actOnMember, { id, action: 'ban' });
      for (const { id } of [wanda, owner]) await admin.ask(moderation.actOnMember, { id, action: 'restore' });
      await owner.signIn(password);
      assert.deepEqual(
        (await rolesIn(owner, circle)).map(([name, role]) => [name, role]),
        [
          ['Wim', 'owner'],
          ['Wanda', 'member'],
        ],
      );
      for (const who of [owner, wanda]) await server().mailsTo(who);
    });

    // NOTIFY-1
    test('a member who begins or ends to keep a circle is notified once', async () => {
      const { owner, keeper, circle } = await family('Na', 'Nb', 'Nc');
      const titles = async () => (await keeper.ask(notifications.list, {})).items.map(({ title }) => title);
      await keeps(owner, circle, keeper);
      assert.equal((await titles()).filter((title) => title.includes('keeper')).length, 1);
      await keeps(owner, circle);
      assert.match((await titles())[0] ?? '', /keeps Family without you now/);
    });

    // CIRCLE-19, MAILBOX-2
    test('a keeper asks, too, and both see, withdraw and repeat the questions of the circle', async () => {
      const [ann, ben] = await server().members('Amy', 'Ray');
      const shared = await ann.makesCircle('Shared', { lettersCarry: 'content' });
      const { id } = shared;
      await ann.adds(ben, shared);
      await ann.ask(circles.nameKeepers, { id, userIds: [ben.id] });
      await askFor(ann, shared, 'Olga');
      const asked = await askFor(ben, shared, 'Petra');
      assert.deepEqual(await askFor(ann, shared, 'Petra'), asked);
      const names = async (one: Person) =>
        (await one.ask(mailbox.asked, { id })).items.map(({ firstName }) => firstName);
      assert.deepEqual(
        [await names(ann), await names(ben)],
        [
          ['Petra', 'Olga'],
          ['Petra', 'Olga'],
        ],
      );
      const [, ofOlga] = (await ben.ask(mailbox.asked, { id })).items;
      await ben.ask(mailbox.withdraw, { id, invitationId: ofOlga?.id ?? '' });
      assert.equal((await server().mailsTo({ email: emailOf('Olga') })).length, 1);
      assert.equal((await server().mailsTo({ email: emailOf('Petra') })).length, 1);
      await ann.ask(circles.nameKeepers, { id, userIds: [] });
      assert.deepEqual(await names(ann), []);
      assert.equal(await answerAsked(server(), emailOf('Petra'), 'yes'), false);
      assert.equal((await ben.call(mailbox.asked, { id })).status, 403);
      await ann.ask(circles.nameKeepers, { id, userIds: [ben.id] });
      assert.equal(await answerAsked(server(), emailOf('Petra'), 'yes'), true);
      const petra = (await ann.ask(circles.get, { id })).members.find(({ byLetter }) => byLetter);
      assert.deepEqual([petra?.firstName, petra?.addedBy?.firstName], ['Petra', 'Ray']);
      await server().mailsTo({ email: emailOf('Petra') });
    });
  },
  mailInSettings,
);
