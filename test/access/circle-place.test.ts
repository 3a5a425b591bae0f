import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { takeBack } from '../../contract/audience/take-back.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as posts from '../../contract/posts.ts';
import { limits } from '../../contract/limits.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import * as timeline from '../../contract/timeline.ts';
import { addToAlbum, makeAlbum, photosOfAlbum } from '../harness/albums.ts';
import { formOf, type Person } from '../harness/person.ts';
import { uploadOfDay } from '../harness/dated-photos.ts';
import { lateCircle } from '../harness/family-circle.ts';
import { onBothDatabases } from '../harness/test-server.ts';

onBothDatabases('the page of a circle', (server) => {
  const setUp = (...names: string[]) => lateCircle(server(), names);
  /** Shares a moment with a photo of each day. */
  const share = async (person: Person, to: Circle[], days: string[], more = {}): Promise<Post> => {
    const photoIds: string[] = [];
    for (const day of days) photoIds.push(await uploadOfDay(person, day));
    return person.ask(
      posts.create,
      formOf({
        circleIds: JSON.stringify(to.map(({ id }) => id)),
        photoIds: JSON.stringify(photoIds),
        ...more,
      }),
    );
  };
  const coverOf = async (person: Person, circle: Circle) => {
    const { cover } = await person.ask(circles.get, { id: circle.id });
    const strip = (await person.ask(circles.strips, {}))[circle.id]?.photos ?? [];
    const newest = cover.toSorted((a, b) => b.day.localeCompare(a.day)).slice(0, 4);
    assert.deepEqual(
      strip.map(({ url }) => url),
      newest.map(({ url }) => url),
      'the strip in the list of circles',
    );
    return cover.map(({ day }) => day);
  };

  test('has the newest photos on its cover, and those of the first moment last', async () => {
    const { author: ann, others, circle } = await setUp('Ann', 'Ben');
    const [ben] = others;
    assert.ok(ben);
    assert.deepEqual(await coverOf(ben, circle), []);
    await share(ann, [circle], ['2019-05-03', '2021-01-01']);
    assert.deepEqual(await coverOf(ben, circle), ['2021-01-01', '2019-05-03']);
    await share(ben, [circle], ['2020-01-01', '2023-01-01']);
    const other = await ann.makesCircle('Other');
    await ann.adds(ben, other);
    await ann.posts('In another circle', { to: other });
    for (const person of [ann, ben])
      assert.deepEqual(await coverOf(person, circle), [
        '2021-01-01',
        '2019-05-03',
        '2023-01-01',
        '2020-01-01',
      ]);
    await ann.posts('Words alone', { to: circle });
    assert.deepEqual(await coverOf(ben, circle), ['2023-01-01', '2021-01-01', '2020-01-01', '2019-05-03']);
    // The first moment of each viewer's own feed.
    await ben.ask(blocking.mute, { id: ann.id });
    assert.deepEqual(await coverOf(ben, circle), ['2021-01-01', '2019-05-03', '2023-01-01', '2020-01-01']);
    await ben.ask(blocking.unmute, { id: ann.id });
    const days = Array.from({ length: 10 }, (_, at) => `2024-03-${String(at + 10)}`);
    await share(ann, [circle], days);
    await ann.posts('More words', { to: circle });
    assert.deepEqual(await coverOf(ben, circle), [...days.toReversed(), '2023-01-01']);
    await share(ann, [other, await ann.makesCircle('A third')], days);
    assert.deepEqual(await coverOf(ben, other), days.toReversed());
    assert.equal((await server().visitor().call(circles.get, { id: circle.id })).status, 401);
  });

  // SIGHT-1, TRUTH-2, BLOCK-1
  test('has no photo on its cover that the viewer does not see in its feed', async () => {
    const { author: ann, others, circle } = await setUp('Ada', 'Bob', 'Cora');
    const [bob, cora] = others;
    assert.ok(bob && cora);
    const other = await ann.makesCircle('Elsewhere');
    const secret = await ann.makesCircle('Secret', { kind: 'private' });
    await ann.adds(bob, secret);
    await share(ann, [other], ['2024-01-01']);
    await share(ann, [secret], ['2024-02-02']);
    const narrowed = await share(ann, [circle], ['2011-01-01']);
    const takenBack = await share(ann, [circle, secret], ['2012-01-01']);
    const removed = await share(ann, [circle], ['2013-01-01']);
    await share(ann, [circle], ['2014-01-01'], { hiddenFrom: JSON.stringify([bob.id]) });
    await share(cora, [circle], ['2015-01-01']);
    await ann.posts('Words', { to: circle });
    assert.deepEqual(await coverOf(bob, circle), ['2015-01-01', '2013-01-01', '2012-01-01', '2011-01-01']);
    assert.deepEqual(await coverOf(cora, circle), [
      '2015-01-01',
      '2014-01-01',
      '2013-01-01',
      '2012-01-01',
      '2011-01-01',
    ]);
    await ann.ask(posts.edit, { id: narrowed.id, hiddenFrom: [bob.id] });
    await ann.ask(takeBack, { id: takenBack.id, circleIds: [circle.id] });
    await ann.ask(posts.remove, { id: removed.id });
    assert.deepEqual(await coverOf(bob, circle), ['2015-01-01']);
    await bob.ask(blocking.block, { id: cora.id });
    assert.deepEqual(await coverOf(bob, circle), []);
    await bob.ask(blocking.unblock, { id: cora.id });
    // The cover of a private circle is its owner's alone.
    assert.deepEqual(await coverOf(ann, secret), ['2024-02-02', '2012-01-01']);
    assert.equal((await bob.call(circles.get, { id: secret.id })).status, 404);
    assert.deepEqual(Object.keys(await bob.ask(circles.strips, {})).includes(secret.id), false);
    const late = await server().member('Dora');
    await ann.adds(late, circle);
    assert.deepEqual(await coverOf(late, circle), []);
    await ann.removes(bob, circle);
    assert.equal((await bob.call(circles.get, { id: circle.id })).status, 404);
    assert.equal((await bob.call(circles.strips, {})).text.includes(circle.id), false);
    assert.equal((await server().visitor().call(circles.strips, {})).status, 401);
  });

  // SIGHT-1, TRUTH-2, CIRCLE-12
  test('leads its cover with the photo that its owner ringed, for those who see it', async () => {
    const { author: ann, others, circle } = await setUp('Ines', 'Jan', 'Kai');
    const [jan, kai] = others;
    assert.ok(jan && kai);
    const other = await ann.makesCircle('Elsewhere');
    const elsewhere = await share(ann, [other], ['2022-01-01']);
    const wide = await share(ann, [circle, other], ['2014-01-01']);
    const open = await share(jan, [circle], ['2018-01-01', '2019-01-01']);
    const hidden = await share(ann, [circle], ['2017-01-01'], { hiddenFrom: JSON.stringify([kai.id]) });
    await share(ann, [circle], ['2020-01-01', '2021-01-01']);
    await ann.posts('Words', { to: circle });
    const { items } = await ann.ask(timeline.photos, {});
    const photoOf = ({ id }: Post) => items.find(({ postId }) => postId === id)?.id ?? '';
    const edit = { id: circle.id, name: circle.name };
    const ring = (coverPhotoId: string | null) => ann.ask(circles.edit, { ...edit, coverPhotoId });
    const ringedOf = async (person: Person) =>
      (await person.ask(circles.get, { id: circle.id })).coverPhotoId;
    const newest = ['2021-01-01', '2020-01-01', '2019-01-01', '2018-01-01'];
    for (const coverPhotoId of [photoOf(elsewhere), 'nothing'])
      assert.equal((await ann.call(circles.edit, { ...edit, coverPhotoId })).status, 404);
    const refused = await jan.call(circles.edit, { ...edit, coverPhotoId: photoOf(open) });
    assert.equal(refused.status, 403);
    // Nor one that the person who rings it does not see, or sees elsewhere alone.
    const run = await jan.makesCircle('Run');
    const mona = await server().member('Mona');
    await jan.adds(mona, run);
    const against = await share(jan, [circle], ['2016-01-01'], { hiddenFrom: JSON.stringify([ann.id]) });
    const both = await share(jan, [circle, run], ['2015-01-01']);
    await ann.adds(mona, circle);
    await ann.ask(circles.nameKeepers, { id: circle.id, userIds: [mona.id] });
    const ofJan = (await jan.ask(timeline.photos, {})).items;
    const idIn = ({ id }: Post) => ofJan.find(({ postId }) => postId === id)?.id ?? '';
    assert.ok((await mona.ask(timeline.photos, {})).items.some(({ id }) => id === idIn(both)));
    for (const [person, of] of [[ann, against] as const, [mona, both] as const]) {
      const coverPhotoId = idIn(of);
      assert.notEqual(coverPhotoId, '');
      assert.equal((await person.call(circles.edit, { ...edit, coverPhotoId })).status, 404);
    }
    await ring(idIn(both));
    assert.equal(await ringedOf(jan), idIn(both));
    assert.deepEqual(await coverOf(mona, circle), []);
    for (const { id } of [against, both]) await jan.ask(posts.remove, { id });

    await ring(photoOf(wide));
    assert.equal(await ringedOf(ann), photoOf(wide));
    await ann.ask(posts.edit, { id: wide.id, circleIds: [other.id] });
    assert.equal(await ringedOf(ann), null);
    await ann.ask(circles.edit, { id: other.id, name: other.name, coverPhotoId: photoOf(elsewhere) });
    assert.deepEqual(await coverOf(ann, circle), [...newest, '2017-01-01']);

    await ring(photoOf(open));
    const led = ['2019-01-01', '2021-01-01', '2020-01-01', '2018-01-01'];
    assert.deepEqual(await coverOf(kai, circle), led);
    assert.equal(await ringedOf(kai), photoOf(open));
    // Other changes of the circle leave it.
    await ann.ask(circles.edit, { ...edit, description: 'All of us' });
    assert.deepEqual(await coverOf(kai, circle), led);

    await ring(photoOf(hidden));
    assert.deepEqual(await coverOf(jan, circle), ['2017-01-01', ...newest]);
    assert.deepEqual(await coverOf(kai, circle), newest);
    assert.equal(await ringedOf(kai), null);
    await ann.ask(posts.edit, { id: hidden.id, hiddenFrom: [] });
    const late = await server().member('Lea');
    await ann.adds(late, circle);
    assert.deepEqual([await coverOf(late, circle), await ringedOf(late)], [[], null]);

    await ann.ask(takeBack, { id: hidden.id });
    assert.deepEqual(await coverOf(ann, circle), newest);
    await ring(photoOf(open));
    await jan.ask(posts.remove, { id: open.id });
    assert.deepEqual(await coverOf(ann, circle), newest.slice(0, 2));
    assert.equal(await ringedOf(ann), null);
    const after = await ann.ask(timeline.photos, {});
    const last = after.items.find(({ day }) => day === '2020-01-01');
    await ring(last?.id ?? '');
    assert.deepEqual(await coverOf(jan, circle), ['2020-01-01', '2021-01-01']);
    await ring(null);
    assert.deepEqual(await coverOf(jan, circle), newest.slice(0, 2));
  });

  // CIRCLE-17, SIGHT-1, TRUTH-2, BLOCK-1, BLOCK-7
  test('counts the moments of others since the last visit, as the viewer sees them', async () => {
    const { author: ann, others, circle } = await setUp('Ruth', 'Sam', 'Tom');
    const [sam, tom] = others;
    assert.ok(sam && tom);
    const stateOf = async (person: Person) => {
      const { newSince } = await person.ask(circles.get, { id: circle.id });
      const strips = await person.ask(circles.strips, {});
      assert.equal(strips[circle.id]?.newCount, newSince?.count ?? 0);
      return newSince;
    };
    const countOf = async (person: Person) => (await stateOf(person))?.count ?? null;
    const visit = (person: Person) => person.ask(circles.visit, { id: circle.id });
    await ann.posts('Before the first visit', { to: circle });
    assert.equal(await countOf(sam), null);
    const from = Date.now();
    await visit(sam);
    const until = Date.now();
    await sam.posts('His own', { to: circle });
    assert.equal(await countOf(sam), null);
    const first = await ann.posts('First', { to: circle });
    const since = Date.parse((await stateOf(sam))?.since ?? '');
    assert.ok(since >= from && since <= until);
    await ann.posts('Left out', { to: circle, more: { hiddenFrom: JSON.stringify([sam.id]) } });
    await ann.posts('Elsewhere', { to: await ann.makesCircle('Elsewhere') });
    await tom.posts('Of Tom', { to: circle, more: { hiddenFrom: JSON.stringify([ann.id]) } });
    assert.equal(await countOf(sam), 2);
    await sam.ask(blocking.mute, { id: tom.id });
    assert.equal(await countOf(sam), 1);
    await sam.ask(blocking.unmute, { id: tom.id });
    await tom.ask(blocking.block, { id: sam.id });
    assert.equal(await countOf(sam), 1);
    await ann.ask(takeBack, { id: first.id });
    assert.equal(await countOf(sam), null);
    await ann.posts('Again', { to: circle });
    assert.equal(await countOf(sam), 1);
    // Something new came within the minute.
    await visit(sam);
    assert.equal(await countOf(sam), null);
    // Each member has their own visits.
    assert.equal(await countOf(tom), null);
    await visit(tom);
    await ann.posts('For both', { to: circle });
    assert.deepEqual([await countOf(sam), await countOf(tom)], [1, 1]);
    const late = await server().member('Ute');
    assert.equal((await late.call(circles.visit, { id: circle.id })).status, 404);
    const other = await ann.makesCircle('Other');
    const slow = await ann.posts('Slow', { to: other });
    await ann.removes(tom, circle);
    await ann.adds(tom, circle);
    assert.equal(await countOf(tom), null);
    await visit(tom);
    // The transaction that shares this moment began before Tom came, and ends after his visit.
    await server().app.context.db.write(({ q }) =>
      sql`insert into post_circles (circle_id, post_id, author_id, popularity)
        select c.id, p.id, p.author_id, p.id from circles c cross join posts p
        where c.public_id = ${circle.id} and p.public_id = ${slow.id}`.execute(q),
    );
    assert.deepEqual([await countOf(sam), await countOf(tom)], [2, null]);
    // Each circle has its own visits.
    await ann.adds(sam, other);
    await sam.ask(circles.visit, { id: other.id });
    assert.equal((await sam.ask(circles.get, { id: other.id })).newSince, null);
    assert.equal(await countOf(sam), 2);
  });

  // TRUTH-2
  test('keeps the time of a visit, whether or not a moment out of sight came before the next one', async () => {
    const { author: ann, others, circle } = await setUp('Rosa', 'Sven');
    const [sven] = others;
    assert.ok(sven);
    await sven.ask(circles.visit, { id: circle.id });
    const until = Date.now();
    await ann.posts('Left out', { to: circle, more: { hiddenFrom: JSON.stringify([sven.id]) } });
    while (Date.now() === until) await new Promise(setImmediate);
    await sven.ask(circles.visit, { id: circle.id });
    await ann.posts('Open', { to: circle });
    const { newSince } = await sven.ask(circles.get, { id: circle.id });
    assert.ok(Date.parse(newSince?.since ?? '') <= until);
  });

  // CIRCLE-17
  test('counts new moments up to a bound', async () => {
    const { author: ann, others, circle } = await setUp('Vera', 'Will');
    const [will] = others;
    assert.ok(will);
    await will.ask(circles.visit, { id: circle.id });
    const model = await ann.posts('Copied', { to: circle });
    await server().app.context.db.write(async ({ q }) => {
      await sql`with recursive numbers(k) as (select 1 union all select k + 1 from numbers where k < 120)
        insert into posts (public_id, author_id, content, created_at)
        select 'many' || k, author_id, '', created_at from posts cross join numbers where public_id = ${model.id}`.execute(
        q,
      );
      await sql`insert into post_circles (circle_id, post_id, author_id, popularity)
        select pc.circle_id, copy.id, pc.author_id, copy.id
        from post_circles pc join posts model on model.id = pc.post_id cross join posts copy
        where model.public_id = ${model.id} and copy.public_id like 'many%'`.execute(q);
    });
    const { newSince } = await will.ask(circles.get, { id: circle.id });
    assert.equal(newSince?.count, limits.newMoments);
  });

  // SIGHT-9
  test('has a full cover where the newest photos are hidden', async () => {
    const { author: gil, others, circle } = await setUp('Gil', 'Hedy', 'Ida');
    const [hedy, ida] = others;
    assert.ok(hedy && ida);
    await share(gil, [circle], ['2010-01-01']);
    for (const year of [2021, 2022, 2023])
      await share(
        ida,
        [circle],
        Array.from({ length: 10 }, (_, at) => `${year}-05-${String(at + 10)}`),
      );
    await hedy.ask(blocking.block, { id: ida.id });
    assert.deepEqual(await coverOf(hedy, circle), ['2010-01-01']);
    // The first moment has one photo that she sees, older than those of a full cover.
    const album = await makeAlbum(gil, circle);
    await addToAlbum(ida, album, limits.circleCover);
    const days = (await photosOfAlbum(hedy, album)).map(({ day }) => day);
    assert.deepEqual(await coverOf(hedy, circle), ['2010-01-01', ...days]);
    assert.equal(days.length, 1);
  });
});
