import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as blocking from '../../contract/blocking.ts';
import * as comments from '../../contract/comments.ts';
import * as moderation from '../../contract/moderation.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import type { Post } from '../../contract/shapes.ts';
import { findMiscounts } from '../../server/platform/db/check-counters.ts';
import type { Person } from '../harness/person.ts';
import { reports } from '../harness/reports.ts';
import { onBothDatabases, password } from '../harness/test-server.ts';

const deleted = 'in reply to a deleted comment';

/** The comments that a person reads under a post: each comment's text, and the one above it. */
const readsThreads = async (who: Person, post: Post): Promise<string[]> => {
  const { items } = await who.ask(comments.list, { id: post.id, limit: '50' });
  assert.equal((await who.ask(posts.get, { id: post.id })).commentsCount, items.length, `${who.name} counts`);
  const texts = new Map(items.map(({ id, content }) => [id, content]));
  return items.map(({ content, replyTo, isReplyToDeleted }) => {
    if (isReplyToDeleted) return `${content}: ${deleted}`;
    return replyTo === null ? content : `${content}: ${texts.get(replyTo) ?? 'on another page'}`;
  });
};

const titles = async (who: Person): Promise<string[]> =>
  (await who.ask(notifications.list, {})).items.map(({ title }) => title.replace(/^\w+ \w+ /, ''));

onBothDatabases('who sees which answers', (server) => {
  // ANSWER-1, ANSWER-2
  test('an answer keeps to the circles of its comment that its writer is in, and to the member who is answered', async () => {
    const [kim, mum, dad, both, mums2] = await server().members('Kim', 'Mum', 'Dad', 'Both', 'Aunt');
    const mums = await kim.makesCircle("Mum's side");
    const dads = await kim.makesCircle("Dad's side");
    for (const person of [mum, both, mums2]) await kim.adds(person, mums);
    for (const person of [dad, both]) await kim.adds(person, dads);
    const post = await kim.posts('Birthday', { to: [mums, dads] });
    const wide = await both.comments(post, 'from both');
    await mum.comments(post, 'to both', { replyTo: wide.id });
    const narrow = await mum.comments(post, 'from mum');
    await both.comments(post, 'to mum', { replyTo: narrow.id });
    assert.deepEqual(await readsThreads(kim, post), [
      'from both',
      'to both: from both',
      'from mum',
      'to mum: from mum',
    ]);
    assert.deepEqual(await readsThreads(mums2, post), await readsThreads(kim, post));
    assert.deepEqual(await readsThreads(dad, post), ['from both']);
    // Mum loses the circle and keeps the moment: she reads her own words, and what answers her.
    await kim.adds(mum, dads);
    await kim.removes(mum, mums);
    assert.deepEqual(await readsThreads(mum, post), [
      'from both',
      'to both: from both',
      'from mum',
      'to mum: from mum',
    ]);
    await both.comments(post, 'to mum again', { replyTo: narrow.id });
    assert.deepEqual((await readsThreads(mum, post)).at(-1), 'to mum again: from mum');
    await kim.removes(mum, dads);
    assert.equal((await mum.call(comments.list, { id: post.id })).status, 404);
  });

  // COMMENT-1, ANSWER-2, ANSWER-4
  test('an answer through a private circle stays between its writer, the author and the answered member', async () => {
    const [ana, ben, cleo] = await server().members('Ana', 'Ben', 'Cleo');
    const list = await ana.makesCircle('List', { kind: 'private' });
    for (const who of [ben, cleo]) await ana.adds(who, list);
    const post = await ana.posts('Quietly', { to: list });
    const his = await ben.comments(post, 'from ben');
    await ana.comments(post, 'to ben', { replyTo: his.id });
    assert.equal((await cleo.call(comments.add, { id: post.id, content: 'x', replyTo: his.id })).status, 404);
    assert.deepEqual(await readsThreads(ben, post), ['from ben', 'to ben: from ben']);
    assert.deepEqual(await readsThreads(cleo, post), []);
    await ben.ask(comments.remove, { id: his.id });
    for (const who of [ana, ben]) assert.deepEqual(await readsThreads(who, post), [`to ben: ${deleted}`]);
    assert.deepEqual(await readsThreads(cleo, post), []);
  });

  // ANSWER-1
  test('an answer to an answer is in the same thread, and only comments of the same moment can be answered', async () => {
    const [ana, ben] = await server().members('Ana2', 'Ben2');
    const circle = await ana.makesCircle('Club');
    await ana.adds(ben, circle);
    const [post, other] = [await ana.posts('One', { to: circle }), await ana.posts('Two', { to: circle })];
    const first = await ana.comments(post, '1');
    const second = await ana.comments(post, '2');
    const answer = await ben.comments(post, '1.1', { replyTo: first.id });
    assert.equal(answer.replyTo, first.id);
    assert.equal((await ana.comments(post, '1.2', { replyTo: answer.id })).replyTo, first.id);
    await ben.comments(post, '2.1', { replyTo: second.id });
    const threads = ['1', '1.1: 1', '1.2: 1', '2', '2.1: 2'];
    assert.deepEqual(await readsThreads(ben, post), threads);
    // Pages follow the threads, and repeat nothing.
    const contents: string[] = [];
    const turn = async (cursor?: string): Promise<void> => {
      const page = await ben.ask(comments.list, { id: post.id, limit: '2', ...(cursor && { cursor }) });
      contents.unshift(...page.items.map(({ content }) => content));
      if (page.nextCursor !== null) await turn(page.nextCursor);
    };
    await turn();
    assert.deepEqual(contents, ['1', '1.1', '1.2', '2', '2.1']);
    for (const replyTo of [first.id, 'f'.repeat(32)])
      assert.equal((await ben.call(comments.add, { id: other.id, content: 'x', replyTo })).status, 404);
    // Answers to what is left of a thread stay in it.
    await ana.ask(comments.remove, { id: first.id });
    await ana.comments(post, '1.3', { replyTo: answer.id });
    const left = ['1.1', '1.2', '1.3'].map((text) => `${text}: ${deleted}`);
    assert.deepEqual(await readsThreads(ben, post), [...left, '2', '2.1: 2']);
  });

  // ANSWER-4
  test('a block or ban that hides the first comment hides its answers, and deletion does not', async () => {
    const admin = await server().member('Chief', { isAdmin: true });
    const [otto, ana, ben, cleo, dora] = await server().members('Otto', 'Ana3', 'Ben3', 'Cleo3', 'Dora3');
    const club = await otto.makesCircle('Club');
    for (const who of [ana, ben, cleo, dora]) await otto.adds(who, club);
    const post = await otto.posts('Here', { to: club });
    const first = await cleo.comments(post, 'from cleo');
    await ben.comments(post, 'from ben', { replyTo: first.id });
    await otto.comments(post, 'from otto', { replyTo: first.id });
    await cleo.comments(post, 'alone');
    const all = ['from cleo', 'from ben: from cleo', 'from otto: from cleo', 'alone'];
    for (const who of [otto, ana, ben, cleo, dora]) assert.deepEqual(await readsThreads(who, post), all);
    await ana.ask(blocking.block, { id: cleo.id });
    await cleo.ask(blocking.block, { id: ben.id });
    assert.deepEqual(await readsThreads(ana, post), []);
    assert.deepEqual(await readsThreads(ben, post), [`from ben: ${deleted}`]);
    assert.deepEqual(await readsThreads(cleo, post), ['from cleo', 'from otto: from cleo', 'alone']);
    assert.deepEqual(await readsThreads(dora, post), all);

    const decide = (action: 'ban' | 'restore') => admin.ask(moderation.actOnMember, { id: cleo.id, action });
    const miscounts = async () => findMiscounts(server().app.context.db.read);
    await decide('ban');
    for (const who of [ana, dora]) assert.deepEqual(await readsThreads(who, post), []);
    assert.deepEqual(await readsThreads(otto, post), [`from otto: ${deleted}`]);
    // An answer below it is for its writer alone too.
    const [mine] = (await otto.ask(comments.list, { id: post.id })).items;
    await otto.comments(post, 'more', { replyTo: mine?.id ?? '' });
    assert.deepEqual(await readsThreads(otto, post), [`from otto: ${deleted}`, `more: ${deleted}`]);
    assert.deepEqual(await readsThreads(dora, post), []);
    assert.deepEqual(await miscounts(), []);
    await decide('restore');
    assert.deepEqual(await readsThreads(dora, post), [...all.slice(0, 3), 'more: from cleo', 'alone']);
    assert.deepEqual(await miscounts(), []);

    // A report removes the first comment while its writer is banned: the answers are back.
    const id = await reports(dora, 'comment', first.id);
    await decide('ban');
    await server().mailsTo(admin);
    await admin.ask(moderation.open, { id });
    await admin.ask(moderation.decide, { id, status: 'resolved', actionTaken: 'content_removed' });
    const back = ['from ben', 'from otto', 'more'].map((text) => `${text}: ${deleted}`);
    for (const who of [ana, ben, otto, dora]) assert.deepEqual(await readsThreads(who, post), back);
    assert.deepEqual(await miscounts(), []);
  });

  // ANSWER-4
  test('answers stay when the account of the answered member is deleted', async () => {
    const [ana, ben] = await server().members('Ana4', 'Ben4');
    const circle = await ana.makesCircle('Club');
    await ana.adds(ben, circle);
    const post = await ana.posts('One', { to: circle });
    const first = await ben.comments(post, 'from ben');
    await ana.comments(post, 'to ben', { replyTo: first.id });
    await ben.ask(account.remove, { password });
    assert.deepEqual(await readsThreads(ana, post), [`to ben: ${deleted}`]);
    assert.deepEqual(await findMiscounts(server().app.context.db.read), []);
  });

  test('the answered member is notified once, if they see the answer', async () => {
    const [ana, ben, cleo] = await server().members('Ana5', 'Ben5', 'Cleo5');
    const circle = await ana.makesCircle('Club');
    for (const who of [ben, cleo]) await ana.adds(who, circle);
    const post = await ana.posts('One', { to: circle });
    const his = await ben.comments(post, 'from ben');
    const hers = await ana.comments(post, 'to ben', { replyTo: his.id });
    const added = 'added you to Club';
    assert.deepEqual(await titles(ben), ['answered your comment', added]);
    await ben.comments(post, 'to ana', { replyTo: hers.id });
    await ben.comments(post, 'to himself', { replyTo: his.id });
    assert.deepEqual(await titles(ana), [
      'commented on your moment',
      'answered your comment',
      'commented on your moment',
    ]);
    // Muting hides an answer's notification, as a comment's. Who no longer sees the moment is not notified.
    await ben.ask(blocking.mute, { id: ana.id });
    assert.deepEqual(await titles(ben), [added]);
    await ben.ask(blocking.unmute, { id: ana.id });
    await ana.removes(ben, circle);
    await cleo.comments(post, 'to ben as well', { replyTo: his.id });
    // The worker notifies those who follow the moment, and who see it by then.
    await server().app.context.jobs.idle();
    await ana.adds(ben, circle);
    assert.deepEqual(await titles(ben), [added, 'answered your comment']);
  });
});
