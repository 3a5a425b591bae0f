import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as comments from '../../contract/comments.ts';
import * as invitations from '../../contract/invitations.ts';
import * as likes from '../../contract/likes.ts';
import * as moderation from '../../contract/moderation.ts';
import * as posts from '../../contract/posts.ts';
import { findMiscounts } from '../../server/platform/db/check-counters.ts';
import { onBothDatabases, password } from '../harness/test-server.ts';

/** The number of rounds of each race; `TEST_ROUNDS=100` for the long run. */
const rounds = Number(process.env['TEST_ROUNDS'] ?? 5);
const runners = 50;

/** Concurrent requests must leave a state that they could also leave one after the other. */
onBothDatabases('races between members’ requests', (server) => {
  // BLOCK-3
  test('a member who blocks another while being added is in no circle of the other', async () => {
    const [ana, ben] = await server().members('Ana', 'Ben');
    const circle = await ana.makesCircle('Race');
    for (let round = 0; round < rounds * 4; round += 1) {
      const { id } = await ana.ask(invitations.inviteToCircle, { id: circle.id, email: ben.email });
      await Promise.all([
        ana.call(circles.addMember, { id: circle.id, userId: ben.id }),
        ben.call(invitations.accept, { code: id }),
        ben.call(blocking.block, { id: ana.id }),
      ]);
      assert.equal((await ben.call(circles.get, { id: circle.id })).status, 404, `round ${round}`);
      await ben.ask(blocking.unblock, { id: ana.id });
      assert.equal(
        (await ben.call(circles.get, { id: circle.id })).status,
        404,
        `round ${round}, after the block`,
      );
    }
    assert.deepEqual(await findMiscounts(server().app.context.db.read), []);
    await server().mailsTo(ben);
  });

  test('a member who leaves a circle while it is handed to them is its owner and in it, or neither', async () => {
    const [ana, ben] = await server().members('Cleo', 'Dan');
    for (let round = 0; round < rounds * 2; round += 1) {
      const circle = await ana.makesCircle('Handed');
      await ana.adds(ben, circle);
      await Promise.all([
        ana.call(circles.handOver, { id: circle.id, userId: ben.id }),
        ben.call(circles.removeMember, { id: circle.id, memberId: ben.id }),
      ]);
      const listed = (await ben.ask(circles.list, {})).find(({ id }) => id === circle.id);
      const known = await ben.call(circles.get, { id: circle.id });
      assert.equal(known.status, listed ? 200 : 404, `round ${round}`);
      const owner = listed?.isOwner ? ben : ana;
      assert.equal((await owner.ask(circles.get, { id: circle.id })).isOwner, true);
      await owner.ask(circles.remove, { id: circle.id });
    }
  });

  // COMMENT-1, LIKE-1
  test('a comment or like made while circles are removed from a moment belongs only to the remaining circles', async () => {
    const [ana, ben, eve] = await server().members('Gina', 'Hans', 'Ines');
    const kept = await ana.makesCircle('Kept');
    const taken = await ana.makesCircle('Taken');
    await ana.adds(ben, taken);
    for (const circle of [kept, taken]) await ana.adds(eve, circle);
    const post = await ana.posts('For both', { to: [kept, taken] });
    let status = 0;
    const over = await server().duringNextWrite(async () => {
      ({ status } = await ben.call(comments.add, { id: post.id, content: 'to those of the other' }));
    });
    await ana.ask(posts.edit, { id: post.id, circleIds: [kept.id] });
    await over();
    assert.equal(status, 404);
    assert.deepEqual(await eve.reads(post), []);

    // Sometimes the comment comes first: then it loses its circle with the moment.
    for (let round = 0; round < rounds * 4; round += 1) {
      const both = await ana.posts(`Both ${round}`, { to: [kept, taken] });
      await Promise.all([
        ben.call(comments.add, { id: both.id, content: 'to those of the other' }),
        ben.call(likes.like, { id: both.id }),
        ana.ask(posts.edit, { id: both.id, circleIds: [kept.id] }),
      ]);
      assert.deepEqual(await eve.reads(both), [], `round ${round}`);
      assert.deepEqual((await eve.ask(likes.list, { id: both.id })).items, [], `round ${round}`);
    }
    assert.deepEqual(await findMiscounts(server().app.context.db.read), []);
  });

  // SIGHT-3, LIKE-1
  test('fifty concurrent likes by one member count once, and reads during a removal stop when it is done', async () => {
    const [ana, ben] = await server().members('Edda', 'Finn');
    const circle = await ana.makesCircle('Read');
    for (let round = 0; round < rounds; round += 1) {
      await ana.adds(ben, circle);
      const post = await ana.posts(`Moment ${round}`, { to: circle });
      await Promise.all(Array.from({ length: runners }, () => ben.call(likes.like, { id: post.id })));
      assert.equal((await ana.ask(posts.get, { id: post.id })).likesCount, 1);
      let isRemoved = false;
      const reads = Array.from({ length: runners }, async () => {
        const began = isRemoved;
        const { status } = await ben.call(posts.get, { id: post.id });
        assert.ok(status === 404 || (status === 200 && !began), 'nothing is read that was taken away before');
      });
      await Promise.all([
        ana.removes(ben, circle).then(() => {
          isRemoved = true;
        }),
        ...reads,
      ]);
      assert.equal((await ben.call(posts.get, { id: post.id })).status, 404);
    }
    assert.deepEqual(await findMiscounts(server().app.context.db.read), []);
  });

  // ANSWER-4, COMMENT-2
  test('answers made while the first comment’s writer is banned, or its answers are deleted, are counted correctly', async () => {
    const [ana, ben, eve] = await server().members('Hilda', 'Ivo', 'Jana');
    const chief = await server().member('Chief', { isAdmin: true });
    const circle = await ana.makesCircle('Talk');
    for (const who of [ben, eve]) await ana.adds(who, circle);
    const post = await ana.posts('Talk', { to: circle });
    const decide = (action: 'ban' | 'restore') => chief.ask(moderation.actOnMember, { id: eve.id, action });
    for (let round = 0; round < 3; round += 1) {
      const first = await eve.comments(post, 'first');
      const answer = await ben.comments(post, 'one', { replyTo: first.id });
      const again = () => ana.call(comments.add, { id: post.id, content: 'more', replyTo: answer.id });
      const answered = await server().duringNextWrite(again);
      await decide('ban');
      assert.equal((await answered()) instanceof Error, false);
      assert.equal((await again()).status, 404);
      const deleted = await server().duringNextWrite(() => ben.ask(comments.remove, { id: answer.id }));
      await decide('restore');
      await deleted();
      await eve.signIn(password);
      await Promise.all([again(), decide('ban'), again()]);
      await decide('restore');
      await eve.signIn(password);
    }
    await server().mailsTo(ana);
    assert.deepEqual(await findMiscounts(server().app.context.db.read), []);
  });
});
