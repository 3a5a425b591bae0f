import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { messages } from '../../contract/errors/errors.ts';
import * as media from '../../contract/media.ts';
import * as members from '../../contract/members.ts';
import * as posts from '../../contract/posts.ts';
import { letGo } from '../../contract/audience/let-go.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import * as usage from '../../contract/usage.ts';
import type { Answer, Person } from '../harness/person.ts';
import { gridItems, heic, readEncoded, rotation, secretItems } from '../harness/heic.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onDatabases, onDatabase, type TestServer } from '../harness/test-server.ts';
import { until } from '../nodes/machines.ts';
import { finishVideo, putPart, shortVideo, startVideo } from '../harness/videos.ts';
import { startS3 } from '../fakes/s3.ts';

/** A photo that lies on its side and says where it was taken. */
const sidewaysPhoto = () =>
  sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#3a7' } })
    .withExif({
      IFD0: { Copyright: 'secret maker' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 12/1 30/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

const photos = (server: () => TestServer): void => {
  let ana: Person;
  let ben: Person;
  let family: Circle;
  let post: Post;
  before(async () => {
    [ana, ben] = await server().members('Ana', 'Ben');
    family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    post = await ana.posts('A photo', { to: family, photos: [await sidewaysPhoto()] });
  });

  // PHOTO-3
  test('photos get three upright widths without location or camera metadata', async () => {
    const [photo] = post.images;
    assert.ok(photo);
    assert.deepEqual([photo.width, photo.height], [2000, 3000]);
    assert.deepEqual(
      photo.variants.map(({ width }) => width),
      [480, 1080, 2000],
    );
    assert.equal(post.imageUrls[0], photo.url);
    assert.equal(Buffer.from(photo.placeholder, 'base64').length > 10, true);
    await server().app.context.jobs.idle();
    const full = (await ben.ask(posts.get, { id: post.id })).images[0]?.downloadUrl ?? '';
    assert.match(full, /-full\.jpg$/);
    const copy = Buffer.from(await (await ben.fetch('GET', full)).arrayBuffer());
    const told = await sharp(copy).metadata();
    assert.deepEqual([told.format, told.width, told.height, told.exif], ['jpeg', 2000, 3000, undefined]);
    assert.ok(!copy.includes('secret maker'));
    for (const { url, width } of photo.variants) {
      const response = await ben.fetch('GET', url);
      const bytes = Buffer.from(await response.arrayBuffer());
      const read = await sharp(bytes).metadata();
      assert.deepEqual(
        [read.format, read.width, read.exif, read.icc, read.xmp],
        ['webp', width, undefined, undefined, undefined],
      );
      assert.ok(!bytes.includes('secret maker'));
    }
  });

  // TRUTH-70
  test('a device hears which of the photos and moments that it keeps it must let go', async () => {
    const [stranger] = await server().members('Stranger');
    const [name = ''] = /[0-9a-f]{32}/.exec(post.imageUrls[0] ?? '') ?? [];
    const form = new FormData();
    form.set('profileImage', new Blob([new Uint8Array(await plainPhoto())]), 'me.jpg');
    const { profileImageUrl } = await ana.ask(members.editProfile, form);
    const [face = ''] = /[0-9a-f]{32}/.exec(profileImageUrl ?? '') ?? [];
    const odd = ['f'.repeat(32), '\u0000', name.toUpperCase()];
    const kept = { photos: [name, face, name, ...odd], posts: [post.id, ...odd] };
    assert.deepEqual(await ben.ask(letGo, kept), { photos: odd, posts: odd });
    assert.deepEqual(await stranger.ask(letGo, kept), {
      photos: [name, face, ...odd],
      posts: [post.id, ...odd],
    });
    const tooMany = await ben.call(letGo, { photos: Array.from({ length: 501 }, String), posts: [] });
    assert.equal(tooMany.status, 400);
    await ana.ask(members.removeImage, {});
  });

  // PHOTO-1
  test('requests for photos with ranges and conditions all pass the check of sight', async () => {
    const url = post.imageUrls[0] ?? '';
    const whole = await ben.fetch('GET', url);
    const bytes = Buffer.from(await whole.arrayBuffer());
    assert.equal(whole.headers.get('cache-control'), 'private, max-age=604800, immutable');
    assert.equal(whole.headers.get('content-type'), 'image/webp');
    assert.equal(whole.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(whole.headers.get('cross-origin-resource-policy'), 'same-origin');
    assert.equal(whole.headers.get('content-length'), String(bytes.length));
    const etag = whole.headers.get('etag') ?? '';

    const range = async (header: string) => {
      const answer = await ben.fetch('GET', url, { headers: { range: header } });
      return {
        status: answer.status,
        range: answer.headers.get('content-range'),
        bytes: Buffer.from(await answer.arrayBuffer()),
      };
    };
    assert.deepEqual(await range('bytes=0-9'), {
      status: 206,
      range: `bytes 0-9/${bytes.length}`,
      bytes: bytes.subarray(0, 10),
    });
    assert.deepEqual((await range('bytes=-5')).bytes, bytes.subarray(-5));
    assert.deepEqual((await range(`bytes=${bytes.length - 3}-`)).bytes, bytes.subarray(-3));
    assert.equal((await range(`bytes=${bytes.length}-`)).status, 416);
    assert.equal((await range('bytes=5-1')).status, 416);
    assert.equal((await range('lines=1-2')).status, 200);
    assert.equal((await ben.fetch('GET', url, { headers: { 'if-none-match': etag } })).status, 304);
    const head = await ben.fetch('HEAD', url);
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(bytes.length)]);

    await ana.removes(ben, family);
    for (const headers of [
      {},
      { range: 'bytes=0-9' },
      { 'if-none-match': etag },
      { range: 'bytes=99999999-' },
    ]) {
      for (const method of ['GET', 'HEAD']) {
        const denied = await ben.fetch(method, url, { headers });
        assert.equal(denied.status, 404);
        assert.equal(denied.headers.get('etag'), null);
        await denied.body?.cancel();
      }
    }
    assert.equal((await server().visitor().request('GET', url)).status, 401);
    await ana.adds(ben, family);
  });

  test('no spelling of a path escapes the photo folder', async () => {
    const spellings = [
      '..',
      '../circle.db',
      '..%2fcircle.db',
      '%2e%2e/circle.db',
      '..\\circle.db',
      '/etc/passwd',
      '.',
      '%00',
      'x.webp',
      `${post.imageUrls[0]}/../x`,
    ];
    for (const door of ['/uploads/', '/api/images/']) {
      for (const spelling of spellings) {
        const answer = await ana.request('GET', door + spelling);
        assert.ok(
          [400, 404].includes(answer.status) || answer.text.includes('<!doctype html>'),
          `${door}${spelling}: ${answer.status}`,
        );
        assert.ok(!answer.text.includes('SQLite format'));
      }
    }
  });

  // MOMENT-11
  test('deleting a moment deletes its photo files immediately', async () => {
    const gone = await ana.posts('Soon gone', { to: family, photos: [await sidewaysPhoto()] });
    await ana.ask(posts.remove, { id: gone.id });
    await ben.doesNotSee(gone);
    await ana.doesNotSee(gone);
    await server().app.context.jobs.idle();
    const left: string[] = [];
    for await (const { key } of server().app.context.storage.list()) left.push(key);
    assert.equal(left.length, (post.images[0]?.variants.length ?? 0) + 1);
  });

  // MOMENT-11
  test('a full-size copy that is stored after its moment was deleted does not stay', async (t) => {
    const { db, jobs, storage } = server().app.context;
    const resume = await server().holdWorker();
    const gone = await ana.posts('Deleted meanwhile', { to: family, photos: [await sidewaysPhoto()] });
    const [name = ''] = (gone.imageUrls[0] ?? '').slice('/uploads/'.length).split('-');
    const { put } = storage;
    t.mock.method(storage, 'put', async (key: string, bytes: Buffer) => {
      if (key === `${name}-full.jpg`) {
        await ana.ask(posts.remove, { id: gone.id });
        await until('no files wait', async () => !(await jobs.isBusy('remove-files')));
        t.mock.method(storage, 'remove', () => Promise.reject(new Error('The storage is away')), {
          times: 1,
        });
      }
      return put(key, bytes);
    });
    await resume();
    await db.write(({ q }) =>
      q.updateTable('jobs').set({ run_at: 0 }).where('unique_key', 'like', 'full-copy %').execute(),
    );
    await jobs.idle();
    assert.deepEqual(await Array.fromAsync(storage.list(name)), []);
  });

  test('background jobs of a machine that no longer exists are deleted after a month', async () => {
    const { db, jobs, nodeId } = server().app.context;
    const ago = (days: number) => Date.now() - days * 24 * 3_600_000;
    await db.write(async (tx) => {
      for (const kind of ['full-copy gone', 'sweep-sources gone']) {
        await jobs.enqueue(tx, { kind, payload: 'old', runAt: ago(31) });
        await jobs.enqueue(tx, { kind, payload: 'away', runAt: ago(29) });
      }
      await tx.q
        .updateTable('jobs')
        .set({ run_at: 0 })
        .where('kind', '=', `sweep-sources ${nodeId}`)
        .execute();
    });
    await jobs.idle();
    const ofOthers = await db.read
      .selectFrom('jobs')
      .select('payload')
      .where('kind', 'like', '% gone')
      .execute();
    assert.deepEqual(
      ofOthers.map(({ payload }) => payload),
      ['"away"', '"away"'],
    );
    await db.write(({ q }) => q.deleteFrom('jobs').where('kind', 'like', '% gone').execute());
  });

  // PHOTO-8
  test('an image that is attached to nothing is deleted within a day', async () => {
    const { db, jobs, storage } = server().app.context;
    const orphan = await ana.posts('Orphaned', { to: family, photos: [await sidewaysPhoto()] });
    const name = (orphan.imageUrls[0] ?? '').slice('/uploads/'.length, '/uploads/'.length + 32);
    await db.write(({ q }) =>
      q
        .updateTable('images')
        .set({ post_id: null, created_at: Date.now() - 25 * 3_600_000 })
        .where('public_id', '=', name)
        .execute(),
    );
    assert.equal((await ana.request('GET', orphan.imageUrls[0] ?? '')).status, 200, "its uploader's alone");
    assert.equal((await ben.request('GET', orphan.imageUrls[0] ?? '')).status, 404);
    await db.write(({ q }) =>
      q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'sweep-images').execute(),
    );
    await jobs.idle();
    assert.equal((await ana.request('GET', orphan.imageUrls[0] ?? '')).status, 404);
    for await (const { key } of storage.list()) assert.ok(!key.startsWith(name));
  });

  // PHOTO-3
  test('a HEIC becomes WebP, a JPEG in full size, or a profile picture, all upright and without metadata', async () => {
    const { exif } = await sharp(await sidewaysPhoto()).metadata();
    const secrets = secretItems(exif?.subarray(6) ?? Buffer.alloc(0), '<x:xmpmeta>secret owner</x:xmpmeta>');
    const photo = heic([...gridItems(readEncoded('p3.heic'), 2, 1, rotation(1)), ...secrets]);
    assert.ok(photo.includes('secret maker') && photo.includes('secret owner'));
    const shared = await ana.posts('From a phone', { to: family, photos: [photo] });
    const me = new FormData();
    me.set('profileImage', new Blob([new Uint8Array(photo)]), 'me.heic');
    assert.equal((await ana.request('PATCH', '/api/users/profile', { form: me })).status, 200);
    await server().app.context.jobs.idle();
    const [image] = (await ben.ask(posts.get, { id: shared.id })).images;
    const { profileImageUrl } = await ben.ask(members.profile, { usernameOrId: ana.id });
    assert.ok(image);
    assert.deepEqual([image.width, image.height], [256, 768]);
    assert.match(image.downloadUrl, /-full\.jpg$/);
    for (const url of [...image.variants.map((variant) => variant.url), image.downloadUrl, profileImageUrl]) {
      const answer = await ben.fetch('GET', url ?? '');
      assert.equal(answer.status, 200);
      const bytes = Buffer.from(await answer.arrayBuffer());
      const read = await sharp(bytes).metadata();
      assert.deepEqual([read.exif, read.icc, read.xmp], [undefined, undefined, undefined]);
      assert.ok(!/secret|Exif|ftyp/.test(bytes.toString('latin1')));
    }
  });
};

const store = await startS3();
after(() => store.stop());
const { settings } = store;
const inStore = {
  S3_ENDPOINT: settings.endpoint,
  S3_REGION: settings.region,
  S3_BUCKET: settings.bucket,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
};

onDatabase('sqlite', 'photos on the server’s disk', photos);
onDatabase('postgres', 'photos in an S3 store', photos, inStore);

onDatabases(
  'photos in an S3 store that fails',
  (server) => {
    test('an outage of the S3 store gives a clear error and no partial post, and uploads work again afterwards', async () => {
      const ana = await server().member('Ana');
      const family = await ana.makesCircle('Family');
      const post = await ana.posts('Before', { to: family, photos: [await sidewaysPhoto()] });
      await server().app.context.jobs.idle();
      const form = async () => {
        const fields = new FormData();
        fields.set('content', 'Not now');
        fields.set('circleIds', JSON.stringify([family.id]));
        fields.append('media', new Blob([new Uint8Array(await sidewaysPhoto())]), 'photo.jpg');
        return fields;
      };
      const said = ({ status, json }: Answer): unknown[] => [status, Reflect.get(Object(json), 'message')];
      const busy = [503, messages.unavailable];
      const full = { status: 507, code: 'XMinioStorageFull' };
      store.stumble(full);
      const refused = await ana.call(posts.create, await form());
      assert.deepEqual(said(refused), busy);
      assert.deepEqual(
        (await ana.feed()).items.map(({ content }) => content),
        ['Before'],
      );
      // No job may use up a failure.
      await server().app.context.jobs.idle();
      const slow = { status: 503, code: 'SlowDown' };
      store.stumble(slow, slow, slow);
      const unseen = await ana.request('GET', post.imageUrls[0] ?? '');
      assert.deepEqual(said(unseen), busy);
      store.stumble(slow, 'cut');
      await ana.sees(post);
      const ready = { status: 403, code: 'AccessDenied' };
      store.stumble(ready);
      const readyz = async () => (await ana.request('GET', '/readyz')).status;
      assert.deepEqual([await readyz(), await readyz()], [503, 503], 'looked once');
      await until('it is ready again', async () => (await readyz()) === 200);
      // Kept for five seconds, so that this failure is met by somebody else.
      store.stumble(ready);
      assert.equal(await readyz(), 200);
      assert.notEqual((await ana.request('GET', post.imageUrls[0] ?? '')).status, 200);
      await ana.sees(await ana.ask(posts.create, await form()));
      await server().app.context.jobs.idle();
    });

    // VIDEO-12
    test('a video in the S3 store is read in ranges, and a store that breaks off is tried again', async () => {
      const kai = await server().member('Kai');
      const video = await shortVideo();
      const id = await startVideo(kai, video.length);
      await putPart(kai, id, 0, video);
      store.stumble('half');
      assert.equal((await finishVideo(kai, id)).status, 503);
      const { id: made, video: stored } = media.finishVideo.output.parse((await finishVideo(kai, id)).json);
      const whole = Buffer.from(await (await kai.fetch('GET', stored.url)).arrayBuffer());
      const part = await kai.fetch('GET', stored.url, { headers: { range: 'bytes=100-199' } });
      assert.deepEqual([part.status, Buffer.from(await part.arrayBuffer())], [206, whole.subarray(100, 200)]);
      await kai.ask(media.remove, { id: made });
      await server().app.context.jobs.idle();
    });

    test('a photo that the S3 store refuses uses no storage of its member', async () => {
      const { jobs, storage } = server().app.context;
      const ben = await server().member('Ben');
      const keys = async () => (await Array.fromAsync(storage.list())).map(({ key }) => key).toSorted();
      const earlier = await keys();
      const form = new FormData();
      form.append('photo', new Blob([new Uint8Array(await plainPhoto())]), 'photo.jpg');
      store.stumble({ status: 507, code: 'XMinioStorageFull' });
      assert.equal((await ben.call(media.upload, form)).status, 503);
      assert.equal((await ben.ask(usage.metrics, {})).usage, 0);
      await jobs.idle();
      assert.deepEqual(await keys(), earlier);
    });
  },
  inStore,
);
