import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as albums from '../../contract/albums.ts';
import { takeBack } from '../../contract/audience/take-back.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as media from '../../contract/media.ts';
import * as search from '../../contract/search.ts';
import { formOf, type Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { indexPosts } from '../../server/features/search/index-posts.ts';
import { onBothDatabases, onDatabase } from '../harness/test-server.ts';

onBothDatabases('search for people, circles, moments and albums', (server) => {
  const find = (person: Person, q: string, more: { kind?: search.FoundKind } = {}) =>
    person.ask(search.everything, { q, ...more });
  /** The results of a search by kind and name. */
  const names = async (person: Person, q: string) => {
    const { people, circles: found, moments, albums: made, from } = await find(person, q);
    return {
      people: people.map(({ firstName }) => firstName),
      circles: found.map(({ name }) => name),
      moments: moments.map(({ content }) => content),
      albums: made.map(({ title }) => title),
      from: from && [from.person.firstName, from.count],
    };
  };
  const nothing = { people: [], circles: [], moments: [], albums: [], from: null };
  const upload = async (person: Person) =>
    (await person.ask(media.upload, formOf({ photo: new Blob([new Uint8Array(await plainPhoto())]) }))).id;
  const marked = (text: string, marks: search.Marks) => marks.map(([start, end]) => text.slice(start, end));

  test('one request finds people, circles, moments and albums, and marks the letters', async () => {
    const [zora, una] = await server().members('Zora', 'Una');
    const circle = await zora.makesCircle('Sunday zorb');
    await zora.adds(una, circle);
    const photoIds = [await upload(zora)];
    await zora.posts('No Zörbing tomorrow', { to: circle });
    await zora.posts('The lemons made it', { to: circle });
    await zora.ask(albums.create, { title: 'Zorro’s garden', circleIds: [circle.id], photoIds });
    assert.deepEqual(await names(una, 'zor'), {
      people: ['Zora'],
      circles: ['Sunday zorb'],
      moments: ['No Zörbing tomorrow'],
      albums: ['Zorro’s garden'],
      from: ['Zora', 3],
    });
    const found = await find(una, 'zor');
    const [person, place, moment, album] = [
      found.people.at(0),
      found.circles.at(0),
      found.moments.at(0),
      found.albums.at(0),
    ];
    assert.deepEqual(marked(`${person?.firstName} ${person?.lastName}`, person?.marks ?? []), ['Zor']);
    assert.deepEqual(marked(place?.name ?? '', place?.marks ?? []), ['zor']);
    assert.equal(place?.memberCount, 2);
    for (const [at, letters] of [
      [moment, 'Zör'],
      [album, 'Zor'],
    ] as const) {
      const [highlight] = at?.highlights ?? [];
      assert.deepEqual(marked(highlight?.text ?? '', highlight?.marks ?? []), [letters]);
    }
    const today = new Date().toISOString().slice(0, 10);
    assert.deepEqual([album?.photosCount, album?.from, album?.to], [1, today, today]);
    assert.deepEqual([moment?.from, moment?.to], [null, null]);
  });

  test('marks a part inside a name, and nothing of a name that is found by its username', async () => {
    const [yve, wim] = await server().members('Yvonne', 'Wim');
    await wim.ask(account.edit, { username: 'xylo.player' });
    const marksOf = async (q: string) => (await find(yve, q)).people.map(({ marks }) => marks);
    assert.deepEqual(await marksOf('xylo.player'), [[]]);
    const vonne = (await find(wim, 'vonn')).people.at(0);
    assert.deepEqual(marked(vonne?.firstName ?? '', vonne?.marks ?? []), ['vonn']);
  });

  // BLOCK-1
  test('a block hides a person and all of theirs, and ends with the block', async () => {
    const [ivo, jana, host] = await server().members('Ivorine', 'Jana', 'Host');
    const circle = await host.makesCircle('Club');
    for (const member of [ivo, jana]) await host.adds(member, circle);
    await ivo.posts('Ivorine words', { to: circle });
    await ivo.ask(albums.create, { title: 'Ivorine album', circleIds: [circle.id] });
    const all = {
      people: ['Ivorine'],
      circles: [],
      moments: ['Ivorine words'],
      albums: ['Ivorine album'],
      from: ['Ivorine', 2],
    };
    assert.deepEqual(await names(jana, 'ivorine'), all);
    await ivo.ask(blocking.block, { id: jana.id });
    assert.deepEqual(await names(jana, 'ivorine'), nothing);
    await ivo.ask(blocking.unblock, { id: jana.id });
    assert.deepEqual(await names(jana, 'ivorine'), all);
  });

  // TRUTH-2, SIGHT-1
  test('finds nothing that leaves the caller out, was taken back or is in another circle', async () => {
    const [olga, pit] = await server().members('Olga', 'Pit');
    const [shared, other] = [await olga.makesCircle('Shared'), await olga.makesCircle('Quillon others')];
    await olga.adds(pit, shared);
    const hiddenFrom = JSON.stringify([pit.id]);
    await olga.posts('Quillon without Pit', { to: shared, more: { hiddenFrom } });
    await olga.ask(albums.create, { title: 'Quillon hidden', circleIds: [shared.id], hiddenFrom: [pit.id] });
    await olga.posts('Quillon elsewhere', { to: other });
    await olga.ask(albums.create, { title: 'Quillon elsewhere', circleIds: [other.id] });
    const post = await olga.posts('Quillon for a while', { to: shared });
    const album = await olga.ask(albums.create, { title: 'Quillon a while', circleIds: [shared.id] });
    const seen = { moments: ['Quillon for a while'], albums: ['Quillon a while'] };
    assert.deepEqual(await names(pit, 'quillon'), { ...nothing, ...seen });
    assert.deepEqual((await names(pit, 'olga')).from, ['Olga', 2]);
    for (const { id } of [post, album]) await olga.ask(takeBack, { id, circleIds: [shared.id] });
    assert.deepEqual(await names(pit, 'quillon'), nothing);
    assert.deepEqual((await names(pit, 'olga')).from, null);
    assert.deepEqual((await names(olga, 'quillon')).circles, ['Quillon others']);
  });

  test('finds a private circle for its owner alone, and a shared one only for its members', async () => {
    const [rita, sven, tess] = await server().members('Rita', 'Sven', 'Tess');
    const list = await rita.makesCircle('Wombats at home', { kind: 'private' });
    const shared = await rita.makesCircle('Wombats outside');
    for (const circle of [list, shared]) await rita.adds(sven, circle);
    const circlesOf = async (person: Person) => (await names(person, 'wombat')).circles.toSorted();
    assert.deepEqual(await circlesOf(rita), ['Wombats at home', 'Wombats outside']);
    assert.deepEqual(await circlesOf(sven), ['Wombats outside']);
    assert.deepEqual(await circlesOf(tess), []);
    await rita.ask(circles.removeMember, { id: shared.id, memberId: sven.id });
    assert.deepEqual(await circlesOf(sven), []);
  });

  // PEOPLE-17
  test('leaves out people who are not in the directory, but not their moments', async () => {
    const [uwe, vera] = await server().members('Uwelius', 'Vera');
    const circle = await uwe.makesCircle('Home');
    await uwe.adds(vera, circle);
    await uwe.posts('Uwelius was here', { to: circle });
    await uwe.ask(account.edit, { listed: false });
    assert.deepEqual(await names(vera, 'uwelius'), { ...nothing, moments: ['Uwelius was here'] });
  });

  test('shows three of each kind with their number, and of one kind up to fifty', async () => {
    const [anna] = await server().members('Anna');
    await server().members('Bertha One', 'Bertha Two', 'Bertha Three', 'Bertha Four');
    const homes = await Promise.all([1, 2, 3, 4].map((at) => anna.makesCircle(`Bertha ${at}`)));
    for (const at of [1, 2, 3, 4]) await anna.posts(`Bertha ${at}`, { to: homes });
    const found = await find(anna, 'bertha');
    for (const kind of ['people', 'circles', 'moments'] as const) {
      assert.equal(found[kind].length, 3, kind);
      assert.deepEqual(found.counts[kind], { count: 4, hasMore: false }, kind);
      const one = await find(anna, 'bertha', { kind });
      assert.equal(one[kind].length, 4, kind);
      assert.equal(one.people.length + one.circles.length + one.moments.length, 4, kind);
    }
    assert.deepEqual([found.albums, found.counts.albums.count], [[], 0]);
    const { items } = await anna.ask(search.posts, { q: 'bertha', kind: 'albums' });
    assert.deepEqual(items, []);
    assert.equal((await anna.ask(search.posts, { q: 'bertha', kind: 'moments' })).items.length, 4);
  });

  test('needs two letters and a session', async () => {
    const anna = await server().member('Annegret');
    for (const q of ['', 'a', ' . '])
      assert.equal((await anna.call(search.everything, { q })).status, 400, q);
    const visitor = server().visitor();
    assert.equal((await visitor.call(search.everything, { q: 'anne' })).status, 401);
  });
});

onDatabase('postgres', 'the index of moments, with several writers', (server) => {
  test('words that are changed while their moment is indexed are found afterwards', async () => {
    const nils = await server().member('Nils');
    const post = await nils.posts('Alphorn', { to: await nils.makesCircle('Alps') });
    const [changed, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { db } = server().app.context;
    const change = db.write(async ({ q }) => {
      await q.updateTable('posts').set({ content: 'Zither' }).where('public_id', '=', post.id).execute();
      changed.resolve();
      await held.promise;
    });
    await changed.promise;
    await indexPosts(db);
    held.resolve();
    await change;
    const found = async (q: string) => (await nils.ask(search.posts, { q })).items.map(({ id }) => id);
    assert.deepEqual([await found('zither'), await found('alphorn')], [[post.id], []]);
  });
});
