import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as blocking from '../../contract/blocking.ts';
import * as comments from '../../contract/comments.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as mentions from '../../contract/mentions.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import type { Post } from '../../contract/shapes.ts';
import { mentionToken } from '../../contract/text/mention-tokens.ts';
import type { Person } from '../harness/person.ts';
import { onBothDatabases } from '../harness/test-server.ts';

/** The first names of the members whom a person may mention under a post. */
const offered = async (who: Person, post: Post, more: { q?: string; replyTo?: string } = {}) => {
  const { items } = await who.ask(mentions.underPost, { id: post.id, limit: '50', ...more });
  return items.map(({ firstName }) => firstName);
};

const mentioning = (post: Post, people: readonly Person[], more: { replyTo?: string } = {}) => ({
  id: post.id,
  content: `Look ${people.map(({ id }) => mentionToken(id)).join(' ')}`,
  mentions: people.map(({ id }) => id),
  ...more,
});

/** The names that a person reads in the first comment that mentions somebody, in an order that both databases share. */
const names = async (who: Person, post: Post) => {
  const { items } = await who.ask(comments.list, { id: post.id });
  return items
    .find((one) => one.mentions.length > 0)
    ?.mentions.flatMap(({ name }) => name?.replace(/\W.*/, '') ?? [])
    .toSorted();
};

const titles = async (who: Person): Promise<string[]> =>
  (await who.ask(notifications.list, {})).items.map(({ title }) => title);

onBothDatabases('who may be mentioned, and who reads whose name', (server) => {
  // MENTION-1
  test('the author is offered readers, and others the people of their circles of the moment, seeing it or not', async () => {
    const [kim, mum, dad, both, late, out] = await server().members(
      'Kim',
      'Mum',
      'Dad',
      'Both',
      'Late',
      'Out',
    );
    const mums = await kim.makesCircle("Mum's side", { showsEarlierPosts: false });
    const dads = await kim.makesCircle("Dad's side");
    const list = await kim.makesCircle('List', { kind: 'private' });
    for (const who of [mum, both]) await kim.adds(who, mums);
    for (const who of [dad, both]) await kim.adds(who, dads);
    await kim.adds(out, list);
    const post = await kim.posts('Birthday', { to: [mums, dads, list] });
    await kim.adds(late, mums);
    assert.deepEqual(await offered(kim, post), ['Both', 'Dad', 'Mum', 'Out']);
    assert.deepEqual(await offered(mum, post), ['Both', 'Kim', 'Late']);
    assert.deepEqual(await offered(dad, post), ['Both', 'Kim']);
    assert.deepEqual(await offered(both, post), ['Dad', 'Kim', 'Late', 'Mum']);
    assert.deepEqual(await offered(out, post), ['Kim']);
    assert.equal((await late.call(mentions.underPost, { id: post.id })).status, 404);
    // By the beginning of each word of the name.
    assert.deepEqual(await offered(both, post, { q: 'mU' }), ['Mum']);
    assert.deepEqual(await offered(both, post, { q: 'exa' }), ['Dad', 'Kim', 'Late', 'Mum']);
    for (const q of ['um', '%', '_']) assert.deepEqual(await offered(both, post, { q }), []);
    // The answered member is offered too.
    const byOut = await out.comments(post, 'from out');
    assert.deepEqual(await offered(kim, post, { replyTo: byOut.id }), ['Both', 'Dad', 'Mum', 'Out']);
    const byMum = await mum.comments(post, 'from mum');
    await kim.adds(mum, dads);
    await kim.removes(mum, mums);
    assert.deepEqual(await offered(both, post), ['Dad', 'Kim', 'Late', 'Mum']);
    await kim.removes(mum, dads);
    assert.deepEqual(await offered(both, post), ['Dad', 'Kim', 'Late']);
    assert.deepEqual(await offered(both, post, { replyTo: byMum.id }), ['Dad', 'Kim', 'Late', 'Mum']);
    for (const replyTo of [byMum.id, 'f'.repeat(32)])
      assert.equal((await dad.call(mentions.underPost, { id: post.id, replyTo })).status, 404);

    // A block between two others, and one with the author, hide nobody; a block with the caller hides.
    await dad.ask(blocking.block, { id: late.id });
    await kim.ask(blocking.block, { id: late.id });
    assert.deepEqual(await offered(both, post), ['Dad', 'Kim']);
    await kim.ask(blocking.unblock, { id: late.id });
    const club = await both.makesCircle('Club');
    for (const who of [kim, late, dad]) await both.adds(who, club);
    const there = await kim.posts('In the club', { to: club });
    await kim.ask(blocking.block, { id: late.id });
    assert.deepEqual(await offered(both, there), ['Dad', 'Kim', 'Late']);
    assert.deepEqual(await offered(dad, there), ['Both', 'Kim']);
    assert.deepEqual(await offered(kim, there), ['Both', 'Dad']);
    const accepted = await both.ask(comments.add, mentioning(there, [late, dad]));
    assert.deepEqual(
      new Set(accepted.mentions.map(({ name }) => name)),
      new Set(['Dad Example', 'Late Example']),
    );
    assert.ok(!(await titles(late)).some((title) => title.includes('mentioned')));
    assert.ok((await titles(dad)).includes('Both Example mentioned you in a comment'));
  });

  // MENTION-1, CIRCLE-3
  test('readers through a private circle are offered nobody who is in it', async () => {
    const [ana, ben, eve] = await server().members('Anna', 'Bent', 'Evi');
    const list = await ana.makesCircle('List', { kind: 'private' });
    for (const who of [ben, eve]) await ana.adds(who, list);
    const post = await ana.posts('To my list', { to: list });
    assert.deepEqual(await offered(ben, post), ['Anna']);
    assert.equal((await ben.call(comments.add, mentioning(post, [eve]))).status, 404);
    assert.deepEqual(await offered(ana, post), ['Bent', 'Evi']);
  });

  // MENTION-1
  test('anybody who is not offered is not found, and nothing is stored', async () => {
    const [ana, ben, eve] = await server().members('Ana', 'Ben', 'Eve');
    const circle = await ana.makesCircle('Club');
    await ana.adds(ben, circle);
    const post = await ana.posts('One', { to: circle });
    for (const [who, people] of [
      [ben, [eve]],
      [ben, [ana, eve]],
      [ben, [ben]],
      [ana, [eve]],
    ] as const) {
      assert.equal((await who.call(comments.add, mentioning(post, people))).status, 404);
      const form = new FormData();
      form.append('content', 'Look');
      form.append('circleIds', JSON.stringify([circle.id]));
      form.append('mentions', JSON.stringify(people.map(({ id }) => id)));
      if (people.some((one) => one === eve || one === who))
        assert.equal((await who.call(posts.create, form)).status, 404);
    }
    assert.deepEqual(await ben.reads(post), []);
    assert.deepEqual((await ben.feed({})).items.length, 1);
    const many = await ben.call(comments.add, {
      id: post.id,
      content: 'x',
      mentions: Array.from({ length: 21 }, () => ana.id),
    });
    assert.equal(many.status, 400);
    assert.ok(many.text.includes(messages.tooManyMentions));
  });

  // MENTION-3, MENTION-4
  test('a mention shows a name only to viewers who may know that person here, and opens nothing', async () => {
    const [kim, mum, dad, both] = await server().members('Kim2', 'Mum2', 'Dad2', 'Both2');
    const mums = await kim.makesCircle("Mum's side");
    const dads = await kim.makesCircle("Dad's side");
    for (const who of [mum, both]) await kim.adds(who, mums);
    for (const who of [dad, both]) await kim.adds(who, dads);
    const post = await kim.posts('Birthday', { to: [mums, dads] });
    await both.ask(comments.add, mentioning(post, [kim, mum, dad]));
    const [kims, mu, da] = ['Kim2', 'Mum2', 'Dad2'];
    // A private list of somebody else's introduces nobody.
    const list = await kim.makesCircle('List', { kind: 'private' });
    for (const who of [mum, dad]) await kim.adds(who, list);
    for (const who of [kim, both]) assert.deepEqual(await names(who, post), [da, kims, mu]);
    assert.deepEqual(await names(mum, post), [kims, mu]);
    assert.deepEqual(await names(dad, post), [da, kims]);
    for (const who of [mum, dad]) await kim.removes(who, list);
    // A name once known by another circle is known here too; a removed member keeps it for those who know them.
    const club = await dad.makesCircle('Club');
    await dad.adds(mum, club);
    assert.deepEqual(await names(dad, post), [da, kims, mu]);
    await dad.removes(mum, club);
    const mine = await dad.makesCircle('Mine', { kind: 'private' });
    await dad.adds(mum, mine);
    assert.deepEqual(await names(dad, post), [da, kims, mu]);
    assert.deepEqual(await names(mum, post), [da, kims, mu]);
    await dad.removes(mum, mine);
    await kim.removes(mum, mums);
    assert.deepEqual(await names(both, post), [da, kims]);
    assert.deepEqual(await names(kim, post), [da, kims]);
    await both.ask(blocking.block, { id: dad.id });
    assert.deepEqual(await names(both, post), [kims]);
    // Only members who see the comment are notified, and the mention opened nothing to Mum.
    assert.equal((await mum.call(posts.get, { id: post.id })).status, 404);
    await both.ask(blocking.unblock, { id: dad.id });
    const other = await both.makesCircle('Other');
    for (const who of [kim, dad]) await both.adds(who, other);
    const narrow = await kim.posts('Narrow', { to: [dads, other] });
    await kim.removes(both, dads);
    await both.ask(comments.add, mentioning(narrow, [dad]));
    assert.equal(
      (await titles(dad)).filter((title) => title.includes('mentioned you in a comment')).length,
      2,
    );
    assert.equal((await titles(kim)).filter((title) => title.includes('mentioned')).length, 1);
  });

  // MENTION-1, MENTION-4
  test('the author and commenters keep their names where their words are seen, also after they left', async () => {
    const [otto, ana, ben, dora, eve] = await server().members('Otto6', 'Ana6', 'Ben6', 'Dora6', 'Eve6');
    const [club, side] = [await otto.makesCircle('Club'), await otto.makesCircle('Side')];
    for (const who of [ana, ben, dora]) await otto.adds(who, club);
    for (const who of [ana, eve]) await otto.adds(who, side);
    const post = await ana.posts('One', { to: [club, side] });
    await otto.ask(comments.add, mentioning(post, [dora, eve]));
    const byOtto = await otto.ask(comments.add, mentioning(post, [ana]));
    assert.equal(byOtto.mentions[0]?.name, 'Ana6 Example');
    const elsewhere = await ana.posts('Two', { to: club });
    // The people of Ben's other circles have nothing to do with this moment.
    const other = await ben.makesCircle('Other');
    await ben.adds(await server().member('Fred6'), other);
    await ben.posts('Three', { to: other });
    await dora.comments(elsewhere, 'Under another moment');
    await eve.comments(post, 'Beside the club');
    assert.deepEqual(await names(ben, post), ['Dora6']);
    assert.deepEqual(await offered(ana, post), ['Ben6', 'Dora6', 'Eve6', 'Otto6']);
    await otto.removes(ana, club);
    await otto.removes(dora, club);
    // The author is offered no people of a circle that they have left.
    assert.deepEqual(await offered(ana, post), ['Eve6', 'Otto6']);
    assert.deepEqual(await offered(ben, post), ['Ana6', 'Otto6']);
    assert.deepEqual(await names(ben, post), []);
    await otto.adds(dora, club);
    await dora.comments(post, 'Here');
    await otto.removes(dora, club);
    assert.deepEqual(await names(ben, post), ['Dora6']);
    const { items } = await ben.ask(comments.list, { id: post.id });
    const [, seen] = items;
    assert.equal(seen?.mentions[0]?.name, 'Ana6 Example');
  });

  // MENTION-1, MENTION-3
  test('a moment mentions its readers, in the composer as in its edits, and notifies each once', async () => {
    const [ana, ben, cleo] = await server().members('Ana3', 'Ben3', 'Cleo3');
    const circle = await ana.makesCircle('Club');
    for (const who of [ben, cleo]) await ana.adds(who, circle);
    const circleIds = JSON.stringify([circle.id]);
    const { items } = await ana.ask(mentions.inCircles, { circleIds });
    assert.deepEqual(
      items.map(({ firstName }) => firstName),
      ['Ben3', 'Cleo3'],
    );
    assert.equal((await ana.ask(mentions.inCircles, { circleIds, q: 'cl' })).items[0]?.id, cleo.id);
    const form = new FormData();
    form.append('content', `With ${mentionToken(ben.id)}`);
    form.append('circleIds', circleIds);
    form.append('mentions', JSON.stringify([ben.id]));
    const post = await ana.ask(posts.create, form);
    const bens = { id: ben.id, name: 'Ben3 Example' };
    const cleos = { id: cleo.id, name: 'Cleo3 Example' };
    assert.deepEqual(post.mentions, [bens]);
    assert.deepEqual((await ben.feed()).items[0]?.mentions, [bens]);
    const [news] = (await ben.ask(notifications.list, {})).items;
    assert.deepEqual(
      [news?.title, news?.quote],
      ['Ana3 Example mentioned you in a moment', 'With @Ben3 Example'],
    );
    const edited = await ana.ask(posts.edit, {
      id: post.id,
      content: `With ${mentionToken(ben.id)} and ${mentionToken(cleo.id)}`,
      mentions: [ben.id, cleo.id],
    });
    assert.deepEqual(new Set(edited.mentions), new Set([bens, cleos]));
    assert.equal((await titles(cleo))[0], 'Ana3 Example mentioned you in a moment');
    assert.equal((await titles(ben)).filter((title) => title.includes('mentioned')).length, 1);
    // Ben may stay mentioned although he has left, and his name is hidden from those who do not know him.
    await ana.removes(ben, circle);
    const content = `With both: ${mentionToken(ben.id)} and ${mentionToken(cleo.id)}`;
    const kept = await ana.ask(posts.edit, { id: post.id, content });
    assert.deepEqual(new Set(kept.mentions), new Set([{ ...bens, name: null }, cleos]));
    // Words that no longer mention Cleo withdraw the notification.
    await ana.ask(posts.edit, { id: post.id, content: 'Alone' });
    assert.deepEqual((await ana.ask(posts.get, { id: post.id })).mentions, []);
    assert.ok(!(await titles(cleo)).some((title) => title.includes('mentioned')));
  });

  // MENTION-3
  test('a mention that is taken back and made again within an hour notifies once', async () => {
    const [ana, ben, dora] = await server().members('Ana5', 'Ben5', 'Dora5');
    const circle = await ana.makesCircle('Club');
    await ana.adds(ben, circle);
    const post = await ana.posts('One', { to: circle });
    const said = await ana.comments(post, 'One');
    const told = async (who: Person) =>
      (await who.ask(notifications.list, {})).items.flatMap(({ kind, isRead, quote }) =>
        kind === 'mention' ? [[isRead, quote]] : [],
      );
    for (const call of [posts.edit, comments.edit]) {
      const id = call === posts.edit ? post.id : said.id;
      const content = `With ${mentionToken(ben.id)}`;
      await ana.ask(call, { id, content, mentions: [ben.id] });
      assert.deepEqual(await told(ben), [[false, 'With @Ben5 Example']]);
      await ben.ask(notifications.markAllRead, {});
      await ana.ask(call, { id, content: 'Alone' });
      assert.deepEqual(await told(ben), []);
      await ana.ask(call, { id, content, mentions: [ben.id] });
      assert.deepEqual(await told(ben), [[true, 'With @Ben5 Example']]);
      await ana.ask(call, { id, content: 'Alone' });
    }
    // Dora did not see the first mention, and so was not notified of it.
    await ana.adds(dora, circle);
    const his = await ben.comments(post, 'One');
    await ana.ask(posts.edit, { id: post.id, hiddenFrom: [dora.id] });
    const edit = { id: his.id, content: `With ${mentionToken(dora.id)}`, mentions: [dora.id] };
    await ben.ask(comments.edit, edit);
    await ben.ask(comments.edit, { id: his.id, content: 'Alone' });
    await ana.ask(posts.undoHiddenFrom, { id: post.id });
    assert.deepEqual(await told(dora), []);
    await ben.ask(comments.edit, edit);
    assert.equal((await told(dora)).length, 1);
  });

  // MENTION-3
  test('an edit that mentions somebody who was notified of the comment notifies nobody again', async () => {
    const [ana, ben] = await server().members('Ana7', 'Ben7');
    const circle = await ana.makesCircle('Club');
    await ana.adds(ben, circle);
    const post = await ana.posts('One', { to: circle });
    const his = await ben.comments(post, 'from ben');
    const hers = await ana.ask(comments.add, { id: post.id, content: 'from ana', replyTo: his.id });
    for (const [writer, reader, { id }] of [
      [ben, ana, his],
      [ana, ben, hers],
    ] as const) {
      const before = await titles(reader);
      const edit = { id, content: `See ${mentionToken(reader.id)}`, mentions: [reader.id] };
      assert.equal((await writer.ask(comments.edit, edit)).mentions.length, 1);
      assert.deepEqual(await titles(reader), before);
    }
  });

  // MENTION-3
  test('an answer that mentions its reader notifies them once, and an edit notifies whom it adds', async () => {
    const [ana, ben, cleo] = await server().members('Ana4', 'Ben4', 'Cleo4');
    const circle = await ana.makesCircle('Club');
    for (const who of [ben, cleo]) await ana.adds(who, circle);
    const post = await ana.posts('One', { to: circle });
    const his = await ben.comments(post, 'from ben');
    const hers = await cleo.ask(comments.add, mentioning(post, [ben, ana], { replyTo: his.id }));
    assert.deepEqual((await titles(ben)).slice(0, -1), ['Cleo4 Example answered your comment']);
    assert.deepEqual(await titles(ana), [
      'Cleo4 Example mentioned you in a comment',
      'Ben4 Example commented on your moment',
    ]);
    const edit = { id: his.id, content: `See ${mentionToken(cleo.id)}`, mentions: [cleo.id] };
    assert.equal((await ben.ask(comments.edit, edit)).mentions.length, 1);
    assert.equal((await titles(cleo))[0], 'Ben4 Example mentioned you in a comment');
    // Words without a list of mentions keep those that they still contain.
    const more = { id: his.id, content: `See here ${mentionToken(cleo.id)}` };
    assert.equal((await ben.ask(comments.edit, more)).mentions.length, 1);
    assert.equal((await ben.ask(comments.edit, { id: his.id, content: 'See' })).mentions.length, 0);
    assert.equal((await cleo.call(comments.edit, { ...edit, id: hers.id, mentions: ['x'] })).status, 404);
    await ben.ask(blocking.mute, { id: cleo.id });
    assert.equal((await titles(ben)).length, 1);
  });
});
