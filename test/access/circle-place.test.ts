import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import * as albums from '../../contract/albums.ts';
import { takeBack } from '../../contract/audience/take-back.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as media from '../../contract/media.ts';
import * as posts from '../../contract/posts.ts';
import { limits } from '../../contract/limits.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import * as timeline from '../../contract/timeline.ts';
import { addToAlbum, makeAlbum, photosOfAlbum } from '../harness/albums.ts';
import { formOf, type Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { lateCircle } from '../harness/late-circle.ts';
import { onBothDatabases } from '../harness/test-server.ts';

onBothDatabases('the page of a circle', (server) => {
  const setUp = (...names: string[]) => lateCircle(server(), names);
  const upload = async (person: Person, takenOn: string): Promise<string> => {
    const photo = new Blob([new Uint8Array(await plainPhoto(30, 20))]);
    return (await person.ask(media.upload, formOf({ takenOn, photo }))).id;
  };
  /** Shares a moment with a photo of each day. */
  const share = async (person: Person, to: Circle[], days: string[], more = {}): Promise<Post> => {
    const photoIds: string[] = [];
    for (const day of days) photoIds.push(await upload(person, day));
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
  const albumsOf = (person: Person, circle: Circle, more = {}) =>
    person.ask(albums.list, { circleId: circle.id, ...more });
  const titlesOf = async (person: Person, circle: Circle) =>
    (await albumsOf(person, circle)).items.map(({ title }) => title);

  // CIRCLE-15
  test('has the newest photos on its cover, and those of the first moment last', async () => {
    const { author: ann, others, circle } = await setUp('Ann', 'Ben');
    const [ben] = others;
    assert.ok(ben);
    assert.deepEqual(await coverOf(ben, circle), []);
    await share(ann, [circle], ['2019-05-03', '2021-01-01']);
    assert.deepEqual(await coverOf(ben, circle), ['2021-01-01', '2019-05-03']);
    await share(ben, [circle], ['2020-01-01', '2023-01-01']);
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
    assert.equal((await server().visitor().call(circles.get, { id: circle.id })).status, 401);
  });

  // CIRCLE-15, SIGHT-1, SIGHT-11, BLOCK-1
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

  // CIRCLE-16, SIGHT-1, SIGHT-11, CIRCLE-12
  test('leads its cover with the photo that its owner ringed, for those who see it', async () => {
    const { author: ann, others, circle } = await setUp('Ines', 'Jan', 'Kai');
    const [jan, kai] = others;
    assert.ok(jan && kai);
    const elsewhere = await share(ann, [await ann.makesCircle('Elsewhere')], ['2022-01-01']);
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

  // ALBUM-19, ALBUM-6, BLOCK-1
  test('shows an album by the photo that its author ringed, for those who see it', async () => {
    const { author: ann, others, circle } = await setUp('Mia', 'Nils', 'Olga');
    const [nils, olga] = others;
    assert.ok(nils && olga);
    const album = await makeAlbum(ann, circle, { photos: 2 });
    const other = await makeAlbum(ann, circle);
    await addToAlbum(nils, album, 1);
    const [first, second, added] = await photosOfAlbum(ann, album);
    const [foreign] = await photosOfAlbum(ann, other);
    assert.ok(first && second && added && foreign);
    const ring = (coverPhotoId: string | null) => ann.ask(albums.edit, { id: album.id, coverPhotoId });
    const coverFor = async (person: Person) =>
      (await albumsOf(person, circle)).items.find(({ id }) => id === album.id)?.cover?.url;
    assert.equal((await ann.call(albums.edit, { id: album.id, coverPhotoId: foreign.id })).status, 404);
    const refused = await nils.call(albums.edit, { id: album.id, coverPhotoId: added.id });
    assert.equal(refused.status, 403);
    await ring(second.id);
    assert.equal(await coverFor(olga), second.url);
    await ring(added.id);
    assert.equal(await coverFor(olga), added.url);
    await olga.ask(blocking.block, { id: nils.id });
    assert.equal(await coverFor(olga), first.url);
    await olga.ask(blocking.unblock, { id: nils.id });
    assert.equal(await coverFor(olga), added.url);
    await nils.ask(albums.removePhotos, { id: album.id, photoIds: [added.id] });
    assert.equal(await coverFor(olga), first.url);
    await ring(second.id);
    await ring(null);
    assert.equal(await coverFor(olga), first.url);
  });

  // CIRCLE-17, SIGHT-1, SIGHT-11, BLOCK-1, BLOCK-7
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
    await tom.posts('Of Tom', { to: circle });
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
    await ann.removes(tom, circle);
    await ann.adds(tom, circle);
    assert.equal(await countOf(tom), null);
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

  // CIRCLE-15
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
  });

  // ALBUM-19
  test('lists albums by their newest photo, page by page', async () => {
    const { author: ann, others, circle } = await setUp('Uma', 'Vic');
    const [vic] = others;
    assert.ok(vic);
    const first = await makeAlbum(ann, circle, { title: 'First', photos: 2 });
    await makeAlbum(vic, circle, { title: 'Second', adds: 'author' });
    await makeAlbum(ann, circle, { title: 'Empty', photos: 0 });
    await ann.posts('No album', { to: circle });
    assert.deepEqual(await titlesOf(vic, circle), ['Second', 'First', 'Empty']);
    await addToAlbum(vic, first, 1);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof albumsOf>> = await albumsOf(ann, circle, {
        limit: '1',
        ...(cursor !== null && { cursor }),
      });
      paged.push(...page.items.map(({ title }) => title));
      cursor = page.nextCursor;
    } while (cursor !== null);
    assert.deepEqual(paged, ['First', 'Second', 'Empty']);
    const [listed, , empty] = (await albumsOf(vic, circle)).items;
    const photos = await photosOfAlbum(vic, first);
    assert.equal(listed?.photosCount, 3);
    assert.equal(listed.cover?.url, photos[0]?.url);
    assert.deepEqual([listed.from, listed.to], [photos[0]?.day, photos[2]?.day]);
    assert.deepEqual(
      listed.circles.map(({ id }) => id),
      [circle.id],
    );
    assert.equal(listed.author.id, ann.id);
    const { cover, photosCount, from, to, lastPhotoAt } = empty ?? {};
    assert.deepEqual([cover, photosCount, from, to, lastPhotoAt], [null, 0, null, null, null]);
    assert.equal((await vic.call(albums.list, { circleId: circle.id, cursor: 'x' })).status, 400);
  });

  // ALBUM-19, ALBUM-6, SIGHT-1, SIGHT-5, SIGHT-11, BLOCK-1
  test('lists of albums only what the viewer sees', async () => {
    const { author: ann, others, circle } = await setUp('Wim', 'Xia', 'Yan');
    const [xia, yan] = others;
    assert.ok(xia && yan);
    const other = await ann.makesCircle('Elsewhere');
    const secret = await ann.makesCircle('Secret', { kind: 'private' });
    await ann.adds(xia, secret);
    await makeAlbum(ann, other, { title: 'Other circle' });
    await makeAlbum(ann, secret, { title: 'Private circle', adds: 'author' });
    const takenBack = await makeAlbum(ann, circle, { title: 'Taken back' });
    const hidden = await makeAlbum(ann, circle, { title: 'Left out' });
    await makeAlbum(yan, circle, { title: 'Of Yan' });
    const shared = await makeAlbum(ann, circle, { title: 'Shared' });
    const photoIds = [await upload(ann, '2001-02-03')];
    const circleIds = [circle.id, secret.id];
    const both = await ann.ask(albums.create, { title: 'Both', circleIds, photoIds });
    await addToAlbum(yan, shared, 2);
    assert.deepEqual(await titlesOf(xia, circle), ['Shared', 'Both', 'Of Yan', 'Left out', 'Taken back']);
    // The private circle of an album is known to its owner alone.
    const circlesOf = async (person: Person) =>
      (await albumsOf(person, circle)).items
        .find(({ id }) => id === both.id)
        ?.circles.map(({ name }) => name);
    assert.deepEqual(await circlesOf(xia), ['Family']);
    assert.deepEqual(await circlesOf(ann), ['Family', 'Secret']);
    await ann.ask(takeBack, { id: takenBack.id, circleIds: [circle.id] });
    await ann.ask(posts.edit, { id: hidden.id, hiddenFrom: [xia.id] });
    await xia.ask(blocking.block, { id: yan.id });
    assert.deepEqual(await titlesOf(xia, circle), ['Both', 'Shared']);
    const [, seen] = (await albumsOf(xia, circle)).items;
    assert.equal(seen?.photosCount, 1);
    assert.deepEqual(await titlesOf(yan, circle), ['Shared', 'Both', 'Of Yan', 'Left out']);
    assert.deepEqual(await titlesOf(ann, secret), ['Both', 'Private circle']);
    const late = await server().member('Zoe');
    await ann.adds(late, circle);
    assert.deepEqual(await titlesOf(late, circle), []);
    await ann.removes(yan, circle);
    for (const person of [yan, await server().member('Abe')])
      assert.equal((await person.call(albums.list, { circleId: circle.id })).status, 404);
    assert.equal((await xia.call(albums.list, { circleId: secret.id })).status, 404);
    assert.equal((await server().visitor().call(albums.list, { circleId: circle.id })).status, 401);
    // The albums of a member who left stay.
    assert.deepEqual(await titlesOf(ann, circle), ['Shared', 'Both', 'Of Yan', 'Left out']);
  });

  // ALBUM-20, SIGHT-1, SIGHT-3, SIGHT-5, SIGHT-11, BLOCK-1
  test('lists the albums of all circles that the viewer sees, and their own', async () => {
    const { author: kim, others, circle } = await setUp('Kim', 'Leo', 'Mae');
    const [leo, mae] = others;
    assert.ok(leo && mae);
    const all = async (person: Person, more = {}) =>
      (await person.ask(albums.list, more)).items.map(({ title }) => title);
    const elsewhere = await kim.makesCircle('Elsewhere');
    const secret = await kim.makesCircle('Secret', { kind: 'private' });
    const late = await kim.makesCircle('Late', { showsEarlierPosts: false });
    await kim.adds(leo, secret);
    await makeAlbum(kim, late, { title: 'Before Leo' });
    await kim.adds(leo, late);
    await makeAlbum(kim, elsewhere, { title: 'Elsewhere' });
    await makeAlbum(kim, secret, { title: 'Shared with you', adds: 'author' });
    const hidden = await makeAlbum(kim, circle, { title: 'Left out' });
    const takenBack = await makeAlbum(kim, circle, { title: 'Taken back' });
    await makeAlbum(mae, circle, { title: 'Of Mae' });
    const photoIds = [await upload(kim, '2001-02-03')];
    await kim.ask(albums.create, { title: 'Twice', circleIds: [circle.id, late.id], photoIds });
    await leo.ask(albums.create, {
      title: 'Mine',
      circleIds: [],
      photoIds: [await upload(leo, '2002-02-03')],
    });
    assert.deepEqual(await all(leo), [
      'Mine',
      'Twice',
      'Of Mae',
      'Taken back',
      'Left out',
      'Shared with you',
    ]);
    assert.deepEqual(await all(mae), ['Twice', 'Of Mae', 'Taken back', 'Left out']);
    await kim.ask(takeBack, { id: takenBack.id, circleIds: [circle.id] });
    await kim.ask(posts.edit, { id: hidden.id, hiddenFrom: [leo.id] });
    await leo.ask(blocking.block, { id: mae.id });
    assert.deepEqual(await all(leo), ['Mine', 'Twice', 'Shared with you']);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof albumsOf>> = await kim.ask(albums.list, {
        limit: '2',
        ...(cursor !== null && { cursor }),
      });
      paged.push(...page.items.map(({ title }) => title));
      cursor = page.nextCursor;
    } while (cursor !== null);
    const seen = ['Twice', 'Of Mae', 'Taken back', 'Left out', 'Shared with you', 'Elsewhere', 'Before Leo'];
    assert.deepEqual(paged, seen);
    for (const one of [circle, secret, late]) await kim.removes(leo, one);
    assert.deepEqual(await all(leo), ['Mine']);
    assert.deepEqual(await all(await server().member('Nia')), []);
    assert.equal((await server().visitor().call(albums.list, {})).status, 401);
  });

  // ALBUM-20
  test('considers a bounded number of albums for a page, and lists all of them', async () => {
    const { author: oda, others, circle } = await setUp('Oda', 'Pia');
    const [pia] = others;
    assert.ok(pia);
    const model = await makeAlbum(oda, circle, { title: 'Copied', photos: 0 });
    const { db } = server().app.context;
    const copies = 1_100;
    await db.write(async ({ q }) => {
      await sql`with recursive numbers(k) as (select 1 union all select k + 1 from numbers where k < ${sql.lit(copies)})
        insert into posts (public_id, author_id, kind, title, content, created_at)
        select 'copy' || k, author_id, kind, 'Copy ' || k, '', created_at
        from posts cross join numbers where public_id = ${model.id}`.execute(q);
      await sql`insert into post_circles (circle_id, post_id, author_id, is_album, popularity)
        select pc.circle_id, copy.id, pc.author_id, pc.is_album, copy.id
        from post_circles pc join posts model on model.id = pc.post_id cross join posts copy
        where model.public_id = ${model.id} and copy.public_id like 'copy%'`.execute(q);
    });
    const list = async (input: { circleId?: string }): Promise<number[]> => {
      const titles: string[] = [];
      const lengths: number[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof albumsOf>> = await pia.ask(albums.list, {
          ...input,
          limit: '50',
          ...(cursor !== null && { cursor }),
        });
        titles.push(...page.items.map(({ title }) => title));
        lengths.push(page.items.length);
        cursor = page.nextCursor;
      } while (cursor !== null);
      assert.equal(new Set(titles).size, copies + 1);
      assert.equal(titles.length, copies + 1);
      return lengths;
    };
    const lists = async () => [await list({}), await list({ circleId: circle.id })];
    const lengths = await lists();
    assert.ok(lengths.every((each) => each.length === 23 && Math.max(...each) === 50));
    // Albums out of sight change no page: of the circle without Pia, and of no circle.
    await db.write(async ({ q }) => {
      await sql`insert into posts (public_id, author_id, kind, title, content, created_at)
        select 'un' || public_id, author_id, kind, title, content, created_at from posts where public_id like 'copy%'`.execute(
        q,
      );
      await sql`insert into post_circles (circle_id, post_id, author_id, is_album, popularity)
        select pc.circle_id, unseen.id, pc.author_id, pc.is_album, unseen.id from posts unseen
        join posts copied on unseen.public_id = 'un' || copied.public_id join post_circles pc on pc.post_id = copied.id
        where copied.id % 2 = 0`.execute(q);
      await sql`insert into post_hidden_from (post_id, user_id)
        select unseen.id, u.id from posts unseen cross join users u
        where unseen.public_id like 'uncopy%' and u.public_id = ${pia.id}`.execute(q);
    });
    assert.deepEqual(await lists(), lengths);
  });
});
