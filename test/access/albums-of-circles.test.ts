import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import * as albums from '../../contract/albums.ts';
import * as blocking from '../../contract/blocking.ts';
import * as posts from '../../contract/posts.ts';
import { takeBack } from '../../contract/audience/take-back.ts';
import type { Circle } from '../../contract/shapes.ts';
import { addToAlbum, makeAlbum, photosOfAlbum } from '../harness/albums.ts';
import { uploadOfDay } from '../harness/dated-photos.ts';
import { lateCircle } from '../harness/family-circle.ts';
import type { Person } from '../harness/person.ts';
import { onBothDatabases } from '../harness/test-server.ts';

onBothDatabases('albums of circles', (server) => {
  const setUp = (...names: string[]) => lateCircle(server(), names);
  const albumsOf = (person: Person, circle: Circle, more = {}) =>
    person.ask(albums.list, { circleId: circle.id, ...more });
  const titlesOf = async (person: Person, circle: Circle) =>
    (await albumsOf(person, circle)).items.map(({ title }) => title);

  // ALBUM-19, ALBUM-5, BLOCK-1
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

  // ALBUM-19, ALBUM-5, SIGHT-1, SIGHT-5, TRUTH-2, BLOCK-1
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
    const photoIds = [await uploadOfDay(ann, '2001-02-03')];
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

  // SIGHT-9, SIGHT-1, SIGHT-3, SIGHT-5, TRUTH-2, BLOCK-1
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
    const photoIds = [await uploadOfDay(kim, '2001-02-03')];
    await kim.ask(albums.create, { title: 'Twice', circleIds: [circle.id, late.id], photoIds });
    await leo.ask(albums.create, {
      title: 'Mine',
      circleIds: [],
      photoIds: [await uploadOfDay(leo, '2002-02-03')],
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

  // SIGHT-9
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
