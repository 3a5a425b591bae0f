import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as likes from '../../contract/likes.ts';
import * as moderation from '../../contract/moderation.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import type { Post } from '../../contract/shapes.ts';
import { findMiscounts } from '../../server/platform/db/check-counters.ts';
import { popularityStep } from '../../server/platform/db/schema/posts.ts';
import type { Person } from '../harness/person.ts';
import { onBothDatabases, type TestServer } from '../harness/test-server.ts';

const like = async (who: Person, post: Post) => {
  const answer = await who.ask(likes.like, { id: post.id });
  // Likes are listed by their milliseconds: the next one is given in a later one.
  for (const now = Date.now(); Date.now() === now; );
  return answer;
};

/** Each person is listed exactly these likes, newest first, and gets that count from every endpoint. */
const assertLikes = async (who: Person, post: Post, givers: Person[]): Promise<void> => {
  const { id } = post;
  const { items, nextCursor } = await who.ask(likes.list, { id });
  const names = givers.map(({ name }) => name);
  assert.deepEqual(
    items.map(({ firstName }) => firstName),
    names,
    `${who.name} is listed`,
  );
  assert.equal(nextCursor, null);
  const own = { isLiked: names.includes(who.name), likesCount: names.length };
  assert.partialDeepStrictEqual(await who.ask(posts.get, { id }), own, `${who.name} counts`);
  assert.deepEqual(await who.ask(likes.liked, { id }), own, `${who.name} asks for the like`);
  const fed = (await who.feed({ limit: '50' })).items.find((item) => item.id === id);
  if (fed) assert.equal(fed.likesCount, names.length, `${who.name} counts in the feed`);
};

const newsOf = async (who: Person, kind: notifications.NotificationKind) =>
  (await who.ask(notifications.list, {})).items.filter((item) => item.kind === kind);

const titlesOf = async (who: Person): Promise<string[]> =>
  (await newsOf(who, 'like')).map(({ title }) => title);

/** Puts the database into the state in which an update finds it: all likes belong to no circle. */
const forgetCircles = async ({ context }: TestServer['app']): Promise<void> => {
  await context.jobs.idle();
  await context.db.write(async ({ q }) => {
    await q.deleteFrom('like_circles').execute();
    await q.updateTable('post_circles').set({ likes_count: 0 }).execute();
    await q.deleteFrom('meta').where('key', '=', 'earlier-likes').execute();
  });
};

const placeEarlier = async ({ context }: TestServer['app']): Promise<void> => {
  await context.db.write((tx) => context.jobs.enqueue(tx, { kind: 'place-earlier-likes', payload: null }));
  await context.jobs.idle();
};

onBothDatabases('likes', (server) => {
  // LIKE-1, LIKE-3, LIKE-4
  test("a like of a post to Mum's side and Dad's side does not introduce the two", async () => {
    const [kim, mum, dad, both] = await server().members('Kim', 'Mum', 'Dad', 'Both');
    const mums = await kim.makesCircle("Mum's side");
    const dads = await kim.makesCircle("Dad's side");
    for (const person of [mum, both]) await kim.adds(person, mums);
    for (const person of [dad, both]) await kim.adds(person, dads);
    const post = await kim.posts('Birthday', { to: [mums, dads] });
    assert.deepEqual(await like(mum, post), { isLiked: true, likesCount: 1 });
    assert.deepEqual(await like(dad, post), { isLiked: true, likesCount: 1 }, 'not the total');
    assert.deepEqual(await like(both, post), { isLiked: true, likesCount: 3 });
    assert.deepEqual(await like(kim, post), { isLiked: true, likesCount: 4 });
    await assertLikes(kim, post, [kim, both, dad, mum]);
    await assertLikes(mum, post, [kim, both, mum]);
    await assertLikes(dad, post, [kim, both, dad]);
    await assertLikes(both, post, [kim, both, dad, mum]);

    // Present members: leaving takes the circle's likes away, coming gives them. Liking again moves nothing.
    await kim.removes(both, dads);
    await like(both, post);
    await assertLikes(both, post, [kim, both, mum]);
    await assertLikes(dad, post, [kim, both, dad]);
    const late = await server().member('Late');
    await kim.adds(late, dads);
    await assertLikes(late, post, [kim, both, dad]);

    // Likes of another moment count only there, on both paths of counting.
    await kim.adds(both, dads);
    const other = await kim.posts('The day after', { to: [mums, dads] });
    await like(mum, other);
    await assertLikes(both, other, [mum]);
    await assertLikes(dad, other, []);
    await assertLikes(both, post, [kim, both, dad, mum]);

    // A like stays where it was given, and is given again where its giver is then.
    await kim.removes(mum, mums);
    await kim.adds(mum, dads);
    await assertLikes(mum, post, [kim, both, dad, mum]);
    await assertLikes(late, post, [kim, both, dad]);
    assert.deepEqual(await mum.ask(likes.unlike, { id: post.id }), { isLiked: false, likesCount: 3 });
    await like(mum, post);
    await assertLikes(late, post, [mum, kim, both, dad]);

    // Narrowing takes a circle away from the likes, too.
    await kim.ask(posts.edit, { id: post.id, circleIds: [mums.id] });
    await assertLikes(both, post, [kim, both]);
    await assertLikes(kim, post, [mum, kim, both, dad]);
    await kim.ask(circles.remove, { id: mums.id });
    await assertLikes(kim, post, [mum, kim, both, dad]);
    assert.deepEqual(await findMiscounts(server().app.context.db.read), []);
  });

  // LIKE-1, LIKE-3
  test('through a private circle alone, a like is between its giver and the author', async () => {
    const [ana, ben, cleo, dan] = await server().members('Ana', 'Ben', 'Cleo', 'Dan');
    const list = await ana.makesCircle('List', { kind: 'private' });
    const family = await ana.makesCircle('Family');
    for (const person of [ben, cleo]) await ana.adds(person, list);
    await ana.adds(dan, family);
    const quiet = await ana.posts('Quietly', { to: list });
    await like(cleo, quiet);
    await assertLikes(ben, quiet, []);
    await like(ben, quiet);
    await assertLikes(ben, quiet, [ben]);
    await assertLikes(cleo, quiet, [cleo]);
    await assertLikes(ana, quiet, [ben, cleo]);
    const mixed = await ana.posts('Both', { to: [family, list] });
    await like(ben, mixed);
    await assertLikes(dan, mixed, []);
    await like(dan, mixed);
    await assertLikes(dan, mixed, [dan]);
    await assertLikes(cleo, mixed, []);
    // Ben's own like counts for him beside those of a circle that he joined later.
    await ana.adds(ben, family);
    await assertLikes(ben, mixed, [dan, ben]);
    await assertLikes(dan, mixed, [dan]);
    await assertLikes(ana, mixed, [dan, ben]);
    // The moment of another circle that both are in changes nothing.
    const club = await cleo.makesCircle('Club');
    await cleo.adds(ben, club);
    const ofCleo = await cleo.posts('Of cleo', { to: club });
    for (const person of [cleo, ben]) await like(person, ofCleo);
    await assertLikes(ben, ofCleo, [ben, cleo]);
    await assertLikes(cleo, quiet, [cleo]);
  });

  // LIKE-4, BLOCK-1
  test('likes of blocked members are listed and counted nowhere, and in no notification', async () => {
    const [otto, ida, ben, cleo] = await server().members('Otto', 'Ida', 'Bert', 'Clea');
    const club = await otto.makesCircle('Club');
    for (const who of [ida, ben, cleo]) await otto.adds(who, club);
    const post = await ida.posts('Here', { to: club });
    for (const who of [cleo, ben, otto]) await like(who, post);
    await assertLikes(ida, post, [otto, ben, cleo]);
    assert.deepEqual(await titlesOf(ida), ['Otto Example and 2 others liked your moment']);
    await ida.ask(blocking.block, { id: cleo.id });
    await cleo.ask(blocking.block, { id: ben.id });
    await assertLikes(ida, post, [otto, ben]);
    await assertLikes(ben, post, [otto, ben]);
    await assertLikes(otto, post, [otto, ben, cleo]);
    assert.deepEqual(await titlesOf(ida), ['Otto Example and one other person liked your moment']);
    await otto.ask(likes.unlike, { id: post.id });
    assert.deepEqual(await titlesOf(ida), ['Bert Example liked your moment']);
    await ida.ask(blocking.mute, { id: ben.id });
    await assertLikes(ida, post, [ben]);
  });

  // LIKE-3, SIGHT-7
  test('pages of likes: 50, newest first, none twice, and only of moments in sight', async () => {
    const [kim, lea, max] = await server().members('Kira', 'Leo', 'Maxi');
    const club = await kim.makesCircle('Club');
    for (const who of [lea, max]) await kim.adds(who, club);
    const post = await kim.posts('Here', { to: club });
    for (const who of [kim, lea, max]) await like(who, post);
    // Likes of the same millisecond are still in one order.
    const { db } = server().app.context;
    await db.write(({ q }) =>
      sql`update likes set created_at = 5 where user_id <> (
      select id from users where public_id = ${kim.id})`.execute(q),
    );
    const listed: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const from: { cursor?: string } = cursor === '' ? {} : { cursor };
      const page = await lea.ask(likes.list, { id: post.id, limit: '1', ...from });
      listed.push(...page.items.map(({ firstName }) => firstName));
      cursor = page.nextCursor;
    }
    assert.equal(listed[0], 'Kira');
    assert.deepEqual(listed.toSorted(), ['Kira', 'Leo', 'Maxi']);
    const { items } = await lea.ask(likes.list, { id: post.id });
    assert.deepEqual(
      items.map(({ firstName, profileImageUrl }) => [firstName, profileImageUrl]),
      listed.map((name) => [name, null]),
    );
    assert.deepEqual(
      items.slice(1).map(({ likedAt }) => likedAt),
      ['1970-01-01T00:00:00.005Z', '1970-01-01T00:00:00.005Z'],
    );
    const other = await kim.posts('There', { to: club });
    const { nextCursor } = await lea.ask(likes.list, { id: post.id, limit: '2' });
    assert.equal((await lea.call(likes.list, { id: other.id, cursor: nextCursor ?? '' })).status, 400);
    await kim.removes(lea, club);
    assert.equal((await lea.call(likes.list, { id: post.id })).status, 404);
    // A like outlasts its giver's membership, as a comment does.
    await assertLikes(
      max,
      post,
      [kim, lea, max].toSorted((a, b) => listed.indexOf(a.name) - listed.indexOf(b.name)),
    );
  });

  // LIKE-3
  test('earlier likes go to the circles that giver and moment have been in since, and each giver reads of it once', async () => {
    const [kim, mum, dad, late] = await server().members('Kai', 'Mutti', 'Vati', 'Later');
    const { app } = server();
    const mums = await kim.makesCircle("Mum's side");
    const dads = await kim.makesCircle("Dad's side");
    const list = await kim.makesCircle('List', { kind: 'private' });
    await kim.adds(mum, mums);
    await kim.adds(dad, dads);
    await kim.adds(late, list);
    const post = await kim.posts('Birthday', { to: [mums, dads, list] });
    for (const who of [mum, dad, late, kim]) await like(who, post);
    await kim.adds(late, mums);
    // More likes of one giver than a batch has.
    await app.context.db.write(async ({ q }) => {
      const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 150)`;
      const [author, giver] = [kim, mum].map(({ id }) => sql`(select id from users where public_id = ${id})`);
      const circle = sql`(select id from circles where public_id = ${mums.id})`;
      await sql`insert into posts (public_id, author_id, content, likes_count, created_at)
        ${numbers} select 'many' || i, ${author}, 'One of many', 1, 1 from n`.execute(q);
      await sql`insert into post_circles (circle_id, post_id, author_id, popularity)
        select ${circle}, id, author_id, ${sql.lit(popularityStep)} + id from posts where content = 'One of many'`.execute(
        q,
      );
      await sql`insert into likes (post_id, user_id, created_at)
        select id, ${giver}, ${Date.now()} from posts where content = 'One of many'`.execute(q);
      await sql`update users set posts_count = posts_count + 150 where public_id = ${kim.id}`.execute(q);
    });
    await forgetCircles(app);
    await assertLikes(mum, post, [mum]);
    await assertLikes(kim, post, [kim, late, dad, mum]);

    await placeEarlier(app);
    await assertLikes(mum, post, [kim, mum]);
    await assertLikes(dad, post, [kim, dad]);
    await assertLikes(late, post, [kim, late, mum]);
    await assertLikes(kim, post, [kim, late, dad, mum]);
    assert.deepEqual(await findMiscounts(app.context.db.read), []);
    for (const who of [kim, mum, dad, late]) {
      const [news, ...more] = await newsOf(who, 'likes_narrowed');
      assert.equal(news?.isRead, false, `${who.name} is notified`);
      assert.deepEqual(more, []);
      await who.ask(notifications.markAllRead, {});
    }
    // Later likes are no earlier ones, and the job runs at every start.
    const silent = await server().member('Silent');
    await kim.adds(silent, mums);
    await like(silent, post);
    await placeEarlier(app);
    for (const who of [kim, mum]) assert.equal((await newsOf(who, 'likes_narrowed'))[0]?.isRead, true);
    assert.deepEqual(await newsOf(silent, 'likes_narrowed'), []);
    assert.deepEqual(await findMiscounts(app.context.db.read), []);
  });

  // LIKE-3, ADMIN-3
  test('earlier likes of a banned member are counted after the ban is lifted', async () => {
    const [kim, mum, gus] = await server().members('Kaya', 'Mom', 'Gustl');
    const { app } = server();
    const club = await kim.makesCircle('Club');
    for (const who of [mum, gus]) await kim.adds(who, club);
    const post = await kim.posts('Here', { to: club });
    await like(gus, post);
    await forgetCircles(app);
    const chief = await server().member('Chief', { isAdmin: true });
    await chief.ask(moderation.actOnMember, { id: gus.id, action: 'ban' });
    await placeEarlier(app);
    await assertLikes(mum, post, []);
    await chief.ask(moderation.actOnMember, { id: gus.id, action: 'restore' });
    await assertLikes(mum, post, [gus]);
    assert.deepEqual(await findMiscounts(app.context.db.read), []);
  });
});
