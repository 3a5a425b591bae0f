import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { afterEach, test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as media from '../../contract/media.ts';
import * as moderation from '../../contract/moderation.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import * as questions from '../../contract/questions.ts';
import type { Circle } from '../../contract/shapes.ts';
import { takeBack } from '../../contract/audience/take-back.ts';
import * as albums from '../../contract/albums.ts';
import * as archives from '../../contract/archives.ts';
import { makeArchive } from '../../server/features/archives/make.ts';
import { sweepArchives } from '../../server/features/archives/sweep.ts';
import { createVolumes } from '../../server/features/archives/volumes.ts';
import { makeLetterOf } from '../../server/features/letters/evening.ts';
import { pieceBytes } from '../../server/platform/storage/pieces.ts';
import { addToAlbum, makeAlbum, photosOfAlbum } from '../harness/albums.ts';
import { formOf, type Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { reports } from '../harness/reports.ts';
import { becomesUnclaimed } from '../harness/resets.ts';
import { onDatabases, password } from '../harness/test-server.ts';
import { unzip, zipTimes } from '../harness/unzip.ts';
import { uploadVideo, uploadVoice } from '../harness/videos.ts';

const pathOf = (circle: Circle, part = 1) => `/api/circles/${circle.id}/archive/file?part=${part}`;

onDatabases('archives of circles', (server, testOnBoth) => {
  afterEach(async () => {
    const { context } = server().app;
    await context.db.write(({ q }) => q.updateTable('archives').set({ expires_at: 0 }).execute());
    await sweepArchives(context);
    assert.deepEqual(await filesInStore(), []);
  });
  const setUp = async (...names: [string, string, string]) => {
    const [ann, ben, cora] = await server().members(...names);
    const circle = await ann.makesCircle('Family', { showsEarlierPosts: false });
    await ann.adds(ben, circle);
    return { ann, ben, cora, circle };
  };
  const settle = () => server().app.context.jobs.idle();
  const makes = async (person: Person, circle: Circle) => {
    const { status } = await person.ask(archives.request, { id: circle.id });
    assert.equal(status, 'pending');
    await settle();
    const state = await person.ask(archives.state, { id: circle.id });
    assert.equal(state.status, 'ready');
    const [mail] = await server().mailsTo(person);
    assert.match(mail?.subject ?? '', new RegExp(circle.name));
    return state;
  };
  const fetchPart = async (person: Person, circle: Circle, part = 1) => {
    const response = await person.fetch('GET', pathOf(circle, part));
    assert.equal(response.status, 200);
    return Buffer.from(await response.arrayBuffer());
  };
  const statusOf = async (person: Person, circle: Circle) =>
    (await person.ask(archives.state, { id: circle.id })).status;
  const filesInStore = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of server().app.context.storage.list())
      if (key.includes('-archive-')) keys.push(key);
    return keys;
  };
  /** The archive of a member ends: its state, its file, its bytes and its notification. */
  const assertEnded = async (person: Person, circle: Circle) => {
    assert.equal(await statusOf(person, circle), 'none');
    assert.equal((await person.fetch('GET', pathOf(circle))).status, 404);
    await sweepArchives(server().app.context);
    assert.deepEqual(await filesInStore(), []);
    const { items } = await person.ask(notifications.list, {});
    assert.ok(items.every(({ kind }) => kind !== 'archive_ready'));
  };
  const sharesOn = async (person: Person, circle: Circle, takenOn: string, content = '') => {
    const photo = new Blob([new Uint8Array(await plainPhoto(30, 20))]);
    const { id } = await person.ask(media.upload, formOf({ takenOn, photo }));
    const photoIds = JSON.stringify([id]);
    return person.ask(posts.create, formOf({ content, circleIds: JSON.stringify([circle.id]), photoIds }));
  };

  // ARCHIVE-1, ARCHIVE-3
  testOnBoth(
    'an archive has photos by album and year with their days, and pages that show them',
    async () => {
      const { ann, ben, circle } = await setUp('Ann', 'Ben', 'Cora');
      const words = await sharesOn(ann, circle, '2019-05-03', '<b>By the lake</b>');
      const album = await makeAlbum(ann, circle, { photos: 7, title: 'Summer: 1/2' });
      await makeAlbum(ann, circle, { photos: 1, title: 'Summer 1 2' });
      await addToAlbum(ben, album, 1);
      await sharesOn(ben, circle, '1961-12-24');
      await ann.comments(words, 'No comment is in it');
      const video = await uploadVideo(ann);
      await ann.posts('', { to: circle, photos: [], photoIds: [video.id] });
      const elsewhere = await ann.makesCircle('Friends');
      await sharesOn(ann, elsewhere, '2020-01-01', 'Elsewhere');
      // An archive has the prepared size of a photo whose full-size copy is still being made.
      await server().app.context.jobs.idle();
      const state = await makes(ben, circle);
      assert.partialDeepStrictEqual(state, { photos: { done: 12, total: 12 }, isComplete: true });
      const zip = await fetchPart(ben, circle);
      assert.equal(zip.length, state.parts[0]?.bytes);
      const files = await unzip(zip);
      const names = [...files.keys()].map((name) => name.replace(/ [\da-f]{8}\./, ' ID.'));
      const today = new Date().toISOString().slice(0, 10);
      const count = (name: string) => names.filter((other) => other === name).length;
      assert.equal(count('2019/2019-05-03 Ann Example ID.jpg'), 1);
      assert.equal(count('1961/1961-12-24 Ben Example ID.jpg'), 1);
      assert.equal(count(`Albums/Summer 1 2 (2)/${today} Ann Example ID.jpg`), 7);
      assert.equal(count(`Albums/Summer 1 2 (2)/${today} Ben Example ID.jpg`), 1);
      assert.equal(count(`Albums/Summer 1 2/${today} Ann Example ID.jpg`), 1);
      assert.equal(names.filter((name) => name.endsWith('.webm') || name.endsWith('.mp4')).length, 1);
      assert.equal(files.size, 12 + 2);
      const times = await zipTimes(zip);
      const [taken] = [...times.keys()].filter((name) => name.startsWith('2019/'));
      assert.equal(times.get(taken ?? '')?.toISOString(), '2019-05-03T12:00:00.000Z');
      const page = String(files.get('pages/1.html'));
      assert.match(page, /&lt;b&gt;By the lake&lt;\/b&gt;/);
      assert.match(page, /Ann Example/);
      assert.ok(!page.includes('No comment'));
      assert.ok(!page.includes('Elsewhere'));
      const [, shown = ''] = /<img src="\.\.\/(2019[^"]+)"/.exec(page) ?? [];
      assert.ok(files.has(decodeURIComponent(shown)));
      assert.match(String(files.get('index.html')), /<a href="pages\/1.html">/);
      const { items } = await ben.ask(notifications.list, {});
      assert.ok(items.some(({ kind, title }) => kind === 'archive_ready' && title.includes('Family')));
      const part = await ben.fetch('GET', pathOf(circle), { headers: { range: 'bytes=10-19' } });
      assert.equal(part.status, 206);
      assert.deepEqual(Buffer.from(await part.arrayBuffer()), zip.subarray(10, 20));
      assert.equal((await ben.fetch('GET', pathOf(circle, 2))).status, 404);
      assert.equal((await ben.fetch('GET', `/api/circles/${circle.id}/archive/file?part=x`)).status, 400);
    },
  );

  // ARCHIVE-4
  testOnBoth('nobody else can download an archive, and nobody archives a circle of others', async () => {
    const { ann, ben, cora, circle } = await setUp('Ada', 'Bob', 'Clara');
    await sharesOn(ann, circle, '2019-05-03');
    await makes(ben, circle);
    assert.equal(await statusOf(ann, circle), 'none');
    assert.equal((await ann.fetch('GET', pathOf(circle))).status, 404);
    assert.equal((await cora.fetch('GET', pathOf(circle))).status, 404);
    assert.equal((await cora.call(archives.request, { id: circle.id })).status, 404);
    await ann.removes(ben, circle);
    await sweepArchives(server().app.context);
  });

  const endings: Record<
    string,
    (people: Awaited<ReturnType<typeof setUp>>, own: Awaited<ReturnType<typeof sharesOn>>) => Promise<unknown>
  > = {
    'its member is removed from the circle and added again': async ({ ben, cora, circle }) => {
      await cora.removes(ben, circle);
      await cora.adds(ben, circle);
    },
    'a moment in it is taken back': ({ ann }, post) => ann.ask(takeBack, { id: post.id }),
    'a moment in it is deleted': ({ ann }, post) => ann.ask(posts.remove, { id: post.id }),
    'a moment in it leaves its member out': ({ ann, ben }, post) =>
      ann.ask(posts.edit, { id: post.id, hiddenFrom: [ben.id] }),
    'its member blocks an author': ({ ann, ben }) => ben.ask(blocking.block, { id: ann.id }),
    'an author blocks its member': ({ ann, ben }) => ann.ask(blocking.block, { id: ben.id }),
    'an author is banned': async ({ ann }) => {
      const chief = await server().member('Chief', { isAdmin: true });
      await chief.ask(moderation.actOnMember, { id: ann.id, action: 'ban' });
    },
    // SIGNIN-20
    'an author is asked whether the account is theirs': ({ ann }) => becomesUnclaimed(server(), ann),
  };
  let round = 0;
  for (const [ending, happen] of Object.entries(endings)) {
    // ARCHIVE-4
    testOnBoth(`an archive ends when ${ending}`, async () => {
      round += 1;
      const people = await setUp(`Ann${round}`, `Ben${round}`, `Cora${round}`);
      const { ann, ben, cora, circle } = people;
      await ann.adds(cora, circle);
      await ann.ask(circles.handOver, { id: circle.id, userId: cora.id });
      const post = await sharesOn(ann, circle, '2019-05-03');
      await makes(ben, circle);
      await happen(people, post);
      if (ending.includes('block')) {
        assert.equal((await ben.call(archives.state, { id: circle.id })).status, 200);
      }
      await assertEnded(ben, circle);
    });
  }

  // ARCHIVE-4
  testOnBoth('an archive ends when a photo leaves an album, and while it is made', async (t) => {
    const { ann, ben, circle } = await setUp('Amy', 'Bill', 'Cleo');
    const album = await makeAlbum(ann, circle, { photos: 2 });
    await makes(ben, circle);
    const [first] = await photosOfAlbum(ann, album);
    await ann.ask(albums.removePhotos, { id: album.id, photoIds: [first?.id ?? ''] });
    await assertEnded(ben, circle);
    const { storage } = server().app.context;
    const put = storage.put.bind(storage);
    const removed = Promise.withResolvers<void>();
    t.mock.method(storage, 'put', async (key: string, bytes: Buffer) => {
      await removed.promise;
      return put(key, bytes);
    });
    await ben.ask(archives.request, { id: circle.id });
    await ann.removes(ben, circle);
    removed.resolve();
    await settle();
    await sweepArchives(server().app.context);
    assert.deepEqual(await filesInStore(), []);
  });

  // ARCHIVE-4, REPORT-4
  testOnBoth('an archive ends when a photo leaves an album that a report keeps', async () => {
    const { ann, ben, circle } = await setUp('Aida', 'Benedikt', 'Carlotta');
    const album = await makeAlbum(ann, circle, { photos: 2 });
    await reports(ben, 'post', album.id);
    await server().mailsTo({ email: 'chief@example.org' });
    await makes(ben, circle);
    const [first] = await photosOfAlbum(ann, album);
    await ann.ask(albums.removePhotos, { id: album.id, photoIds: [first?.id ?? ''] });
    await assertEnded(ben, circle);
  });

  // ARCHIVE-4
  test('nothing stays of an archive that ended before it failed', async (t) => {
    const { ann, ben, circle } = await setUp('Arno', 'Britta', 'Colin');
    for (const day of ['2019-05-03', '2019-05-04', '2019-05-05']) await sharesOn(ann, circle, day);
    await settle();
    const { storage } = server().app.context;
    const [put, read] = [storage.put.bind(storage), storage.read.bind(storage)];
    let isEnded = false;
    const written = Promise.withResolvers<void>();
    t.mock.method(storage, 'put', async (key: string, bytes: Buffer) => {
      if (!isEnded) await ann.ask(circles.removeMember, { id: circle.id, memberId: ben.id });
      isEnded = true;
      await sweepArchives(server().app.context);
      await put(key, bytes);
      written.resolve();
    });
    t.mock.method(storage, 'read', async (...asked: Parameters<typeof storage.read>) => {
      const stored = await read(...asked);
      stored?.stream.destroy();
      if (isEnded) throw new Error('The store is away');
      return stored && { ...stored, stream: Readable.from([Buffer.alloc(pieceBytes)]) };
    });
    await ben.ask(archives.request, { id: circle.id });
    await written.promise;
    await settle();
    assert.deepEqual(await filesInStore(), []);
  });

  // ARCHIVE-4
  test('a download breaks off when the archive ends meanwhile', async () => {
    const { ann, ben, circle } = await setUp('Alan', 'Bernd', 'Celia');
    await sharesOn(ann, circle, '2019-05-03');
    await makes(ben, circle);
    // The archive becomes a large one: nine pieces, more than the network keeps.
    const { db, storage } = server().app.context;
    const [key = ''] = await filesInStore();
    const piece = Buffer.alloc(pieceBytes);
    for (let at = 0; at < 9; at += 1) await storage.put(key.replace(/0$/, String(at)), piece);
    await db.write(({ q }) =>
      q
        .updateTable('archives')
        .set({ part_bytes: JSON.stringify([9 * pieceBytes]) })
        .execute(),
    );
    const response = await ben.fetch('GET', pathOf(circle));
    const reader = response.body?.getReader();
    assert.ok(reader);
    let bytes = (await reader.read()).value?.length ?? 0;
    await ann.removes(ben, circle);
    await assert.rejects(async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read()) bytes += next.value.length;
    });
    assert.ok(bytes > 0 && bytes < 9 * pieceBytes);
  });

  // ARCHIVE-4
  test('an archive stays when a moment is deleted that its member never saw', async () => {
    const [ann, ben] = await server().members('Alma', 'Bert');
    const circle = await ann.makesCircle('Family', { showsEarlierPosts: false });
    const early = await sharesOn(ann, circle, '2018-01-01');
    await ann.adds(ben, circle);
    await sharesOn(ann, circle, '2019-05-03');
    await makes(ben, circle);
    await ann.ask(posts.remove, { id: early.id });
    assert.equal(await statusOf(ben, circle), 'ready');
    await ann.removes(ben, circle);
    await assertGone(ben, circle);
  });
  const assertGone = async (person: Person, circle: Circle) => {
    assert.equal((await person.call(archives.state, { id: circle.id })).status, 404);
    await sweepArchives(server().app.context);
    assert.deepEqual(await filesInStore(), []);
  };

  // ARCHIVE-4
  testOnBoth('an archive stays when moments leave out others, or are not in it', async () => {
    const { ann, ben, cora, circle } = await setUp('Adam', 'Bruno', 'Carla');
    const dora = await server().member('Dora');
    for (const member of [cora, dora]) await ann.adds(member, circle);
    const post = await sharesOn(ann, circle, '2019-05-03');
    const hiddenFrom = JSON.stringify([ben.id]);
    await dora.posts('Not for Bruno', { to: circle, more: { hiddenFrom } });
    for (const member of [ben, cora]) await makes(member, circle);
    assert.equal(await statusOf(ben, circle), 'ready', 'also while another archive holds it');
    await ben.ask(blocking.block, { id: dora.id });
    assert.equal(await statusOf(ben, circle), 'ready', 'it holds nothing of her');
    await ann.ask(posts.edit, { id: post.id, hiddenFrom: [cora.id] });
    assert.equal(await statusOf(ben, circle), 'ready');
    assert.equal(await statusOf(cora, circle), 'none');
  });

  /** Ben's archive of an answer by Ann to a question of Cora. */
  const archivesAnswer = async (...names: [string, string, string]) => {
    const people = await setUp(...names);
    const { ann, ben, cora, circle } = people;
    await ann.adds(cora, circle);
    await cora.ask(questions.ask, { id: circle.id, userId: ann.id, words: 'Who taught you to swim?' });
    const { context } = server().app;
    await makeLetterOf(context, await server().keyOf('users', ann));
    const [question] = (await ann.ask(questions.waiting, {})).items;
    assert.ok(question);
    await ann.posts('My aunt', { to: circle, more: { questionId: question.id } });
    await makes(ben, circle);
    return people;
  };

  // ARCHIVE-4, ASK-5
  testOnBoth('an archive ends when a block hides the question above an answer in it', async () => {
    const { ben, cora, circle } = await archivesAnswer('Anja', 'Boje', 'Cosima');
    await cora.ask(blocking.block, { id: ben.id });
    assert.equal(await statusOf(ben, circle), 'none');
  });

  // ARCHIVE-4, ASK-5, ACCOUNT-7
  testOnBoth('an archive ends with the account that asked the question above an answer in it', async () => {
    const { ben, cora, circle } = await archivesAnswer('Alina', 'Bodo', 'Cyrus');
    await cora.ask(account.remove, { password });
    await assertEnded(ben, circle);
  });

  // ARCHIVE-4, ASK-5, SIGNIN-20
  test('an archive ends when the account that asked the question above an answer in it starts empty', async () => {
    const { ben, cora, circle } = await archivesAnswer('Almut', 'Bruni', 'Curt');
    await becomesUnclaimed(server(), cora);
    await cora.ask(auth.answerClaim, { mine: false });
    await assertEnded(ben, circle);
  });

  // ARCHIVE-4
  test('an archive stays while its own member is asked whether the account is theirs', async () => {
    const { ann, ben, circle } = await setUp('Arne', 'Bela', 'Cilia');
    for (const member of [ann, ben]) await sharesOn(member, circle, '2019-05-03');
    await makes(ben, circle);
    await becomesUnclaimed(server(), ben);
    await sweepArchives(server().app.context);
    await ben.ask(auth.answerClaim, { mine: true });
    assert.equal(await statusOf(ben, circle), 'ready');
  });

  // ARCHIVE-3
  test('a member has archives of three circles, and deleting the account deletes their files', async () => {
    const [ann] = await server().members('Anke');
    const all: Circle[] = [];
    for (const name of ['One', 'Two', 'Three', 'Four']) all.push(await ann.makesCircle(name));
    const [one, two, three, four] = all;
    assert.ok(one && two && three && four);
    for (const circle of [one, two, three]) await makes(ann, circle);
    assert.equal((await ann.call(archives.request, { id: four.id })).status, 409);
    await makes(ann, one);
    await ann.ask(account.remove, { password });
    await sweepArchives(server().app.context);
    assert.deepEqual(await filesInStore(), []);
  });

  // ARCHIVE-3
  test('an archive that is not finished after a day can be asked for again', async () => {
    const [ann] = await server().members('Agnes');
    const circle = await ann.makesCircle('Family');
    await makes(ann, circle);
    const { db } = server().app.context;
    const aDayAgo = Date.now() - 24 * 60 * 60_000;
    await db.write(({ q }) =>
      q.updateTable('archives').set({ status: 'pending', created_at: aDayAgo }).execute(),
    );
    assert.equal(await statusOf(ann, circle), 'none');
    await makes(ann, circle);
  });

  // ARCHIVE-3
  test('an archive whose member was suspended when its turn came can be asked for again', async () => {
    const { ann, ben, circle } = await setUp('Arvid', 'Benno', 'Corin');
    await sharesOn(ann, circle, '2019-05-03');
    const chief = await server().member('Chief2', { isAdmin: true });
    const { jobs } = server().app.context;
    await jobs.close();
    await ben.ask(archives.request, { id: circle.id });
    await chief.ask(moderation.actOnMember, { id: ben.id, action: 'suspend' });
    await jobs.start();
    await settle();
    await chief.ask(moderation.actOnMember, { id: ben.id, action: 'restore' });
    await ben.signIn(password);
    assert.equal(await statusOf(ben, circle), 'none');
    await server().mailsTo(ben);
    await makes(ben, circle);
  });

  test('an archive that may hold no more has no further photos, and says so', async () => {
    const { ann, ben, circle } = await setUp('Alva', 'Boris', 'Cilla');
    await sharesOn(ann, circle, '2019-05-03', 'By the lake');
    await makes(ben, circle);
    const { context } = server().app;
    const row = await context.db.write(({ q }) =>
      q.updateTable('archives').set({ status: 'pending' }).returning('public_id').executeTakeFirstOrThrow(),
    );
    await makeArchive(context, row.public_id, () => Promise.resolve(), 1);
    await settle();
    assert.equal((await ben.ask(archives.state, { id: circle.id })).isComplete, false);
    const files = await unzip(await fetchPart(ben, circle));
    assert.deepEqual([...files.keys()], ['pages/1.html', 'index.html']);
    assert.match(String(files.get('index.html')), /more than fits/);
  });

  // ARCHIVE-1
  test('files that are larger than a part together become several ZIPs', async () => {
    const { storage } = server().app.context;
    const volumes = createVolumes(storage, 'f'.repeat(32), 3_000);
    for (const name of ['a', 'b', 'c']) {
      const source = Readable.from([Buffer.alloc(1_000, name)]);
      await volumes.add({ name, source, size: 1_000, modifiedAt: new Date(), compress: false });
    }
    assert.equal((await volumes.finish()).length, 2);
    await storage.remove(await filesInStore());
  });

  test('an archive has the voices of moments, and plays them', async () => {
    const { ann, ben, circle } = await setUp('Gil', 'Hal', 'Ida');
    const voice = await uploadVoice(ann, 'memo.m4a', 'La la');
    await ann.posts('', { to: circle, more: { voiceId: voice.id } });
    await makes(ben, circle);
    const files = await unzip(await fetchPart(ben, circle));
    const sound = [...files.keys()].find((name) => name.endsWith('.mp4'));
    assert.ok(sound);
    const heard = await ann.fetch('GET', voice.url);
    assert.deepEqual(files.get(sound), Buffer.from(await heard.arrayBuffer()));
    assert.match(String(files.get('pages/1.html')), /<audio src="\.\.\/.*La la/s);
  });
});
