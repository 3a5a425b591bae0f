import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as comments from '../../contract/comments.ts';
import * as invitations from '../../contract/invitations.ts';
import * as likes from '../../contract/likes.ts';
import * as moderation from '../../contract/moderation.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import * as questions from '../../contract/questions.ts';
import * as reporting from '../../contract/reporting.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import { takeBack } from '../../contract/audience/take-back.ts';
import { findAudience, findConnectedAudience } from '../../server/access/readers/audience.ts';
import { makeLetterOf } from '../../server/features/letters/evening.ts';
import { type Heard, Listening } from '../harness/events.ts';
import type { Person } from '../harness/person.ts';
import { onBothDatabases, password } from '../harness/test-server.ts';

interface Lost {
  owner: Person;
  author: Person;
  reader: Person;
  circle: Circle;
  post: Post;
}

const ascending = (a: number, b: number) => a - b;

onBothDatabases('live updates over event streams', (server) => {
  // Keep these two tests first: after many events, streams only know roughly when the last change was.
  test('an event stream begins with the time since its member’s last change', async () => {
    const [ana, ben, eve] = await server().members('Ida', 'Jon', 'Lea');
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    const early = await Listening.openQuiet(ben);
    const before = performance.now();
    const { id } = await ana.posts('Just now', { to: family });
    const after = performance.now();
    await early.hears('post', id);
    const [asBen, asEve] = await Promise.all([ben, eve].map(Listening.open));
    assert.ok(asBen && asEve);
    const [bens, eves] = await Promise.all([asBen.quietMs, asEve.quietMs]);
    assert.ok(bens <= performance.now() - before, `${bens} ms for one who sees the moment`);
    assert.ok(
      eves >= after - before && eves > bens,
      `${eves} ms for one who does not, ${bens} for one who does`,
    );
    await Promise.all([early, asBen, asEve].map((page) => page.close()));
  });

  test('the start of an event stream does not reveal the activity of others', async () => {
    const [ana, eve] = await server().members('Mae', 'Noa');
    const own = await ana.makesCircle('Own');
    const before = performance.now();
    const post = await ana.posts('Alone', { to: own });
    for (let round = 0; round < 15; round += 1) {
      await ana.ask(likes.like, { id: post.id });
      await ana.ask(likes.unlike, { id: post.id });
    }
    const spent = performance.now() - before;
    const asEve = await Listening.open(eve);
    const quiet = await asEve.quietMs;
    assert.ok(quiet >= spent, `${quiet} ms, after ${spent} ms in which others were busy`);
    await asEve.close();
  });

  // SIGHT-10
  test('only members who see an object receive its events', async () => {
    const [ana, ben, eve, list] = await server().members('Ana', 'Ben', 'Eve', 'Listed');
    const family = await ana.makesCircle('Family');
    const secret = await ana.makesCircle('Secret', { kind: 'private' });
    await ana.adds(list, secret);
    const [asAna, asBen, asEve, asListed] = await Promise.all([ana, ben, eve, list].map(Listening.openQuiet));
    assert.ok(asAna && asBen && asEve && asListed);

    await ana.adds(ben, family);
    await asBen.hears('circle', family.id);
    // All members hear of changes that concern all members.
    asBen.heard.length = 0;
    await ana.ask(circles.edit, { id: family.id, name: 'The family' });
    await asBen.hears('circle', family.id);
    const post = await ana.posts('Look', { to: [family, secret] });
    await Promise.all([asAna, asBen, asListed].map((page) => page.hears('post', post.id)));
    await ben.ask(likes.like, { id: post.id });
    await Promise.all([asAna, asBen].map((page) => page.hears('like', post.id)));
    await ben.ask(likes.unlike, { id: post.id });
    await list.ask(likes.like, { id: post.id });
    await asListed.hears('like', post.id);
    const comment = await ben.comments(post, 'Yes');
    await Promise.all([asAna, asBen].map((page) => page.hears('comment', post.id)));
    await ben.ask(comments.remove, { id: comment.id });
    await ana.ask(circles.edit, { id: secret.id, name: 'Renamed' });
    await asAna.hears('circle', secret.id);
    await ana.removes(ben, family);
    const after = await ana.posts('Without ben', { to: family });
    await asAna.hears('post', after.id);
    await ana.ask(posts.remove, { id: post.id });
    await ana.removes(list, secret);

    assert.deepEqual(await asEve.quiet(eve), []);
    const bens = await asBen.quiet(ben);
    assert.ok(!bens.some(({ id }) => id === after.id || id === secret.id));
    const likesIn = (events: readonly Heard[]) => events.filter(({ kind }) => kind === 'like').length;
    assert.equal(likesIn(bens), 2, 'likes keep to their circle');
    const listeds = await asListed.quiet(list);
    assert.ok(!listeds.some(({ kind }) => kind === 'comment'), 'comments keep to their circle');
    assert.equal(likesIn(listeds), 1);
    assert.equal(likesIn(await asAna.quiet(ana)), 3);
    assert.ok(!listeds.some(({ id }) => id === family.id));
    await Promise.all([asAna, asBen, asEve, asListed].map((page) => page.close()));
  });

  // SIGHT-2
  test('the check of sight for live updates gives the same answer for few and many connected members', async () => {
    const [ana, ben, eve, late] = await server().members('Amy', 'Bob', 'Eva', 'Late');
    const family = await ana.makesCircle('Family', { showsEarlierPosts: false });
    await ana.adds(ben, family);
    const secret = await ana.makesCircle('Secret', { kind: 'private' });
    await ana.adds(eve, secret);
    const post = await ana.posts('Look', { to: [family, secret] });
    const comment = await ben.comments(post, 'Yes');
    // A member of the circle who does not see its earlier posts.
    await ana.adds(late, family);
    const { db } = server().app.context;
    const liked = { post: await server().keyOf('posts', post) };
    const few = (await db.read.selectFrom('users').select('id').execute()).map((user) => user.id);
    const many = [...few, ...Array.from({ length: 600 }, (_, index) => 1_000_000 + index)];
    for (const [object, count] of [
      [{ post: await server().keyOf('posts', post) }, 3],
      [{ comment: await server().keyOf('comments', comment) }, 2],
      [
        {
          like: {
            ...liked,
            giver: await server().keyOf('users', ben),
            circles: [await server().keyOf('circles', family)],
          },
        },
        2,
      ],
      [{ like: { ...liked, giver: await server().keyOf('users', eve), circles: [] } }, 2],
      [{ circle: await server().keyOf('circles', family) }, 3],
      [{ circle: await server().keyOf('circles', secret) }, 1],
    ] as const) {
      const everybody = (await findAudience(db.read, object)).toSorted(ascending);
      assert.equal(everybody.length, count);
      for (const connected of [few, many])
        assert.deepEqual(
          (await findConnectedAudience(db.read, object, connected)).toSorted(ascending),
          everybody,
        );
      assert.deepEqual(
        await findConnectedAudience(db.read, object, everybody.slice(0, 1)),
        everybody.slice(0, 1),
      );
    }
  });

  // SIGHT-10
  test('the event of a comment goes only to members who see the comment', async () => {
    const [kim, mum, dad] = await server().members('Kim', 'Mum', 'Dad');
    const mums = await kim.makesCircle("Mum's side");
    const dads = await kim.makesCircle("Dad's side");
    await kim.adds(mum, mums);
    await kim.adds(dad, dads);
    const own = await dad.makesCircle('Of dad');
    const post = await kim.posts('Birthday', { to: [mums, dads] });
    const asDad = await Listening.openQuiet(dad);
    // Dad sees his own comment on this moment, and his own moments.
    await dad.comments(post, 'from dad');
    await asDad.hears('comment', post.id);
    const other = await dad.posts('Of dad', { to: own });
    await asDad.hears('post', other.id);
    const asKim = await Listening.openQuiet(kim);
    await asDad.quiet(dad);
    asDad.heard.length = 0;
    const said = await mum.comments(post, 'from mum');
    await asKim.hears('comment', post.id);
    asKim.heard.length = 0;
    await mum.ask(comments.remove, { id: said.id });
    await asKim.hears('comment', post.id);
    assert.deepEqual(await asDad.quiet(dad), []);
    await Promise.all([asKim, asDad].map((page) => page.close()));
  });

  // REPORT-1
  test('members who no longer see a moment get no events of its comments and cannot report them', async () => {
    const [otto, kim, mum, dad] = await server().members('Otto', 'Kim2', 'Mum2', 'Dad2');
    const club = await otto.makesCircle('Club');
    for (const who of [kim, mum, dad]) await otto.adds(who, club);
    const post = await kim.posts('For the club', { to: club });
    const comment = await mum.comments(post, 'from mum');
    // All of them stay in the club.
    await dad.ask(blocking.block, { id: kim.id });
    const report = { targetType: 'comment', reportType: 'spam', reason: 'x' } as const;
    const hidden = await dad.call(reporting.create, { ...report, targetId: comment.id });
    const absent = await dad.call(reporting.create, { ...report, targetId: 'f'.repeat(32) });
    assert.deepEqual([hidden.status, hidden.text], [404, absent.text]);
    const [asMum, asDad] = await Promise.all([mum, dad].map(Listening.openQuiet));
    assert.ok(asMum && asDad);
    await mum.comments(post, 'once more');
    await asMum.hears('comment', post.id);
    assert.deepEqual(await asDad.quiet(dad), []);
    await Promise.all([asMum, asDad].map((page) => page.close()));
  });

  // SIGNIN-9
  // SIGHT-10
  test('a block is heard by the two alone, and the end of a member by those who share a circle or hold a moment of theirs', async () => {
    const people = await server().members('Max', 'Sam', 'Pia', 'Own', 'Nia', 'Ted', 'Zoe', 'Lia');
    const [max, sam, pia, own, nia, ted, zoe, lia] = people;
    const [choir, list, former, elsewhere] = await Promise.all([
      own.makesCircle('Choir'),
      lia.makesCircle('A list', { kind: 'private' }),
      ted.makesCircle('Former'),
      zoe.makesCircle('Elsewhere'),
    ]);
    for (const member of [max, sam, pia]) await own.adds(member, choir);
    for (const member of [max, nia]) await lia.adds(member, list);
    // Ted keeps a moment of Max, and Zoe sees one of somebody else.
    await ted.adds(max, former);
    await max.posts('A trace', { to: former });
    await ted.removes(max, former);
    await zoe.posts('Not of Max', { to: elsewhere });
    const pages = await Promise.all(people.slice(1).map(Listening.openQuiet));
    const heard = async () => {
      const names: string[] = [];
      for (const [at, page] of pages.entries()) {
        const person = people[at + 1] ?? assert.fail('nobody');
        if ((await page.quiet(person)).length > 0) names.push(person.name);
        page.heard.length = 0;
      }
      return names;
    };
    await max.ask(blocking.block, { id: sam.id });
    assert.deepEqual(await heard(), ['Sam']);
    await max.ask(account.remove, { password });
    assert.deepEqual(await heard(), ['Sam', 'Pia', 'Own', 'Ted', 'Lia']);
    for (const page of pages) await page.close();
    await server().mailsTo(max);
  });

  test('an event stream carries notifications and ends with its session', async () => {
    const [ana, ben] = await server().members('Cara', 'Dean');
    const family = await ana.makesCircle('Family');
    const asBen = await Listening.open(ben);
    await ana.adds(ben, family);
    const { items } = await ben.ask(notifications.list, {});
    await asBen.hears('notification', items[0]?.id ?? '');
    await ben.ask(auth.logout, {});
    await asBen.ended;
  });

  test('what is read or deleted in one browser leaves the bell of the member’s others, and nobody else hears of it', async () => {
    const [ana, ben] = await server().members('Cora', 'Doug');
    for (const name of ['Family', 'Choir', 'Club']) await ana.adds(ben, await ana.makesCircle(name));
    const { items } = await ben.ask(notifications.list, {});
    const [first, second] = items;
    assert.ok(first && second);
    const [asAna, asBen] = await Promise.all([ana, ben].map(Listening.openQuiet));
    assert.ok(asAna && asBen);
    const heard = async () => {
      const events = await asBen.quiet(ben);
      asBen.heard.length = 0;
      return events.map(({ kind }) => kind);
    };
    await ben.ask(notifications.markRead, { id: first.id });
    assert.deepEqual(await heard(), ['notification']);
    await ben.ask(notifications.remove, { id: second.id });
    assert.deepEqual(await heard(), ['notification']);
    await ben.ask(notifications.markAllRead, {});
    assert.deepEqual(await heard(), ['notification']);
    await ben.ask(notifications.markAllRead, {});
    assert.deepEqual(await heard(), [], 'nothing was left to read');
    assert.deepEqual(await asAna.quiet(ana), []);
    await Promise.all([asAna.close(), asBen.close()]);
  });

  // BLOCK-5
  test('unblocking makes the blocker’s pages refetch, and sends the other member nothing', async () => {
    const [ana, ben] = await server().members('Fay', 'Gus');
    await ana.ask(blocking.block, { id: ben.id });
    const [asAna, asBen] = await Promise.all([ana, ben].map(Listening.openQuiet));
    assert.ok(asAna && asBen);
    await ana.ask(blocking.unblock, { id: ben.id });
    await asAna.hears('circle', ana.id);
    assert.deepEqual(await asBen.quiet(ben), []);
    await Promise.all([asAna, asBen].map((page) => page.close()));
  });

  // Keep this test last, because of its many events.
  // TRUTH-70, TRUTH-73
  test('each way of losing sight of a moment reaches the pages of members who lose it, without the reason', async () => {
    const admin = await server().member('Boss', { isAdmin: true });
    const bans = (member: Person) => admin.ask(moderation.actOnMember, { id: member.id, action: 'ban' });
    const ways: Record<string, (lost: Lost) => Promise<unknown>> = {
      deletion: ({ author, post }) => author.ask(posts.remove, { id: post.id }),
      narrowing: async ({ author, post }) => {
        const [own] = await author.ask(circles.list, {});
        return author.ask(posts.edit, { id: post.id, circleIds: [own?.id ?? ''] });
      },
      taken: ({ author, post }) => author.ask(takeBack, { id: post.id }),
      out: ({ author, reader, post }) => author.ask(takeBack, { id: post.id, userIds: [reader.id] }),
      removal: ({ owner, reader, circle }) => owner.removes(reader, circle),
      leaving: ({ reader, circle }) => reader.removes(reader, circle),
      end: ({ owner, circle }) => owner.ask(circles.remove, { id: circle.id }),
      blocked: ({ author, reader }) => author.ask(blocking.block, { id: reader.id }),
      blocks: ({ author, reader }) => reader.ask(blocking.block, { id: author.id }),
      banned: ({ author }) => bans(author),
      left: async ({ author, circle }) => {
        await author.removes(author, circle);
        await bans(author);
      },
      closed: ({ author }) => author.ask(account.remove, { password }),
    };
    const lose = async ([way, act]: [string, (lost: Lost) => Promise<unknown>]) => {
      const [owner, author, reader] = await server().members(`${way}0`, `${way}1`, `${way}2`);
      const circle = await owner.makesCircle('Club');
      for (const member of [author, reader]) await owner.adds(member, circle);
      const own = (await author.ask(circles.list, {})).filter(({ isContacts }) => isContacts);
      const post = await author.posts('Lost', { to: [circle, ...own] });
      const page = await Listening.openQuiet(reader);
      await act({ owner, author, reader, circle, post });
      const heard = await page.quiet(reader);
      const telling = heard.filter(({ kind }) => kind === 'post' || kind === 'circle');
      assert.ok(telling.length > 0, `${way}: ${JSON.stringify(heard)}`);
      assert.ok(!heard.some(({ id }) => id === author.id || id === owner.id), way);
      await reader.doesNotSee(post);
      await page.close();
    };
    await Promise.all(Object.entries(ways).map(lose));
  });

  // BLOCK-5, ASK-4
  test('tell nobody of an invitation or a question that had left their bell before', async () => {
    const [ask, answer] = await server().members('Asker', 'Asked');
    const circle = await ask.makesCircle('Family');
    await ask.adds(answer, circle);
    const asked = await ask.ask(questions.ask, { id: circle.id, userId: answer.id, words: 'How are you?' });
    const { context } = server().app;
    await makeLetterOf(context, await server().keyOf('users', answer));
    await answer.ask(questions.remove, { id: asked.id });
    const page = await Listening.openQuiet(answer);
    await ask.ask(questions.remove, { id: asked.id });
    assert.deepEqual(await page.quiet(answer), []);
    const club = await ask.makesCircle('Club');
    const sent = await ask.ask(invitations.inviteToCircle, { id: club.id, email: answer.email });
    await server().mailsTo(answer);
    await ask.ask(blocking.block, { id: answer.id });
    await page.quiet(answer);
    page.heard.length = 0;
    await ask.ask(invitations.withdraw, { id: sent.id });
    assert.deepEqual(await page.quiet(answer), []);
    await page.close();
  });

  // TRUTH-1
  test('tell nobody that a moment left a circle that they are not in', async () => {
    const [owner, inClub, inFamily, inBoth] = await server().members('Una', 'Vic', 'Wim', 'Xia');
    const [family, club] = [await owner.makesCircle('Family'), await owner.makesCircle('Club')];
    for (const member of [inFamily, inBoth]) await owner.adds(member, family);
    for (const member of [inClub, inBoth]) await owner.adds(member, club);
    const acts = [
      (id: string) => owner.ask(posts.edit, { id, circleIds: [club.id] }),
      (id: string) => owner.ask(takeBack, { id, circleIds: [family.id] }),
    ];
    for (const act of acts) {
      const post = await owner.posts('Cake', { to: [family, club] });
      const page = await Listening.openQuiet(inClub);
      const pages = await Promise.all([owner, inFamily, inBoth].map((who) => Listening.openQuiet(who)));
      await act(post.id);
      for (const one of pages) await one.hears('post', post.id);
      assert.deepEqual(await page.quiet(inClub), []);
      for (const one of [page, ...pages]) await one.close();
    }
  });
});
