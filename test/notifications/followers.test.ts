import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as blocking from '../../contract/blocking.ts';
import * as comments from '../../contract/comments.ts';
import * as likes from '../../contract/likes.ts';
import * as notifications from '../../contract/notifications.ts';
import type { Comment, Post } from '../../contract/shapes.ts';
import { until } from '../nodes/machines.ts';
import type { Person } from '../harness/person.ts';
import { onDatabases } from '../harness/test-server.ts';

const follows = { following: true, hasStopped: false };
const stopped = { following: false, hasStopped: true };
const never = { following: false, hasStopped: false };
const off = { bell: false, email: false, push: false };

onDatabases('followed conversations', (server, testOnBoth) => {
  const idle = () => server().app.context.jobs.idle();
  const says = async (who: Person, post: Post, content: string): Promise<Comment> => {
    const said = await who.comments(post, content);
    await idle();
    return said;
  };
  const bellOf = async (who: Person) => {
    const { items } = await who.ask(notifications.list, {});
    return items.filter(({ kind }) => kind === 'followed_comment');
  };
  const titles = async (who: Person) => (await bellOf(who)).map(({ title }) => title);
  const by = (names: string) => `${names} commented on a moment you commented on`;
  const family = async (...names: string[]) => {
    const people = await server().members(...names);
    const [owner, ...others] = people;
    assert.ok(owner);
    const circle = await owner.makesCircle('Family');
    for (const who of others) await owner.adds(who, circle);
    return { people, circle, post: await owner.posts('Here', { to: circle }) };
  };

  test('a comment that tells a member in another way is not counted again', async () => {
    const { people, post } = await family('Ada', 'Bob', 'Cem', 'Dea');
    const [, bob, cem, dea] = people as [Person, Person, Person, Person];
    const first = await says(bob, post, 'first');
    await says(dea, post, 'second');
    await cem.comments(post, 'an answer', { replyTo: first.id });
    await cem.comments(post, `@{${bob.id}}`, { mentions: [bob.id] });
    await idle();
    const { items } = await bob.ask(notifications.list, {});
    const told = items.filter(({ kind }) => kind !== 'added_to_circle');
    assert.deepEqual(
      new Set(told.map(({ kind }) => kind)),
      new Set(['answer', 'followed_comment', 'mention']),
    );
    assert.deepEqual(await titles(bob), [by('Dea Example')]);
    // The same holds once the other notification is deleted, and if it was never wanted.
    for (const { id, kind } of told)
      if (kind !== 'followed_comment') await bob.ask(notifications.remove, { id });
    await bob.ask(notifications.setPreferences, { answer: off });
    await cem.comments(post, 'another answer', { replyTo: first.id });
    await idle();
    assert.deepEqual(await titles(bob), [by('Dea Example')]);
    // An edit that adds a mention notifies by the mention alone.
    const plain = await says(cem, post, 'to all');
    assert.deepEqual(await titles(bob), [by('Cem Example and one other')]);
    await cem.ask(comments.edit, { id: plain.id, content: `@{${bob.id}}`, mentions: [bob.id] });
    assert.deepEqual(await titles(bob), [by('Dea Example')]);
    // A comment that mentions one follower is news for the other.
    await dea.ask(notifications.markAllRead, {});
    await cem.comments(post, `@{${bob.id}}`, { mentions: [bob.id] });
    await idle();
    assert.equal((await bellOf(dea))[0]?.isRead, false);
  });

  test('members who commented read one notification of later comments, which names their writers', async () => {
    const { people, post } = await family('Ana', 'Ben', 'Ruth', 'Cleo', 'Silent');
    const [ana, ben, ruth, cleo, silent] = people as [Person, Person, Person, Person, Person];
    await says(ben, post, 'first');
    await says(ben, post, 'once more');
    assert.deepEqual(await titles(ben), [], 'their own');
    await says(ruth, post, 'second');
    assert.deepEqual(await titles(ben), [by('Ruth Example')]);
    await says(cleo, post, 'third');
    const [one, ...more] = await bellOf(ben);
    assert.equal(more.length, 0);
    assert.equal(one?.title, by('Cleo Example and one other'));
    assert.equal(one.actor?.id, cleo.id);
    assert.equal(one.actionUrl, `/post/${post.id}`);
    await says(ana, post, 'fourth');
    await says(cleo, post, 'fifth');
    assert.deepEqual(await titles(ben), [by('Cleo Example and 2 others')]);
    assert.deepEqual(await titles(ruth), [by('Cleo Example and one other')], 'those after their own');
    for (const who of [ana, silent]) assert.deepEqual(await titles(who), []);

    // After it was read, the next comment begins a new one.
    await ben.ask(notifications.markRead, { id: one.id });
    await says(ruth, post, 'sixth');
    assert.deepEqual(await titles(ben), [by('Ruth Example')]);
    assert.equal((await bellOf(ben))[0]?.isRead, false);
    await ben.ask(notifications.markAllRead, {});
    await says(ben, post, 'seventh');
    assert.equal((await bellOf(ben))[0]?.isRead, true, 'their own comment changes nothing');

    // The author is notified of every comment instead, if they want to be.
    await ana.ask(notifications.setPreferences, { comment: off });
    await says(ruth, post, 'eighth');
    assert.deepEqual(await titles(ana), []);
    assert.deepEqual(await ana.ask(notifications.findFollowing, { id: post.id }), never);
  });

  // NOTIFY-1
  test('nobody is notified of a comment out of their sight, and only seen writers are counted', async () => {
    const [kim, mum, dad, both] = await server().members('Kim', 'Mum', 'Dad', 'Both');
    const mums = await kim.makesCircle("Mum's side");
    const dads = await kim.makesCircle("Dad's side");
    for (const who of [mum, both]) await kim.adds(who, mums);
    for (const who of [dad, both]) await kim.adds(who, dads);
    const post = await kim.posts('Birthday', { to: [mums, dads] });
    for (const who of [mum, dad, both]) await says(who, post, `from ${who.name}`);
    const second = await says(dad, post, 'again from dad');
    // Neither comments on other moments count, nor those that only the author of another moment would see.
    await says(mum, await kim.posts('For one side', { to: mums }), 'elsewhere');
    await dad.posts('Of dad', { to: await dad.makesCircle('Of dad') });
    assert.deepEqual(await titles(mum), [by('Both Example')]);
    assert.deepEqual(await titles(dad), [by('Both Example')]);
    assert.deepEqual(await titles(both), [by('Dad Example')]);
    await says(mum, post, 'again from mum');
    assert.deepEqual(await titles(both), [by('Mum Example and one other')]);
    assert.deepEqual(await titles(dad), [by('Both Example')]);

    // It shrinks and disappears with what its reader sees.
    await dad.ask(comments.remove, { id: second.id });
    assert.deepEqual(await titles(both), [by('Mum Example')]);
    await both.ask(blocking.mute, { id: mum.id });
    assert.deepEqual(await titles(both), []);
    const { count } = await both.ask(notifications.unread, {});
    assert.equal(
      count,
      (await both.ask(notifications.list, {})).items.filter(({ isRead }) => !isRead).length,
    );
    await both.ask(blocking.unmute, { id: mum.id });
    assert.deepEqual(await titles(both), [by('Mum Example')]);
    await kim.removes(both, mums);
    assert.deepEqual(await titles(both), []);
    // A comment that its reader sees only later is no news.
    await mum.ask(notifications.markAllRead, {});
    await says(dad, post, 'third from dad');
    await kim.adds(mum, dads);
    assert.deepEqual(
      (await bellOf(mum)).map(({ isRead }) => isRead),
      [true],
    );
    await kim.removes(dad, dads);
    assert.deepEqual(await titles(dad), [], 'out of sight of the moment');
  });

  // BLOCK-1, BLOCK-7
  test('muted and blocked writers, switched-off kinds and answers send no notification of this kind', async () => {
    const { people, post } = await family('Ana2', 'Ben2', 'Cleo2', 'Dora2', 'Emil2');
    const [, ben, cleo, dora, emil] = people as [Person, Person, Person, Person, Person];
    const bens = await says(ben, post, 'first');
    for (const who of [cleo, dora]) await says(who, post, `from ${who.name}`);
    await cleo.ask(notifications.markAllRead, {});
    await ben.ask(notifications.markAllRead, {});
    await ben.ask(blocking.mute, { id: emil.id });
    await cleo.ask(blocking.block, { id: emil.id });
    await dora.ask(notifications.setPreferences, { followed_comment: off });
    await says(emil, post, 'heard by few');
    for (const who of [ben, cleo]) assert.equal((await who.ask(notifications.unread, {})).count, 0);
    assert.deepEqual(await titles(dora), []);
    await ben.ask(blocking.unmute, { id: emil.id });
    await dora.ask(comments.add, { id: post.id, content: 'to ben', replyTo: bens.id });
    await idle();
    const kinds = (await ben.ask(notifications.list, {})).items.filter(({ isRead }) => !isRead);
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ['answer'],
    );
  });

  test('a member stops and resumes the notifications about one moment', async () => {
    const { people, circle, post } = await family('Ana3', 'Ben3', 'Ruth3');
    const [ana, ben, ruth] = people as [Person, Person, Person];
    const { id } = post;
    const other = await ana.posts('There', { to: circle });
    for (const moment of [post, other]) await says(ben, moment, 'first');
    const silent = await ana.posts('Nobody comments', { to: circle });
    assert.deepEqual(await ben.ask(notifications.findFollowing, { id: silent.id }), never);
    assert.deepEqual(await ben.ask(notifications.findFollowing, { id }), follows);
    for (const who of [ana, ruth])
      assert.deepEqual(await who.ask(notifications.findFollowing, { id }), never);
    for (const moment of [post, other]) await says(ruth, moment, 'second');
    assert.equal((await titles(ben)).length, 2);
    for (const _ of [1, 2])
      assert.deepEqual(await ben.ask(notifications.unfollow, { id }), { following: false });
    assert.deepEqual(await ben.ask(notifications.findFollowing, { id }), stopped);
    assert.deepEqual(await ruth.ask(notifications.findFollowing, { id }), follows, 'somebody else');
    assert.deepEqual(await ben.ask(notifications.findFollowing, { id: other.id }), follows);
    assert.deepEqual(
      (await bellOf(ben)).map(({ actionUrl }) => actionUrl),
      [`/post/${other.id}`],
    );
    await says(ben, post, 'still here');
    await says(ruth, post, 'third');
    assert.equal((await titles(ben)).length, 1);
    assert.deepEqual(await ben.ask(notifications.follow, { id }), { following: true });
    assert.deepEqual(await ben.ask(notifications.findFollowing, { id }), follows);
    assert.equal((await titles(ben)).length, 1, 'nothing from before');
    await says(ruth, post, 'fourth');
    assert.equal((await titles(ben)).length, 2);
  });

  test('nobody’s deletions delay the news of a comment', async () => {
    const { people, post } = await family('Ana6', 'Ben6', 'Cleo6');
    const [, ben, cleo] = people as [Person, Person, Person];
    const { db, jobs, storage } = server().app.context;
    await says(ben, post, 'first');
    const { promise: answer, resolve } = Promise.withResolvers<void>();
    const remove = storage.remove.bind(storage);
    storage.remove = () => answer;
    await db.write(async (tx) => {
      for (const name of ['one', 'two', 'three'])
        await jobs.enqueue(tx, { kind: 'remove-files', payload: [name] });
    });
    await cleo.comments(post, 'second');
    try {
      await until('the bell tells of it', async () => (await titles(ben)).length === 1);
    } finally {
      storage.remove = remove;
      resolve();
      await idle();
    }
  });

  // NOTIFY-9, NOTIFY-10
  testOnBoth('a comment writes one job row, and mails go out once until the reader looks', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `Many${at}`);
    const { people, circle, post } = await family('Ana4', ...names);
    const [ana, ...others] = people as [Person, ...Person[]];
    for (const who of others) await who.comments(post, `from ${who.name}`);
    await idle();
    const [first, ...rest] = others;
    assert.ok(first);
    await first.ask(notifications.setPreferences, {
      followed_comment: { bell: true, email: true, push: false },
    });
    await first.ask(notifications.markAllRead, {});
    const { db, jobs } = server().app.context;
    await jobs.close();
    const queued = () =>
      db.read
        .selectFrom('jobs')
        .select('kind')
        .where('run_at', '<=', Date.now())
        .where('kind', '=', 'tell-followers')
        .execute();
    const before = (await queued()).length;
    for (const who of rest.slice(0, 2)) await who.comments(post, 'a word about lemons');
    const late = await server().member('Late4');
    await ana.adds(late, circle);
    await late.comments(post, 'after both of them');
    const kinds = (await queued()).slice(before).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['tell-followers', 'tell-followers', 'tell-followers']);
    await jobs.start();
    const [mail, ...more] = await server().mailsTo(first);
    assert.equal(more.length, 0);
    // The mail counts the comments up to its own moment.
    assert.match(mail?.subject ?? '', /Example( and (one other|2 others))? commented on a moment/);
    await idle();
    assert.match((await bellOf(first))[0]?.title ?? '', /^Late4 Example and 2 others commented on a moment/);
    assert.ok(!/lemon/i.test(`${mail?.text}${mail?.html}`), 'no content in mails');
    assert.equal((await bellOf(ana)).length, 0);
    for (const who of rest) assert.equal((await bellOf(who)).length, 1);
    assert.equal((await bellOf(late)).length, 0, 'no comment from before their own');
  });

  // SIGHT-2, BLOCK-1, NOTIFY-10
  test('a mail that waits for the mail server says nothing that its reader lost sight of meanwhile', async () => {
    const { people, post } = await family('Ana7', 'Ben7', 'Cleo7', 'Dan7');
    const [, ben, cleo, dan] = people as [Person, Person, Person, Person];
    await says(ben, post, 'first');
    await ben.ask(notifications.setPreferences, { followed_comment: { ...off, bell: true, email: true } });
    const { db } = server().app.context;
    await server().mailbox.downDuring(async () => {
      for (const who of [cleo, dan]) await says(who, post, `from ${who.name}`);
      await ben.ask(blocking.block, { id: cleo.id });
    });
    await db.write(({ q }) =>
      q.updateTable('jobs').set({ run_at: Date.now() }).where('last_error', 'is not', null).execute(),
    );
    const [mail, ...more] = await server().mailsTo(ben);
    assert.equal(more.length, 0);
    assert.match(mail?.subject ?? '', /^Dan7 Example commented/);
  });

  testOnBoth('who has no bell for a kind gets a mail of each: they cannot look there', async () => {
    const { people, post } = await family('Ana5', 'Ben5', 'Cleo5');
    const [ana, ben, cleo] = people;
    assert.ok(ana && ben && cleo);
    await ben.comments(post, 'First');
    const mailsOnly = { ...off, email: true };
    await ben.ask(notifications.setPreferences, { followed_comment: mailsOnly });
    await ana.ask(notifications.setPreferences, { like: mailsOnly });
    for (const words of ['One', 'Two']) {
      await cleo.comments(post, words);
      await idle();
      assert.equal((await server().mailsTo(ben)).length, 1, words);
    }
    for (const who of [ben, cleo]) {
      await who.ask(likes.like, { id: post.id });
      assert.equal((await server().mailsTo(ana)).length, 1, who.name);
    }
  });
});
