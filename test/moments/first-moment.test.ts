import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as likes from '../../contract/likes.ts';
import { onDatabases } from '../harness/test-server.ts';

onDatabases('sharing the first moment', (server) => {
  // SIGHT-1
  test('a moment is seen by the members of its circle until they are removed, and by nobody else', async () => {
    const [ana, ben, eve] = await server().members('Ana', 'Ben', 'Eve');
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    const post = await ana.posts('First light', { to: family });
    await ben.sees(post);
    await eve.doesNotSee(post);
    await ben.comments(post, 'Lovely');
    await ben.ask(likes.like, { id: post.id });
    const { items } = await ana.feed();
    assert.deepEqual(
      items.map(({ commentsCount, likesCount }) => [commentsCount, likesCount]),
      [[1, 1]],
    );
    await ana.removes(ben, family);
    await ben.doesNotSee(post);
    assert.deepEqual(await ana.reads(post), ['Lovely']);
  });
});
