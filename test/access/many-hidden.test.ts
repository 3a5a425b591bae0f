import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as posts from '../../contract/posts.ts';
import type { Post } from '../../contract/shapes.ts';
import * as timeline from '../../contract/timeline.ts';
import { continueKeys } from '../harness/crowd.ts';
import { uploadOfDay } from '../harness/dated-photos.ts';
import { pairedFrame } from '../harness/frame-tablet.ts';
import { lateCircle } from '../harness/family-circle.ts';
import { multiplyPhotos } from '../harness/many-photos.ts';
import { formOf, type Person } from '../harness/person.ts';
import { onBothDatabases } from '../harness/test-server.ts';

/** More than any statement looked at before limits counted only what the reader sees. */
const [manyPhotos, manyMoments] = [2_500, 501];

// Each fourth year has the same day, even on 29 February.
const year = new Date().getUTCFullYear() - 4;
const day = `${year}${new Date().toISOString().slice(4, 10)}`;
const earlierDay = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

onBothDatabases('a reader behind many hidden photos and moments', (server) => {
  /** Copies a moment of words, and dates the copies back. */
  const multiply = (post: Post, count: number) =>
    server().app.context.db.write(async ({ q }) => {
      await sql`with recursive numbers(k) as (select 1 union all select k + 1 from numbers where k < ${count})
        insert into posts (public_id, author_id, content, created_at)
        select ${post.id} || k, author_id, content, ${Date.parse(day)} from posts cross join numbers
        where public_id = ${post.id}`.execute(q);
      await sql`insert into post_circles (circle_id, post_id, author_id, popularity)
        select pc.circle_id, copy.id, pc.author_id, copy.id
        from post_circles pc join posts model on model.id = pc.post_id cross join posts copy
        where model.public_id = ${post.id} and copy.public_id like ${`${post.id}_%`}`.execute(q);
      await sql`insert into post_hidden_from (post_id, user_id)
        select copy.id, h.user_id from post_hidden_from h join posts model on model.id = h.post_id cross join posts copy
        where model.public_id = ${post.id} and copy.public_id like ${`${post.id}_%`}`.execute(q);
    });

  // SIGHT-9, TRUTH-2, BLOCK-1, CIRCLE-12, CIRCLE-17, DAY-6, FRAME-1
  test('sees the same as without them', async () => {
    const { author: ann, others, circle } = await lateCircle(server(), ['Ann', 'Dora', 'Eve', 'Fay']);
    const [dora, eve, fay] = others;
    assert.ok(dora && eve && fay);
    const share = async (person: Person, days: string[], more = {}): Promise<Post> => {
      const photoIds: string[] = [];
      for (const takenOn of days) photoIds.push(await uploadOfDay(person, takenOn));
      const to = { circleIds: JSON.stringify([circle.id]), photoIds: JSON.stringify(photoIds) };
      return person.ask(posts.create, formOf({ ...to, ...more }));
    };
    const shownTo = async (person: Person) => ({
      place: await person.ask(circles.get, { id: circle.id }),
      strips: await person.ask(circles.strips, {}),
      photos: await person.ask(timeline.photos, { circleId: circle.id }),
      ofAllCircles: await person.ask(timeline.photos, {}),
      newer: await person.ask(timeline.photos, { circleId: circle.id, after: earlierDay }),
      years: (await person.ask(timeline.years, { circleId: circle.id })).years,
      yearsOfAll: (await person.ask(timeline.years, {})).years,
      thisDay: (await person.ask(timeline.thisDay, {})).years,
    });
    const frames = new Map<Person, Awaited<ReturnType<typeof pairedFrame>>>();
    for (const person of [eve, fay]) {
      await person.ask(circles.visit, { id: circle.id });
      frames.set(person, await pairedFrame(server(), person, circle));
    }
    await fay.ask(blocking.block, { id: dora.id });
    await share(ann, [earlierDay]);
    // The photo of the first moment is the newest, and yet the last on the cover.
    await share(ann, [day]);
    await server().app.context.jobs.idle();
    const before = new Map<Person, unknown>();
    for (const person of [eve, fay]) before.set(person, await shownTo(person));

    // Eve is left out, Fay has blocked the author, and Ben comes later.
    const hiddenFrom = JSON.stringify([eve.id]);
    await multiplyPhotos(server(), await share(dora, [day], { hiddenFrom }), {
      count: manyPhotos,
      lastDay: day,
      days: 1,
    });
    await multiply(await dora.posts('Hidden', { to: circle, more: { hiddenFrom } }), manyMoments);
    await continueKeys(server().app.context.db);
    for (const person of [eve, fay]) {
      assert.deepEqual(await shownTo(person), before.get(person));
      assert.equal((await frames.get(person)?.tablet.names())?.length, 2);
    }
    const ben = await server().member('Ben');
    await ann.adds(ben, circle);
    frames.set(ben, await pairedFrame(server(), ben, circle));
    const none = { items: [], nextCursor: null };
    const { photos, ofAllCircles } = await shownTo(ben);
    assert.deepEqual([photos, ofAllCircles], [none, none]);

    await share(ann, [earlierDay, day]);
    await multiply(await ann.posts('Seen', { to: circle }), 1);
    for (const [person, count] of [[eve, 4] as const, [fay, 4] as const, [ben, 2] as const]) {
      const shown = await shownTo(person);
      assert.deepEqual(
        [shown.place.cover.length, shown.strips[circle.id]?.photos.length, shown.photos.items.length],
        [count, count, count],
      );
      assert.deepEqual([shown.ofAllCircles.items.length, shown.newer.items.length], [count, count]);
      assert.deepEqual([shown.years[0], shown.yearsOfAll[0]], [year, year]);
      assert.deepEqual(
        shown.thisDay.map((one) => [one.year, one.photos.length, one.posts.length]),
        [[year, count / 2, 1]],
      );
      assert.equal((await frames.get(person)?.tablet.names())?.length, count);
      await server().mailsTo(person);
    }
  });
});
