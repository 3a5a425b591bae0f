import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messages } from '../../contract/errors/errors.ts';
import * as account from '../../contract/account.ts';
import * as comments from '../../contract/comments.ts';
import * as members from '../../contract/members.ts';
import * as posts from '../../contract/posts.ts';
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
