import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as posts from '../../contract/posts.ts';
import { collectGarbage } from '../../server/platform/processes/collect-garbage.ts';
import { newId } from '../../server/platform/text/ids.ts';
import { onDatabase } from '../harness/test-server.ts';

/** The processor time of the longest turn of the event loop during an action, in milliseconds. */
const longestTurn = async (action: () => Promise<unknown>): Promise<number> => {
  const now = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let [longest, last, isOver] = [0, now(), false];
  const turn = () => {
    longest = Math.max(longest, now() - last);
    last = now();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await action();
  isOver = true;
  return Math.max(longest, now() - last);
};

onDatabase('sqlite', 'a moment with many comments', (server) => {
  test('is deleted without keeping others waiting, or shown with fewer comments', async () => {
    const [ana, ben] = await server().members('Ana', 'Ben');
    const circle = await ana.makesCircle('Everybody');
    await ana.adds(ben, circle);
    const moment = await ana.posts('Talked about', { to: circle });
    const comment = await ben.comments(moment, 'Lovely');
    const count = 10_000;
    await server().app.context.db.write(async ({ q }) => {
      const { id, ...row } = await q
        .selectFrom('comments')
        .selectAll()
        .where('public_id', '=', comment.id)
        .executeTakeFirstOrThrow();
      const { circle_id } = await q
        .selectFrom('comment_circles')
        .select('circle_id')
        .where('comment_id', '=', id)
        .executeTakeFirstOrThrow();
      for (let at = 0; at < count; at += 1_000) {
        const copies = Array.from({ length: 1_000 }, () => ({ ...row, public_id: newId() }));
        const written = await q.insertInto('comments').values(copies).returning('id').execute();
        await q
          .insertInto('comment_circles')
          .values(written.map((copy) => ({ comment_id: copy.id, circle_id })))
          .execute();
      }
      await q
        .updateTable('posts')
        .set({ comments_count: count + 1 })
        .where('public_id', '=', moment.id)
        .execute();
    });
    // Else the garbage of other tests in this process might be collected during the deletion.
    collectGarbage();
    let isDeleted = false;
    const seen = new Set<number>();
    const longest = await longestTurn(async () => {
      const deletion = ana.ask(posts.remove, { id: moment.id }).then(() => {
        isDeleted = true;
      });
      while (!isDeleted) {
        const { status, json } = await ben.call(posts.get, { id: moment.id });
        if (status === 200) seen.add(posts.get.output.parse(json).commentsCount);
      }
      await deletion;
    });
    assert.ok(longest < 50, `a turn took ${longest} ms`);
    assert.deepEqual([...seen], [count + 1]);
    await ben.doesNotSee(moment);
  });
});
