import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import * as z from 'zod/mini';
import * as account from '../../contract/account.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as delivery from '../../contract/delivery.ts';
import * as invitations from '../../contract/invitations.ts';
import * as comments from '../../contract/comments.ts';
import * as likes from '../../contract/likes.ts';
import * as posts from '../../contract/posts.ts';
import * as notifications from '../../contract/notifications.ts';
import * as questions from '../../contract/questions.ts';
import { takeBack } from '../../contract/audience/take-back.ts';
import { sweepExports } from '../../server/features/account/export/request.ts';
import { partBytes } from '../../server/features/account/export/stored.ts';
import { makeAllLetters } from '../../server/features/letters/evening.ts';
import { addToAlbum, makeAlbum } from '../harness/albums.ts';
import { pairedFrame } from '../harness/frame-tablet.ts';
import { createZip } from '../../server/platform/storage/zip.ts';
import { askFor, emailOf, mailInSettings } from '../harness/mailbox-members.ts';
import type { Person } from '../harness/person.ts';
import { landscapePhoto } from '../harness/photos.ts';
import { uploadVideo, uploadVoice } from '../harness/videos.ts';
import { onDatabases, password, type TestServer } from '../harness/test-server.ts';
import { unzip } from '../harness/unzip.ts';
import { until } from '../runner/until.ts';

const path = '/api/user/export/file';

const fetchExport = async (server: TestServer, person: Person): Promise<Map<string, Buffer>> => {
  await person.ask(account.requestExport, { password });
  await server.app.context.jobs.idle();
  const response = await person.fetch('GET', path);
  assert.equal(response.status, 200);
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(Number(response.headers.get('content-length')), bytes.length);
  return unzip(bytes);
};

const Rows = z.array(z.record(z.string(), z.unknown()));
const rowsOf = (files: Map<string, Buffer>, name: string) =>
  Rows.parse(JSON.parse(String(files.get(`data/${name}.json`))));

const Asked = z.object({
  asked: z.array(z.object({ words: z.string(), circle: z.nullable(z.string()) })),
});

const exportKeys = async (server: TestServer): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of server.app.context.storage.list()) if (key.includes('-export-')) keys.push(key);
  return keys;
};

test('a ZIP file is streamed completely in parts of any size, and stops at the first refused part', async () => {
  const parts: Buffer[] = [];
  const zip = createZip(1_000, async (part, bytes) => {
    parts[part] = bytes;
  });
  const long = 'lemon '.repeat(5_000);
  await zip.add(
    'a.txt',
    (async function* () {
      yield long;
    })(),
    { compress: false },
  );
  await zip.add('empty.txt', (async function* () {})());
  const { parts: count, bytes } = await zip.finish();
  assert.ok(count > 1);
  assert.equal(parts.length, count);
  const whole = Buffer.concat(parts);
  assert.equal(whole.length, bytes);
  const files = await unzip(whole);
  assert.deepEqual([String(files.get('a.txt')), String(files.get('empty.txt'))], [long, '']);

  const broken = createZip(10, async () => {
    throw new Error('the store is full');
  });
  await assert.rejects(async () => {
    await broken.add(
      'a.txt',
      (async function* () {
        yield long;
      })(),
    );
    await broken.finish();
  }, /the store is full/);
  const half = createZip(1_000, async () => {});
  await assert.rejects(
    half.add(
      'a.txt',
      (async function* () {
        yield 'x';
        throw new Error('cannot be read');
      })(),
    ),
    /cannot be read/,
  );
});

onDatabases(
  'the export of a member’s data',
  (server, testOnBoth) => {
    // ACCOUNT-4
    test('an export contains all data of the member, photos in full size, and a page that shows them', async () => {
      const [ana, ben, cleo] = await server().members('Ana', 'Ben', 'Cleo');
      await ana.ask(account.edit, {
        bio: '<b>Paper</b> & "ink", https://example.org',
        phoneNumber: '+44 7700 900142',
      });
      const family = await ana.makesCircle('Family');
      await ana.adds(ben, family);
      const post = await ana.posts('<script>alert("lemons")</script>', {
        to: family,
        photos: [await landscapePhoto()],
        photoIds: [(await uploadVideo(ana)).id],
      });
      const back = await ana.posts('Only words', { to: family });
      const receipt = await ana.ask(takeBack, { id: back.id });
      await ben.posts('News for a letter', { to: family });
      await makeAllLetters(server().app.context);
      for (const who of [ana, ben, cleo]) await server().mailsTo(who);
      const bens = await ben.posts('Of Ben', { to: family });
      const said = await ana.comments(bens, 'My wrod on it');
      await ana.ask(comments.edit, { id: said.id, content: 'My word on it' });
      await ana.ask(notifications.unfollow, { id: bens.id });
      await ana.ask(delivery.seen, { postIds: [bens.id] });
      await ana.ask(delivery.set, { circles: [{ circleId: null, when: 'sunday' }] });
      await ana.ask(account.edit, { letterHour: 7 });
      await ana.ask(likes.like, { id: bens.id });
      const [heart] = (await ana.ask(posts.get, { id: post.id })).images;
      await ana.ask(likes.likePhoto, { id: heart?.id ?? '' });
      await ben.comments(post, 'A word of somebody else');
      await ana.ask(invitations.sendInvite, { email: 'friend@example.org' });
      await ana.ask(circles.edit, { id: family.id, name: 'Family', lettersCarry: 'content' });
      await askFor(ana, family, 'Rosa');
      await ana.ask(blocking.block, { id: cleo.id });
      await ana.ask(blocking.mute, { id: ben.id });
      await pairedFrame(server(), ana, family);
      await server().mailsTo(ana);
      await server().app.context.jobs.idle();

      const files = await fetchExport(server(), ana);
      assert.deepEqual(
        rowsOf(files, 'posts').map(({ content }) => content),
        ['Only words', '<script>alert("lemons")</script>'],
      );
      const Exported = z.array(
        z.object({
          file: z.string(),
          video: z.nullable(z.object({ file: z.string(), seconds: z.number() })),
        }),
      );
      const [poster, photo] = Exported.parse(rowsOf(files, 'posts')[1]?.['photos']);
      const served = await ana.fetch('GET', post.images[0]?.video?.url ?? '');
      assert.deepEqual(files.get(poster?.video?.file ?? ''), Buffer.from(await served.arrayBuffer()));
      assert.match(String(files.get('index.html')), new RegExp(`<video src="${poster?.video?.file}"`));
      const full = await ana.fetch(
        'GET',
        (await ana.feed()).items.find(({ id }) => id === post.id)?.images[1]?.downloadUrl ?? '',
      );
      assert.ok(full.url.endsWith('-full.jpg'));
      assert.deepEqual(files.get(photo?.file ?? ''), Buffer.from(await full.arrayBuffer()));
      assert.deepEqual(
        rowsOf(files, 'comments').map(({ content }) => content),
        ['My word on it'],
      );
      assert.equal(typeof rowsOf(files, 'comments')[0]?.['editedAt'], 'string');
      assert.partialDeepStrictEqual(rowsOf(files, 'unfollowed'), [
        { post: { id: bens.id, author: { id: ben.id } } },
      ]);
      assert.partialDeepStrictEqual(JSON.parse(String(files.get('data/delivery.json'))), {
        circles: [
          { when: 'evening' },
          { circleId: family.id, when: 'evening' },
          { circleId: null, when: 'sunday' },
        ],
        told: [{ post: { id: bens.id, author: { id: ben.id } } }],
        latestLetter: { state: 'sent' },
      });
      assert.equal(rowsOf(files, 'likes').length, 1);
      assert.partialDeepStrictEqual(rowsOf(files, 'photo-likes'), [
        { photo: heart?.id, post: { id: post.id } },
      ]);
      assert.deepEqual(rowsOf(files, 'taken-back'), [
        {
          id: receipt.id,
          post: back.id,
          takenFrom: 'everyone',
          people: 1,
          takenBackAt: receipt.takenBackAt,
        },
      ]);
      assert.deepEqual(
        rowsOf(files, 'circles')
          .map(({ name }) => String(name))
          .toSorted((a, b) => a.localeCompare(b)),
        ['Contacts', 'Family'],
      );
      assert.deepEqual(
        rowsOf(files, 'invitations').map(({ email }) => email),
        ['friend@example.org'],
      );
      assert.partialDeepStrictEqual(rowsOf(files, 'asked-by-mail'), [
        { firstName: 'Rosa', email: emailOf('Rosa'), circle: { name: 'Family' } },
      ]);
      assert.deepEqual(
        rowsOf(files, 'blocked').map(({ id }) => id),
        [cleo.id],
      );
      assert.deepEqual(
        rowsOf(files, 'muted').map(({ id }) => id),
        [ben.id],
      );
      assert.deepEqual(rowsOf(files, 'verification'), [], 'verified by the operator, without a request');
      assert.equal(rowsOf(files, 'sessions').length, 1);
      assert.partialDeepStrictEqual(rowsOf(files, 'frames'), [{ circle: { id: family.id, name: 'Family' } }]);
      assert.match(String(files.get('data/second-factors.json')), /"passkeys": \[\]/);
      assert.equal(rowsOf(files, 'contacts').length, 1);
      assert.equal(rowsOf(files, 'notifications').length, 0, 'what a muted person did is in no bell');
      const profile = z
        .record(z.string(), z.unknown())
        .parse(JSON.parse(String(files.get('data/profile.json'))));
      assert.deepEqual(
        [profile['email'], profile['phoneNumber'], profile['letterHour']],
        [ana.email, '+44 7700 900142', 7],
      );

      const page = String(files.get('index.html'));
      assert.ok(page.includes('&lt;script&gt;alert(&quot;lemons&quot;)&lt;/script&gt;'));
      assert.ok(page.includes('&lt;b&gt;Paper&lt;/b&gt;') && page.includes('My word on it'));
      // MOMENT-18
      assert.ok(page.includes('<a href="https://example.org" target="_blank" rel="noreferrer">'));
      assert.ok(page.includes(`src="${photo?.file}"`));
      assert.ok(!/src="(?:https?:)?\/\//.test(page) && !page.includes('<script'), 'nothing is fetched');
      const everything = [...files]
        .filter(([name]) => /json$|html$/.test(name))
        .map(([, bytes]) => String(bytes))
        .join('');
      assert.ok(!everything.includes('A word of somebody else'));
      assert.ok(!everything.includes(ben.email), 'the e-mail of somebody who has not added me');
      assert.ok(!everything.includes('argon2') && !everything.includes('$m='));

      const [mail] = await server().mailsTo(ana);
      assert.equal(mail?.subject, 'Your export is ready');
      const { items } = await ana.ask(notifications.list, {});
      assert.equal(items[0]?.title, 'Your export is ready');
      for (const email of ['friend@example.org', emailOf('Rosa')]) await server().mailsTo({ email });
    });

    test('an export has the voices of moments and comments, and plays them', async () => {
      const quinn = await server().member('Quinn');
      const circle = await quinn.makesCircle('Choir');
      const voice = await uploadVoice(quinn, 'memo.m4a', 'La la');
      const said = await uploadVoice(quinn);
      const post = await quinn.posts('', { to: circle, more: { voiceId: voice.id } });
      await quinn.ask(comments.add, { id: post.id, voiceId: said.id });
      const files = await fetchExport(server(), quinn);
      const names = [...files.keys()].filter((name) => name.startsWith('voices/'));
      assert.equal(names.length, 2);
      for (const one of [voice, said]) {
        const name = names.find((file) => file.includes(one.id.slice(0, 12)));
        assert.ok(name);
        const heard = await quinn.fetch('GET', one.url);
        assert.deepEqual(files.get(name), Buffer.from(await heard.arrayBuffer()));
        assert.match(String(files.get('index.html')), new RegExp(`<audio src="${name}"`));
      }
      assert.match(String(files.get('data/posts.json')), /"words": "La la"/);
      assert.match(String(files.get('data/comments.json')), /"file": "voices\//);
      await server().mailsTo(quinn);
    });

    // SIGHT-2, ACCOUNT-4
    test('an export omits posts and people that the member no longer sees', async () => {
      const [ana, ben] = await server().members('Ana2', 'Benno');
      const family = await ben.makesCircle('Hidden family');
      await ben.adds(ana, family);
      const post = await ben.posts('Of Ben', { to: family });
      await ana.comments(post, 'Still my own words');
      await ana.ask(likes.like, { id: post.id });
      await ana.ask(questions.ask, { id: family.id, userId: ben.id, words: 'Who sang to you?' });
      await ben.removes(ana, family);
      const [carl] = await server().members('Carl2');
      const club = await ana.makesCircle('Club');
      await ana.adds(carl, club);
      const carls = await carl.posts('Of Carl', { to: club });
      await ana.ask(delivery.seen, { postIds: [carls.id] });
      await ana.ask(questions.ask, { id: club.id, userId: carl.id, words: 'Where did you hide?' });
      await carl.ask(blocking.block, { id: ana.id });
      const files = await fetchExport(server(), ana);
      const everything = [...files].map(([, bytes]) => String(bytes)).join('');
      assert.ok(everything.includes('Still my own words'));
      const { asked } = Asked.parse(JSON.parse(String(files.get('data/questions.json'))));
      assert.deepEqual(asked, [{ words: 'Who sang to you?', circle: null }]);
      const ofOthers = [post.id, 'Hidden family', 'Benno', ben.id, 'Of Ben', carls.id, carl.id];
      for (const hidden of [...ofOthers, 'Where did you hide?']) {
        assert.ok(!everything.includes(hidden), hidden);
      }
      await server().mailsTo(ana);
    });

    // ACCOUNT-4
    testOnBoth(
      'an export is made once by ten concurrent requests, is served to its owner alone, and expires',
      async () => {
        const [dora, eve] = await server().members('Dora', 'Eve');
        assert.deepEqual(await dora.ask(account.exportState, {}), { status: 'none', createdAt: null });
        assert.equal((await dora.request('GET', path)).status, 404);
        assert.equal((await server().visitor().request('GET', path)).status, 401);
        const kept = (await exportKeys(server())).length;
        const answers = await Promise.all(
          Array.from({ length: 10 }, () => dora.call(account.requestExport, { password })),
        );
        assert.ok(answers.every(({ status }) => status === 202));
        await server().app.context.jobs.idle();
        assert.equal((await exportKeys(server())).length, kept + 1, 'one is there, whichever of them it was');
        await server().mailsTo(dora);
        assert.equal((await dora.ask(account.exportState, {})).status, 'ready');
        assert.equal((await eve.request('GET', path)).status, 404);
        const head = await dora.fetch('HEAD', path);
        assert.match(
          head.headers.get('content-disposition') ?? '',
          /^attachment; filename="circle-export-[\d-]+\.zip"$/,
        );
        assert.equal(head.headers.get('cache-control'), 'no-store');

        // While one is being made, all who ask wait for it.
        const { db, jobs } = server().app.context;
        const mark = (status: 'pending' | 'ready') =>
          db.write(({ q }) => q.updateTable('exports').set({ status }).execute());
        await mark('pending');
        const state = await dora.ask(account.exportState, {});
        assert.equal(state.status, 'pending');
        for (let tries = 0; tries < 3; tries++) {
          assert.deepEqual(await dora.ask(account.requestExport, { password }), state);
        }
        await jobs.idle();
        assert.deepEqual(await dora.ask(account.exportState, {}), state, 'nobody began another');
        assert.equal((await dora.request('GET', path)).status, 404, 'what is not whole is not given out');
        await mark('ready');

        // Another takes its place.
        await fetchExport(server(), dora);
        assert.equal((await exportKeys(server())).length, kept + 1);
        await server().mailsTo(dora);

        const { context } = server().app;
        await context.db.write(({ q }) =>
          q
            .updateTable('exports')
            .set((e) => ({ expires_at: e('expires_at', '-', 7 * 24 * 60 * 60_000) }))
            .execute(),
        );
        assert.equal((await dora.request('GET', path)).status, 404, 'over before it is swept');
        await sweepExports(context);
        await context.jobs.idle();
        assert.deepEqual(await exportKeys(server()), []);
        assert.deepEqual((await dora.ask(notifications.list, {})).items, [], 'and its news with it');
      },
    );

    // ACCOUNT-4
    test('an export has no words of others from the bell, which can be taken back', async () => {
      const [nia, ole] = await server().members('Nia', 'Ole');
      const circle = await nia.makesCircle('Gardeners');
      await nia.adds(ole, circle);
      await ole.ask(delivery.set, { circles: [{ circleId: circle.id, when: 'now' }] });
      const album = await makeAlbum(nia, circle, { title: 'Secret harvest' });
      const { db, jobs } = server().app.context;
      const pauseEnds = async () => {
        await db.write(({ q }) =>
          q
            .updateTable('jobs')
            .set({ run_at: 0 })
            .where('kind', 'in', ['tell-circle', 'tell-album'])
            .execute(),
        );
        await jobs.idle();
      };
      await pauseEnds();
      await addToAlbum(nia, album, 2);
      await pauseEnds();
      const { items } = await ole.ask(notifications.list, {});
      assert.ok(items.some(({ title }) => title === '2 new photos in Secret harvest'));
      const files = await fetchExport(server(), ole);
      assert.ok(rowsOf(files, 'notifications').some(({ kind }) => kind === 'new_photos'));
      const everything = [...files].map(([, bytes]) => String(bytes)).join('');
      assert.ok(!everything.includes('Secret harvest'));
      await server().mailsTo(ole);
    });

    // ACCOUNT-4, SIGHT-1
    test('no export is made for a member who was suspended meanwhile', async () => {
      const [uma] = await server().members('Uma');
      await fetchExport(server(), uma);
      const { db, jobs } = server().app.context;
      const waits = await db.write(async (tx) => {
        const owner = await tx.q
          .updateTable('users')
          .set({ suspended_until: Date.now() + 60_000 })
          .where('public_id', '=', uma.id)
          .returning('id')
          .executeTakeFirstOrThrow();
        const row = await tx.q
          .updateTable('exports')
          .set({ status: 'pending' })
          .where('user_id', '=', owner.id)
          .returning('public_id')
          .executeTakeFirstOrThrow();
        await jobs.enqueue(tx, { kind: 'export', payload: row.public_id, userId: owner.id });
        return row.public_id;
      });
      await jobs.idle();
      await db.write(({ q }) =>
        q.updateTable('users').set({ suspended_until: null }).where('public_id', '=', uma.id).execute(),
      );
      assert.equal((await uma.ask(account.exportState, {})).status, 'none');
      assert.ok(!(await exportKeys(server())).some((key) => key.includes(waits)));
      await server().mailsTo(uma);
    });

    // ACCOUNT-7
    test('nothing stays of an export whose member deletes the account while it is made', async (t) => {
      const [ria] = await server().members('Ria');
      const circle = await ria.makesCircle('Family');
      const photo = await landscapePhoto();
      await ria.posts('Large', { to: circle, photos: [photo, photo, photo] });
      const { db, jobs, storage } = server().app.context;
      await jobs.idle();
      const before = await exportKeys(server());
      const [put, read] = [storage.put.bind(storage), storage.read.bind(storage)];
      t.mock.method(storage, 'read', async (...asked: Parameters<typeof storage.read>) => {
        const stored = await read(...asked);
        stored?.stream.destroy();
        return stored && { ...stored, stream: Readable.from([Buffer.alloc(partBytes)]) };
      });
      const isWaiting = async () =>
        (await db.read.selectFrom('jobs').select('id').where('kind', '=', 'remove-export').execute()).length >
        0;
      let isRemoved = false;
      t.mock.method(storage, 'put', async (key: string, bytes: Buffer) => {
        if (!isRemoved) await ria.ask(account.remove, { password });
        isRemoved = true;
        await until(async () => !(await isWaiting()));
        await put(key, bytes);
      });
      await ria.ask(account.requestExport, { password });
      await jobs.idle();
      assert.deepEqual(await exportKeys(server()), before);
    });

    // CIRCLE-3, ACCOUNT-4
    test('an export reveals nothing of other members’ private circles', async () => {
      const [gil, hal] = await server().members('Gil', 'Hal');
      const secret = await hal.ask(circles.create, { name: 'Secret list', kind: 'private' });
      await hal.adds(gil, secret);
      await hal.posts('Shared quietly', { to: secret });
      const files = await fetchExport(server(), gil);
      const everything = [...files].map(([, bytes]) => String(bytes)).join('');
      assert.ok(!everything.includes('Secret list') && !everything.includes(secret.id));
      await server().mailsTo(gil);
    });
  },
  mailInSettings,
);
