import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as audit from '../../contract/audit.ts';
import * as auth from '../../contract/auth.ts';
import * as circles from '../../contract/circles.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as members from '../../contract/members.ts';
import * as moderation from '../../contract/moderation.ts';
import * as notifications from '../../contract/notifications.ts';
import * as contract from '../../contract/audience/audience.ts';
import { findMiscounts } from '../../server/platform/db/check-counters.ts';
import { Listening } from '../harness/events.ts';
import { messageOf, type Person } from '../harness/person.ts';
import { codeIn } from '../accounts/registration.ts';
import { onDatabases, password } from '../harness/test-server.ts';

onDatabases('administration of members: suspensions, bans and rights', (server, testOnBoth) => {
  let chief: Person;
  before(async () => {
    chief = await server().member('Chief', { isAdmin: true });
  });
  const act = (who: Person, action: moderation.MemberAct, by = chief) =>
    by.ask(moderation.actOnMember, { id: who.id, action });
  const actsOn = async (who: Person) => {
    const { items } = await chief.ask(audit.list, { limit: '50' });
    return items.filter(({ target }) => target?.id === who.id).map((entry) => entry.act);
  };
  const miscounts = () => findMiscounts(server().app.context.db.read);
  const signsIn = (who: Person) => who.call(auth.login, { email: who.email, password });

  // ADMIN-5
  test('administrators find every member by name, username or whole address, and see only the state of the account', async () => {
    const ana = await server().member('Anastasia');
    const blocker = await server().member('Anastasius');
    await blocker.request('POST', `/api/users/${chief.id}/block`);
    await ana.ask(auth.currentUser, {});
    const found = async (q: string) => (await chief.ask(moderation.members, { q })).items.map(({ id }) => id);
    assert.deepEqual(await found('anastas'), [blocker.id, ana.id]);
    assert.deepEqual(await found(ana.email), [ana.id]);
    assert.deepEqual(await found('anastasia@'), []);
    const [item] = (await chief.ask(moderation.members, { q: 'anastasia' })).items;
    const { text } = await chief.call(moderation.members, { q: 'anastasia' });
    assert.ok(item && !text.includes('example.org'));
    assert.deepEqual(Object.keys(item).toSorted(), [
      'bannedAt',
      'byLetter',
      'firstName',
      'id',
      'isAdmin',
      'isVerified',
      'lastName',
      'profileImageUrl',
      'suspendedUntil',
      'username',
    ]);
    assert.equal((await chief.call(moderation.members, { q: 'a' })).status, 400);
    const all: string[] = [];
    const readOn = async (cursor: string | null): Promise<void> => {
      const page = await chief.ask(moderation.members, { limit: '1', ...(cursor !== null && { cursor }) });
      all.push(...page.items.map(({ id }) => id));
      if (page.nextCursor !== null) await readOn(page.nextCursor);
    };
    await readOn(null);
    assert.deepEqual(all, [blocker.id, ana.id, chief.id]);
  });

  // ADMIN-1
  test('a suspension ends every session and stream immediately, and the sign-in says how long it lasts', async () => {
    const [bea, friend] = await server().members('Bea', 'Friend');
    const circle = await friend.makesCircle('Hikers');
    await friend.adds(bea, circle);
    const post = await bea.posts('A hike', { to: circle });
    const page = await Listening.open(bea);
    const state = await act(bea, 'suspend');
    assert.ok(state.suspendedUntil);
    const days = (Date.parse(state.suspendedUntil) - Date.now()) / 86_400_000;
    assert.ok(days > 6.9 && days <= 7);
    await page.ended;
    assert.equal((await bea.call(auth.currentUser)).status, 401);
    const refused = await signsIn(bea);
    const date = state.suspendedUntil.slice(0, 10);
    assert.deepEqual(
      [refused.status, messageOf(refused)],
      [403, messages.suspendedUntil.replace('{date}', date)],
    );
    assert.equal((await friend.call(members.profile, { usernameOrId: bea.id })).status, 404);
    await friend.sees(post);
    assert.equal((await friend.ask(circles.get, { id: circle.id })).memberCount, 2);
    const wrong = await bea.call(auth.login, { email: bea.email, password: 'not-the-password' });
    assert.equal(wrong.status, 401);

    assert.equal((await act(bea, 'restore')).suspendedUntil, null);
    assert.equal((await signsIn(bea)).status, 200);
    assert.equal((await friend.call(members.profile, { usernameOrId: bea.id })).status, 200);
    assert.deepEqual((await actsOn(bea)).slice(0, 3), [
      'member.signed_in',
      'member.restored',
      'member.sign_in_failed',
    ]);
    assert.ok((await actsOn(bea)).includes('member.suspended'));
    await server().mailsTo(bea);
    await server().mailsTo(friend);
  });

  // ADMIN-5
  test('only administrators read and change members’ accounts, and unknown ids are not found', async () => {
    const eve = await server().member('Eve');
    assert.equal((await eve.call(moderation.members)).status, 403);
    assert.equal((await eve.call(moderation.actOnMember, { id: chief.id, action: 'ban' })).status, 403);
    assert.equal((await eve.call(audit.list)).status, 403);
    const unknown = await chief.call(moderation.actOnMember, { id: 'nobody', action: 'ban' });
    assert.equal(unknown.status, 404);
    const odd = await chief.call(moderation.actOnMember, { id: eve.id, action: 'promote' });
    assert.equal(odd.status, 400);
  });

  // ADMIN-5, ADMIN-8
  test('gained and lost administrator rights apply from the next request', async () => {
    const dora = await server().member('Dora');
    assert.equal((await act(dora, 'make_admin')).isAdmin, true);
    assert.equal((await dora.call(moderation.members)).status, 200);
    assert.equal((await act(dora, 'make_admin')).isAdmin, true);
    assert.equal((await act(dora, 'remove_admin')).isAdmin, false);
    assert.equal((await dora.call(moderation.members)).status, 403);
    assert.deepEqual((await actsOn(dora)).slice(0, 2), ['member.admin_removed', 'member.made_admin']);
  });

  test('the last administrator cannot be suspended, banned or demoted', async () => {
    for (const action of ['suspend', 'ban', 'remove_admin'] as const) {
      const refused = await chief.call(moderation.actOnMember, { id: chief.id, action });
      assert.deepEqual([refused.status, messageOf(refused)], [409, messages.lastAdministrator]);
    }
    // One who is suspended cannot take over for now.
    const deputy = await server().member('Deputy', { isAdmin: true });
    await act(deputy, 'suspend');
    assert.equal((await chief.call(moderation.actOnMember, { id: chief.id, action: 'suspend' })).status, 409);
    await act(deputy, 'restore');
    await act(deputy, 'remove_admin');
    assert.equal((await chief.call(moderation.members)).status, 200);
  });

  testOnBoth('administrators who demote each other concurrently leave one', async () => {
    for (const action of ['remove_admin', 'suspend', 'ban'] as const) {
      const pair = [
        await server().member(`First ${action}`.replace(' ', ''), { isAdmin: true }),
        await server().member(`Second ${action}`.replace(' ', ''), { isAdmin: true }),
      ] as const;
      const [first, second] = pair;
      await first.ask(moderation.actOnMember, { id: chief.id, action: 'remove_admin' });
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => [
          first.call(moderation.actOnMember, { id: second.id, action }),
          second.call(moderation.actOnMember, { id: first.id, action }),
        ]).flat(),
      );
      assert.ok(answers.every(({ status }) => [200, 401, 403, 409].includes(status)));
      const still = await Promise.all(pair.map((who) => who.call(moderation.members)));
      const standing = pair.filter((_, at) => still[at]?.status === 200);
      assert.equal(standing.length, 1, action);
      await standing[0]?.ask(moderation.actOnMember, { id: chief.id, action: 'make_admin' });
      for (const who of standing) await act(who, 'remove_admin');
      const { items } = await chief.ask(moderation.members, { limit: '50' });
      assert.deepEqual(
        items.filter((item) => item.isAdmin && item.bannedAt === null && item.suspendedUntil === null).length,
        1,
      );
    }
    for (const { id } of (await chief.ask(moderation.members, { q: 'second' })).items) {
      await chief.ask(moderation.actOnMember, { id, action: 'restore' });
    }
  });

  // LIKE-4, ADMIN-3
  test('a ban hides everything of a member at every endpoint, and a restoration brings it back with right counts', async () => {
    const [gus, hal, ida] = await server().members('Gus', 'Hal', 'Ida');
    const circle = await hal.makesCircle('Band');
    await hal.adds(gus, circle);
    await hal.adds(ida, circle);
    const ofGus = await gus.posts('By Gus', { to: circle });
    const ofHal = await hal.posts('By Hal', { to: circle });
    const said = await gus.comments(ofHal, 'Said by Gus');
    await ida.comments(ofHal, 'Said by Ida');
    await gus.request('POST', `/api/posts/${ofHal.id}/like`);
    await ida.request('POST', `/api/posts/${ofHal.id}/like`);
    await gus.request('POST', `/api/posts/${ofHal.id}/like`);
    const look = async (who: Person) => {
      const { items } = await who.feed({ circleId: circle.id, sort: 'popular' });
      const post = items.find(({ id }) => id === ofHal.id) ?? assert.fail('the post is gone');
      const { memberCount, members: people } = await who.ask(circles.get, { id: circle.id });
      const ids = JSON.stringify([circle.id]);
      const audience = await who.ask(contract.countAudience, { circleIds: ids });
      return {
        comments: post.commentsCount,
        likes: post.likesCount,
        memberCount,
        people: people.length,
        audience: audience.count,
        posts: items.length,
        reads: await who.reads(ofHal),
      };
    };
    const atFirst = await look(hal);
    assert.deepEqual(atFirst, {
      comments: 2,
      likes: 2,
      memberCount: 3,
      people: 3,
      audience: 2,
      posts: 2,
      reads: ['Said by Gus', 'Said by Ida'],
    });
    const page = await Listening.open(gus);
    assert.ok((await act(gus, 'ban')).bannedAt);
    await page.ended;
    for (const who of [hal, ida]) {
      assert.deepEqual(await look(who), {
        comments: 1,
        likes: 1,
        memberCount: 2,
        people: 2,
        audience: 1,
        posts: 1,
        reads: ['Said by Ida'],
      });
      assert.equal((await who.call(members.profile, { usernameOrId: gus.id })).status, 404);
      assert.equal((await who.request('GET', `/api/posts/${ofGus.id}`)).status, 404);
      const search = await who.ask(members.search, { q: 'gus' });
      assert.deepEqual(search, []);
      const { items } = await who.ask(notifications.list, {});
      assert.ok(!items.some(({ actor }) => actor?.id === gus.id));
    }
    const whoSees = await hal.ask(contract.audience, { id: ofHal.id });
    assert.equal(whoSees.count, 1);
    const refused = await signsIn(gus);
    assert.deepEqual([refused.status, messageOf(refused)], [403, messages.banned]);
    const closed = await chief.call(moderation.actOnMember, { id: gus.id, action: 'suspend' });
    assert.deepEqual([closed.status, messageOf(closed)], [409, messages.bannedAlready]);
    assert.deepEqual(await miscounts(), []);

    assert.equal((await act(gus, 'restore')).bannedAt, null);
    assert.deepEqual(await look(hal), atFirst);
    assert.equal((await signsIn(gus)).status, 200);
    await gus.signIn(password);
    assert.equal((await gus.request('DELETE', `/api/comments/${said.id}`)).status, 204);
    assert.deepEqual(await miscounts(), []);
    assert.deepEqual(
      (await actsOn(gus)).filter((entry) => /banned|restored/.test(entry)),
      ['member.restored', 'member.banned'],
    );
  });

  // JOIN-9
  test('a ban passes on shared circles and revokes the member’s invitations', async () => {
    const [jo, kim, lou] = await server().members('Jo', 'Kim', 'Lou');
    const club = await jo.makesCircle('Club');
    await jo.adds(kim, club);
    await jo.adds(lou, club);
    const alone = await jo.makesCircle('Alone');
    const invited = await jo.request('POST', '/api/invites/email', { json: { email: 'new@example.org' } });
    assert.equal(invited.status, 201);
    const [mail] = await server().mailsTo({ email: 'new@example.org' });
    const code = codeIn(mail?.text);
    const visitor = server().visitor();
    assert.equal((await visitor.request('GET', `/api/invites/${code}`)).status, 200);
    await act(jo, 'ban');
    assert.equal((await visitor.request('GET', `/api/invites/${code}`)).status, 404);
    const heir = await kim.ask(circles.get, { id: club.id });
    assert.deepEqual([heir.isOwner, heir.memberCount], [true, 2]);
    const [news] = (await kim.ask(notifications.list, {})).items;
    assert.deepEqual([news?.kind, news?.title], ['circle_passed_on', 'Club is yours now']);
    assert.equal((await server().mailsTo(kim)).length, 1);
    // After two bans the remaining member inherits the circles that neither could keep.
    await act(kim, 'ban');
    await act(lou, 'ban');
    await act(kim, 'restore');
    await kim.signIn(password);
    assert.equal((await kim.ask(circles.get, { id: club.id })).isOwner, true);
    await act(jo, 'restore');
    await jo.signIn(password);
    const again = await jo.ask(circles.get, { id: club.id });
    assert.deepEqual([again.isOwner, again.memberCount], [false, 2]);
    assert.equal((await jo.ask(circles.get, { id: alone.id })).isOwner, true);
    await act(lou, 'restore');
    assert.deepEqual(await miscounts(), []);
    for (const who of [jo, kim, lou]) await server().mailsTo(who);
  });

  // ADMIN-3
  test('a banned member is subtracted from counts once, is named to nobody, and can be removed from circles meanwhile', async () => {
    const [moe, ned, ora, pam] = await server().members('Moe', 'Ned', 'Ora', 'Pam');
    const circle = await moe.makesCircle('Chess');
    await moe.adds(ned, circle);
    await moe.adds(ora, circle);
    await moe.adds(pam, circle);
    const post = await moe.posts('Checkmate', { to: circle });
    await pam.request('POST', `/api/posts/${post.id}/like`);
    await ora.request('POST', `/api/posts/${post.id}/like`);
    await ned.request('POST', `/api/posts/${post.id}/like`);
    const countFor = async (who: Person) => (await who.ask(circles.get, { id: circle.id })).memberCount;
    const likesOf = async (who: Person) =>
      (await who.ask(notifications.list, {})).items.filter(({ kind }) => kind === 'like');
    await ora.request('POST', `/api/users/${ned.id}/block`);
    assert.deepEqual([await countFor(moe), await countFor(ora)], [4, 3]);
    assert.equal((await likesOf(moe))[0]?.title, 'Ned Example and 2 others liked your moment');
    await act(ned, 'ban');
    assert.deepEqual([await countFor(moe), await countFor(ora)], [3, 3]);
    assert.equal((await likesOf(moe))[0]?.title, 'Ora Example and one other person liked your moment');
    await ora.request('DELETE', `/api/posts/${post.id}/like`);
    assert.equal((await likesOf(moe))[0]?.title, 'Pam Example liked your moment');
    await moe.ask(circles.removeMember, { id: circle.id, memberId: ned.id });
    assert.equal(await countFor(moe), 3);
    await act(ned, 'restore');
    assert.equal(await countFor(moe), 3);
    assert.deepEqual(await miscounts(), []);
    for (const who of [moe, ned, ora, pam]) await server().mailsTo(who);
  });

  // ADMIN-3
  testOnBoth('requests concurrent with a ban keep the counts right', async () => {
    const owner = await server().member('Owner');
    const circle = await owner.makesCircle('Busy');
    const busy = await Promise.all(
      Array.from({ length: 6 }, (_, at) => server().member(`Busy${'abcdef'.charAt(at)}`)),
    );
    for (const who of busy.slice(0, 5)) await owner.adds(who, circle);
    const post = await owner.posts('Talk of the town', { to: circle });
    const said = await Promise.all(busy.slice(0, 5).map((who) => who.comments(post, 'Before')));
    await Promise.all(busy.slice(0, 3).map((who) => who.request('POST', `/api/posts/${post.id}/like`)));
    await Promise.all(
      busy.flatMap((who, at) => [
        who.request('POST', `/api/posts/${post.id}/comments`, { json: { content: 'During' } }),
        who.request(at % 2 === 0 ? 'DELETE' : 'POST', `/api/posts/${post.id}/like`),
        act(who, 'ban'),
        who.request('DELETE', `/api/comments/${said[at]?.id}`),
        owner.request(
          at % 2 === 0 ? 'DELETE' : 'POST',
          `/api/circles/${circle.id}/members/${at % 2 === 0 ? who.id : ''}`,
          {
            ...(at % 2 === 1 && { json: { userId: who.id } }),
          },
        ),
        owner.call(circles.addMember, { id: circle.id, userId: who.id }),
      ]),
    );
    assert.deepEqual(await miscounts(), []);
    assert.deepEqual(await owner.reads(post), []);
    const [seen] = (await owner.feed({ circleId: circle.id })).items;
    assert.deepEqual([seen?.commentsCount, seen?.likesCount], [0, 0]);
    await Promise.all(busy.map((who) => act(who, 'restore')));
    assert.deepEqual(await miscounts(), []);
    await server().mailsTo(owner);
    for (const who of busy) await server().mailsTo(who);
  });

  // ACCOUNT-8, ADMIN-8
  test('the audit log filters by action and day, has pages, and contains no content', async () => {
    const [mia] = await server().members('Mia');
    const circle = await mia.makesCircle('Secret garden');
    const post = await mia.posts('Nobody should read this', { to: circle });
    await mia.request('DELETE', `/api/posts/${post.id}`);
    const { items } = await chief.ask(audit.list, { act: 'post.deleted' });
    assert.deepEqual(
      items.map(({ act: what, actor, target }) => [what, actor?.id, target?.id, target?.member]),
      [['post.deleted', mia.id, post.id, null]],
    );
    const whole = await chief.call(audit.list, { limit: '50' });
    assert.ok(!/Nobody should|Secret garden|example\.org/.test(whole.text));
    const today = new Date().toISOString().slice(0, 10);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const size = async (input: Record<string, string>) =>
      (await chief.ask(audit.list, { act: 'post.deleted', ...input })).items.length;
    assert.equal(await size({ from: today, to: today }), 1);
    assert.equal(await size({ from: tomorrow }), 0);
    assert.equal(await size({ to: new Date(Date.now() - 3_600_000).toISOString() }), 0);
    assert.equal((await chief.call(audit.list, { from: 'yesterday' })).status, 400);
    assert.equal((await chief.call(audit.list, { act: 'all' })).status, 400);
    const first = await chief.ask(audit.list, { limit: '2' });
    const next = await chief.ask(audit.list, { limit: '2', cursor: first.nextCursor ?? '' });
    assert.equal(new Set([...first.items, ...next.items].map(({ id }) => id)).size, 4);
  });
});
