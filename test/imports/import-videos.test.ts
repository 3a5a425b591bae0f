import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messages } from '../../contract/errors/errors.ts';
import { limits, rates } from '../../contract/limits.ts';
import * as media from '../../contract/media.ts';
import * as posts from '../../contract/posts.ts';
import * as albums from '../../contract/albums.ts';
import * as imports from '../../contract/imports.ts';
import * as timeline from '../../contract/timeline.ts';
import {
  hashOf,
  numberedPhoto,
  sendFilm,
  sendImported,
  startImport,
  uploadFilm,
} from '../harness/imports/imports.ts';
import { messageOf, type Person } from '../harness/person.ts';
import { onDatabases, onDatabase, TestServer } from '../harness/test-server.ts';
import { finishVideo, putPart, shortVideo, startVideo, uploadVideo } from '../harness/videos.ts';

const film = { bytes: 1, type: 'video/mp4', seconds: 1, takenOn: '2019-07-14' } as const;
const hash = (name: string) => hashOf(Buffer.from(name));

/** The names of all stored files. */
const storedFiles = async (server: TestServer): Promise<string[]> => {
  await server.app.context.jobs.idle();
  return (await Array.fromAsync(server.app.context.storage.list())).map(({ key }) => key);
};

/** An open import with one album of one photo. */
const opened = async (person: Person, number: number) => {
  const { importId, albumIds } = await startImport(person, null, [await numberedPhoto(number)]);
  const [albumId = ''] = albumIds;
  return { importId, albumId };
};

onDatabases('videos of imports', (server, testOnBoth) => {
  // IMPORT-8
  testOnBoth('a video joins its album with its day, hash and place, once', async () => {
    const [ann, ben, cleo] = await server().members('Ann', 'Ben', 'Cleo');
    const circle = await ann.makesCircle('Family');
    await ann.adds(ben, circle);
    const { importId, albumIds } = await startImport(ann, circle, [await numberedPhoto(1)]);
    const [albumId = ''] = albumIds;
    const videoId = await uploadFilm(ann, importId);
    const input = { id: importId, albumId, videoId, position: 2, contentHash: hash('a film'), alt: 'Waves' };
    const add = () => ann.call(imports.addVideo, input);
    const answers = await Promise.all([add(), add()]);
    assert.deepEqual(answers.map(({ status, json }) => `${status} ${JSON.stringify(json)}`).toSorted(), [
      '201 {"added":false}',
      '201 {"added":true}',
    ]);
    const repeated = await add();
    assert.deepEqual([repeated.status, repeated.json], [201, { added: false }], 'its answer was lost');
    const photo = await numberedPhoto(2);
    assert.deepEqual((await sendImported(ann, { importId, albumId, position: 1, photo })).json, {
      added: true,
    });
    const { known } = await ann.ask(media.known, { contentHashes: [hash('a film'), hash('another')] });
    assert.deepEqual(known, [hash('a film')]);
    const own = await ann.ask(posts.get, { id: albumId });
    assert.equal(own.photosCount, 3);
    const inAlbum = (await ann.ask(albums.photos, { id: albumId })).items;
    const [video] = inAlbum.flatMap((one) => one.video ?? []);
    assert.deepEqual(
      inAlbum.map((one) => [one.alt, one.video?.type]),
      [
        [null, undefined],
        [null, undefined],
        ['Waves', 'video/mp4'],
      ],
    );
    assert.equal((await ben.request('GET', video?.url ?? '')).status, 404);

    assert.deepEqual(await ann.ask(imports.share, { id: importId }), { shared: 1, photos: 3, kept: 0 });
    assert.equal((await ben.request('GET', video?.url ?? '')).status, 200);
    assert.equal((await cleo.request('GET', video?.url ?? '')).status, 404);
    const { items } = await ben.ask(timeline.photos, { circleId: circle.id });
    assert.deepEqual(
      items.map(({ takenOn }) => takenOn),
      ['2019-07-14', '2019-07-14', '2019-07-14'],
    );
  });

  // IMPORT-8
  test('a video that a moment has already is not added, and nothing of it stays', async () => {
    const dan = await server().member('Dan');
    const { importId, albumId } = await opened(dan, 3);
    const first = await uploadFilm(dan, importId);
    const input = { id: importId, albumId, position: 1, contentHash: hash('twice') };
    assert.deepEqual(await dan.ask(imports.addVideo, { ...input, videoId: first }), { added: true });
    const stored = await storedFiles(server());
    const uploadId = await sendFilm(dan, importId);
    const done = media.finishVideo.output.parse((await finishVideo(dan, uploadId)).json);
    const second = { ...input, position: 2, videoId: done.id };
    assert.deepEqual(await dan.ask(imports.addVideo, second), { added: false });
    assert.deepEqual(await storedFiles(server()), stored);
    assert.equal((await dan.call(media.videoUpload, { id: uploadId })).status, 404);
    assert.deepEqual(await dan.ask(imports.addVideo, second), { added: false });
  });

  // IMPORT-8, IMPORT-3
  test('only its owner adds a video, finished, with a day, while the import is open', async () => {
    const [eve, fay] = await server().members('Eve', 'Fay');
    const mine = await opened(eve, 4);
    const theirs = await opened(fay, 5);
    const videoId = await uploadFilm(eve, mine.importId);
    const dayless = (await uploadVideo(eve)).id;
    const unfinished = await sendFilm(eve, mine.importId);
    const add = (person: Person, { importId, albumId }: typeof mine, video: string, position = 1) => {
      const input = { id: importId, albumId, videoId: video, position, contentHash: hash('refused') };
      return person.call(imports.addVideo, input);
    };
    for (const [person, place, video] of [
      [fay, theirs, videoId],
      [fay, mine, videoId],
      [eve, theirs, videoId],
      [eve, { ...mine, albumId: theirs.albumId }, videoId],
      [eve, mine, dayless],
      [eve, mine, unfinished],
    ] as const)
      assert.equal((await add(person, place, video)).status, 404);
    const start = { id: theirs.importId, ...film };
    assert.equal((await eve.call(imports.startVideo, start)).status, 404);
    assert.equal((await fay.call(imports.startVideo, { ...start, takenOn: '1789-07-14' })).status, 400);
    const full = await add(eve, mine, videoId, limits.photosPerAlbum);
    assert.deepEqual([full.status, messageOf(full)], [400, messages.albumFull]);

    assert.equal((await eve.call(imports.keep, { id: mine.importId })).status, 204);
    assert.equal((await add(eve, mine, videoId)).status, 404);
    assert.equal((await eve.call(imports.startVideo, { ...start, id: mine.importId })).status, 404);
    const again = await opened(eve, 6);
    const added = await add(eve, again, videoId);
    assert.deepEqual([added.status, added.json], [201, { added: true }], 'a refusal deleted nothing');
  });
});

// IMPORT-8
onDatabase(
  'sqlite',
  'videos of imports where videos are off',
  (server) => {
    test('nobody imports videos', async () => {
      const ana = await server().member('Ana');
      const { importId, albumId } = await opened(ana, 7);
      const refused = await ana.call(imports.startVideo, { id: importId, ...film });
      assert.deepEqual([refused.status, messageOf(refused)], [403, messages.videosOff]);
      assert.equal((await ana.ask(albums.photos, { id: albumId })).items.length, 1);
    });
  },
  { VIDEO: 'off' },
);

// IMPORT-8, VIDEO-6
test('the hourly limit of imported videos is separate from that of other videos', async () => {
  // 10 videos of imports, and one other.
  const server = await TestServer.open('sqlite', { RATE_LIMIT_FACTOR: '0.05' });
  try {
    const ana = await server.member('Ana');
    const { id } = await ana.ask(imports.open, { source: 'google' });
    const start = () => ana.call(imports.startVideo, { id, ...film });
    for (let count = 0; count < 10; count += 1) assert.equal((await start()).status, 201);
    const refused = await start();
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    const { takenOn: _, ...other } = film;
    assert.equal((await ana.call(media.startVideo, other)).status, 201);
    assert.equal((await ana.call(media.startVideo, other)).status, 429);
    assert.deepEqual([rates.importVideos.points, rates.importVideos.seconds], [200, 3_600]);
  } finally {
    await server.close();
  }
});

/** Hands videos in one by one, and records which ones the video processes have copied. */
const watchCopies = ({ videos }: TestServer['app']['context']) => {
  const rewrap = videos.rewrap.bind(videos);
  const copied: string[] = [];
  let nameOfNext = (): string => '';
  videos.rewrap = async (source, turn) => {
    const copying = rewrap(source, turn);
    const name = nameOfNext();
    const copy = await copying;
    copied.push(name);
    return copy;
  };
  return {
    copied,
    /** Finishes an upload. Resolves as soon as its video runs or waits, with a promise of the answer. */
    handIn: async (name: string, person: Person, id: string): Promise<{ done: Promise<void> }> => {
      const isHandedIn = Promise.withResolvers<void>();
      nameOfNext = () => {
        isHandedIn.resolve();
        return name;
      };
      const done = finishVideo(person, id).then(({ status, text }) => assert.equal(status, 201, text));
      await Promise.race([isHandedIn.promise, done]);
      return { done };
    },
  };
};

// IMPORT-8
test('videos of an import wait for others, also for an ordinary video of the same member', async () => {
  const server = await TestServer.open('sqlite');
  try {
    const { context } = server.app;
    const [ana, ben] = await server.members('Ana', 'Ben');
    const { id: importId } = await ana.ask(imports.open, { source: 'google' });
    const sendOther = async (person: Person) => {
      const video = await shortVideo();
      const id = await startVideo(person, video.length);
      await putPart(person, id, 0, video);
      return id;
    };
    const [own, last, other] = [await sendOther(ana), await sendOther(ana), await sendOther(ben)];
    const [firstFilm, nextFilm] = [await sendFilm(ana, importId), await sendFilm(ana, importId)];
    const { copied, handIn } = watchCopies(context);
    const signal = (pids: number[], name: 'SIGSTOP' | 'SIGCONT') => {
      for (const pid of pids) process.kill(pid, name);
    };

    const first = await handIn('import', ana, firstFilm);
    const ofImport = context.videos.pids;
    signal(ofImport, 'SIGSTOP');
    await (await handIn('own', ana, own)).done;
    assert.deepEqual(copied, ['own'], 'an import does not use up the turns of its member');

    // The process that is free now is stopped before it gets the video: it could have copied it before a signal.
    signal(context.videos.pids, 'SIGSTOP');
    const bens = await handIn('other', ben, other);
    signal(context.videos.pids, 'SIGSTOP');
    signal(ofImport, 'SIGCONT');
    await first.done;
    // The process that copied the first video of the import is free, and yet the next one may not have it.
    const second = await handIn('next import', ana, nextFilm);
    await (await handIn('last', ana, last)).done;
    assert.deepEqual(copied, ['own', 'import', 'last']);
    signal(context.videos.pids, 'SIGCONT');
    await Promise.all([bens.done, second.done]);
    assert.equal(copied.length, 5);
  } finally {
    for (const pid of server.app.context.videos.pids) process.kill(pid, 'SIGCONT');
    await server.close();
  }
});
