import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import * as blocking from '../../contract/blocking.ts';
import * as bugs from '../../contract/bug-reports.ts';
import * as circles from '../../contract/circles.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as delivery from '../../contract/delivery.ts';
import * as invitations from '../../contract/invitations.ts';
import * as likes from '../../contract/likes.ts';
import * as members from '../../contract/members.ts';
import * as moderation from '../../contract/moderation.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import * as verification from '../../contract/verification.ts';
import { findJobViewer } from '../../server/access/viewer.ts';
import { removeAccount } from '../../server/features/account/remove.ts';
import { deleteCircle } from '../../server/features/circles/change.ts';
import { compareFiles } from '../../server/features/media/expected-files.ts';
import { storePhotos } from '../../server/features/media/photos.ts';
import type { AppContext } from '../../server/app-context.ts';
import type { Queries } from '../../server/platform/db/database.ts';
import { findMiscounts } from '../../server/platform/db/check-counters.ts';
import { allTables } from '../../server/platform/db/backup-tables.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { popularityStep } from '../../server/platform/db/schema/posts.ts';
import { newId } from '../../server/platform/text/ids.ts';
import { sweepBlockedMembers } from '../../server/features/circles/sweep.ts';
import { makeAllLetters } from '../../server/features/letters/evening.ts';
import { sweepInvitations } from '../../server/features/invitations/account-deletion.ts';
import { Listening } from '../harness/events.ts';
import { formOf, mediaOf, Person } from '../harness/person.ts';
import { landscapePhoto, plainPhoto } from '../harness/photos.ts';
import { reports } from '../harness/reports.ts';
import { addPasskey, setUpTotp } from '../harness/factors.ts';
import { onBothDatabases, password, type TestServer } from '../harness/test-server.ts';

/** The context of a server that ends after so many transactions. */
const endsAfter = ({ app: { context } }: TestServer, transactions: number): AppContext => {
  let left = transactions;
  const write: typeof context.db.write = (run) => {
    if (left-- === 0) throw new Error('the server ended');
    return context.db.write(run);
  };
  return { ...context, db: { ...context.db, write } };
};

/** Writes comments and puts them into a circle, without their counters. */
const insertComments = async (
  q: Queries,
  circle_id: number,
  comments: readonly { post_id: number; author_id: number }[],
): Promise<void> => {
  const written = await q
    .insertInto('comments')
    .values(
      comments.map((comment) => ({
        ...comment,
        public_id: newId(),
        content: 'Lovely',
        created_at: Date.now(),
      })),
    )
    .returning('id as comment_id')
    .execute();
  await q
    .insertInto('comment_circles')
    .values(written.map((comment) => ({ ...comment, circle_id })))
    .execute();
};

/** Columns that hold the key of a person. */
const ofPerson =
  /^(?:user_id|owner_id|author_id|actor_id|blocker_id|blocked_id|muter_id|muted_id|inviter_id|accepted_by|added_by)$/;

/** Every place of the database in which the key, or one of the words, still stands. */
const traces = async (server: TestServer, key: number, words: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  for (const table of allTables) {
    // The log of what is to be answered for keeps ids: that somebody left, and what they had done. So does the ledger, by
    // which an older backup is kept from bringing them back.
    if (table === 'audit' || table === 'deletions') continue;
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      server.app.context.db.read,
    );
    for (const row of rows) {
      if (table === 'users' && row['id'] === key) found.push('users.id');
      for (const [column, value] of Object.entries(row)) {
        if (ofPerson.test(column) && value === key) found.push(`${table}.${column}`);
        if (words.some((word) => String(value).toLowerCase().includes(word.toLowerCase()))) {
          found.push(`${table}.${column}: ${String(value).slice(0, 80)}`);
        }
      }
    }
  }
  return found;
};

onBothDatabases('deleting an account', (server) => {
  // ACCOUNT-7, ACCOUNT-8
  test('a deleted account leaves no row and no file, and everybody else’s counters right', async () => {
    const [zelda, ben, cleo, dan] = await server().members('Zelda', 'Ben', 'Cleo', 'Dan');
    await zelda.ask(account.edit, { username: 'zeldaname', bio: 'zeldabio', phoneNumber: 'zeldaphone' });
    const family = await zelda.makesCircle('Family');
    for (const person of [ben, cleo, dan]) await zelda.adds(person, family);
    const list = await zelda.ask(circles.create, { name: 'zeldalist', kind: 'private' });
    await zelda.adds(cleo, list);
    const work = await ben.makesCircle('Work');
    for (const person of [zelda, cleo]) await ben.adds(person, work);
    const photos = [await landscapePhoto(), await plainPhoto()];
    const own = await zelda.posts('zeldapost', { to: [family, list], photos });
    await zelda.posts('zeldawords', { to: work });
    const other = await ben.posts('Of Ben', { to: [family, work], photos: [await plainPhoto()] });
    const cleos = await cleo.posts('Of Cleo', { to: family });
    for (const text of ['zeldacomment one', 'zeldacomment two']) await zelda.comments(other, text);
    await cleo.comments(other, 'Cleo stays');
    await ben.comments(own, 'Under a moment that goes');
    for (const person of [cleo, zelda]) await person.ask(likes.like, { id: other.id });
    await zelda.ask(likes.like, { id: cleos.id });
    await ben.ask(likes.like, { id: own.id });
    await zelda.ask(blocking.mute, { id: dan.id });
    await zelda.ask(notifications.unfollow, { id: other.id });
    await zelda.ask(delivery.seen, { postIds: [other.id, cleos.id] });
    await dan.ask(blocking.block, { id: zelda.id });
    await zelda.ask(invitations.inviteToCircle, { id: family.id, email: 'guest@example.org' });
    await ben.ask(invitations.sendInvite, { email: zelda.email });
    await zelda.ask(notifications.setPreferences, { like: { bell: true, email: false, push: false } });
    await zelda.ask(
      bugs.send,
      formOf({
        title: 'zeldabug',
        description: 'What zeldabug looks like.',
        severity: 'low',
        screenshot: new Blob([new Uint8Array(await plainPhoto())]),
      }),
    );
    const twin = new Person('Zelda', server().url);
    await twin.signIn(password);
    await setUpTotp(server(), zelda);
    await addPasskey(server(), zelda, 'zeldakey');
    await server().app.context.jobs.idle();
    await zelda.ask(account.requestExport, { password });
    await server().app.context.jobs.idle();
    // An upload that is attached to nothing yet, and a profile picture.
    const { context } = server().app;
    const key = await server().keyOf('users', zelda);
    const picture = join(context.tmpDir, 'picture');
    await writeFile(picture, photos[1] ?? '');
    const [avatar] = await storePhotos(context, { id: key }, [{ path: picture }], { kind: 'avatar' });
    await storePhotos(context, { id: key }, [{ path: picture }]);
    await context.db.write(({ q }) =>
      q
        .updateTable('users')
        .set({ avatar_id: avatar?.id ?? null })
        .where('id', '=', key)
        .execute(),
    );
    const { rm } = await import('node:fs/promises');
    await rm(picture);
    await makeAllLetters(context);
    for (const who of [zelda, ben, cleo, dan, { email: 'guest@example.org' }]) await server().mailsTo(who);

    const wrong = await zelda.call(account.remove, { password: 'not it' });
    assert.deepEqual(
      [wrong.status, Reflect.get(Object(wrong.json), 'message')],
      [400, messages.passwordWrong],
    );
    assert.equal((await zelda.request('DELETE', `/api/user?password=${password}`)).status, 400);
    assert.equal((await zelda.call(auth.currentUser)).status, 200, 'nothing has happened so far');

    const sent = await ben.ask(invitations.mine, {});
    assert.equal(sent.length, 1);
    const open = await Listening.open(twin);
    const bens = await Listening.openQuiet(ben);
    const answer = await zelda.call(account.remove, { password });
    assert.equal(answer.status, 204);
    await open.ended;
    assert.ok(
      (await bens.quiet(ben)).some(({ kind }) => kind === 'circle'),
      'open pages ask anew',
    );
    await bens.close();
    assert.equal((await zelda.call(auth.currentUser)).status, 401);
    assert.equal((await twin.call(auth.currentUser)).status, 401);
    assert.equal((await twin.call(auth.login, { email: zelda.email, password })).status, 401);
    await context.jobs.idle();

    const words = ['zelda', own.id, zelda.id];
    // The late look for files of an upload under way knows files alone, and is over in a quarter of an hour.
    // What Ben invited her to goes on standing in his list, or he would learn that the address had an account.
    const kept = `invitations.email: ${zelda.email}`;
    assert.deepEqual(await traces(server(), key, words), [kept]);
    assert.deepEqual(await ben.ask(invitations.mine, {}), sent);
    await context.db.write(({ q }) =>
      q
        .updateTable('invitations')
        .set({ expires_at: Date.now() - 1 })
        .execute(),
    );
    await sweepInvitations(context.db);
    assert.deepEqual(await traces(server(), key, words), [], 'until it has expired');
    assert.deepEqual(await findMiscounts(context.db.read), []);
    assert.deepEqual((await compareFiles(context)).faults, []);
    const files: string[] = [];
    for await (const { key: name } of context.storage.list()) files.push(name);
    const shown = new Set(
      (await ben.ask(posts.get, { id: other.id })).images.map(({ url }) => url.slice(9, 41)),
    );
    assert.deepEqual(
      files.filter((name) => !shown.has(name.slice(0, 32))),
      [],
      'no file of hers is left',
    );

    const seen = await cleo.ask(posts.get, { id: other.id });
    assert.deepEqual([seen.likesCount, seen.commentsCount], [1, 1]);
    assert.deepEqual(await ben.reads(other), ['Cleo stays']);
    assert.equal((await cleo.call(members.profile, { usernameOrId: zelda.id })).status, 404);
    assert.equal((await cleo.call(posts.get, { id: own.id })).status, 404);
    for (const { url } of own.images) assert.equal((await cleo.request('GET', url)).status, 404);
    const told = await ben.ask(notifications.list, {});
    assert.deepEqual(
      told.items.filter(({ kind }) => kind === 'like').map(({ title }) => title),
      ['Cleo Example liked your moment'],
      'who still likes it is named',
    );
    await server().mailsTo(ben);
    await server().mailsTo(zelda);
  });

  // BLOCK-3
  test('a deleted account’s shared circles pass to the longest-standing member, who is notified and gets all rights', async () => {
    const [ana, ben, cleo, dan] = await server().members('Ana2', 'Ben2', 'Cleo2', 'Dan2');
    const family = await ana.makesCircle('Family');
    for (const person of [ben, cleo, dan]) await ana.adds(person, family);
    const alone = await ana.makesCircle('Alone');
    const post = await dan.posts('Stays', { to: family });
    await ben.ask(blocking.block, { id: dan.id });
    await ana.ask(account.remove, { password });
    await sweepBlockedMembers(server().app.context.db);
    const inherited = await ben.ask(circles.get, { id: family.id });
    assert.deepEqual(
      [inherited.isOwner, inherited.memberCount],
      [true, 2],
      'the sweep removed the member whom the heir blocks',
    );
    assert.equal((await dan.call(circles.get, { id: family.id })).status, 404);
    assert.equal((await dan.call(posts.get, { id: post.id })).status, 200, 'the author keeps it');
    await ben.removes(cleo, family);
    await ben.adds(cleo, family);
    const { items } = await ben.ask(notifications.list, {});
    assert.equal(items.at(0)?.title, 'Family is yours now');
    assert.equal(items.at(0)?.actionUrl, `/circle-management?id=${family.id}`);
    const [mail] = await server().mailsTo(ben);
    assert.equal(mail?.subject, 'Family is yours now');
    assert.equal((await ben.call(circles.get, { id: alone.id })).status, 404);
    const seen = await cleo.ask(members.profile, { usernameOrId: dan.id });
    assert.equal(seen.bio, null);
    assert.deepEqual(await findMiscounts(server().app.context.db.read), []);
  });

  test('the last administrator cannot delete their account, and of the last two concurrently only one can', async () => {
    const gil = await server().member('Gil', { isAdmin: true });
    const refused = await gil.call(account.remove, { password });
    assert.deepEqual([refused.status, refused.json], [409, { message: messages.lastAdmin }]);
    const hal = await server().member('Hal', { isAdmin: true });
    const statuses = await Promise.all(
      [gil, hal].map(async (who) => (await who.call(account.remove, { password })).status),
    );
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [204, 409],
    );
  });

  test('counters stay right while others like and comment during a deletion', async () => {
    const [ivy, jon] = await server().members('Ivy', 'Jon');
    const circle = await jon.makesCircle('Race');
    await jon.adds(ivy, circle);
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, at) => jon.posts(`Race ${at}`, { to: circle })),
    );
    const acts = made.flatMap((post) => [
      () => ivy.call(likes.like, { id: post.id }),
      () => ivy.request('POST', `/api/posts/${post.id}/comments`, { json: { content: 'Quick' } }),
      () => jon.call(likes.like, { id: post.id }),
      () => ivy.call(circles.create, { name: 'Too late' }),
      () => ivy.call(notifications.setPreferences, { like: { bell: true, email: false, push: false } }),
    ]);
    const answers = await Promise.all([
      ...acts.slice(0, 15).map((act) => act()),
      ivy.call(account.remove, { password }),
      ...acts.slice(15).map((act) => act()),
    ]);
    assert.ok(
      answers.every(({ status }) => status < 500),
      answers.map(({ status }) => status).join(' '),
    );
    assert.deepEqual(await findMiscounts(server().app.context.db.read), []);
    for (const post of made) {
      const now = await jon.ask(posts.get, { id: post.id });
      assert.deepEqual([now.likesCount, now.commentsCount], [1, 0]);
    }
  });

  test('counters stay right after each step of a deletion with many comments and likes', async () => {
    const { db } = server().app.context;
    const [una, vic] = await server().members('Una', 'Vic');
    const circle = await vic.makesCircle('Many moments');
    await vic.adds(una, circle);
    const [user_id, author_id, circle_id] = await Promise.all([
      server().keyOf('users', una),
      server().keyOf('users', vic),
      server().keyOf('circles', circle),
    ]);
    const created_at = Date.now();
    await db.write(async ({ q }) => {
      const many = Array.from({ length: 510 }, (_, at) => `One of many ${at}`);
      const moments = await q
        .insertInto('posts')
        .values(
          many.map((content) => ({
            public_id: newId(),
            author_id,
            content,
            likes_count: 1,
            comments_count: 1,
            created_at,
          })),
        )
        .returning('id as post_id')
        .execute();
      const given = moments.map(({ post_id }) => ({ post_id, user_id }));
      await q
        .insertInto('post_circles')
        .values(
          moments.map(({ post_id }) => ({
            circle_id,
            post_id,
            author_id,
            likes_count: 1,
            comments_count: 1,
            popularity: 2 * popularityStep + post_id,
          })),
        )
        .execute();
      await q
        .insertInto('likes')
        .values(given.map((like) => ({ ...like, created_at })))
        .execute();
      await q
        .insertInto('like_circles')
        .values(given.map((like) => ({ ...like, circle_id })))
        .execute();
      await insertComments(
        q,
        circle_id,
        moments.map(({ post_id }) => ({ post_id, author_id: user_id })),
      );
      await q.updateTable('users').set({ posts_count: many.length }).where('id', '=', author_id).execute();
    });
    const counts = async () => {
      assert.deepEqual(await findMiscounts(db.read), []);
      const { items } = await vic.ask(posts.feed, { circleId: circle.id, limit: '50' });
      return items.map(({ commentsCount, likesCount }) => `${commentsCount} ${likesCount}`);
    };
    assert.deepEqual(new Set(await counts()), new Set(['1 1']));
    const boss = await server().member('Boss', { isAdmin: true });
    for (const [action, count] of [
      ['ban', '0 0'],
      ['restore', '1 1'],
    ] as const) {
      await boss.ask(moderation.actOnMember, { id: una.id, action });
      assert.deepEqual(new Set(await counts()), new Set([count]));
    }
    await una.signIn(password);
    const viewer = (await findJobViewer(db.read, user_id)) ?? assert.fail('no viewer');
    // The checks, the first 500 comments, and the first 500 likes come before it.
    await assert.rejects(
      removeAccount(endsAfter(server(), 3), viewer, async () => {}),
      /ended/,
    );
    assert.deepEqual(new Set(await counts()), new Set(['0 0', '1 1']));
    await una.ask(account.remove, { password });
    assert.deepEqual(new Set(await counts()), new Set(['0 0']));
    await vic.ask(circles.remove, { id: circle.id });
    await server().mailsTo(una);
  });

  test('many comments on one moment are deleted in steps too', async () => {
    const { db } = server().app.context;
    const [wim, xia] = await server().members('Wim', 'Xia');
    const circle = await xia.makesCircle('One moment');
    await xia.adds(wim, circle);
    const moment = await xia.posts('Talked about', { to: circle });
    const author_id = await server().keyOf('users', wim);
    const many = 1010;
    await db.write(async ({ q }) => {
      const { post_id, circle_id } = await q
        .selectFrom('post_circles')
        .innerJoin('posts', 'posts.id', 'post_circles.post_id')
        .select(['post_id', 'circle_id'])
        .where('posts.public_id', '=', moment.id)
        .executeTakeFirstOrThrow();
      await insertComments(
        q,
        circle_id,
        Array.from({ length: many }, () => ({ post_id, author_id })),
      );
      await q.updateTable('posts').set({ comments_count: many }).where('id', '=', post_id).execute();
      await q
        .updateTable('post_circles')
        .set({ comments_count: many, popularity: many * popularityStep + post_id })
        .where('post_id', '=', post_id)
        .execute();
    });
    const left = async () => {
      assert.deepEqual(await findMiscounts(db.read), []);
      return (await xia.ask(posts.get, { id: moment.id })).commentsCount;
    };
    assert.equal(await left(), many);
    const viewer = (await findJobViewer(db.read, author_id)) ?? assert.fail('no viewer');
    // The checks and the first 500 comments come before it.
    await assert.rejects(
      removeAccount(endsAfter(server(), 2), viewer, async () => {}),
      /ended/,
    );
    assert.equal(await left(), many - 500);
    await wim.ask(account.remove, { password });
    assert.equal(await left(), 0);
    await server().mailsTo(wim);
  });

  // ACCOUNT-7, SIGHT-3
  test('an interrupted deletion is out of sight, and a job finishes it', async () => {
    const { context } = server().app;
    const chief = await server().member('Chief', { isAdmin: true });
    const [kim, lou] = await server().members('Kim', 'Lou');
    const circle = await kim.makesCircle('Interrupted');
    const club = await lou.makesCircle('Club of Lou');
    await kim.adds(lou, circle);
    await lou.adds(kim, club);
    const post = await kim.posts('Soon gone', { to: [circle], photos: [await plainPhoto()] });
    const later = await kim.posts('Of the club', { to: club });
    const [photo] = mediaOf(post);
    assert.ok(photo);
    const viewerOf = async (person: Person) =>
      (await findJobViewer(context.db.read, await server().keyOf('users', person))) ??
      assert.fail('no viewer');
    const finish = async (kind: string) => {
      await context.db.write(({ q }) =>
        q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', kind).execute(),
      );
      await context.jobs.idle();
    };

    await assert.rejects(deleteCircle(endsAfter(server(), 1), await viewerOf(kim), circle.id), /ended/);
    await lou.doesNotSee(post);
    assert.equal((await lou.fetch('GET', photo.url)).status, 404);
    assert.equal((await lou.call(circles.get, { id: circle.id })).status, 404);
    await finish('end-circle');
    assert.equal((await kim.call(circles.get, { id: circle.id })).status, 404);
    await kim.sees(post);

    await lou.sees(later);
    const report = await reports(lou, 'post', later.id);
    await chief.ask(moderation.open, { id: report });
    await context.db.write(({ q }) =>
      q.updateTable('users').set({ verification_status: 'none' }).where('public_id', '=', kim.id).execute(),
    );
    await kim.ask(verification.submit, { personalStatement: 'It is me' });
    await assert.rejects(
      removeAccount(endsAfter(server(), 2), await viewerOf(kim), async () => {}),
      /ended/,
    );
    await lou.doesNotSee(later);
    assert.equal((await lou.call(members.profile, { usernameOrId: kim.id })).status, 404);
    const { items: managed } = await chief.ask(moderation.members, { q: 'Kim' });
    assert.equal((await chief.call(moderation.report, { id: report })).status, 404);
    const { total } = await chief.ask(moderation.reports, {});
    const { items: asking } = await chief.ask(verification.list, { status: 'pending' });
    assert.deepEqual([managed, total, asking], [[], 0, []]);
    for (const name of ['gil', 'boss', 'chief']) await server().mailsTo({ email: `${name}@example.org` });
    assert.equal((await chief.call(moderation.actOnMember, { id: kim.id, action: 'restore' })).status, 404);
    assert.equal((await kim.call(posts.feed, {})).status, 401);
    assert.equal((await server().visitor().call(auth.login, { email: kim.email, password })).status, 401);
    assert.deepEqual(await findMiscounts(context.db.read), []);
    await finish('erase-member');
    const left = await context.db.read
      .selectFrom('users')
      .select('id')
      .where('public_id', '=', kim.id)
      .executeTakeFirst();
    assert.equal(left, undefined);
    assert.deepEqual(await findMiscounts(context.db.read), []);
  });
});
