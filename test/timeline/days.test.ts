import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import * as media from '../../contract/media.ts';
import * as posts from '../../contract/posts.ts';
import type { Post } from '../../contract/shapes.ts';
import { datedPhoto, placeMark } from '../harness/dated-photos.ts';
import { familyCircle } from '../harness/family-circle.ts';
import { formOf, type Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onDatabases } from '../harness/test-server.ts';
import { finishVideo, putPart, shortVideo } from '../harness/videos.ts';

const fileOf = (bytes: Buffer) => new Blob([new Uint8Array(bytes)]);
const dated = async () => fileOf(await datedPhoto({ original: '2019:05:03 10:20:30' }));
const hash = (digit: string) => digit.repeat(64);

onDatabases('days', (server, testOnBoth) => {
  const setUp = (...names: string[]) => familyCircle(server(), names);
  const share = async (person: Person, circleId: string, photoIds: string[], more = {}): Promise<Post> =>
    person.ask(
      posts.create,
      formOf({ circleIds: JSON.stringify([circleId]), photoIds: JSON.stringify(photoIds), ...more }),
    );

  // DAY-1, DAY-3
  test('stay with photos, whose places are kept nowhere', async () => {
    const { author: ann, others, circle } = await setUp('Ann', 'Ben');
    const [ben] = others;
    assert.ok(ben);
    const { id } = await ann.ask(media.upload, formOf({ photo: await dated() }));
    await share(ann, circle.id, [id]);
    await server().app.context.jobs.idle();
    const [photo] = (await ben.feed()).items[0]?.images ?? [];
    assert.ok(photo);
    assert.equal(photo.takenOn, '2019-05-03');
    for (const url of [photo.downloadUrl, ...photo.variants.map((variant) => variant.url)]) {
      const answer: Response = await ben.fetch('GET', url);
      const bytes = Buffer.from(await answer.arrayBuffer());
      assert.equal((await sharp(bytes).metadata()).exif, undefined);
      assert.ok(!bytes.includes(placeMark));
    }
    const row = await server()
      .app.context.db.read.selectFrom('images')
      .selectAll()
      .where('public_id', '=', id)
      .executeTakeFirstOrThrow();
    assert.ok(!/GREENWICH|51\.4|3840/.test(JSON.stringify(row)));
  });

  // DAY-3
  testOnBoth('are forgotten where the author does not keep them', async () => {
    const { author: ann, circle } = await setUp('Ada');
    const { id } = await ann.ask(media.upload, formOf({ photo: await dated() }));
    const post = await share(ann, circle.id, [id], { keepsDays: 'false' });
    assert.equal(post.images[0]?.takenOn, null);
    const daily = await ann.ask(
      posts.create,
      formOf({ circleIds: JSON.stringify([circle.id]), keepsDays: 'false', image: await dated() }),
    );
    assert.equal(daily.images[0]?.takenOn, null);
  });

  // DAY-1
  test('come from the client where it sends them', async () => {
    const { author: ann, circle } = await setUp('Alma');
    const upload = async (takenOn: string) =>
      ann.call(media.upload, formOf({ takenOn, photo: await dated() }));
    for (const day of ['2018-02-30', '1700-01-01', '2999-01-01', '3 May 2019'])
      assert.equal((await upload(day)).status, 400, day);
    const { id } = await ann.ask(media.upload, formOf({ takenOn: '1999-12-31', photo: await dated() }));
    assert.equal((await share(ann, circle.id, [id])).images[0]?.takenOn, '1999-12-31');
    const { id: undated } = await ann.ask(media.upload, formOf({ takenOn: '', photo: await dated() }));
    assert.equal((await share(ann, circle.id, [undated])).images[0]?.takenOn, null);
    const daily = await ann.ask(
      posts.create,
      formOf({
        circleIds: JSON.stringify([circle.id]),
        takenOn: '2001-01-01',
        image: fileOf(await plainPhoto()),
      }),
    );
    assert.equal(daily.images[0]?.takenOn, '2001-01-01');
  });

  // DAY-1
  test('of videos arrive with the first request', async () => {
    const { author: ann, circle } = await setUp('Anke');
    const video = await shortVideo();
    const { id } = await ann.ask(media.startVideo, {
      bytes: video.length,
      type: 'video/mp4',
      seconds: 2,
      takenOn: '2017-07-07',
    });
    await putPart(ann, id, 0, video);
    const done = media.finishVideo.output.parse((await finishVideo(ann, id)).json);
    const post = await share(ann, circle.id, [done.id]);
    assert.equal(post.images[0]?.takenOn, '2017-07-07');
  });

  // DAY-5
  testOnBoth('of files uploaded before are known to their member alone, by hash', async () => {
    const { author: ann, others, circle } = await setUp('Amy', 'Bea');
    const [bea] = others;
    assert.ok(bea);
    const upload = async (contentHash: string) =>
      (await ann.ask(media.upload, formOf({ contentHash, photo: fileOf(await plainPhoto()) }))).id;
    const shared = await upload(hash('a'));
    await share(ann, circle.id, [shared]);
    await upload(hash('b'));
    await ann.ask(media.remove, { id: await upload(hash('c')) });
    const ask = async (person: Person) =>
      (await person.ask(media.known, { contentHashes: ['a', 'b', 'c', 'd'].map(hash) })).known.toSorted();
    assert.deepEqual(await ask(ann), [hash('a'), hash('b')]);
    assert.deepEqual(await ask(bea), []);
    assert.equal((await ann.call(media.known, { contentHashes: ['x'] })).status, 400);
  });
});
