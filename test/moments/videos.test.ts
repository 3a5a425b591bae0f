import assert from 'node:assert/strict';
import { ChildProcess } from 'node:child_process';
import { type ChannelListener, subscribe, unsubscribe } from 'node:diagnostics_channel';
import path from 'node:path';
import { before, test } from 'node:test';
import { messages } from '../../contract/errors/errors.ts';
import { limits } from '../../contract/limits.ts';
import * as media from '../../contract/media.ts';
import * as account from '../../contract/account.ts';
import * as posts from '../../contract/posts.ts';
import * as site from '../../contract/site.ts';
import type { Circle } from '../../contract/shapes.ts';
import * as usage from '../../contract/usage.ts';
import * as albums from '../../contract/albums.ts';
import { messageOf, type Person } from '../harness/person.ts';
import { onDatabases, onDatabase, password, type TestServer } from '../harness/test-server.ts';
import {
  digestOf,
  finishVideo,
  paddedVideo,
  partsOf,
  putPart,
  shortVideo,
  startVideo,
  uploadVideo,
} from '../harness/videos.ts';
import { until } from '../runner/until.ts';

/** The names of all stored files. */
const storedFiles = async (server: TestServer): Promise<string[]> => {
  await server.app.context.jobs.idle();
  return (await Array.fromAsync(server.app.context.storage.list())).map(({ key }) => key);
};

const sharing = (server: () => TestServer): void => {
  let ana: Person;
  let ben: Person;
  let eve: Person;
  let family: Circle;
  before(async () => {
    [ana, ben, eve] = await server().members('Ana', 'Ben', 'Eve');
    family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
  });

  // VIDEO-12
  test('a video arrives in parts, in any order and more than once, and is one video', async () => {
    const video = await paddedVideo(2 * limits.videoPartBytes + 1_000);
    const id = await startVideo(ana, video.length);
    const [first, second, third] = partsOf(video);
    assert.ok(first && second && third);
    const put = async (n: number, part: Buffer) => (await putPart(ana, id, n, part)).status;
    assert.deepEqual([await put(2, third), await put(0, first), await put(0, first)], [204, 204, 204]);
    const upload = await ana.ask(media.videoUpload, { id });
    assert.deepEqual([upload.parts, upload.partBytes], [[0, 2], limits.videoPartBytes]);
    const early = await finishVideo(ana, id);
    assert.deepEqual([early.status, messageOf(early)], [409, messages.videoIncomplete]);
    assert.equal(await put(1, second), 204);

    const done = await finishVideo(ana, id);
    assert.equal(done.status, 201, done.text);
    const made = media.finishVideo.output.parse(done.json);
    assert.deepEqual([made.video.type, Math.round(made.video.seconds)], ['video/mp4', 2]);
    assert.ok(made.video.bytes < 20_000, 'the filler is not copied');
    const again = await finishVideo(ana, id);
    assert.deepEqual([again.status, again.json], [201, done.json]);
    assert.equal(await put(1, second), 204, 'a late repetition changes nothing');
    assert.deepEqual((await ana.ask(media.videoUpload, { id })).parts, [0, 1, 2]);
    assert.ok(!(await storedFiles(server())).some((key) => key.startsWith(id)), 'the parts are deleted');

    // Before it is shared it is its uploader's alone.
    assert.equal((await ana.request('GET', made.video.url)).status, 200);
    assert.equal((await ben.request('GET', made.video.url)).status, 404);
    const post = await ana.posts('First steps', { to: family, photoIds: [made.id] });
    const [poster] = post.images;
    assert.deepEqual(poster?.video, made.video);
    assert.equal(poster.downloadUrl, poster.url, 'a poster has no full-size copy');
    await ben.sees(post);
    await eve.doesNotSee(post);
    await ana.ask(posts.remove, { id: post.id });
    await ana.doesNotSee(post);
    assert.ok(!(await storedFiles(server())).some((key) => key.startsWith(made.id)));
  });

  // VIDEO-12
  test('requests for videos with ranges and conditions all pass the check of sight', async () => {
    const { id, video } = await uploadVideo(ana);
    const post = await ana.posts('Seen in parts', { to: family, photoIds: [id] });
    const whole = await ben.fetch('GET', video.url);
    const bytes = Buffer.from(await whole.arrayBuffer());
    assert.deepEqual(
      ['content-type', 'content-length', 'cache-control', 'accept-ranges'].map((name) =>
        whole.headers.get(name),
      ),
      ['video/mp4', String(video.bytes), 'private, max-age=604800, immutable', 'bytes'],
    );
    const etag = whole.headers.get('etag') ?? '';
    const part = await ben.fetch('GET', video.url, { headers: { range: 'bytes=100-199', 'if-range': etag } });
    assert.equal(part.headers.get('content-range'), `bytes 100-199/${bytes.length}`);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(100, 200));
    const beyond = await ben.fetch('GET', video.url, { headers: { range: `bytes=${bytes.length}-` } });
    assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${bytes.length}`]);
    const known = await ben.fetch('GET', video.url, { headers: { 'if-none-match': etag } });
    assert.equal(known.status, 304);
    const head = await ben.fetch('HEAD', video.url);
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(bytes.length)]);

    await ana.removes(ben, family);
    for (const method of ['GET', 'HEAD'])
      for (const headers of [{}, { range: 'bytes=0-9' }, { 'if-none-match': etag }]) {
        const denied = await ben.fetch(method, video.url, { headers });
        assert.deepEqual([denied.status, denied.headers.get('etag')], [404, null]);
        await denied.body?.cancel();
      }
    assert.equal((await server().visitor().request('GET', video.url)).status, 401);
    assert.equal((await ana.request('GET', video.url.replace('.mp4', '.webm'))).status, 404);
    await ana.adds(ben, family);
    await ben.sees(post);
  });

  test('a member receives at most twelve videos at the same time, and photos beside them', async () => {
    const { context } = server().app;
    const { id, url, video } = await uploadVideo(ana);
    const post = await ana.posts('Stalled', { to: family, photoIds: [id] });
    // More than the system keeps for a client that does not read.
    const bytes = 24 * 1024 * 1024;
    const name = path.basename(video.url);
    for (const piece of [0, 1, 2]) await context.storage.put(`${name}.${piece}`, Buffer.alloc(bytes / 3));
    await context.db.write(({ q }) =>
      q.updateTable('images').set({ video_bytes: bytes }).where('public_id', '=', id).execute(),
    );
    const open = (person: Person) => person.fetch('GET', video.url);
    const streams = await Promise.all(Array.from({ length: 12 }, () => open(ben)));
    assert.ok(streams.every(({ status }) => status === 200));
    const refused = await ben.request('GET', video.url, { headers: { range: 'bytes=0-9' } });
    assert.deepEqual(
      [refused.status, messageOf(refused), refused.headers.get('retry-after')],
      [503, messages.serverBusy, '5'],
    );
    assert.equal((await ben.request('GET', url)).status, 200);
    const [own, first, ...others] = [await open(ana), ...streams];
    assert.equal(own.status, 200);
    await first?.body?.cancel();
    await until(async () => {
      const { status } = await ben.request('GET', video.url, { headers: { range: 'bytes=0-9' } });
      return status !== 503;
    });
    for (const stream of [own, ...others]) await stream.body?.cancel();
    await ana.ask(posts.remove, { id: post.id });
  });

  test('a part that is damaged, of another size or of another file is refused', async () => {
    const video = await paddedVideo(limits.videoPartBytes + 500);
    const id = await startVideo(ana, video.length);
    const [first = video, second = video] = partsOf(video);
    const send = (n: number | string, body: Buffer, headers: Record<string, string>) =>
      ana.request('PUT', `/api/videos/${id}/parts/${n}`, { body: new Uint8Array(body), headers });
    const damaged = await send(1, Buffer.alloc(second.length, 1), digestOf(second));
    assert.deepEqual([damaged.status, messageOf(damaged)], [400, messages.digestWrong]);
    const unsigned = await send(1, second, { 'content-type': 'application/octet-stream' });
    assert.deepEqual([unsigned.status, messageOf(unsigned)], [400, messages.digestRequired]);
    const typed = await send(1, second, { ...digestOf(second), 'content-type': 'video/mp4' });
    assert.equal(typed.status, 415);
    for (const n of [1, 2, 999]) {
      const short = await putPart(ana, id, n, second.subarray(1));
      assert.deepEqual([short.status, messageOf(short)], [400, messages.videoPartSize], String(n));
    }
    for (const n of ['-1', 'x', '1000', '1.5'])
      assert.equal((await send(n, second, digestOf(second))).status, 400);
    assert.equal((await putPart(ana, id, 0, Buffer.alloc(limits.videoPartBytes + 1))).status, 413);
    assert.deepEqual((await ana.ask(media.videoUpload, { id })).parts, []);

    assert.equal((await putPart(ana, id, 0, first)).status, 204);
    const other = await putPart(ana, id, 0, Buffer.alloc(first.length, 1));
    assert.deepEqual([other.status, messageOf(other)], [409, messages.videoPartOther]);
    for (const answer of [
      await putPart(ben, id, 1, second),
      await finishVideo(ben, id),
      await ben.call(media.videoUpload, { id }),
      await ben.call(media.cancelVideo, { id }),
    ])
      assert.equal(answer.status, 404, 'an upload is its owner’s alone');
    await ana.ask(media.cancelVideo, { id });
    assert.equal((await ana.call(media.videoUpload, { id })).status, 404);
    assert.equal((await putPart(ana, id, 1, second)).status, 404);
    assert.ok(!(await storedFiles(server())).some((key) => key.startsWith(id)));
  });

  test('an empty part behind the end of a video is refused, and leaves no file', async () => {
    const id = await startVideo(ana, 2 * limits.videoPartBytes);
    const empty = await putPart(ana, id, 2, Buffer.alloc(0));
    assert.deepEqual([empty.status, messageOf(empty)], [400, messages.videoPartSize]);
    assert.equal((await putPart(ana, id, 0, Buffer.alloc(limits.videoPartBytes))).status, 204);
    assert.deepEqual((await ana.ask(media.videoUpload, { id })).parts, [0]);
    await ana.ask(media.cancelVideo, { id });
    assert.deepEqual(
      (await storedFiles(server())).filter((key) => key.startsWith(id)),
      [],
    );
  });

  test('a stored part that has changed is asked for again', async () => {
    const video = await shortVideo();
    const id = await startVideo(ana, video.length);
    await putPart(ana, id, 0, video);
    await server().app.context.storage.put(`${id}-part0.bin`, Buffer.from('damaged'));
    assert.equal((await finishVideo(ana, id)).status, 409);
    assert.deepEqual((await ana.ask(media.videoUpload, { id })).parts, []);
    await putPart(ana, id, 0, video);
    assert.equal((await finishVideo(ana, id)).status, 201);
  });

  test('a video that another node makes while its parts are read here is answered alike', async (t) => {
    const { db, storage } = server().app.context;
    const made = await uploadVideo(ana);
    const video = await shortVideo();
    const id = await startVideo(ana, video.length);
    await putPart(ana, id, 0, video);
    const read = t.mock.method(storage, 'read', async (...asked: Parameters<typeof storage.read>) => {
      read.mock.restore();
      const { id: image } = await db.read
        .selectFrom('images')
        .select('id')
        .where('public_id', '=', made.id)
        .executeTakeFirstOrThrow();
      await db.write(async ({ q }) => {
        await q.deleteFrom('video_uploads').where('image_id', '=', image).execute();
        await q.updateTable('video_uploads').set({ image_id: image }).where('public_id', '=', id).execute();
      });
      await storage.remove([`${id}-part0.bin`]);
      return storage.read(...asked);
    });
    const late = await finishVideo(ana, id);
    assert.deepEqual([late.status, late.json], [201, made]);
    await ana.ask(media.cancelVideo, { id });
  });

  // VIDEO-12
  test('a video whose process is killed from outside can be finished later', async (t) => {
    const video = await shortVideo();
    const id = await startVideo(ana, video.length);
    await putPart(ana, id, 0, video);
    const { videos } = server().app.context;
    for (const pid of videos.pids) process.kill(pid, 'SIGKILL');
    await until(() => videos.pids.length === 0);
    let killed = 0;
    // Killed once it is ready, and before it has the order.
    const kill: ChannelListener = (message) => {
      const child: unknown = Reflect.get(Object(message), 'process');
      assert(child instanceof ChildProcess);
      Object.defineProperty(child, 'send', {
        get: () => () => true,
        set() {
          // Node would set the real one.
        },
      });
      child.once('message', () => (killed += Number(child.kill('SIGKILL'))));
    };
    subscribe('child_process', kill);
    t.after(() => unsubscribe('child_process', kill));
    const answer = await finishVideo(ana, id);
    unsubscribe('child_process', kill);
    assert.deepEqual([killed, answer.status], [2, 503], answer.text);
    assert.equal((await finishVideo(ana, id)).status, 201, 'its parts are still there');
    await ana.ask(media.cancelVideo, { id });
  });

  test('a file that is no video is refused, and nothing of it is stored', async () => {
    const stored = await storedFiles(server());
    for (const [bytes, status] of [
      [Buffer.from('This is a letter.'), 415],
      [(await shortVideo()).subarray(0, 5_000), 415],
    ] as const) {
      const id = await startVideo(ana, bytes.length);
      await putPart(ana, id, 0, bytes);
      const answer = await finishVideo(ana, id);
      assert.equal(answer.status, status, answer.text);
      assert.equal((await ana.call(media.videoUpload, { id })).status, 404);
    }
    const id = await startVideo(ana, (await shortVideo()).length);
    await putPart(ana, id, 0, await shortVideo());
    const form = new FormData();
    form.set('poster', new Blob(['This is no photo, either.']), 'poster.jpg');
    assert.equal((await ana.request('POST', `/api/videos/${id}/done`, { form })).status, 415);
    assert.equal((await finishVideo(ana, id)).status, 201, 'with a photo as its poster it is accepted');
    await ana.ask(media.cancelVideo, { id });
    assert.deepEqual(await storedFiles(server()), stored);
  });

  test('a moment has at most two videos, an album any number among its photos', async () => {
    const ids = [];
    for (let count = 0; count < 3; count += 1) ids.push((await uploadVideo(ana)).id);
    const form = new FormData();
    form.set('circleIds', JSON.stringify([family.id]));
    form.set('photoIds', JSON.stringify(ids));
    const refused = await ana.call(posts.create, form);
    assert.deepEqual([refused.status, messageOf(refused)], [400, messages.tooManyVideos]);
    const post = await ana.posts('Two', { to: family, photoIds: ids.splice(1) });
    assert.equal(post.images.filter(({ video }) => video).length, 2);

    while (ids.length < 3) ids.push((await uploadVideo(ana)).id);
    const [one, ...more] = ids;
    assert(one !== undefined);
    const album = await ana.ask(albums.create, {
      title: 'Films',
      circleIds: [family.id],
      adds: 'author',
      photoIds: more,
    });
    const full = await ana.ask(albums.addPhotos, { id: album.id, photoIds: [one] });
    assert.deepEqual([full.photosCount, full.images.filter(({ video }) => video).length], [3, 3]);
  });

  // VIDEO-16
  test('videos that are not shared cannot fill the disk', async () => {
    const [ina, kai] = await server().members('Ina', 'Kai');
    for (let count = 0; count < 10; count += 1) await startVideo(ina, limits.videoBytes);
    const input = { bytes: 1, type: 'video/mp4', seconds: 1 } as const;
    const refused = await ina.call(media.startVideo, input);
    assert.deepEqual([refused.status, messageOf(refused)], [409, messages.photosWaiting]);
    assert.equal((await kai.call(media.startVideo, input)).status, 201, 'everybody has their own');
    const { db, jobs } = server().app.context;
    await putPart(kai, await startVideo(kai, 20), 0, Buffer.alloc(20));
    const dayAgo = Date.now() - 25 * 60 * 60_000;
    await db.write(async ({ q }) => {
      await q.updateTable('video_uploads').set({ created_at: dayAgo }).execute();
      await q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'sweep-videos').execute();
    });
    await jobs.idle();
    assert.deepEqual(await db.read.selectFrom('video_uploads').select('id').execute(), []);
    assert.ok(!(await storedFiles(server())).some((key) => key.includes('-part')));
    assert.equal((await ina.call(media.startVideo, input)).status, 201);
  });

  test('usage counts the bytes of videos, and deleting the account deletes them', async () => {
    const ivo = await server().member('Ivo');
    const mine = await ivo.makesCircle('Mine');
    const { id, video } = await uploadVideo(ivo);
    await ivo.posts('Mine', { to: mine, photoIds: [id] });
    const started = await startVideo(ivo, 100);
    await putPart(ivo, started, 0, Buffer.alloc(100));
    assert.ok((await ivo.ask(usage.metrics, {})).usage > video.bytes);
    await ivo.ask(account.remove, { password });
    const left = await storedFiles(server());
    assert.ok(!left.some((key) => key.startsWith(id) || key.startsWith(started)));
  });
};

onDatabases('videos', sharing);

onDatabase(
  'sqlite',
  'videos where they are part of Premium',
  (server) => {
    test('only members with the plan share videos', async () => {
      const [ana, ben] = await server().members('Ana', 'Ben');
      await server().app.context.db.write(({ q }) =>
        q.updateTable('users').set({ account_status: 'premium' }).where('public_id', '=', ben.id).execute(),
      );
      assert.equal((await ana.ask(site.config, {})).video, 'premium');
      const input = { bytes: 1, type: 'video/mp4', seconds: 1 } as const;
      const refused = await ana.call(media.startVideo, input);
      assert.deepEqual([refused.status, messageOf(refused)], [403, messages.videosPremium]);
      assert.equal((await ben.call(media.startVideo, input)).status, 201);
    });

    test('an upload of a larger or longer video is refused before it begins', async () => {
      const cleo = await server().member('Cleo');
      for (const [change, sentence] of [
        [{ bytes: limits.videoBytes + 1 }, messages.videoTooLarge],
        [{ seconds: limits.videoSeconds + 2 }, messages.videoTooLong],
      ] as const) {
        const input = { bytes: 1, type: 'video/mp4', seconds: 1, ...change } as const;
        const refused = await cleo.call(media.startVideo, input);
        assert.deepEqual([refused.status, messageOf(refused)], [400, sentence]);
      }
    });
  },
  { VIDEO: 'premium' },
);

onDatabase(
  'sqlite',
  'videos where they are off',
  (server) => {
    // VIDEO-6
    test('nobody shares videos, and the hourly limit is checked first', async () => {
      const ana = await server().member('Ana');
      const start = () => ana.call(media.startVideo, { bytes: 1, type: 'video/mp4', seconds: 1 });
      for (let count = 0; count < 20; count += 1) {
        const refused = await start();
        assert.deepEqual([refused.status, messageOf(refused)], [403, messages.videosOff]);
      }
      assert.equal((await start()).status, 429);
    });
  },
  { VIDEO: 'off', RATE_LIMIT_FACTOR: '1' },
);
