import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as albums from '../../contract/albums.ts';
import * as blocking from '../../contract/blocking.ts';
import * as comments from '../../contract/comments.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import type { Post } from '../../contract/shapes.ts';
import { makeAlbum, photosOfAlbum } from '../harness/albums.ts';
import type { Person } from '../harness/person.ts';
import { onBothDatabases } from '../harness/test-server.ts';

const counted = async (who: Person, post: Post): Promise<number> =>
  (await who.ask(posts.get, { id: post.id })).commentsCount;

/** Each person reads exactly these comments and gets exactly that count, here and in the feed. */
const assertReads = async (who: Person, post: Post, texts: string[]): Promise<void> => {
  assert.deepEqual(await who.reads(post), texts, `${who.name} reads`);
  assert.equal(await counted(who, post), texts.length, `${who.name} counts`);
  const fed = (await who.feed({ limit: '50' })).items.find(({ id }) => id === post.id);
  if (fed) assert.equal(fed.commentsCount, texts.length, `${who.name} counts in the feed`);
};

onBothDatabases('who sees which comments', (server) => {
  // COMMENT-1, COMMENT-2
  test('comments on a post shared with Mum’s side and Dad’s side do not introduce the two to each other', async () => {
    const [kim, mum, dad, both] = await server().members('Kim', 'Mum', 'Dad', 'Both');
    const mums = await kim.makesCircle("Mum's side");
    const dads = await kim.makesCircle("Dad's side");
    for (const person of [mum, both]) await kim.adds(person, mums);
    for (const person of [dad, both]) await kim.adds(person, dads);
    const post = await kim.posts('Birthday', { to: [mums, dads] });
    await mum.comments(post, 'from mum');
    await dad.comments(post, 'from dad');
    await both.comments(post, 'from both');
    await kim.comments(post, 'from kim');
    await assertReads(kim, post, ['from mum', 'from dad', 'from both', 'from kim']);
    await assertReads(mum, post, ['from mum', 'from both', 'from kim']);
    await assertReads(dad, post, ['from dad', 'from both', 'from kim']);
    await assertReads(both, post, ['from mum', 'from dad', 'from both', 'from kim']);

    // Present members: leaving takes the circle's comments away, coming gives them.
    await kim.removes(both, dads);
    await assertReads(both, post, ['from mum', 'from both', 'from kim']);
    await assertReads(dad, post, ['from dad', 'from both', 'from kim']);
    const late = await server().member('Late');
    await kim.adds(late, dads);
    await assertReads(late, post, ['from dad', 'from both', 'from kim']);

    // Comments under another moment count only there, on both paths of counting.
    await kim.adds(both, dads);
    const other = await kim.posts('The day after', { to: [mums, dads] });
    await mum.comments(other, 'again from mum');
    await assertReads(both, other, ['again from mum']);
    await assertReads(both, post, ['from mum', 'from dad', 'from both', 'from kim']);

    // Somebody of both sides who has written nothing, and somebody who wrote on one side and is on the other now.
    const twice = await server().member('Twice');
    for (const circle of [mums, dads]) await kim.adds(twice, circle);
    await assertReads(twice, post, ['from mum', 'from dad', 'from both', 'from kim']);
    await kim.removes(mum, mums);
    await kim.adds(mum, dads);
    await assertReads(mum, post, ['from mum', 'from dad', 'from both', 'from kim']);
    await assertReads(late, post, ['from dad', 'from both', 'from kim']);
  });

  // COMMENT-2, BLOCK-1
  test('comments of members in a block with the viewer are not counted in a shared circle, in either direction', async () => {
    const [otto, ana, ben, cleo] = await server().members('Otto', 'Ana2', 'Ben2', 'Cleo2');
    const club = await otto.makesCircle('Club');
    for (const who of [ana, ben, cleo]) await otto.adds(who, club);
    const post = await otto.posts('Here', { to: club });
    await cleo.comments(post, 'from cleo');
    for (const who of [ana, ben]) await assertReads(who, post, ['from cleo']);
    await ana.ask(blocking.block, { id: cleo.id });
    await cleo.ask(blocking.block, { id: ben.id });
    for (const who of [ana, ben]) await assertReads(who, post, []);
    await assertReads(otto, post, ['from cleo']);
  });

  // COMMENT-1
  test('a comment made through a private circle alone is seen by its writer and the post’s author', async () => {
    const [ana, ben, cleo] = await server().members('Ana', 'Ben', 'Cleo');
    const list = await ana.makesCircle('List', { kind: 'private' });
    await ana.adds(ben, list);
    await ana.adds(cleo, list);
    const post = await ana.posts('Quietly', { to: list });
    await ben.comments(post, 'from ben');
    await cleo.comments(post, 'from cleo');
    await assertReads(ana, post, ['from ben', 'from cleo']);
    await assertReads(ben, post, ['from ben']);
    await assertReads(cleo, post, ['from cleo']);
  });

  // COMMENT-2, COMMENT-1
  test('comments on a post in a shared and a private circle keep the two circles apart', async () => {
    const [dora, emil, finn] = await server().members('Dora', 'Emil', 'Finn');
    const family = await dora.makesCircle('Family');
    const list = await dora.makesCircle('List', { kind: 'private' });
    await dora.adds(emil, family);
    await dora.adds(finn, list);
    const post = await dora.posts('Both', { to: [family, list] });
    await emil.comments(post, 'in the family');
    await finn.comments(post, 'in private');
    await assertReads(emil, post, ['in the family']);
    await assertReads(finn, post, ['in private']);
    await assertReads(dora, post, ['in the family', 'in private']);
  });

  // SIGHT-7, COMMENT-1, COMMENT-6
  test('a comment on a post that its writer no longer sees can still be deleted by the writer', async () => {
    const [gina, hal] = await server().members('Gina', 'Hal');
    const family = await gina.makesCircle('Family');
    await gina.adds(hal, family);
    const post = await gina.posts('Here', { to: family });
    const his = await hal.comments(post, 'from hal');
    await gina.removes(hal, family);
    assert.equal((await hal.call(comments.list, { id: post.id })).status, 404);
    assert.equal((await hal.call(comments.add, { id: post.id, content: 'still?' })).status, 404);
    assert.equal((await hal.call(comments.remove, { id: his.id })).status, 204);
    await assertReads(gina, post, []);
  });

  // SIGHT-3
  test('a repeated comment whose moment is out of sight tells nothing that happened since', async () => {
    const [zoe, yul, xan] = await server().members('Zoe', 'Yul', 'Xan');
    const circle = await zoe.makesCircle('Family');
    for (const member of [yul, xan]) await zoe.adds(member, circle);
    const album = await makeAlbum(zoe, circle, { photos: 2 });
    const [photo] = await photosOfAlbum(yul, album);
    assert.ok(photo);
    const first = await xan.comments(album, 'First');
    const repeat = async (key: string, json: object) =>
      (
        await yul.request('POST', `/api/posts/${album.id}/comments`, {
          json,
          headers: { 'idempotency-key': key },
        })
      ).json;
    const both = async () => [
      await repeat('an answer', { content: 'Answer', replyTo: first.id }),
      await repeat('about a photo', { content: 'Nice', photoId: photo.id }),
    ];
    const made = await both();
    assert.deepEqual(await both(), made);
    await zoe.ask(posts.edit, { id: album.id, hiddenFrom: [yul.id] });
    const hidden = await both();
    assert.ok(!JSON.stringify(hidden).includes(photo.id));
    await xan.ask(comments.remove, { id: first.id });
    await zoe.ask(albums.removePhotos, { id: album.id, photoIds: [photo.id] });
    assert.deepEqual(await both(), hidden);
  });

  // COMMENT-6
  test('the author of a moment deletes comments under it without notifying their writers', async () => {
    const [otto, ana, ben, cleo] = await server().members('Otto3', 'Ana3', 'Ben3', 'Cleo3');
    const club = await otto.makesCircle('Club');
    for (const who of [ana, ben]) await otto.adds(who, club);
    const list = await otto.makesCircle('List', { kind: 'private' });
    await otto.adds(cleo, list);
    const post = await otto.posts('Here', { to: [club, list] });
    const rude = await ben.comments(post, 'rude');
    const quiet = await cleo.comments(post, 'quiet');
    await ana.comments(post, 'kind');
    const { jobs } = server().app.context;
    await jobs.idle();
    const bell = await ben.call(notifications.list);
    const remove = async (who: Person, { id }: { id: string }) =>
      (await who.call(comments.remove, { id })).status;
    assert.equal(await remove(ana, rude), 403, 'a reader');
    assert.equal(await remove(ana, quiet), 404, 'a comment of a circle that the caller is not in');
    assert.equal(await remove(otto, rude), 204);
    assert.equal(await remove(otto, quiet), 204);
    assert.equal(await remove(otto, rude), 404);
    for (const who of [otto, ana, ben]) await assertReads(who, post, ['kind']);
    await assertReads(cleo, post, []);
    await jobs.idle();
    assert.equal((await ben.call(notifications.list)).text, bell.text);
    // A block hides the comment from the author: then it is not there to be deleted.
    const hidden = await ana.comments(post, 'hidden');
    await otto.ask(blocking.block, { id: ana.id });
    assert.equal(await remove(otto, hidden), 404);
  });

  // COMMENT-1, COMMENT-9
  test('writers edit their comments while they see the moment, and readers see that they did', async () => {
    const [otto, ana, ben, cleo] = await server().members('Otto4', 'Ana4', 'Ben4', 'Cleo4');
    const club = await otto.makesCircle('Club');
    for (const who of [ana, ben]) await otto.adds(who, club);
    const post = await otto.posts('Here', { to: club });
    const { id, editedAt } = await ben.comments(post, 'teh typo');
    assert.equal(editedAt, null);
    const { jobs } = server().app.context;
    await jobs.idle();
    const news = async () =>
      (await otto.ask(notifications.list, {})).items.map((item) => [item.id, item.isRead]);
    const bell = await news();
    const edit = async (who: Person, content: string) =>
      (await who.call(comments.edit, { id, content })).status;
    for (const who of [otto, ana]) assert.equal(await edit(who, 'mine now'), 403);
    assert.equal(await edit(cleo, 'mine now'), 404);
    assert.equal(await edit(ben, ' \n '), 400);
    assert.equal(await edit(ben, 'x'.repeat(2_001)), 400);
    const same = await ben.ask(comments.edit, { id, content: 'teh typo' });
    assert.equal(same.editedAt, null, 'the same words are no edit');
    const before = Date.now();
    const edited = await ben.ask(comments.edit, { id, content: 'the typo' });
    assert.ok(Date.parse(edited.editedAt ?? '') >= before);
    for (const who of [otto, ana, ben]) {
      const { items } = await who.ask(comments.list, { id: post.id });
      assert.partialDeepStrictEqual(items, [{ id, content: 'the typo', editedAt: edited.editedAt }]);
      await assertReads(who, post, ['the typo']);
    }
    await jobs.idle();
    assert.deepEqual(await news(), bell, 'nobody is notified of an edit');
    await otto.removes(ben, club);
    assert.equal(await edit(ben, 'from outside'), 404);
    await assertReads(otto, post, ['the typo']);
  });

  // REQUEST-2
  test('pages of comments come newest first, each in reading order, and no comment comes twice', async () => {
    const ana = await server().member('Iris');
    const circle = await ana.makesCircle('Long');
    const post = await ana.posts('Talk', { to: circle });
    for (let number = 1; number <= 7; number++) await ana.comments(post, String(number));
    const first = await ana.ask(comments.list, { id: post.id, limit: '3' });
    assert.deepEqual(
      first.items.map(({ content }) => content),
      ['5', '6', '7'],
    );
    const second = await ana.ask(comments.list, { id: post.id, limit: '3', cursor: first.nextCursor ?? '' });
    assert.deepEqual(
      second.items.map(({ content }) => content),
      ['2', '3', '4'],
    );
    const last = await ana.ask(comments.list, { id: post.id, limit: '3', cursor: second.nextCursor ?? '' });
    assert.deepEqual(
      last.items.map(({ content }) => content),
      ['1'],
    );
    assert.equal(last.nextCursor, null);
    const other = await ana.posts('Another talk', { to: circle });
    const foreign = await ana.call(comments.list, { id: other.id, cursor: first.nextCursor ?? '' });
    assert.equal(foreign.status, 400);
  });
});

onBothDatabases('comments on a post in one shared and one private circle', (server) => {
  // SIGHT-9, COMMENT-2
  test('counts of comments do not reveal comments of a private circle', async () => {
    const [ana, ben, cleo] = await server().members('Ana', 'Ben', 'Cleo');
    const alone = await ana.makesCircle('Of nobody else');
    const list = await ana.makesCircle('List', { kind: 'private' });
    for (const who of [ben, cleo]) await ana.adds(who, list);
    const post = await ana.posts('Quietly', { to: list });
    await cleo.comments(post, 'from cleo');
    await assertReads(ben, post, []);
    await assertReads(ana, post, ['from cleo']);
    // Ben does not see comments made through a circle that he is not in. When Cleo adds him to her club, her earlier
    // comment stays hidden.
    const wide = await ana.posts('Here and there', { to: [list, alone] });
    await ana.comments(wide, 'from ana');
    await assertReads(ben, wide, []);
    const club = await cleo.makesCircle('Of cleo');
    await cleo.adds(ben, club);
    const other = await cleo.posts('Of cleo', { to: club });
    await cleo.comments(other, 'one');
    await cleo.comments(other, 'two');
    await assertReads(ben, post, []);
    await assertReads(ben, other, ['one', 'two']);
  });
});
