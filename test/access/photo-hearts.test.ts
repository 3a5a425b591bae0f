import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import * as account from '../../contract/account.ts';
import * as albums from '../../contract/albums.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as comments from '../../contract/comments.ts';
import * as likes from '../../contract/likes.ts';
import * as moderation from '../../contract/moderation.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import type { PlacedPhoto, Post } from '../../contract/shapes.ts';
import { findMiscounts } from '../../server/platform/db/check-counters.ts';
import { addToAlbum, makeAlbum, photosOfAlbum } from '../harness/albums.ts';
import { Listening } from '../harness/events.ts';
import type { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onBothDatabases, password } from '../harness/test-server.ts';

const give = async (who: Person, id: string) => {
  const answer = await who.ask(likes.likePhoto, { id });
  // Hearts are listed by their milliseconds: the next one is given in a later one.
  for (const now = Date.now(); Date.now() === now; );
  return answer;
};

/** The photos on the moment's own page. */
const photosOf = async (who: Person, { id }: Pick<Post, 'id'>) => (await who.ask(posts.get, { id })).images;

const onlyPhoto = async (who: Person, post: Post) => {
  const [photo] = await photosOf(who, post);
  assert.ok(photo);
  return photo;
};

/** The person is listed exactly these hearts of the photo, newest first, and every door counts them. */
const assertHearts = async (
  who: Person,
  { id, post }: { id: string; post: Post },
  givers: Person[],
): Promise<void> => {
  const names = givers.map(({ name }) => name);
  const { items } = await who.ask(likes.listOfPhoto, { id });
  assert.deepEqual(
    items.map(({ firstName }) => firstName),
    names,
    `${who.name} is listed`,
  );
  const counted = { isLiked: names.includes(who.name), likesCount: names.length };
  const opened = (await photosOf(who, post)).find((photo) => photo.id === id);
  assert.partialDeepStrictEqual(opened, counted, `${who.name} counts on the page`);
  const alone = await who.ask(posts.photo, { id: post.id, photoId: id });
  assert.partialDeepStrictEqual(alone, counted, `${who.name} counts in the viewer`);
  if (post.kind !== 'album') return;
  for (const order of ['added', 'newest'] as const) {
    const placed = (await who.ask(albums.photos, { id: post.id, order })).items;
    assert.partialDeepStrictEqual(
      placed.find((photo) => photo.id === id),
      counted,
      `${who.name} counts in the album, ${order}`,
    );
  }
};

const titlesOf = async (who: Person): Promise<string[]> =>
  (await who.ask(notifications.list, {})).items
    .filter(({ kind }) => kind === 'like')
    .map(({ title }) => title.replace(' Example', ''));

onBothDatabases('hearts of photos', (server) => {
  // ABOUT-1
  test("a heart of a photo for Mum's side and Dad's side does not introduce the two", async () => {
    const [kim, mum, dad, both, out] = await server().members('Kim', 'Mum', 'Dad', 'Both', 'Out');
    const mums = await kim.makesCircle("Mum's side");
    const dads = await kim.makesCircle("Dad's side");
    for (const person of [mum, both]) await kim.adds(person, mums);
    for (const person of [dad, both]) await kim.adds(person, dads);
    const post = await kim.posts('Birthday', { to: [mums, dads], photos: [await plainPhoto()] });
    const { id } = await onlyPhoto(kim, post);
    const photo = { id, post };
    assert.deepEqual(await give(mum, id), { isLiked: true, likesCount: 1 });
    assert.deepEqual(await give(dad, id), { isLiked: true, likesCount: 1 }, 'not the total');
    assert.deepEqual(await give(both, id), { isLiked: true, likesCount: 3 });
    assert.deepEqual(await give(both, id), { isLiked: true, likesCount: 3 }, 'once');
    await assertHearts(kim, photo, [both, dad, mum]);
    await assertHearts(mum, photo, [both, mum]);
    await assertHearts(dad, photo, [both, dad]);

    // Strangers and ids of nothing get the same answer.
    assert.equal((await out.call(posts.photo, { id: post.id, photoId: id })).status, 404);
    for (const call of [likes.likePhoto, likes.unlikePhoto, likes.listOfPhoto]) {
      assert.equal((await out.call(call, { id })).status, 404);
      assert.equal((await kim.call(call, { id: '0'.repeat(32) })).status, 404);
    }
    // A member who is added later sees the hearts of the present circle.
    const late = await server().member('Late');
    await kim.adds(late, dads);
    await assertHearts(late, photo, [both, dad]);
    // A former member sees nothing, and their heart stays where it was given.
    await kim.removes(both, mums);
    await assertHearts(mum, photo, [both, mum]);
    await assertHearts(both, photo, [both, dad]);
    await kim.removes(mum, mums);
    assert.equal((await mum.call(likes.listOfPhoto, { id })).status, 404);
    assert.equal((await mum.call(likes.unlikePhoto, { id })).status, 404);

    // Each heart has its own circles, those of the time when it was given.
    const two = await kim.posts('Two', {
      to: [mums, dads],
      photos: [await plainPhoto(), await plainPhoto(300, 200)],
    });
    const [one, other] = await photosOf(kim, two);
    assert.ok(one && other);
    await kim.adds(both, mums);
    await give(both, one.id);
    await kim.removes(both, mums);
    await give(both, other.id);
    await kim.adds(mum, mums);
    await assertHearts(mum, { id: one.id, post: two }, [both]);
    await assertHearts(mum, { id: other.id, post: two }, []);
    await assertHearts(dad, { id: other.id, post: two }, [both]);
    await kim.removes(mum, mums);

    // Narrowing takes a circle away from the hearts, too.
    await kim.ask(posts.edit, { id: post.id, circleIds: [mums.id] });
    await kim.adds(dad, mums);
    await assertHearts(dad, photo, [both, dad, mum]);
    await kim.ask(circles.remove, { id: mums.id });
    await assertHearts(kim, photo, [both, dad, mum]);
    assert.deepEqual(await findMiscounts(server().app.context.db.read), []);
  });

  // ABOUT-1
  test('through a private circle alone, a heart is between its giver and the author', async () => {
    const [ana, ben, cleo] = await server().members('Ana', 'Ben', 'Cleo');
    const list = await ana.makesCircle('List', { kind: 'private' });
    for (const person of [ben, cleo]) await ana.adds(person, list);
    const post = await ana.posts('Quietly', { to: list, photos: [await plainPhoto()] });
    const { id } = await onlyPhoto(ana, post);
    for (const person of [ben, cleo]) await give(person, id);
    await assertHearts(ben, { id, post }, [ben]);
    await assertHearts(cleo, { id, post }, [cleo]);
    await assertHearts(ana, { id, post }, [cleo, ben]);
  });

  // ABOUT-1, BLOCK-1, ADMIN-3
  test('a block between two who add photos to an album hides photos and hearts from both', async () => {
    const [ada, bea, cem] = await server().members('Ada', 'Bea', 'Cem');
    const chief = await server().member('Chief', { isAdmin: true });
    const circle = await ada.makesCircle('Family');
    for (const person of [bea, cem]) await ada.adds(person, circle);
    const post = await makeAlbum(ada, circle);
    await addToAlbum(bea, post, 1);
    await addToAlbum(cem, post, 1);
    const all = await photosOfAlbum(ada, post);
    const by = (who: Person): PlacedPhoto =>
      all.find(({ addedBy }) => addedBy.id === who.id) ?? assert.fail(who.name);
    const [adas, beas, cems] = [by(ada), by(bea), by(cem)].map(({ id }) => ({ id, post }));
    assert.ok(adas && beas && cems);
    for (const photo of [adas, beas, cems])
      for (const person of [ada, bea, cem]) await give(person, photo.id);
    await assertHearts(ada, adas, [cem, bea, ada]);
    await cem.ask(blocking.block, { id: bea.id });
    // The adder who blocks is neither counted nor named, nor is the one who is blocked.
    await assertHearts(bea, adas, [bea, ada]);
    await assertHearts(cem, adas, [cem, ada]);
    await assertHearts(bea, beas, [bea, ada]);
    await assertHearts(ada, beas, [cem, bea, ada]);
    for (const [who, photo] of [
      [cem, beas],
      [bea, cems],
    ] as const)
      for (const call of [likes.likePhoto, likes.unlikePhoto, likes.listOfPhoto])
        assert.equal((await who.call(call, { id: photo.id })).status, 404);

    const shown = await photosOf(bea, post);
    assert.deepEqual(
      shown.map((photo) => photo.id),
      [adas.id, beas.id],
    );
    // Neither do open pages hear of hearts of photos that their member does not see.
    const [asBea, asCem] = await Promise.all([bea, cem].map(Listening.openQuiet));
    assert.ok(asBea && asCem);
    await ada.ask(likes.unlikePhoto, { id: beas.id });
    const kinds = async (page: Listening, who: Person) => (await page.quiet(who)).map(({ kind }) => kind);
    assert.ok((await kinds(asBea, bea)).includes('like'));
    assert.ok(!(await kinds(asCem, cem)).includes('like'));
    await Promise.all([asBea.close(), asCem.close()]);

    await chief.ask(moderation.actOnMember, { id: bea.id, action: 'ban' });
    await assertHearts(ada, adas, [cem, ada]);
    assert.equal((await ada.call(likes.listOfPhoto, { id: beas.id })).status, 404);
    assert.deepEqual(await titlesOf(ada), ['Cem liked your photo']);
    await chief.ask(moderation.actOnMember, { id: bea.id, action: 'restore' });
    await assertHearts(ada, adas, [cem, bea, ada]);
  });

  test('a heart of a photo is none of its moment, and moves nothing in the popular order', async () => {
    const [lea, lou] = await server().members('Lea', 'Lou');
    const circle = await lea.makesCircle('Family');
    await lea.adds(lou, circle);
    const photos = [await plainPhoto()];
    const older = await lea.posts('Older', { to: circle, photos });
    const newer = await lea.posts('Newer', { to: circle, photos });
    const { id } = await onlyPhoto(lou, older);
    await give(lou, id);
    assert.partialDeepStrictEqual(await lou.ask(posts.get, { id: older.id }), {
      likesCount: 0,
      isLiked: false,
    });
    const popular = (await lou.feed({ sort: 'popular' })).items;
    assert.deepEqual(
      popular.map((post) => post.id),
      [newer.id, older.id],
    );
    assert.ok(popular.every(({ images }) => images.every((photo) => !('isLiked' in photo))));
    assert.deepEqual(await lou.ask(likes.unlikePhoto, { id }), { isLiked: false, likesCount: 0 });
    assert.deepEqual(await lou.ask(likes.unlikePhoto, { id }), { isLiked: false, likesCount: 0 }, 'once');
  });

  // ABOUT-6
  test('hearts of one moment and its photos are one notification, which goes with the last of them', async () => {
    const [mia, max, mo] = await server().members('Mia', 'Max', 'Mo');
    const circle = await mia.makesCircle('Family');
    for (const person of [max, mo]) await mia.adds(person, circle);
    const post = await mia.posts('Summer', {
      to: circle,
      photos: [await plainPhoto(), await plainPhoto(300, 200)],
    });
    const [first, second] = await photosOf(mia, post);
    assert.ok(first && second);
    await give(max, first.id);
    assert.deepEqual(await titlesOf(mia), ['Max liked your photo']);
    await give(max, second.id);
    assert.deepEqual(await titlesOf(mia), ['Max liked your photo'], 'one person');
    await give(mo, second.id);
    assert.deepEqual(await titlesOf(mia), ['Mo and one other person liked your photos']);
    await mo.ask(likes.like, { id: post.id });
    assert.deepEqual(await titlesOf(mia), ['Mo and one other person liked your moment']);
    await mo.ask(likes.unlike, { id: post.id });
    await mo.ask(likes.unlikePhoto, { id: second.id });
    assert.deepEqual(await titlesOf(mia), ['Max liked your photo']);
    await mia.ask(notifications.markAllRead, {});
    for (const { id } of [first, second]) await max.ask(likes.unlikePhoto, { id });
    assert.deepEqual(await titlesOf(mia), []);
    // Given again within the hour it is no news: it comes back as it was.
    await give(max, first.id);
    assert.deepEqual(await mia.ask(notifications.unread, {}), { count: 0 });
  });

  // ABOUT-6, ABOUT-1, BLOCK-1, BLOCK-7
  test('a notification of hearts counts those of its reader’s photos in that moment, by givers whom they are shown', async () => {
    const [pia, paul, rita, sven] = await server().members('Pia', 'Paul', 'Rita', 'Sven');
    const circle = await pia.makesCircle('Family');
    for (const person of [paul, rita, sven]) await pia.adds(person, circle);
    const album = await makeAlbum(pia, circle);
    await addToAlbum(paul, album, 1);
    const photos = await photosOfAlbum(pia, album);
    const byPaul = photos.find(({ addedBy }) => addedBy.id === paul.id) ?? assert.fail();
    for (const person of [sven, rita]) await give(person, byPaul.id);
    assert.deepEqual(await titlesOf(paul), ['Rita and one other person liked your photos']);
    // Sven left the circle while he gave his heart, which therefore belongs to none.
    await server().app.context.db.write(({ q }) =>
      sql`delete from photo_like_circles where user_id = (select id from users where public_id = ${sven.id})`.execute(
        q,
      ),
    );
    // Pia likes what is not Paul's: the album, and her own photo in it.
    await pia.ask(likes.like, { id: album.id });
    for (const { id } of photos) if (id !== byPaul.id) await give(pia, id);
    const other = await paul.posts('Other', { to: circle, photos: [await plainPhoto()] });
    await rita.ask(likes.like, { id: other.id });
    await give(pia, (await onlyPhoto(paul, other)).id);
    assert.deepEqual(await titlesOf(paul), [
      'Pia and one other person liked your moment',
      'Rita liked your photo',
    ]);
    await paul.ask(blocking.mute, { id: rita.id });
    assert.deepEqual(await titlesOf(paul), ['Pia liked your photo']);
    await paul.ask(blocking.unmute, { id: rita.id });
    await paul.ask(blocking.block, { id: rita.id });
    assert.deepEqual(await titlesOf(paul), ['Pia liked your photo']);
  });

  // ABOUT-6, ALBUM-7
  test("a photo that returns from an album keeps its adder's own heart alone", async () => {
    const [nele, nick, nora] = await server().members('Nele', 'Nick', 'Nora');
    const circle = await nele.makesCircle('Family');
    for (const person of [nick, nora]) await nele.adds(person, circle);
    const album = await makeAlbum(nele, circle);
    await addToAlbum(nick, album, 1);
    const { id } =
      (await photosOfAlbum(nick, album)).find(({ addedBy }) => addedBy.id === nick.id) ?? assert.fail();
    for (const person of [nele, nora, nick]) await give(person, id);
    await nora.ask(comments.add, { id: album.id, content: 'Lovely', photoId: id });
    assert.deepEqual(await titlesOf(nick), ['Nora and one other person liked your photos']);
    await nele.ask(albums.removePhotos, { id: album.id, photoIds: [id] });
    for (const person of [nele, nora])
      assert.equal((await person.call(likes.listOfPhoto, { id })).status, 404);
    assert.deepEqual(
      (await nick.ask(likes.listOfPhoto, { id })).items.map(({ firstName }) => firstName),
      ['Nick'],
    );
    assert.deepEqual(await titlesOf(nick), []);
    // The comment stays in its moment.
    const own = (await nick.ask(posts.ofMember, { usernameOrId: nick.id })).items[0] ?? assert.fail();
    assert.partialDeepStrictEqual(await onlyPhoto(nick, own), {
      id,
      isLiked: true,
      likesCount: 1,
      commentsCount: 0,
    });
    assert.deepEqual(await findMiscounts(server().app.context.db.read), []);
  });

  // ABOUT-6, ALBUM-7
  test('a former member does not learn from a returned photo who joined after them', async () => {
    const [olga, adam, gina] = await server().members('Olga', 'Adam', 'Gina');
    for (const end of ['photo', 'album'] as const) {
      const circle = await olga.makesCircle(`Family ${end}`);
      await olga.adds(adam, circle);
      const album = await makeAlbum(olga, circle);
      await addToAlbum(adam, album, 1);
      const { id } =
        (await photosOfAlbum(adam, album)).find(({ addedBy }) => addedBy.id === adam.id) ?? assert.fail();
      await olga.removes(adam, circle);
      await olga.adds(gina, circle);
      await give(gina, id);
      if (end === 'photo') await olga.ask(albums.removePhotos, { id: album.id, photoIds: [id] });
      else await olga.ask(posts.remove, { id: album.id });
      assert.deepEqual((await adam.ask(likes.listOfPhoto, { id })).items, [], end);
      const [own = assert.fail()] = (await adam.ask(posts.ofMember, { usernameOrId: adam.id })).items;
      const returned = (await photosOf(adam, own)).find((photo) => photo.id === id);
      assert.equal(returned?.likesCount, 0, end);
      assert.deepEqual(await titlesOf(adam), []);
    }
  });

  // ABOUT-1, ACCOUNT-7
  test('hearts go with the account of their giver, and the notification names who is left', async () => {
    const [una, ugo, uwe] = await server().members('Una', 'Ugo', 'Uwe');
    const circle = await una.makesCircle('Family');
    for (const person of [ugo, uwe]) await una.adds(person, circle);
    const post = await una.posts('Summer', { to: circle, photos: [await plainPhoto()] });
    const { id } = await onlyPhoto(una, post);
    for (const person of [ugo, uwe]) await give(person, id);
    await uwe.ask(account.remove, { password });
    await assertHearts(una, { id, post }, [ugo]);
    assert.deepEqual(await titlesOf(una), ['Ugo liked your photo']);
  });

  // BLOCK-7
  test('after a ban, the notification names the latest whom its reader has not muted', async () => {
    const warden = await server().member('Warden', { isAdmin: true });
    const [ina, xan, yve, zoe] = await server().members('Ina', 'Xan', 'Yve', 'Zoe');
    const circle = await ina.makesCircle('Family');
    for (const person of [xan, yve, zoe]) await ina.adds(person, circle);
    const post = await ina.posts('Summer', { to: circle, photos: [await plainPhoto()] });
    const { id } = await onlyPhoto(ina, post);
    for (const person of [xan, yve, zoe]) await give(person, id);
    await ina.ask(blocking.mute, { id: yve.id });
    assert.deepEqual(await titlesOf(ina), ['Zoe and one other person liked your photos']);
    await warden.ask(moderation.actOnMember, { id: zoe.id, action: 'ban' });
    assert.deepEqual(await titlesOf(ina), ['Xan liked your photo']);
    // Another's withdrawal leaves the name.
    await yve.ask(likes.unlikePhoto, { id });
    assert.deepEqual(await titlesOf(ina), ['Xan liked your photo']);
    await xan.ask(likes.unlikePhoto, { id });
    assert.deepEqual(await titlesOf(ina), []);
  });
});
