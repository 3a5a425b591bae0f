import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as albums from '../../contract/albums.ts';
import * as blocking from '../../contract/blocking.ts';
import * as comments from '../../contract/comments.ts';
import { type Endpoint, requestOf } from '../../contract/endpoint.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as members from '../../contract/members.ts';
import * as moderation from '../../contract/moderation.ts';
import * as posts from '../../contract/posts.ts';
import * as questions from '../../contract/questions.ts';
import type { Circle } from '../../contract/shapes.ts';
import { withdraw } from '../../contract/withdrawals.ts';
import { findJobViewer } from '../../server/access/viewer.ts';
import { removeAccount } from '../../server/features/account/remove.ts';
import { makeAllLetters } from '../../server/features/letters/evening.ts';
import { momentForm } from '../../server/features/scenarios/actor.ts';
import { findMiscounts } from '../../server/platform/db/check-counters.ts';
import type { Tx } from '../../server/platform/db/database.ts';
import { popularityStep } from '../../server/platform/db/schema/posts.ts';
import { newId } from '../../server/platform/text/ids.ts';
import { uploadPhotos } from '../harness/albums.ts';
import { asSender } from '../harness/mailbox-members.ts';
import { messageOf, type Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onBothDatabases } from '../harness/test-server.ts';

onBothDatabases('attacks by concurrent and repeated requests', (server) => {
  // REQUEST-5
  test('one idempotency key for two different requests makes two comments', async () => {
    const ana = await server().member('Abe');
    const circle = await ana.makesCircle('A');
    const [one, two] = [await ana.posts('one', { to: circle }), await ana.posts('two', { to: circle })];
    for (const post of [one, two, two]) {
      await ana.request('POST', `/api/posts/${post.id}/comments`, {
        json: { content: 'here' },
        headers: { 'idempotency-key': 'k' },
      });
    }
    assert.deepEqual([await ana.reads(one), await ana.reads(two)], [['here'], ['here']]);
    const absent = await ana.request('POST', `/api/posts/${'0'.repeat(32)}/comments`, {
      json: { content: 'here' },
      headers: { 'idempotency-key': 'k' },
    });
    assert.equal(absent.status, 404);
    assert.equal((await ana.call(comments.list, { id: one.id })).status, 200);
  });

  // REQUEST-5
  test('one idempotency key with other contents is refused, and another key sends them', async () => {
    const ana = await server().member('Ada');
    const circle = await ana.makesCircle('A');
    const post = await ana.posts('one', { to: circle });
    const say = (content: string, key = 'k') =>
      ana.request('POST', `/api/posts/${post.id}/comments`, {
        json: { content },
        headers: { 'idempotency-key': key },
      });
    const concurrent = await Promise.all([say('first'), say('second')]);
    assert.deepEqual(new Set(concurrent.map(({ status }) => status)), new Set([201, 422]));
    const [first = ''] = await ana.reads(post);
    const other = first === 'first' ? 'second' : 'first';
    const refused = await say(other);
    assert.deepEqual(
      [refused.status, Reflect.get(Object(refused.json), 'message')],
      [422, messages.keyReused],
    );
    assert.equal((await say(first)).status, 201);
    assert.equal((await say(other, 'another')).status, 201);
    assert.deepEqual(await ana.reads(post), [first, other]);
    const share = (image: Buffer, content: string) => {
      const form = new FormData();
      form.append('content', content);
      form.append('circleIds', JSON.stringify([circle.id]));
      form.append('media', new Blob([new Uint8Array(image)]), 'photo.jpg');
      return ana.request('POST', '/api/posts', { form, headers: { 'idempotency-key': 'photo' } });
    };
    const [wide, tall] = [await plainPhoto(32, 24), await plainPhoto(24, 32)];
    const statuses = [];
    for (const answer of [
      await share(wide, 'x'),
      await share(wide, 'x'),
      await share(tall, 'x'),
      await share(wide, 'y'),
    ])
      statuses.push(answer.status);
    assert.deepEqual(statuses, [201, 201, 422, 422]);
  });

  // COMMENT-6
  test('a comment that its writer and the author of the moment delete concurrently is counted down once', async () => {
    const [ana, ben] = await server().members('Alda', 'Bodo');
    const circle = await ana.makesCircle('A');
    await ana.adds(ben, circle);
    const post = await ana.posts('one', { to: circle });
    for (let round = 0; round < 6; round++) {
      const { id } = await ben.comments(post, 'here');
      const answers = await Promise.all([ana, ben].map((who) => who.call(comments.remove, { id })));
      assert.ok(answers.some(({ status }) => status === 204));
      assert.ok(answers.every(({ status }) => status === 204 || status === 404));
    }
    assert.equal((await ana.ask(posts.get, { id: post.id })).commentsCount, 0);
  });

  test('search finds a member whose names were changed concurrently by two requests', async () => {
    const eve = await server().member('Erna', { isVerified: false });
    for (let round = 0; round < 20; round += 1) {
      const form = new FormData();
      form.set('username', `erna.${round}`);
      await Promise.all([
        eve.call(members.editProfile, form),
        eve.call(account.edit, { firstName: `Erna${round}`, lastName: `Of${round}` }),
      ]);
      const row = await server()
        .app.context.db.read.selectFrom('users')
        .select('search_text')
        .where('public_id', '=', eve.id)
        .executeTakeFirstOrThrow();
      assert.equal(row.search_text, `erna${round} of${round} erna.${round}`);
    }
  });
});

/** Calls an endpoint with an idempotency key. */
const send = (who: Person, call: Endpoint, input: Record<string, unknown> | FormData, key: string) => {
  const { url, body } = requestOf(call, input instanceof FormData ? {} : input);
  return who.request(call.method, url, {
    ...(input instanceof FormData ? { form: input } : { json: body }),
    headers: { 'idempotency-key': key },
  });
};

const idIn = ({ json }: { json: unknown }) => String(Reflect.get(Object(json), 'id'));

onBothDatabases('requests whose member has deleted what they shared', (server) => {
  // Letters are tested elsewhere.
  after(async () => {
    const { db, jobs } = server().app.context;
    await jobs.idle();
    const people = await db.read.selectFrom('users').select('email').execute();
    for (const { email } of people) server().mailbox.take(email);
  });

  /** One call of each kind, and what a member sees of it. */
  const callsOf = async (who: Person, reader: Person, family: Circle) => {
    const album = await who.ask(albums.create, { title: 'The year', circleIds: [family.id] });
    const moment = await who.posts('Older', { to: family });
    const feed = async () => (await reader.feed()).items.map(({ title, content }) => title ?? content);
    return [
      { call: posts.create, of: {}, input: momentForm('Better not', { to: family }), seen: feed },
      { call: albums.create, of: {}, input: { title: 'Better not', circleIds: [family.id] }, seen: feed },
      {
        call: albums.addPhotos,
        of: { id: album.id },
        input: { id: album.id, photoIds: await uploadPhotos(who, 2) },
        seen: async () => (await reader.ask(albums.photos, { id: album.id })).items.map(({ id }) => id),
      },
      {
        call: comments.add,
        of: { id: moment.id },
        input: { id: moment.id, content: 'Better not' },
        seen: () => reader.reads(moment),
      },
    ];
  };

  // REQUEST-12
  test('what a request made is deleted by its key, and the same request makes nothing any more', async () => {
    const [ana, ben] = await server().members('Ana', 'Ben');
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    for (const { call, of, input, seen } of await callsOf(ana, ben, family)) {
      const before = await seen();
      assert.equal((await send(ana, call, input, 'a')).status, 201);
      assert.notDeepEqual(await seen(), before, call.path);
      const path = requestOf(call, of).url;
      // Another member, another key and another path.
      await ben.ask(withdraw, { path, key: 'a' });
      await ana.ask(withdraw, { path, key: 'b' });
      await ana.ask(withdraw, { path: `/api/posts/${'0'.repeat(32)}/comments`, key: 'a' });
      assert.notDeepEqual(await seen(), before, call.path);
      for (const _ of [1, 2]) {
        await ana.ask(withdraw, { path, key: 'a' });
        assert.deepEqual(await seen(), before, call.path);
      }
      const again = await send(ana, call, input, 'a');
      assert.deepEqual([again.status, messageOf(again)], [409, messages.keyWithdrawn]);
      assert.deepEqual(await seen(), before, call.path);
    }
  });

  // REQUEST-12
  test('a request that arrives after it was withdrawn makes nothing', async () => {
    const [cleo, dan] = await server().members('Cleo', 'Dan');
    const family = await cleo.makesCircle('Family');
    await cleo.adds(dan, family);
    for (const { call, of, input, seen } of await callsOf(cleo, dan, family)) {
      const before = await seen();
      await cleo.ask(withdraw, { path: requestOf(call, of).url, key: 'a' });
      assert.equal((await send(cleo, call, input, 'a')).status, 409, call.path);
      assert.deepEqual(await seen(), before, call.path);
    }
  });

  // REQUEST-12
  test('of a request and its withdrawal at the same time nothing is left', async () => {
    const eve = await server().member('Eve');
    const family = await eve.makesCircle('Family');
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const sent = send(eve, posts.create, momentForm(`Number ${at}`, { to: family }), `key ${at}`);
        const input = { path: posts.create.path, key: `key ${at}` };
        const [made] = await Promise.all([sent, eve.ask(withdraw, input), eve.ask(withdraw, input)]);
        return made.status;
      }),
    );
    assert.deepEqual(
      answers.filter((status) => status !== 201 && status !== 409),
      [],
    );
    assert.deepEqual((await eve.feed()).items, []);
  });

  // REQUEST-12
  test('what is deleted already, or partly, is withdrawn too', async () => {
    const fay = await server().member('Fay');
    const family = await fay.makesCircle('Family');
    const moment = idIn(await send(fay, posts.create, momentForm('Gone', { to: family }), 'a'));
    await fay.ask(posts.remove, { id: moment });
    await fay.ask(withdraw, { path: posts.create.path, key: 'a' });
    const { id } = await fay.ask(albums.create, { title: 'The year', circleIds: [family.id] });
    const photoIds = await uploadPhotos(fay, 3);
    await send(fay, albums.addPhotos, { id, photoIds: photoIds.slice(0, 2) }, 'a');
    await fay.ask(albums.addPhotos, { id, photoIds: photoIds.slice(2) });
    await fay.ask(albums.removePhotos, { id, photoIds: photoIds.slice(0, 1) });
    await fay.ask(withdraw, { path: requestOf(albums.addPhotos, { id }).url, key: 'a' });
    const left = (await fay.ask(albums.photos, { id })).items.map((photo) => photo.id);
    assert.deepEqual(left, photoIds.slice(2));
  });

  /** The second member has answered the first one's question in a circle of a third one. */
  const answered = async (...names: [asker: string, asked: string, owner: string]) => {
    const [ida, jan, owner] = await server().members(...names);
    const family = await owner.makesCircle('Family');
    for (const who of [ida, jan]) await owner.adds(who, family);
    const ask = (words: string) => ida.ask(questions.ask, { id: family.id, userId: jan.id, words });
    await ask('Who taught you to swim?');
    await makeAllLetters(server().app.context, Date.now());
    const waiting = async () => (await jan.ask(questions.waiting, {})).items.map(({ id }) => id);
    const [questionId = ''] = await waiting();
    const answer = (key: string) =>
      send(jan, posts.create, momentForm('My aunt', { to: family, more: { questionId } }), key);
    assert.equal((await answer('a')).status, 201);
    assert.deepEqual(await waiting(), []);
    const takeBack = () => jan.ask(withdraw, { path: posts.create.path, key: 'a' });
    return { ida, jan, questionId, ask, answer, waiting, takeBack };
  };

  // REQUEST-12, ASK-2
  test('the question that a withdrawn moment answered is open again', async () => {
    const { questionId, answer, waiting, takeBack } = await answered('Ida', 'Jan', 'Olga');
    await takeBack();
    assert.deepEqual(await waiting(), [questionId]);
    assert.equal((await answer('b')).status, 201);
  });

  // REQUEST-12, ASK-1, ASK-4
  test('the question that a withdrawn moment answered stays ended if its asker has asked another one', async () => {
    const { questionId, ask, waiting, takeBack } = await answered('Ivo', 'Jo', 'Olaf');
    const { id } = await ask('Who taught you to ski?');
    await takeBack();
    assert.deepEqual(await waiting(), []);
    await makeAllLetters(server().app.context, Date.now() + 8 * 24 * 60 * 60_000);
    assert.deepEqual(await waiting(), [id]);
    assert.notEqual(id, questionId);
  });

  // REQUEST-12, ASK-6
  test('the question that a withdrawn moment answered stays ended after a block', async () => {
    const { ida, jan, waiting, takeBack } = await answered('Ina', 'Jule', 'Otis');
    await jan.ask(blocking.block, { id: ida.id });
    await takeBack();
    await jan.ask(blocking.unblock, { id: ida.id });
    assert.deepEqual(await waiting(), []);
  });

  // ACCOUNT-7, ADMIN-3
  test('a ban that comes before the steps of a deletion stops it, with every counter right', async () => {
    const { context } = server().app;
    const chief = await server().member('Chief', { isAdmin: true });
    const [bob, bea] = await server().members('Bobby', 'Beate');
    const circle = await bea.makesCircle('Family');
    await bea.adds(bob, circle);
    const post = await bea.posts('Talked about', { to: circle });
    const { key: author_id } = await asSender(server(), bob);
    await context.db.write(async ({ q }) => {
      const { id: post_id } = await q
        .updateTable('posts')
        .set({ comments_count: 600 })
        .where('public_id', '=', post.id)
        .returning('id')
        .executeTakeFirstOrThrow();
      await q
        .updateTable('post_circles')
        .set({ popularity: 600 * popularityStep + post_id })
        .where('post_id', '=', post_id)
        .execute();
      await q
        .insertInto('comments')
        .values(
          Array.from({ length: 600 }, () => ({
            public_id: newId(),
            post_id,
            author_id,
            content: 'One of many',
            created_at: Date.now(),
          })),
        )
        .execute();
    });
    const viewer = (await findJobViewer(context.db.read, author_id)) ?? assert.fail('no viewer');
    // The first check of the sign-in passes, and the ban comes right after it.
    const bans = [() => chief.ask(moderation.actOnMember, { id: bob.id, action: 'ban' })];
    const db = {
      ...context.db,
      write: async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
        const done = await context.db.write(work);
        await bans.pop()?.();
        return done;
      },
    };
    const isBanned = async ({ q }: Tx) => {
      const { banned_at: at } = await q
        .selectFrom('users')
        .select('banned_at')
        .where('id', '=', author_id)
        .executeTakeFirstOrThrow();
      if (at !== null) throw new Error('banned');
    };
    await assert.rejects(removeAccount({ ...context, db }, viewer, isBanned), /banned/);
    assert.deepEqual(await findMiscounts(context.db.read), []);
    await chief.ask(moderation.actOnMember, { id: bob.id, action: 'restore' });
    assert.equal((await bea.ask(posts.get, { id: post.id })).commentsCount, 600);
  });

  // REQUEST-12
  test('only calls that make something others see can be withdrawn', async () => {
    const gil = await server().member('Gil');
    for (const path of [
      '/api/payments',
      '/api/posts/',
      '/api/posts/a/b/comments',
      '/api/posts\n',
      'x'.repeat(300),
    ])
      assert.equal((await gil.call(withdraw, { path, key: 'a' })).status, 400, path);
    for (const key of ['', 'x'.repeat(101)])
      assert.equal((await gil.call(withdraw, { path: '/api/posts', key })).status, 400, key);
  });
});
