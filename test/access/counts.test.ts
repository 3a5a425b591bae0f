import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as blocking from '../../contract/blocking.ts';
import * as posts from '../../contract/posts.ts';
import { onBothDatabases } from '../harness/test-server.ts';

onBothDatabases('counts of moments', (server) => {
  // SIGHT-9, BLOCK-7
  test('counts of moments leave out muted, blocked and banned authors, and posts from before joining', async () => {
    const [ana, owner, muted, blocked, blocker, banned] = await server().members(
      'Ana',
      'Owner',
      'Muted',
      'Blocked',
      'Blocker',
      'Banned',
    );
    const circle = await owner.makesCircle('Town', { showsEarlierPosts: false });
    const others = [muted, blocked, blocker, banned];
    for (const person of others) await owner.adds(person, circle);
    await owner.posts('before', { to: circle });
    await owner.adds(ana, circle);
    const apart = await ana.makesCircle('Mine');
    await ana.posts('alone', { to: apart });
    for (const person of [owner, ana, ...others]) {
      await person.posts(`first of ${person.name}`, { to: circle });
      await person.posts(`second of ${person.name}`, { to: circle });
    }
    // Posts that reached only her, through somebody's private circle.
    const quiet = await owner.makesCircle('Quiet', { kind: 'private' });
    const silent = await muted.makesCircle('Silent', { kind: 'private' });
    await owner.adds(ana, quiet);
    await muted.adds(ana, silent);
    await owner.posts('quiet', { to: quiet });
    await muted.posts('silent', { to: silent });

    const figures = async () => {
      const one = await ana.feed({ circleId: circle.id, limit: '50' });
      const all = await ana.feed({ limit: '50' });
      const shared = await ana.feed({ circleId: posts.sharedWithYou, limit: '50' });
      const groups = await ana.ask(posts.groupedByPriority, {});
      const total = (id: string | null) =>
        groups.find((group) => (group.circle?.id ?? null) === id)?.totalPosts ?? 0;
      assert.equal(one.matching, one.items.length);
      assert.equal(one.total, all.items.length);
      assert.equal(shared.matching, shared.items.length);
      assert.equal(total(circle.id), one.items.length);
      assert.equal(total(null), shared.items.length);
      return [one.items.length, all.items.length, shared.items.length];
    };
    assert.deepEqual(await figures(), [12, 15, 2]);
    await ana.ask(blocking.mute, { id: muted.id });
    assert.deepEqual(await figures(), [10, 12, 1]);
    await ana.ask(blocking.block, { id: blocked.id });
    assert.deepEqual(await figures(), [8, 10, 1]);
    await blocker.ask(blocking.block, { id: ana.id });
    assert.deepEqual(await figures(), [6, 8, 1]);
    await server().app.context.db.write(({ q }) =>
      q.updateTable('users').set({ banned_at: Date.now() }).where('public_id', '=', banned.id).execute(),
    );
    assert.deepEqual(await figures(), [4, 6, 1]);
  });
});
