import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as albums from '../../contract/albums.ts';
import * as blocking from '../../contract/blocking.ts';
import * as comments from '../../contract/comments.ts';
import * as moderation from '../../contract/moderation.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import type { Post } from '../../contract/shapes.ts';
import { findMiscounts } from '../../server/platform/db/check-counters.ts';
import { addToAlbum, makeAlbum, photosOfAlbum } from '../harness/albums.ts';
import type { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onBothDatabases, password, type TestServer } from '../harness/test-server.ts';

const say = (who: Person, post: Post, content: string, more: { photoId?: string; replyTo?: string } = {}) =>
  who.ask(comments.add, { id: post.id, content, ...more });

const pictured = ({ content, photo }: { content: string; photo: { id: string } | null }) =>
  photo ? `${content} (${photo.id})` : content;

/** The person reads exactly these comments in the conversation, and these about the photo; every door counts so many. */
const assertReads = async (
  who: Person,
  post: Post,
  expected: { all: string[]; photo?: { id: string; says: string[] | 404 } },
): Promise<void> => {
  const { id } = post;
  const { items } = await who.ask(comments.list, { id });
  assert.deepEqual(items.map(pictured), expected.all, `${who.name} reads`);
  assert.equal((await who.ask(posts.get, { id })).commentsCount, expected.all.length, `${who.name} counts`);
  const fed = (await who.feed({ limit: '50' })).items.find((item) => item.id === id);
  if (fed) assert.equal(fed.commentsCount, expected.all.length, `${who.name} counts in the feed`);
  if (!expected.photo) return;
  const { id: photoId, says } = expected.photo;
  const about = await who.call(comments.list, { id, photoId });
  if (says === 404) {
    assert.equal(about.status, 404, who.name);
    return;
  }
  const ofPhoto = await who.ask(comments.list, { id, photoId });
  assert.deepEqual(
    ofPhoto.items.map(({ content }) => content),
    says,
    `${who.name} reads about the photo`,
  );
  const photos =
    post.kind === 'album'
      ? (await who.ask(albums.photos, { id })).items
      : (await who.ask(posts.get, { id })).images;
  assert.equal(
    photos.find((photo) => photo.id === photoId)?.commentsCount,
    says.length,
    `${who.name} counts there`,
  );
};

const titlesOf = async (server: TestServer, who: Person): Promise<string[]> => {
  await server.app.context.jobs.idle();
  return (await who.ask(notifications.list, {})).items
    .filter(({ kind }) => ['comment', 'answer', 'followed_comment', 'mention'].includes(kind))
    .map(({ title }) => title.replaceAll(' Example', ''));
};

onBothDatabases('comments about photos', (server) => {
  // ABOUT-3
  test('stand in the conversation with a small picture, and with their photo alone', async () => {
    const [ann, ben, out] = await server().members('Ann', 'Ben', 'Out');
    const circle = await ann.makesCircle('Family');
    await ann.adds(ben, circle);
    const post = await ann.posts('Summer', {
      to: circle,
      photos: [await plainPhoto(), await plainPhoto(300, 200)],
    });
    const other = await ann.posts('Winter', { to: circle, photos: [await plainPhoto()] });
    const [first, second] = (await ann.ask(posts.get, { id: post.id })).images;
    const [elsewhere] = (await ann.ask(posts.get, { id: other.id })).images;
    assert.ok(first && second && elsewhere);
    await say(ben, post, 'All of it');
    const about = await say(ben, post, 'This one', { photoId: first.id });
    assert.equal(about.photo?.placeholder, first.placeholder);
    assert.equal((await ben.request('GET', about.photo.url)).status, 200);
    assert.equal((await out.request('GET', about.photo.url)).status, 404);
    // An answer is about the same photo, and about no other.
    await say(ann, post, 'Thanks', { replyTo: about.id });
    await assertReads(ben, post, {
      all: ['All of it', `This one (${first.id})`, `Thanks (${first.id})`],
      photo: { id: first.id, says: ['This one', 'Thanks'] },
    });
    await assertReads(ann, post, {
      all: ['All of it', `This one (${first.id})`, `Thanks (${first.id})`],
      photo: { id: second.id, says: [] },
    });
    for (const more of [
      { photoId: elsewhere.id },
      { photoId: '0'.repeat(32) },
      { photoId: second.id, replyTo: about.id },
    ])
      assert.equal((await ben.call(comments.add, { id: post.id, content: 'No', ...more })).status, 404);
    assert.equal((await ben.call(comments.list, { id: post.id, photoId: elsewhere.id })).status, 404);
    assert.equal((await out.call(comments.list, { id: post.id, photoId: first.id })).status, 404);
  });

  // ABOUT-3, COMMENT-2
  test('keep to their circles, and between two where a private circle alone leads to the photo', async () => {
    const [kim, mum, dad, ben, cleo] = await server().members('Kim', 'Mum', 'Dad', 'Benno', 'Cleo');
    const mums = await kim.makesCircle("Mum's side");
    const dads = await kim.makesCircle("Dad's side");
    const list = await kim.makesCircle('List', { kind: 'private' });
    await kim.adds(mum, mums);
    await kim.adds(dad, dads);
    for (const person of [ben, cleo]) await kim.adds(person, list);
    const post = await kim.posts('Birthday', { to: [mums, dads, list], photos: [await plainPhoto()] });
    const photoId = (await kim.ask(posts.get, { id: post.id })).images[0]?.id ?? assert.fail();
    for (const who of [mum, dad, ben]) await say(who, post, who.name, { photoId });
    const with_ = (...says: string[]) => ({
      all: says.map((name) => `${name} (${photoId})`),
      photo: { id: photoId, says },
    });
    await assertReads(kim, post, with_('Mum', 'Dad', 'Benno'));
    await assertReads(mum, post, with_('Mum'));
    await assertReads(dad, post, with_('Dad'));
    await assertReads(ben, post, with_('Benno'));
    await assertReads(cleo, post, with_());
  });

  // ABOUT-3, ALBUM-5, BLOCK-1, ADMIN-3
  test('need sight of their photo: a block or ban between reader and adder hides them', async () => {
    const [ada, bea, cem, dan] = await server().members('Ada', 'Bea', 'Cem', 'Dan');
    const circle = await ada.makesCircle('Family');
    for (const person of [bea, cem, dan]) await ada.adds(person, circle);
    const post = await makeAlbum(ada, circle);
    await addToAlbum(bea, post, 1);
    const photoId =
      (await photosOfAlbum(ada, post)).find(({ addedBy }) => addedBy.id === bea.id)?.id ?? assert.fail();
    const aboutIt = await say(dan, post, 'By Dan', { photoId });
    await say(cem, post, 'By Cem', { photoId });
    await say(dan, post, 'Of all');
    const [dans, cems] = [`By Dan (${photoId})`, `By Cem (${photoId})`];
    await assertReads(cem, post, {
      all: [dans, cems, 'Of all'],
      photo: { id: photoId, says: ['By Dan', 'By Cem'] },
    });
    await cem.ask(blocking.block, { id: bea.id });
    // Their own comment is left, without a picture.
    await assertReads(cem, post, { all: ['By Cem', 'Of all'], photo: { id: photoId, says: 404 } });
    assert.equal(
      (await cem.call(comments.add, { id: post.id, content: 'No', replyTo: aboutIt.id })).status,
      404,
    );
    assert.equal((await cem.call(comments.add, { id: post.id, content: 'No', photoId })).status, 404);
    await assertReads(bea, post, { all: [dans, 'Of all'], photo: { id: photoId, says: ['By Dan'] } });
    await assertReads(ada, post, {
      all: [dans, cems, 'Of all'],
      photo: { id: photoId, says: ['By Dan', 'By Cem'] },
    });
    const chief = await server().member('Chief', { isAdmin: true });
    await chief.ask(moderation.actOnMember, { id: bea.id, action: 'ban' });
    await assertReads(ada, post, { all: ['Of all'], photo: { id: photoId, says: 404 } });
    await assertReads(dan, post, { all: ['By Dan', 'Of all'], photo: { id: photoId, says: 404 } });
    await chief.ask(moderation.actOnMember, { id: bea.id, action: 'restore' });
    await assertReads(ada, post, {
      all: [dans, cems, 'Of all'],
      photo: { id: photoId, says: ['By Dan', 'By Cem'] },
    });
    // Words about a photo that has left stay, for all but those whom a block or ban parts from its adder.
    await ada.ask(albums.removePhotos, { id: post.id, photoIds: [photoId] });
    await assertReads(ada, post, { all: ['By Dan', 'By Cem', 'Of all'], photo: { id: photoId, says: 404 } });
    await assertReads(cem, post, { all: ['By Cem', 'Of all'], photo: { id: photoId, says: 404 } });
    await chief.ask(moderation.actOnMember, { id: bea.id, action: 'ban' });
    await assertReads(ada, post, { all: ['Of all'] });
    await chief.ask(moderation.actOnMember, { id: bea.id, action: 'restore' });
    await cem.ask(blocking.unblock, { id: bea.id });
    await assertReads(cem, post, { all: ['By Dan', 'By Cem', 'Of all'] });
    assert.deepEqual(await findMiscounts(server().app.context.db.read), []);
  });

  // ABOUT-3, ALBUM-5
  test('are hidden with photos of an unclaimed account, and from an author outside their circle', async () => {
    const [alf, bo, cy, di] = await server().members('Alf', 'Bo', 'Cy', 'Di');
    const circle = await alf.makesCircle('Family');
    for (const person of [bo, cy, di]) await alf.adds(person, circle);
    const post = await makeAlbum(bo, circle);
    await addToAlbum(cy, post, 1);
    const photoId =
      (await photosOfAlbum(bo, post)).find(({ addedBy }) => addedBy.id === cy.id)?.id ?? assert.fail();
    await say(di, post, 'By Di', { photoId });
    await say(di, post, 'Of all');
    for (const person of [alf, bo])
      await assertReads(person, post, { all: [`By Di (${photoId})`, 'Of all'] });
    const setClaim = (claim: number | null) =>
      server().app.context.db.write((tx) =>
        tx.q.updateTable('users').set({ claim_asked_at: claim }).where('public_id', '=', cy.id).execute(),
      );
    await setClaim(1);
    for (const person of [alf, bo]) await assertReads(person, post, { all: ['Of all'] });
    await setClaim(null);
    await alf.removes(bo, circle);
    await assertReads(alf, post, { all: [`By Di (${photoId})`, 'Of all'] });
    await assertReads(bo, post, { all: ['Of all'] });
  });

  // ABOUT-6, BLOCK-1
  test('keep from a blocked member when the photo goes, until the account of its adder ends', async () => {
    const [oda, abe, gil, vic] = await server().members('Oda', 'Abe', 'Gil', 'Vic');
    const circle = await oda.makesCircle('Family');
    for (const person of [abe, gil, vic]) await oda.adds(person, circle);
    const post = await makeAlbum(oda, circle);
    await addToAlbum(abe, post, 1);
    const photoId =
      (await photosOfAlbum(abe, post)).find(({ addedBy }) => addedBy.id === abe.id)?.id ?? assert.fail();
    await abe.ask(blocking.block, { id: vic.id });
    const about = await say(gil, post, 'So sweet, Abe', { photoId });
    await assertReads(vic, post, { all: [] });
    await abe.ask(albums.removePhotos, { id: post.id, photoIds: [photoId] });
    await say(oda, post, 'Abe always was', { replyTo: about.id });
    await assertReads(vic, post, { all: [] });
    assert.deepEqual(await titlesOf(server(), vic), []);
    await assertReads(oda, post, { all: ['So sweet, Abe', 'Abe always was'] });
    assert.deepEqual(await findMiscounts(server().app.context.db.read), []);
    await abe.ask(account.remove, { password });
    await assertReads(vic, post, { all: ['So sweet, Abe', 'Abe always was'] });
  });

  test('notify the author and the one who added the photo, each once and grouped', async () => {
    const [lea, lou, mia, max] = await server().members('Lea', 'Lou', 'Mia', 'Max');
    const circle = await lea.makesCircle('Family');
    for (const person of [lou, mia, max]) await lea.adds(person, circle);
    const post = await makeAlbum(lea, circle);
    await addToAlbum(lou, post, 1);
    const photoId =
      (await photosOfAlbum(lea, post)).find(({ addedBy }) => addedBy.id === lou.id)?.id ?? assert.fail();
    await say(max, post, 'Of all');
    assert.deepEqual(await titlesOf(server(), lou), []);
    const about = await say(mia, post, 'Lovely', { photoId });
    assert.deepEqual(await titlesOf(server(), lou), ['Mia commented on your photo']);
    assert.deepEqual(await titlesOf(server(), lea), [
      'Mia commented on your moment',
      'Max commented on your moment',
    ]);
    await say(max, post, 'Indeed', { photoId });
    await say(max, post, 'Of another matter');
    // They did not comment themselves: what is said of the whole album is no news to them.
    await say(lea, post, 'Of all again');
    assert.deepEqual(await titlesOf(server(), lou), ['Max and one other commented on your photos']);
    // Their own act is no news, and an answer to them is that alone.
    const own = await say(lou, post, 'Thanks', { replyTo: about.id });
    await lou.ask(notifications.markAllRead, {});
    await say(mia, post, 'Gladly', { replyTo: own.id });
    await server().app.context.jobs.idle();
    const { items } = await lou.ask(notifications.list, {});
    assert.deepEqual(
      items.filter(({ isRead }) => !isRead).map(({ kind }) => kind),
      ['answer'],
    );
    // Somebody who blocks the one who added the photo cannot reach them.
    await lou.ask(blocking.block, { id: max.id });
    assert.equal((await max.call(comments.add, { id: post.id, content: 'No', photoId })).status, 404);
  });
});
