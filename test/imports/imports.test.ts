import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as circles from '../../contract/circles.ts';
import * as comments from '../../contract/comments.ts';
import * as delivery from '../../contract/delivery.ts';
import * as likes from '../../contract/likes.ts';
import { rates } from '../../contract/limits.ts';
import * as media from '../../contract/media.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import * as albums from '../../contract/albums.ts';
import * as imports from '../../contract/imports.ts';
import * as timeline from '../../contract/timeline.ts';
import { makeAllLetters } from '../../server/features/letters/evening.ts';
import { findMiscounts } from '../../server/platform/db/check-counters.ts';
import { addToAlbum, makeAlbum } from '../harness/albums.ts';
import { familyCircle } from '../harness/family-circle.ts';
import { hashOf, numberedPhoto, sendImported, startImport } from '../harness/imports/imports.ts';
import { formOf, type Person } from '../harness/person.ts';
import { noisePhoto, plainPhoto } from '../harness/photos.ts';
import { onDatabases, TestServer } from '../harness/test-server.ts';
import { longTest } from '../runner/long-test.ts';

onDatabases('imports', (server, testOnBoth) => {
  const context = () => server().app.context;
  const setUp = (...names: string[]) => familyCircle(server(), names);
  const pauseEnds = async () => {
    await context().jobs.idle();
    await context().db.write(({ q }) =>
      q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'tell-circle').execute(),
    );
    await context().jobs.idle();
  };
  const bell = async (who: Person) =>
    (await who.ask(notifications.list, {})).items.filter(({ kind }) => kind === 'new_moments');
  const statusOf = async (who: Person, id: string) => (await who.call(posts.get, { id })).status;

  // IMPORT-3
  test('are their author’s alone until they are done, then one line of a letter and one notification', async () => {
    const { author: ann, others, circle } = await setUp('Ann', 'Ben', 'Cleo', 'Dora');
    const [ben, cleo, dora] = others;
    assert.ok(ben && cleo && dora);
    await ann.removes(dora, circle);
    await ben.ask(delivery.set, { circles: [{ circleId: circle.id, when: 'now' }] });
    const { importId, albumIds } = await startImport(ann, circle, [
      await numberedPhoto(1),
      await numberedPhoto(2),
      await numberedPhoto(3),
    ]);
    // The notification and the letter of a later moment move the marks beyond the albums.
    const other = await ann.posts('meanwhile', { to: circle });
    await pauseEnds();
    const statuses = await Promise.all(albumIds.map((id) => statusOf(ben, id)));
    assert.deepEqual(statuses, [404, 404, 404]);
    assert.deepEqual(
      (await bell(ben)).map(({ title }) => title),
      [`1 new moment in ${circle.name}`],
    );
    await makeAllLetters(context());
    assert.equal((await server().mailsTo(cleo)).length, 1);
    await ben.ask(notifications.markAllRead, {});
    // Joins while the import is open, and so before it is shared.
    await ann.adds(dora, circle);
    const outcome = await ann.ask(imports.share, { id: importId });
    assert.deepEqual(outcome, { shared: 3, photos: 3, kept: 0 });
    await pauseEnds();
    const { items } = await cleo.feed();
    assert.deepEqual(
      items.map(({ id }) => id),
      [...albumIds.toReversed(), other.id],
    );
    assert.equal(await statusOf(dora, albumIds[0] ?? ''), 200);
    assert.deepEqual(
      (await bell(ben)).map(({ title }) => title),
      [`3 new moments in ${circle.name}`],
    );
    await makeAllLetters(context());
    const letter = (await server().mailsTo(cleo)).at(-1);
    assert.equal(letter?.subject, 'Ann Example shared 3 albums with 3 photos');
    assert.equal(letter.text.match(/\/post\//g)?.length, 1, 'one line');
    await makeAllLetters(context());
    assert.deepEqual(await server().mailsTo(cleo), [], 'told once');
    assert.equal((await server().mailsTo(dora)).length, 1);
    const shown = await cleo.ask(timeline.photos, { circleId: circle.id });
    assert.deepEqual(
      shown.items.map(({ takenOn }) => takenOn),
      ['2019-07-14', '2019-07-14', '2019-07-14'],
    );
  });

  // LIKE-4
  testOnBoth('count the likes and comments that their author gave before they were shared', async () => {
    const { author: ann, others, circle } = await setUp('Lara', 'Milo');
    const [milo] = others;
    assert.ok(milo);
    const { importId, albumIds } = await startImport(ann, circle, [await numberedPhoto(51)]);
    const [id = ''] = albumIds;
    await ann.ask(likes.like, { id });
    await ann.ask(comments.add, { id, content: 'My first summer' });
    await ann.ask(imports.share, { id: importId });
    const later = await ann.posts('later', { to: circle });
    const popular = await milo.feed({ sort: 'popular' });
    assert.deepEqual(
      popular.items.map((post) => post.id),
      [id, later.id],
    );
    assert.deepEqual(await findMiscounts(context().db.read), []);
    // Later tests make all letters.
    await milo.ask(delivery.set, { circles: [{ circleId: circle.id, when: 'never' }] });
  });

  // REQUEST-5
  testOnBoth('answer a repeated request to share like the first', async () => {
    const { author: ann, circle } = await setUp('Rosi');
    const { importId } = await startImport(ann, circle, [await numberedPhoto(61)]);
    const share = () =>
      ann.request('POST', `/api/imports/${importId}/done`, {
        json: {},
        headers: { 'idempotency-key': 'share' },
      });
    // The client repeats a request whose answer was lost.
    for (const { status, json } of [...(await Promise.all([share(), share()])), await share()])
      assert.deepEqual([status, json], [200, { shared: 1, photos: 1, kept: 0 }]);
    assert.equal((await ann.feed()).items.length, 1);
    assert.equal((await ann.call(imports.share, { id: importId })).status, 404);
  });

  test('are in a line of a letter with those albums alone that its reader sees in the same circle', async () => {
    const { author: ann, others, circle } = await setUp('Gero', 'Hilde');
    const [hilde] = others;
    assert.ok(hilde);
    const second = await ann.makesCircle('Second');
    await ann.adds(hilde, second);
    const photos = [await numberedPhoto(41), await numberedPhoto(42), await numberedPhoto(43)];
    const { importId, albumIds } = await startImport(ann, circle, photos);
    const { id } = await ann.ask(imports.addAlbum, { id: importId, title: 'Elsewhere', circleId: second.id });
    await sendImported(ann, { importId, albumId: id, photo: await numberedPhoto(44) });
    await ann.ask(imports.share, { id: importId });
    await ann.ask(posts.edit, { id: albumIds[2] ?? '', hiddenFrom: [hilde.id] });
    await makeAllLetters(context());
    const letter = (await server().mailsTo(hilde)).at(-1);
    assert.match(letter?.text ?? '', /2 albums with 2 photos/);
    assert.match(letter?.text ?? '', /an album with (?:one photo|a photo|1 photo)/);
  });

  test('show in a letter with content the first album and how many more', async () => {
    const { author: ann, others, circle } = await setUp('Ada', 'Bob');
    const [bob] = others;
    assert.ok(bob);
    await ann.ask(circles.edit, { id: circle.id, name: circle.name, lettersCarry: 'content' });
    const photos = [await numberedPhoto(21), await numberedPhoto(22)];
    const { importId } = await startImport(ann, circle, photos);
    await ann.ask(imports.share, { id: importId });
    await makeAllLetters(context());
    // The letter waits for its photos.
    await context().jobs.idle();
    await context().db.write(({ q }) =>
      q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'letter').execute(),
    );
    const letter = (await server().mailsTo(bob)).at(-1);
    assert.match(letter?.text ?? '', /> Year 2010\n/);
    assert.match(letter?.text ?? '', /and one more album \((?:one more photo|2 more photos)\): http/);
    assert.doesNotMatch(letter?.text ?? '', /Year 2011/);
  });

  testOnBoth('add no file twice, also from two tabs, after an end, and from another archive', async () => {
    const { author: eve, circle } = await setUp('Eve');
    const photo = await numberedPhoto(31);
    const { importId, albumIds } = await startImport(eve, circle, [photo]);
    const [albumId = ''] = albumIds;
    const other = await numberedPhoto(32);
    const sent = await Promise.all(
      [0, 1, 2].map((position) => sendImported(eve, { importId, albumId, position, photo: other })),
    );
    assert.deepEqual(sent.map(({ status, json }) => `${status} ${JSON.stringify(json)}`).toSorted(), [
      '201 {"added":false}',
      '201 {"added":false}',
      '201 {"added":true}',
    ]);
    const contentHashes = [hashOf(photo), hashOf(other), hashOf(await numberedPhoto(33))];
    assert.deepEqual(
      new Set((await eve.ask(media.known, { contentHashes })).known),
      new Set(contentHashes.slice(0, 2)),
    );
    await eve.ask(imports.share, { id: importId });
    assert.equal((await eve.ask(albums.photos, { id: albumId })).items.length, 2);
    const again = await eve.ask(imports.open, { source: 'folder' });
    assert.notEqual(again.id, importId);
    const { id } = await eve.ask(imports.addAlbum, { id: again.id, title: 'Again', circleId: circle.id });
    const repeated = await sendImported(eve, { importId: again.id, albumId: id, photo });
    assert.deepEqual(repeated.json, { added: false });
    // The album stayed empty.
    assert.deepEqual(await eve.ask(imports.share, { id: again.id }), { shared: 0, photos: 0, kept: 0 });
    assert.equal(await statusOf(eve, id), 404);
  });

  test('refuse a photo without a day, or with one that cannot be true', async () => {
    const { author: fay } = await setUp('Fay');
    const { importId, albumIds } = await startImport(fay, null, [await numberedPhoto(41)]);
    const [albumId = ''] = albumIds;
    for (const takenOn of ['', '1789-07-14', '2019-02-30']) {
      const answer = await sendImported(fay, { importId, albumId, takenOn, photo: await numberedPhoto(42) });
      assert.equal(answer.status, 400, takenOn);
    }
    assert.equal((await fay.ask(albums.photos, { id: albumId })).items.length, 1);
  });

  // IMPORT-3
  test('keep an album for its author whose circle is lost, and all of them when ended without sharing', async () => {
    const { author: gil, others, circle } = await setUp('Gil', 'Hal');
    const [hal] = others;
    assert.ok(hal);
    const { importId, albumIds } = await startImport(hal, circle, [await numberedPhoto(51)]);
    assert.equal((await gil.call(imports.share, { id: importId })).status, 404);
    assert.equal((await gil.call(imports.keep, { id: importId })).status, 404);
    assert.equal((await gil.ask(imports.current, {})).import, null);
    const [album] = (await hal.ask(imports.current, {})).import?.albums ?? [];
    assert.deepEqual(album, { id: albumIds[0], title: 'Year 2010', circleId: circle.id, photosCount: 1 });
    await gil.removes(hal, circle);
    assert.deepEqual(await hal.ask(imports.share, { id: importId }), { shared: 0, photos: 0, kept: 1 });
    assert.deepEqual(
      [await statusOf(hal, albumIds[0] ?? ''), await statusOf(gil, albumIds[0] ?? '')],
      [200, 404],
    );
    const second = await startImport(gil, circle, [await numberedPhoto(52)]);
    assert.equal((await gil.call(imports.keep, { id: second.importId })).status, 204);
    assert.equal((await gil.ask(imports.current, {})).import, null);
    assert.equal((await gil.call(imports.share, { id: second.importId })).status, 404);
    assert.equal((await gil.ask(posts.get, { id: second.albumIds[0] ?? '' })).circles.length, 0);
  });

  // ALBUM-7, IMPORT-3
  testOnBoth('take in no photo that returns to its member, which would be shared with them', async () => {
    const { author: kim, others, circle } = await setUp('Kim', 'Lou');
    const [lou] = others;
    assert.ok(lou);
    const mia = await server().member('Mia');
    const club = await lou.makesCircle('Club');
    await lou.adds(mia, club);
    const { importId, albumIds } = await startImport(lou, club, [await numberedPhoto(71)]);
    const [id = ''] = albumIds;
    const { title } = await lou.ask(posts.get, { id });
    const album = await makeAlbum(kim, circle, { title: title ?? '' });
    const photoIds = await addToAlbum(lou, album, 1);
    await kim.ask(albums.removePhotos, { id: album.id, photoIds });
    await lou.ask(imports.share, { id: importId });
    const seen = (await mia.ask(albums.photos, { id })).items.map((photo) => photo.id);
    assert.equal(seen.length, 1);
    assert.ok(!seen.includes(photoIds[0] ?? ''));
  });

  // IMPORT-3, TRUTH-1, ALBUM-19
  testOnBoth('keep while it is shared whom an album leaves out, and its ringed photo', async () => {
    const { author: nora, others, circle } = await setUp('Nora', 'Otto', 'Pia');
    const [otto, pia] = others;
    assert.ok(otto && pia);
    const { importId, albumIds } = await startImport(nora, circle, [await numberedPhoto(81)]);
    const [id = ''] = albumIds;
    await sendImported(nora, { importId, albumId: id, photo: await numberedPhoto(82), position: 1 });
    const [, photo] = (await nora.ask(albums.photos, { id })).items;
    assert.ok(photo);
    await nora.ask(albums.edit, { id, coverPhotoId: photo.id });
    await nora.ask(posts.edit, { id, hiddenFrom: [otto.id] });
    await nora.ask(imports.share, { id: importId });
    assert.deepEqual(await Promise.all([nora, otto, pia].map((who) => statusOf(who, id))), [200, 404, 200]);
    const covers = (await pia.ask(albums.list, {})).items.map(({ cover }) => cover?.url);
    assert.deepEqual(covers, [photo.url]);
    // It counts as left out when sharing.
    assert.equal((await nora.call(posts.undoHiddenFrom, { id })).status, 409);
  });

  test('keep likes, comments and search of an album while it is shared', async () => {
    const { author: ivy, others, circle } = await setUp('Ivy', 'Joe');
    const [joe] = others;
    assert.ok(joe);
    const { importId, albumIds } = await startImport(ivy, circle, [await numberedPhoto(61)]);
    const [id = ''] = albumIds;
    const waiting = await ivy.ask(posts.get, { id });
    await ivy.comments(waiting, 'a note to myself');
    await ivy.ask(imports.share, { id: importId });
    const shared = await joe.ask(posts.get, { id });
    assert.equal(shared.photosCount, 1);
    assert.deepEqual(await joe.reads(shared), []);
    assert.deepEqual(await ivy.reads(shared), ['a note to myself']);
    await joe.sees(shared);
  });
});

// IMPORT-8
longTest('photos of an import wait for others, also for ordinary photos of the same member', async () => {
  const server = await TestServer.open('sqlite');
  try {
    const [ana, ben] = await server.members('Ana', 'Ben');
    const { importId, albumIds } = await startImport(ana, null, [await numberedPhoto(1)]);
    const [albumId = ''] = albumIds;
    const order: string[] = [];
    const note = async (name: string, answer: Promise<{ status: number; text: string }>) => {
      const { status, text } = await answer;
      assert.equal(status, 201, text);
      order.push(name);
    };
    const large = await Promise.all([0, 1, 2, 3, 4].map((at) => noisePhoto(2_000 + at, 1_500)));
    const small = formOf({ photo: new Blob([new Uint8Array(await plainPhoto())]) });
    await Promise.all([
      ...large.map((photo, position) =>
        note('import', sendImported(ana, { importId, albumId, position, photo })),
      ),
      note('own', ana.call(media.upload, small)),
      note('other', ben.call(media.upload, small)),
    ]);
    assert.equal(order.length, 7);
    assert.ok(order.indexOf('own') < 4 && order.indexOf('other') < 4, order.join());
  } finally {
    await server.close();
  }
});

// IMPORT-8
test('the hourly limit of imported photos is separate from that of other photos', async () => {
  // 40 photos of imports, and 12 others.
  const server = await TestServer.open('sqlite', { RATE_LIMIT_FACTOR: '0.02' });
  try {
    const { limits } = server.app.context;
    const ana = await server.member('Ana');
    const { importId, albumIds } = await startImport(ana, null, [await numberedPhoto(1)]);
    const [albumId = ''] = albumIds;
    const id = await server.keyOf('users', ana);
    await limits.count('photos', String(id), 12);
    const send = async (number: number) =>
      sendImported(ana, { importId, albumId, photo: await numberedPhoto(number) });
    await limits.count('importPhotos', String(id), 38);
    assert.equal((await send(2)).status, 201);
    const refused = await send(3);
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal(rates.importPhotos.points, 2_000);
    assert.equal(rates.importPhotos.seconds, 3_600);
  } finally {
    await server.close();
  }
});

// IMPORT-8
test('albums of words alone count as moments in the hourly limit', async () => {
  // Three moments.
  const server = await TestServer.open('sqlite', { RATE_LIMIT_FACTOR: '0.05' });
  try {
    const ana = await server.member('Ana');
    const circle = await ana.makesCircle('Family');
    const { id } = await ana.ask(imports.open, { source: 'folder' });
    for (const title of ['One', 'Two', 'Three', 'Four']) {
      const album = { id, title, content: 'Words alone', circleId: circle.id };
      await ana.ask(imports.addAlbum, album);
    }
    assert.equal((await ana.call(imports.share, { id })).status, 429);
    assert.deepEqual((await ana.feed()).items, []);
  } finally {
    await server.close();
  }
});
