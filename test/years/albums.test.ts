import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as blocking from '../../contract/blocking.ts';
import * as media from '../../contract/media.ts';
import * as posts from '../../contract/posts.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import { takeBack } from '../../contract/sharing/take-back.ts';
import * as albums from '../../contract/years/albums.ts';
import { formOf, type Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onBothDatabases } from '../harness/test-server.ts';

onBothDatabases('albums', (server) => {
  const setUp = async (...names: string[]) => {
    const [author, ...others] = await server().members(...names);
    assert.ok(author);
    const circle = await author.makesCircle('Family');
    for (const member of others) await author.adds(member, circle);
    return { author, others, circle };
  };
  const upload = async (person: Person, count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) {
      const { id } = await person.ask(
        media.upload,
        formOf({ photo: new Blob([new Uint8Array(await plainPhoto())]) }),
      );
      ids.push(id);
    }
    return ids;
  };
  const makeAlbum = async (
    author: Person,
    circle: Circle,
    { photos = 1, adds = 'circle' }: { photos?: number; adds?: 'author' | 'circle' } = {},
  ): Promise<Post> =>
    author.ask(albums.create, {
      title: 'Summer',
      circleIds: [circle.id],
      adds,
      photoIds: await upload(author, photos),
    });
  const addTo = async (person: Person, album: Post, count: number) => {
    const photoIds = await upload(person, count);
    await person.ask(albums.addPhotos, { id: album.id, photoIds });
    return photoIds;
  };
  const photosOf = async (person: Person, album: Post) =>
    (await person.ask(albums.photos, { id: album.id })).items;

  // ALBUM-1, ALBUM-2
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
    assert.equal((await photosOf(ben, album)).length, 7);
    assert.equal(
      (await ben.call(albums.addPhotos, { id: album.id, photoIds: await upload(ben, 1) })).status,
      403,
    );
  });

  // ALBUM-3, ALBUM-4, ALBUM-6
  test('take photos of everyone in their circle, hidden by a block', async () => {
    const { author: ann, others, circle } = await setUp('Ada', 'Bob', 'Cora');
    const [bob, cora] = others;
    assert.ok(bob && cora);
    const album = await makeAlbum(ann, circle);
    await addTo(bob, album, 2);
    const seenBy = async (person: Person) => {
      const [card] = (await person.feed()).items;
      const listed = await photosOf(person, album);
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

  // ALBUM-5
  test('keep photos for those who added them, who may delete them also after losing sight', async () => {
    const { author: ann, others, circle } = await setUp('Anke', 'Bert');
    const [ben] = others;
    assert.ok(ben);
    const album = await makeAlbum(ann, circle);
    const photoIds = await addTo(ben, album, 2);
    const [, photo] = await photosOf(ben, album);
    assert.ok(photo);
    await ann.removes(ben, circle);
    await ben.doesNotSee(album);
    assert.equal((await ben.request('GET', photo.url)).status, 200);
    assert.equal(await ben.ask(albums.removePhotos, { id: album.id, photoIds: photoIds.slice(0, 1) }), null);
    assert.equal((await ben.request('GET', photo.url)).status, 404);
    assert.equal((await photosOf(ann, album)).length, 2);
  });

  // ALBUM-7, ALBUM-8
  test('return photos of others when their author takes them out, takes the album back or deletes it', async () => {
    const { author: ann, others, circle } = await setUp('Alma', 'Boris');
    const [ben] = others;
    assert.ok(ben);
    const returned = async () => {
      const { items } = await ben.ask(posts.ofMember, { usernameOrId: ben.id });
      return items.map(({ title, photosCount, circles }) => [title, photosCount, circles.length]);
    };
    const album = await makeAlbum(ann, circle);
    const [first] = await addTo(ben, album, 3);
    assert.ok(first);
    await ann.ask(albums.removePhotos, { id: album.id, photoIds: [first] });
    assert.deepEqual(await returned(), [['Summer', 1, 0]]);
    await ann.ask(takeBack, { id: album.id });
    assert.deepEqual(await returned(), [['Summer', 3, 0]]);
    const other = await makeAlbum(ann, circle);
    await addTo(ben, other, 1);
    await ann.ask(posts.remove, { id: other.id });
    assert.deepEqual(await returned(), [['Summer', 4, 0]]);
  });
});
