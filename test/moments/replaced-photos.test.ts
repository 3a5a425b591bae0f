import assert from 'node:assert/strict';
import { hash, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import * as albums from '../../contract/albums.ts';
import { letGo } from '../../contract/audience/let-go.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as comments from '../../contract/comments.ts';
import * as delivery from '../../contract/delivery.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as likes from '../../contract/likes.ts';
import * as media from '../../contract/media.ts';
import * as moderation from '../../contract/moderation.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import * as timeline from '../../contract/timeline.ts';
import { addToAlbum, makeAlbum, photosOfAlbum, uploadPhotos } from '../harness/albums.ts';
import { Listening } from '../harness/events.ts';
import { familyCircle } from '../harness/family-circle.ts';
import { formOf, messageOf, type Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { reports } from '../harness/reports.ts';
import { onDatabases } from '../harness/test-server.ts';
import { uploadVideo } from '../harness/videos.ts';

const uploadsOne = async (who: Person): Promise<string> => (await uploadPhotos(who, 1))[0] ?? assert.fail();

const hashOf = (takenOn: string): string => hash('sha256', takenOn);

const uploadsOf = async (who: Person, days: readonly string[]): Promise<string[]> => {
  const ids: string[] = [];
  for (const takenOn of days) {
    const photo = new Blob([new Uint8Array(await plainPhoto())]);
    const contentHash = hashOf(takenOn);
    ids.push((await who.ask(media.upload, formOf({ photo, takenOn, contentHash }))).id);
  }
  return ids;
};

const photosOf = async (who: Person, { id }: Pick<Post, 'id'>) => (await who.ask(posts.get, { id })).images;

const firstOf = async (who: Person, post: Post): Promise<string> =>
  (await photosOf(who, post))[0]?.id ?? assert.fail();

const onePhoto = async (who: Person, circle: Circle): Promise<{ post: Post; old: string }> => {
  const post = await who.posts('', { to: circle, photos: [await plainPhoto()] });
  return { post, old: await firstOf(who, post) };
};

/** The status of replacing a photo by one that the person uploads first. */
const replaces = async (who: Person, post: Pick<Post, 'id'>, old: string): Promise<number> =>
  (await who.call(posts.replacePhoto, { id: post.id, photoId: old, uploadedId: await uploadsOne(who) }))
    .status;

onDatabases('a photo that replaces another', (server, testOnBoth) => {
  const setUp = (...names: string[]) => familyCircle(server(), names);

  // PHOTO-17
  test('keeps place, description, day and ring, and devices let go of the other', async () => {
    const { author: ann, others, circle } = await setUp('Ann', 'Ben');
    const [ben = assert.fail()] = others;
    const photoIds = await uploadsOf(ann, ['2019-05-01', '2020-06-02', '2021-07-03']);
    const [first = '', old = '', last = ''] = photoIds;
    const form = formOf({
      content: '',
      circleIds: JSON.stringify([circle.id]),
      photoIds: JSON.stringify(photoIds),
      alts: JSON.stringify(['A hill', 'The sea', 'A dog']),
    });
    const post = await ann.ask(posts.create, form);
    const edit = { id: circle.id, name: circle.name };
    await ann.ask(circles.edit, { ...edit, coverPhotoId: old });
    const [, kept] = await photosOf(ben, post);
    assert.ok(kept);
    const page = await Listening.openQuiet(ben);

    const uploadedId = await uploadsOne(ann);
    const replace = () =>
      ann.request('PUT', `/api/posts/${post.id}/photos/${old}`, {
        json: { uploadedId },
        headers: { 'idempotency-key': key },
      });
    const key = randomUUID();
    assert.deepEqual([(await replace()).status, (await replace()).status], [200, 200]);

    const seen = await ben.ask(posts.get, { id: post.id });
    assert.deepEqual(
      seen.images.map(({ id, alt, takenOn }) => [id, alt, takenOn]),
      [
        [first, 'A hill', '2019-05-01'],
        [uploadedId, 'The sea', '2020-06-02'],
        [last, 'A dog', '2021-07-03'],
      ],
    );
    assert.notEqual(seen.editedAt, null);
    const ofCircle = await ben.ask(timeline.photos, { circleId: circle.id });
    assert.deepEqual(
      ofCircle.items.map(({ id }) => id),
      [last, uploadedId, first],
    );
    const place = await ben.ask(circles.get, { id: circle.id });
    assert.deepEqual([place.coverPhotoId, place.cover[0]?.id], [uploadedId, uploadedId]);
    for (const person of [ann, ben]) {
      assert.equal((await person.request('GET', kept.url)).status, 404);
      const left = await person.ask(letGo, { posts: [], photos: [old, uploadedId] });
      assert.deepEqual(left.photos, [old], person.name);
    }
    await page.hears('post', post.id);
    await page.close();
    // An import does not bring the chosen file again.
    const contentHashes = [hashOf('2020-06-02')];
    assert.deepEqual((await ann.ask(media.known, { contentHashes })).known, contentHashes);
    await server().app.context.jobs.idle();
    assert.match((await photosOf(ben, post))[1]?.downloadUrl ?? '', /-full\.jpg$/);
  });

  // PHOTO-17
  test('keeps its place and ring in an album, whose words stay unedited', async () => {
    const { author: ada, others, circle } = await setUp('Ada', 'Bob');
    const [bob = assert.fail()] = others;
    await ada.ask(delivery.set, { circles: [{ circleId: circle.id, when: 'now' }] });
    const album = await makeAlbum(ada, circle);
    const [old = '', next = ''] = await addToAlbum(bob, album, 2);
    await ada.ask(albums.edit, { id: album.id, coverPhotoId: old });
    const added = (await photosOfAlbum(ada, album)).map(({ day }) => day);
    const uploadedId = await uploadsOne(bob);
    const changed = await bob.ask(posts.replacePhoto, { id: album.id, photoId: old, uploadedId });
    assert.equal(changed.editedAt, null);
    const photos = await photosOfAlbum(ada, album);
    assert.deepEqual([photos[1]?.id, photos[2]?.id, photos[1]?.addedBy.id], [uploadedId, next, bob.id]);
    assert.deepEqual(
      photos.map(({ day }) => day),
      added,
    );
    const { items } = await ada.ask(albums.list, {});
    assert.equal(items[0]?.cover?.url, photos[1]?.url);
    // It is as new as the other was.
    const { db, jobs } = server().app.context;
    await db.write(({ q }) =>
      q.updateTable('jobs').set({ run_at: 0 }).where('kind', 'in', ['tell-circle', 'tell-album']).execute(),
    );
    await jobs.idle();
    const told = (await ada.ask(notifications.list, {})).items.filter(({ kind }) => kind === 'new_photos');
    assert.deepEqual(
      told.map(({ title }) => title),
      ['2 new photos in Summer'],
    );
  });

  // PHOTO-17
  testOnBoth('needs one without hearts and comments that its member sees', async () => {
    const { author: ann, others, circle } = await setUp('Anna', 'Benno', 'Cleo');
    const [ben = assert.fail(), cleo = assert.fail()] = others;
    const loved = await onePhoto(ann, circle);
    await ben.ask(likes.likePhoto, { id: loved.old });
    const talked = await onePhoto(ann, circle);
    await ben.ask(comments.add, { id: talked.post.id, content: 'Who is it?', photoId: talked.old });
    for (const { post, old } of [loved, talked]) {
      const uploadedId = await uploadsOne(ann);
      const refused = await ann.call(posts.replacePhoto, { id: post.id, photoId: old, uploadedId });
      assert.deepEqual([refused.status, messageOf(refused)], [409, messages.photoTalkedAbout]);
      assert.deepEqual((await photosOf(cleo, post))[0]?.id, old);
    }
    // A refusal for what a block hides would give it away.
    await ann.ask(blocking.block, { id: ben.id });
    for (const { post, old } of [loved, talked]) assert.equal(await replaces(ann, post, old), 200);
    assert.deepEqual(await cleo.reads(talked.post), ['Who is it?']);
  });

  // PHOTO-17
  testOnBoth('comes from the member who added the other and sees it', async () => {
    const { author: ann, others, circle } = await setUp('Amy', 'Bert', 'Carl');
    const [bert = assert.fail(), carl = assert.fail()] = others;
    const album = await makeAlbum(ann, circle);
    const [old = ''] = await addToAlbum(bert, album, 1);
    assert.equal(await replaces(carl, album, old), 403);
    assert.equal(await replaces(ann, album, old), 403);
    const { post } = await onePhoto(ann, circle);
    assert.equal(await replaces(bert, post, old), 404);
    await ann.removes(bert, circle);
    assert.equal(await replaces(bert, album, old), 404);
  });

  // PHOTO-17, PHOTO-8
  test('is an upload of that member which waits', async () => {
    const { author: ann, others, circle } = await setUp('Asa', 'Bill');
    const [bill = assert.fail()] = others;
    const { post, old } = await onePhoto(ann, circle);
    const shared = await onePhoto(ann, circle);
    const film = await uploadVideo(ann);
    for (const uploadedId of [await uploadsOne(bill), shared.old, old, film.id, 'f'.repeat(32)]) {
      const refused = await ann.call(posts.replacePhoto, { id: post.id, photoId: old, uploadedId });
      assert.equal(refused.status, 400);
    }
    assert.equal(await firstOf(bill, post), old);
    const form = formOf({ circleIds: JSON.stringify([circle.id]), photoIds: JSON.stringify([film.id]) });
    const shown = await ann.ask(posts.create, form);
    assert.equal(await replaces(ann, shown, film.id), 409);
  });

  // PHOTO-17, REPORT-4, REPORT-6
  test('takes nothing from a report, and does not say that there is one', async () => {
    const chief = await server().member('Chief', { isAdmin: true });
    const { author: ann, others, circle } = await setUp('Ayla', 'Bodo');
    const [bodo = assert.fail()] = others;
    const { post, old } = await onePhoto(ann, circle);
    const id = await reports(bodo, 'post', post.id);
    assert.equal(await replaces(ann, post, old), 200);
    assert.equal((await chief.call(moderation.open, { id })).status, 200);
    const { evidence } = await chief.ask(moderation.report, { id });
    await server().mailsTo(chief);
    const url = evidence?.photos[0]?.url ?? '';
    assert.ok(url.includes(old));
    assert.equal((await chief.request('GET', url)).status, 200);
    assert.equal((await ann.request('GET', url)).status, 404);
  });

  // PHOTO-17, ABOUT-1
  testOnBoth('never takes the place of one that gets a heart in the same moment', async () => {
    const { author: ann, others, circle } = await setUp('Alba', 'Bela');
    const [bela = assert.fail()] = others;
    for (let round = 0; round < 6; round += 1) {
      const { post, old } = await onePhoto(ann, circle);
      const uploadedId = await uploadsOne(ann);
      const [given, replaced] = await Promise.all([
        bela.call(likes.likePhoto, { id: old }),
        ann.call(posts.replacePhoto, { id: post.id, photoId: old, uploadedId }),
      ]);
      const outcome = [given.status, replaced.status];
      assert.ok([[200, 409].join(), [404, 200].join()].includes(outcome.join()), outcome.join());
      assert.equal(await firstOf(ann, post), replaced.status === 200 ? uploadedId : old);
    }
  });
});
