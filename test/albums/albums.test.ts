import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as auth from '../../contract/auth.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as media from '../../contract/media.ts';
import * as posts from '../../contract/posts.ts';
import { takeBack } from '../../contract/audience/take-back.ts';
import * as albums from '../../contract/albums.ts';
import type { Post } from '../../contract/shapes.ts';
import { addToAlbum, makeAlbum, photosOfAlbum, uploadPhotos } from '../harness/albums.ts';
import { Listening } from '../harness/events.ts';
import { familyCircle } from '../harness/family-circle.ts';
import { formOf, type Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { becomesUnclaimed } from '../harness/resets.ts';
import { onBothDatabases } from '../harness/test-server.ts';

onBothDatabases('albums', (server) => {
  const setUp = (...names: string[]) => familyCircle(server(), names);
  test('are moments with a title, of which a card shows five photos', async () => {
    const { author: ann, others, circle } = await setUp('Ann', 'Ben');
    const [ben] = others;
    assert.ok(ben);
    const album = await makeAlbum(ann, circle, { photos: 7, adds: 'author' });
    const { items } = await ben.feed();
    assert.deepEqual(
      items.map(({ kind, title, photosCount, images }) => [kind, title, photosCount, images.length]),
      [['album', 'Summer', 7, 5]],
    );
    assert.equal((await photosOfAlbum(ben, album)).length, 7);
    assert.equal(
      (await ben.call(albums.addPhotos, { id: album.id, photoIds: await uploadPhotos(ben, 1) })).status,
      403,
    );
  });

  // REQUEST-2
  test('are shared once with a circle that is named twice', async () => {
    const { author: ann, others, circle } = await setUp('Ina', 'Jon');
    const [jon] = others;
    assert.ok(jon);
    const circleIds = [circle.id, circle.id];
    for (const adds of ['author', 'circle'] as const) {
      const album = await ann.ask(albums.create, { title: 'Twice', circleIds, adds });
      assert.deepEqual(
        album.circles.map(({ id }) => id),
        [circle.id],
      );
    }
    assert.equal((await jon.feed()).items.length, 2);
  });

  test('take no descriptions without a photo', async () => {
    const { author: ann, circle } = await setUp('Edith');
    const album = await makeAlbum(ann, circle, { photos: 1, adds: 'author' });
    const [photo = ''] = await uploadPhotos(ann, 1);
    const photos = { photoIds: [photo], alts: ['The lake', 'The boat'] };
    for (const { status, text } of [
      await ann.call(albums.create, { title: 'Lake', circleIds: [circle.id], adds: 'author', ...photos }),
      await ann.call(albums.addPhotos, { id: album.id, ...photos }),
    ]) {
      assert.equal(status, 400, text);
      assert.ok(text.includes(messages.photoCaptionsMany), text);
    }
  });

  // ALBUM-5
  test('take photos of everyone in their circle, hidden by a block', async () => {
    const { author: ann, others, circle } = await setUp('Ada', 'Bob', 'Cora');
    const [bob, cora] = others;
    assert.ok(bob && cora);
    const album = await makeAlbum(ann, circle);
    await addToAlbum(bob, album, 2);
    const seenBy = async (person: Person) => {
      const [card] = (await person.feed()).items;
      const listed = await photosOfAlbum(person, album);
      assert.equal(card?.photosCount, listed.length);
      assert.equal(card.images.length, listed.length);
      return listed;
    };
    const all = await seenBy(cora);
    assert.deepEqual(
      all.map((photo) => photo.addedBy.firstName),
      ['Ada', 'Bob', 'Bob'],
    );
    await cora.ask(blocking.block, { id: bob.id });
    assert.equal((await seenBy(cora)).length, 1);
    assert.equal((await seenBy(ann)).length, 3);
    const hidden = all.at(-1);
    assert.ok(hidden);
    assert.equal((await cora.request('GET', hidden.url)).status, 404);
    assert.equal((await ann.request('GET', hidden.url)).status, 200);
  });

  // SIGHT-10, ALBUM-5
  test('tell only those who see a photo that it came, changed or went', async () => {
    const { author: abe, others, circle } = await setUp('Abe', 'Bibi', 'Clio', 'Dina');
    const [bibi, clio, dina] = others as [Person, Person, Person];
    const album = await makeAlbum(abe, circle);
    await dina.ask(blocking.block, { id: bibi.id });
    // A reader of another moment.
    const { author: eda, others: guests, circle: away } = await setUp('Eda', 'Fay');
    await eda.posts('Elsewhere', { to: away });
    const fay = guests[0] ?? assert.fail();
    const [asBibi, asClio, asDina, asFay] = await Promise.all(
      [bibi, clio, dina, fay].map(Listening.openQuiet),
    );
    assert.ok(asBibi && asClio && asDina && asFay);
    const heardBy = async (listening: Listening, person: Person) => {
      const heard = await listening.quiet(person);
      listening.heard.length = 0;
      return heard.filter(({ id }) => id === album.id).map(({ kind }) => kind);
    };
    const [photo = ''] = await addToAlbum(dina, album, 1);
    assert.deepEqual([await heardBy(asBibi, bibi), await heardBy(asClio, clio)], [[], ['post']]);
    await dina.ask(albums.edit, { id: album.id, alts: [{ photoId: photo, alt: 'A pond' }] });
    assert.deepEqual([await heardBy(asBibi, bibi), await heardBy(asClio, clio)], [[], ['post']]);
    await dina.ask(albums.removePhotos, { id: album.id, photoIds: [photo] });
    assert.deepEqual([await heardBy(asBibi, bibi), await heardBy(asClio, clio)], [[], ['post']]);
    const [other = '', later = ''] = await addToAlbum(dina, album, 2);
    await abe.ask(albums.removePhotos, { id: album.id, photoIds: [other] });
    assert.deepEqual([await heardBy(asBibi, bibi), await heardBy(asClio, clio)], [[], ['post', 'post']]);
    await abe.ask(albums.edit, { id: album.id, title: 'Autumn' });
    assert.deepEqual([await heardBy(asBibi, bibi), await heardBy(asClio, clio)], [['post'], ['post']]);
    // Dina may still delete her photos.
    await abe.removes(dina, circle);
    await heardBy(asDina, dina);
    await dina.ask(albums.removePhotos, { id: album.id, photoIds: [later] });
    assert.deepEqual([await heardBy(asDina, dina), await heardBy(asFay, fay)], [[], []]);
    await Promise.all([asBibi, asClio, asDina, asFay].map((page) => page.close()));
  });

  test('are found by those who see them, other moments are not found as albums', async () => {
    const { author: ann, circle } = await setUp('Alba');
    const [one, two] = [await makeAlbum(ann, circle), await makeAlbum(ann, circle, { photos: 2 })];
    const photos = [await photosOfAlbum(ann, one), await photosOfAlbum(ann, two)];
    assert.deepEqual(
      photos.map(({ length }) => length),
      [1, 2],
    );
    const stranger = await server().member('Cyd');
    assert.equal((await stranger.call(albums.photos, { id: one.id })).status, 404);
    const { id } = await ann.posts('No album', { to: circle });
    assert.equal((await ann.call(albums.photos, { id })).status, 404);
    assert.equal((await ann.call(albums.addPhotos, { id, photoIds: [] })).status, 404);
  });

  // ALBUM-5
  test('show photos of others to their author only while the author is in their circle', async () => {
    const { author: ann, others, circle } = await setUp('Asta', 'Bodo');
    const [bodo] = others;
    assert.ok(bodo);
    const album = await makeAlbum(ann, circle);
    await addToAlbum(bodo, album, 2);
    const [, photo] = await photosOfAlbum(ann, album);
    assert.ok(photo);
    await ann.ask(circles.handOver, { id: circle.id, userId: bodo.id });
    await ann.ask(circles.removeMember, { id: circle.id, memberId: ann.id });
    assert.equal((await photosOfAlbum(ann, album)).length, 1);
    const { photosCount, images } = await ann.ask(posts.get, { id: album.id });
    assert.deepEqual([photosCount, images.length], [1, 1]);
    assert.equal((await ann.request('GET', photo.url)).status, 404);
    assert.equal((await photosOfAlbum(bodo, album)).length, 3);
  });

  // ALBUM-5, SIGNIN-20
  test('show no photos of an account until its owner has said that it is theirs', async () => {
    const { author: ann, others, circle } = await setUp('Arno', 'Berta');
    const [berta] = others;
    assert.ok(berta);
    const album = await makeAlbum(ann, circle);
    await addToAlbum(berta, album, 1);
    const [, photo] = await photosOfAlbum(ann, album);
    assert.ok(photo);
    await becomesUnclaimed(server(), berta);
    assert.equal((await photosOfAlbum(ann, album)).length, 1);
    assert.equal((await ann.request('GET', photo.url)).status, 404);
    await berta.ask(auth.answerClaim, { mine: true });
    assert.equal((await photosOfAlbum(ann, album)).length, 2);
  });

  // ALBUM-5
  test('keep photos for those who added them, who may delete them also after losing sight', async () => {
    const { author: ann, others, circle } = await setUp('Anke', 'Bert');
    const [ben] = others;
    assert.ok(ben);
    const album = await makeAlbum(ann, circle);
    const photoIds = await addToAlbum(ben, album, 2);
    const [, photo] = await photosOfAlbum(ben, album);
    assert.ok(photo);
    await ann.removes(ben, circle);
    await ben.doesNotSee(album);
    assert.equal((await ben.request('GET', photo.url)).status, 200);
    assert.equal(await ben.ask(albums.removePhotos, { id: album.id, photoIds: photoIds.slice(0, 1) }), null);
    assert.equal((await ben.request('GET', photo.url)).status, 404);
    assert.equal((await photosOfAlbum(ann, album)).length, 2);
  });

  // ALBUM-7
  test('return photos of others when their author takes them out, takes the album back or deletes it', async () => {
    const { author: ann, others, circle } = await setUp('Alma', 'Boris');
    const [ben] = others;
    assert.ok(ben);
    const returned = async () => {
      const { items } = await ben.ask(posts.ofMember, { usernameOrId: ben.id });
      return items.map(({ title, photosCount, circles: { length } }) => [title, photosCount, length]);
    };
    const album = await makeAlbum(ann, circle);
    const [first] = await addToAlbum(ben, album, 3);
    assert.ok(first);
    await ann.ask(albums.removePhotos, { id: album.id, photoIds: [first] });
    assert.deepEqual(await returned(), [['Summer', 1, 0]]);
    await ann.ask(takeBack, { id: album.id });
    assert.deepEqual(await returned(), [['Summer', 3, 0]]);
    const other = await makeAlbum(ann, circle);
    await addToAlbum(ben, other, 1);
    await ann.ask(posts.remove, { id: other.id });
    assert.deepEqual(await returned(), [['Summer', 4, 0]]);
  });

  // ALBUM-7, SIGHT-3
  test('return photos without the title to whom the album is out of sight', async () => {
    const { author: ann, others, circle } = await setUp('Ottoline', 'Bodil', 'Gernot');
    const [ben, cleo] = others;
    assert.ok(ben && cleo);
    const titles = async (person: Person) =>
      (await person.ask(albums.list, {})).items.map(({ title }) => title).toSorted();
    const surprise = 'Surprise for Bodil';
    const shared: { album: Post; photo: string }[] = [];
    for (const title of ['Summer', 'Autumn', 'Winter']) {
      const album = await makeAlbum(ann, circle, { title });
      const [photo] = await addToAlbum(ben, album, 1);
      await addToAlbum(cleo, album, 1);
      assert.ok(photo);
      shared.push({ album, photo });
    }
    const [summer, autumn, winter] = shared;
    assert.ok(summer && autumn && winter);
    await ann.removes(ben, circle);
    for (const { album } of shared) await ann.ask(albums.edit, { id: album.id, title: surprise });
    await ann.ask(posts.remove, { id: summer.album.id });
    await ann.ask(takeBack, { id: autumn.album.id });
    await ann.ask(albums.removePhotos, { id: winter.album.id, photoIds: [winter.photo] });
    assert.deepEqual(await titles(ben), ['']);
    assert.ok((await titles(cleo)).includes(surprise));
  });

  // ALBUM-5
  test('come by year, the newest first, and count what the viewer sees', async () => {
    const { author: ann, others, circle } = await setUp('Xenia', 'Yorick', 'Zelda');
    const [ben, cat] = others;
    assert.ok(ben && cat);
    const album = await makeAlbum(ann, circle, { photos: 0 });
    const add = async (person: Person, days: readonly string[]) => {
      const photoIds: string[] = [];
      for (const takenOn of days) {
        const photo = new Blob([new Uint8Array(await plainPhoto())]);
        photoIds.push((await person.ask(media.upload, formOf({ takenOn, photo }))).id);
      }
      await person.ask(albums.addPhotos, { id: album.id, photoIds });
    };
    await add(ann, ['2019-07-14', '2024-01-02', '2019-12-31']);
    await add(ben, ['2024-01-03', '2021-05-05']);
    const yearsOf = async (person: Person) =>
      (await person.ask(albums.years, { id: album.id })).years.map(({ year, photos }) => [year, photos]);
    const daysOf = async (person: Person, more: { cursor?: string; limit?: string } = {}) => {
      const listed = await person.ask(albums.photos, { id: album.id, order: 'newest', ...more });
      return { days: listed.items.map(({ day }) => day), nextCursor: listed.nextCursor };
    };
    assert.deepEqual(await yearsOf(cat), [
      [2024, 2],
      [2021, 1],
      [2019, 2],
    ]);
    const { days, nextCursor } = await daysOf(cat, { limit: '3' });
    assert.deepEqual(days, ['2024-01-03', '2024-01-02', '2021-05-05']);
    const rest = await daysOf(cat, { cursor: nextCursor ?? '' });
    assert.deepEqual(rest, { days: ['2019-12-31', '2019-07-14'], nextCursor: null });
    await cat.ask(blocking.block, { id: ben.id });
    assert.deepEqual(await yearsOf(cat), [
      [2024, 1],
      [2019, 2],
    ]);
    assert.deepEqual((await daysOf(cat)).days, ['2024-01-02', '2019-12-31', '2019-07-14']);
    assert.equal((await server().visitor().call(albums.years, { id: album.id })).status, 401);
    const other = await server().member('Quirin');
    assert.equal((await other.call(albums.years, { id: album.id })).status, 404);
    await ann.ask(takeBack, { id: album.id, circleIds: [circle.id] });
    assert.equal((await cat.call(albums.years, { id: album.id })).status, 404);
  });

  // REQUEST-5, ALBUM-18
  test('answer a repeated call after their author was removed from the circle', async () => {
    const { author: ida, others, circle } = await setUp('Idun', 'Jorunn');
    const [jo] = others;
    assert.ok(jo);
    const make = async (): Promise<unknown> => {
      const { status, json } = await jo.request('POST', '/api/albums', {
        json: { title: 'Summer', circleIds: [circle.id], adds: 'circle' },
        headers: { 'idempotency-key': 'before the removal' },
      });
      assert.equal(status, 201);
      return Reflect.get(Object(json), 'id');
    };
    const first = await make();
    await ida.removes(jo, circle);
    assert.equal(await make(), first);
  });
});
