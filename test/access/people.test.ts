import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import * as auth from '../../contract/auth.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as contacts from '../../contract/contacts.ts';
import * as likes from '../../contract/likes.ts';
import * as members from '../../contract/members.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import { notify } from '../../server/features/notifications/notify.ts';
import { storePhotos } from '../../server/features/media/photos.ts';
import { formOf } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onBothDatabases, password } from '../harness/test-server.ts';
import { until } from '../runner/until.ts';

onBothDatabases('what members see of each other', (server) => {
  test('contacts are paged by name with the owner’s circles, and search and count go by name', async () => {
    const [owner, abel, bea, ben, cleo, stranger] = await server().members(
      ...(['Oona', 'Abel', 'Bea', 'Bengt', 'Clea', 'Stig'] as const),
    );
    const [one, two] = [await owner.makesCircle('One'), await owner.makesCircle('Two')];
    for (const person of [cleo, bea, ben, abel]) await owner.adds(person, one);
    await owner.adds(bea, two);
    const theirs = await stranger.makesCircle('Theirs');
    for (const person of [owner, bea]) await stranger.adds(person, theirs);
    const read = async (input: { q?: string; limit?: string }) => {
      const rows: string[] = [];
      const totals = new Set<number>();
      let cursor: string | undefined;
      do {
        const page = await owner.ask(contacts.list, { ...input, ...(cursor && { cursor }) });
        rows.push(
          ...page.items.map((person) =>
            [person.firstName, ...person.circles.map(({ name }) => name)].join(' '),
          ),
        );
        totals.add(page.total);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return { rows, totals: [...totals] };
    };
    const all = { rows: ['Abel One', 'Bea One Two', 'Bengt One', 'Clea One'], totals: [4] };
    assert.deepEqual(await read({ limit: '3' }), all);
    assert.deepEqual(await read({ limit: '1' }), all);
    assert.deepEqual(await read({ q: 'be', limit: '1' }), {
      rows: ['Bea One Two', 'Bengt One'],
      totals: [2],
    });
    assert.deepEqual(await read({ q: 'Stig' }), { rows: [], totals: [0] });
    assert.deepEqual(
      await read({ q: bea.email }),
      { rows: [], totals: [0] },
      'an address tells nothing here',
    );
    const [found] = await owner.ask(members.search, { q: 'Bea' });
    assert.deepEqual(found?.circles.map(({ name }) => name).toSorted(), ['One', 'Two']);
    const card = (await owner.ask(members.directory, {})).items.find(({ id }) => id === ben.id);
    assert.deepEqual(card?.circles.map(({ name }) => name) ?? ['One'], ['One']);

    await ben.ask(blocking.block, { id: owner.id });
    await owner.ask(blocking.block, { id: cleo.id });
    assert.deepEqual(await read({}), { rows: ['Abel One', 'Bea One Two'], totals: [2] });
    const { nextCursor } = await owner.ask(contacts.list, { limit: '1' });
    assert.equal((await owner.call(contacts.list, { q: 'be', cursor: nextCursor })).status, 400);
  });

  // PEOPLE-1, PEOPLE-2
  test('the name rule hides all but a member’s name until that member adds the viewer, at every endpoint', async () => {
    const [ana, ben] = await server().members('Ana', 'Ben');
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    const post = await ben.posts('Hello', { to: family });
    await ana.ask(circles.removeMember, { id: family.id, memberId: ben.id });
    await ana.adds(ben, family);

    const closed = { email: null, bio: null, postsCount: null, createdAt: null, profileImageUrl: null };
    const asAnaSeesBen = async () => ({
      profile: await ana.ask(members.profile, { usernameOrId: ben.id }),
      inCircle: (await ana.ask(circles.get, { id: family.id })).members.find(({ id }) => id === ben.id),
      inList: (await ana.ask(circles.list, {}))
        .find(({ id }) => id === family.id)
        ?.members.find(({ id }) => id === ben.id),
      contact: (await ana.ask(contacts.list, {})).items.find(({ id }) => id === ben.id),
    });
    for (const [door, member] of Object.entries(await asAnaSeesBen())) {
      assert.ok(member, door);
      assert.deepEqual({ ...member, ...closed }, { ...member }, `${door} is closed`);
      assert.deepEqual([member.firstName, member.isVerified], ['Ben', true]);
    }
    for (const path of [
      `/api/users/${ben.id}`,
      `/api/circles/${family.id}`,
      '/api/circles',
      '/api/contacts',
      '/api/posts/feed',
      `/api/posts/${post.id}`,
    ]) {
      assert.ok(!(await ana.request('GET', path)).text.includes(ben.email), `${path} tells the address`);
    }

    const [list] = await ben.ask(circles.list, {});
    const bens = await ben.makesCircle('Bens', { kind: 'private' });
    assert.ok(list);
    await ben.adds(ana, bens);
    for (const [door, member] of Object.entries(await asAnaSeesBen())) {
      assert.equal(member?.email, ben.email, `${door} is open`);
      assert.equal(member.postsCount, door === 'inList' ? null : 1);
    }
    await ben.removes(ana, bens);
    for (const [door, member] of Object.entries(await asAnaSeesBen())) {
      assert.deepEqual({ ...member, ...closed }, { ...member }, `${door} is closed again`);
    }
  });

  // PEOPLE-2
  test('a circle that is handed over closes the former owner’s profile to members they had added', async () => {
    const [flo, gil, hal] = await server().members('Flo', 'Gil', 'Hal');
    const club = await flo.makesCircle('Club');
    await flo.adds(gil, club);
    await flo.adds(hal, club);
    const emailOfFlo = async () => (await gil.ask(members.profile, { usernameOrId: flo.id })).email;
    assert.equal(await emailOfFlo(), flo.email);
    await flo.ask(circles.handOver, { id: club.id, userId: hal.id });
    assert.equal(await emailOfFlo(), null);
  });

  // SIGHT-9
  test('the number of posts on a profile includes only posts that the viewer sees', async () => {
    const [cleo, dan] = await server().members('Cleo', 'Dan');
    const near = await cleo.makesCircle('Near', { kind: 'private' });
    const far = await cleo.makesCircle('Far');
    await cleo.adds(dan, near);
    await cleo.posts('for dan', { to: near });
    await cleo.posts('not for dan', { to: far });
    await dan.posts('by dan himself', { to: await dan.makesCircle('Own') });
    assert.equal((await dan.ask(members.profile, { usernameOrId: cleo.id })).postsCount, 1);
    assert.equal((await cleo.ask(members.profile, { usernameOrId: cleo.id })).postsCount, 2);
  });

  // SIGHT-3, BLOCK-1, BLOCK-3, BLOCK-5
  test('a block separates two members everywhere, also in others’ circles, and ends their memberships', async () => {
    const [ana, ben, cleo] = await server().members('Gus', 'Hana', 'Ivo');
    const third = await cleo.makesCircle('Third');
    const anas = await ana.makesCircle('Gus his own');
    const bens = await ben.makesCircle('Hana her own', { kind: 'private' });
    for (const person of [ana, ben]) await cleo.adds(person, third);
    await ana.adds(ben, anas);
    await ben.adds(ana, bens);
    const anasPost = await ana.posts('by gus', { to: [third, anas], photos: [await plainPhoto()] });
    const bensPost = await ben.posts('by hana', { to: third });
    const cleosPost = await cleo.posts('by ivo', { to: third });
    await ana.comments(cleosPost, 'gus says');
    await ben.comments(cleosPost, 'hana says');
    await ben.ask(likes.like, { id: anasPost.id });
    const group = async (who: typeof ana) =>
      (await who.ask(circles.get, { id: third.id })).members.map(({ firstName }) => firstName);
    assert.deepEqual(await group(ana), ['Ivo', 'Gus', 'Hana']);

    await ana.ask(blocking.block, { id: ben.id });
    for (const [one, other, post] of [
      [ana, ben, bensPost],
      [ben, ana, anasPost],
    ] as const) {
      await one.doesNotSee(post).catch(async (error: unknown) => {
        // A blocked member's profile is a 404, so `doesNotSee` may not find a list there at all.
        if ((await one.call(posts.ofMember, { usernameOrId: other.id })).status !== 404) throw error;
      });
      assert.equal((await one.call(posts.get, { id: post.id })).status, 404);
      assert.equal((await one.call(members.profile, { usernameOrId: other.id })).status, 404);
      assert.equal((await one.call(likes.like, { id: post.id })).status, 404);
      assert.equal(
        (await one.call(circles.addMember, { id: (one === ana ? anas : bens).id, userId: other.id })).status,
        404,
      );
    }
    assert.deepEqual(await ana.reads(cleosPost), ['gus says']);
    assert.deepEqual(await ben.reads(cleosPost), ['hana says']);
    assert.deepEqual(await cleo.reads(cleosPost), ['gus says', 'hana says']);
    assert.deepEqual(await group(ana), ['Ivo', 'Gus']);
    assert.equal((await ana.ask(circles.get, { id: third.id })).memberCount, 2);
    assert.equal((await cleo.ask(circles.get, { id: third.id })).memberCount, 3);
    assert.deepEqual(
      (await ana.ask(circles.get, { id: anas.id })).members.map(({ firstName }) => firstName),
      ['Gus'],
    );
    assert.ok(!(await ana.ask(notifications.list, {})).items.some(({ actor }) => actor?.id === ben.id));
    assert.deepEqual(
      (await ana.ask(blocking.list, {})).map(({ firstName }) => firstName),
      ['Hana'],
    );
    assert.deepEqual(await ben.ask(blocking.list, {}), []);

    await ana.ask(blocking.unblock, { id: ben.id });
    assert.equal((await ana.call(members.profile, { usernameOrId: ben.id })).status, 200);
    assert.deepEqual(
      (await ana.ask(circles.get, { id: anas.id })).members.map(({ firstName }) => firstName),
      ['Gus'],
    );
  });

  test('nobody blocks or mutes themselves, by their id or by their username', async () => {
    const [ana] = await server().members('Greta');
    const username = 'greta.here';
    await ana.ask(members.editProfile, formOf({ username }));
    const own = await ana.makesCircle('Her own');
    const shared = await ana.posts('Mine', { to: own });
    for (const id of [ana.id, username]) {
      assert.equal((await ana.call(blocking.block, { id })).status, 409);
      assert.equal((await ana.call(blocking.mute, { id })).status, 409);
    }
    await ana.ask(members.profile, { usernameOrId: ana.id });
    assert.equal((await ana.ask(circles.get, { id: own.id })).memberCount, 1);
    assert.deepEqual(
      (await ana.feed()).items.map(({ id }) => id),
      [shared.id],
    );
  });

  // NOTIFY-1
  test('notifications are listed and counted only while the viewer sees what they are about', async () => {
    const [ana, ben] = await server().members('Jo', 'Kai');
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    const post = await ben.posts('look', { to: family });
    await ana.ask(likes.like, { id: post.id });
    await ana.comments(post, 'nice');
    const seen = await ben.ask(notifications.list, {});
    assert.deepEqual(
      seen.items.map(({ kind }) => kind),
      ['comment', 'like', 'added_to_circle'],
    );
    assert.equal((await ben.ask(notifications.unread, {})).count, 3);
    const [first] = seen.items;
    assert.ok(first);
    assert.equal(first.title, 'Jo Example commented on your moment');
    assert.equal(first.actionUrl, `/post/${post.id}`);
    await ben.ask(notifications.markRead, { id: first.id });
    assert.equal((await ben.ask(notifications.unread, {})).count, 2);
    assert.equal((await ana.call(notifications.markRead, { id: first.id })).status, 404);
    assert.equal((await ana.call(notifications.remove, { id: first.id })).status, 404);

    await ana.removes(ben, family);
    const after = await ben.ask(notifications.list, {});
    assert.ok(!after.items.some(({ kind }) => kind === 'added_to_circle'), 'the circle is out of sight');
    await ben.ask(posts.remove, { id: post.id });
    assert.deepEqual((await ben.ask(notifications.list, {})).items, []);
    assert.equal((await ben.ask(notifications.unread, {})).count, 0);
  });

  // NOTIFY-1
  test('notifications of invisible moments and comments are hidden', async () => {
    const [ana, ben, cleo] = await server().members('Tia', 'Ulf', 'Vic');
    const family = await ana.makesCircle('Family');
    const others = await ana.makesCircle('Others');
    await ana.adds(ben, family);
    await ana.adds(cleo, others);
    const post = await ana.posts('look', { to: [family, others] });
    const comment = await cleo.comments(post, 'not for ulf');
    const { db } = server().app.context;
    const about = {
      kind: 'comment',
      to: await server().keyOf('users', ben),
      actor: await server().keyOf('users', ana),
    } as const;
    const onPost = await server().keyOf('posts', post);
    const onComment = await server().keyOf('comments', comment);
    const kinds = async () => (await ben.ask(notifications.list, {})).items.map(({ kind }) => kind);
    await db.write((tx) => notify(tx, { ...about, comment: onComment }));
    assert.deepEqual(await kinds(), ['added_to_circle'], 'a comment of another circle');
    await db.write((tx) => notify(tx, { ...about, post: onPost }));
    assert.deepEqual(await kinds(), ['comment', 'added_to_circle']);
    await ana.removes(ben, family);
    assert.deepEqual(await kinds(), []);
  });

  // LIKE-1
  test('several likes of one post are one notification, and taking the last like back removes it', async () => {
    const [ana, ben, cleo] = await server().members('Lou', 'Mia', 'Ned');
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    await ana.adds(cleo, family);
    const post = await ana.posts('look', { to: family });
    await Promise.all(
      [ben, cleo].flatMap((who) => [1, 2, 3].map(() => who.ask(likes.like, { id: post.id }))),
    );
    assert.equal((await ana.ask(posts.get, { id: post.id })).likesCount, 2);
    const { items } = await ana.ask(notifications.list, {});
    assert.equal(items.length, 1);
    const told = /^(Mia|Ned) Example and one other person liked your moment$/;
    assert.match(items[0]?.title ?? '', told);
    const another = await ana.posts('look here', { to: family });
    for (const { id } of [post, another]) await ana.ask(likes.like, { id });
    const [after] = (await ana.ask(notifications.list, {})).items;
    assert.match(after?.title ?? '', told, 'who reads it is not one of the others');
    await ben.ask(likes.unlike, { id: post.id });
    await cleo.ask(likes.unlike, { id: post.id });
    assert.deepEqual((await ana.ask(notifications.list, {})).items, []);
  });

  // ADMIN-1, ADMIN-3
  test('a suspension or ban applies from the next request: suspended members’ posts stay, banned members’ are hidden', async () => {
    const [ana, ben] = await server().members('Ola', 'Pim');
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    const post = await ben.posts('by pim', { to: family, photos: [await plainPhoto()] });
    const below = await ana.posts('by ola', { to: family });
    await ben.comments(below, 'pim says');
    const { db } = server().app.context;
    const mark = (change: { suspended_until?: number | null; banned_at?: number | null }) =>
      db.write(({ q }) => q.updateTable('users').set(change).where('public_id', '=', ben.id).execute());

    await mark({ suspended_until: Date.now() + 60_000 });
    assert.equal((await ben.request('GET', '/api/user')).status, 401);
    assert.equal((await ana.call(members.profile, { usernameOrId: ben.id })).status, 404);
    assert.equal((await ana.call(posts.get, { id: post.id })).status, 200);
    assert.deepEqual(await ana.reads(below), ['pim says']);
    const refused = await ben.call(auth.login, { email: ben.email, password });
    assert.equal(refused.status, 403);
    assert.match(refused.text, /until \d{4}-\d\d-\d\d/);

    await mark({ suspended_until: null, banned_at: Date.now() });
    assert.equal((await ben.request('GET', '/api/user')).status, 401);
    assert.equal((await ana.call(posts.get, { id: post.id })).status, 404);
    assert.deepEqual(await ana.reads(below), []);
    assert.equal((await ana.request('GET', post.imageUrls[0] ?? '')).status, 404);
    assert.ok(!(await ana.ask(circles.get, { id: family.id })).members.some(({ id }) => id === ben.id));
    await mark({ banned_at: null });
    await ana.sees(post);
  });

  // PEOPLE-1
  test('a profile picture obeys the name rule at its own URL, and only the current picture is served', async () => {
    const [ana, ben] = await server().members('Quin', 'Rafa');
    const { context } = server().app;
    const key = await server().keyOf('users', ana);
    const wearPicture = async (): Promise<string> => {
      const file = join(context.tmpDir, 'portrait');
      await writeFile(file, await plainPhoto());
      const [picture] = await storePhotos(context, { id: key }, [{ path: file }], { kind: 'avatar' });
      await rm(file);
      assert.ok(picture);
      await context.db.write(({ q }) =>
        q.updateTable('users').set({ avatar_id: picture.id }).where('id', '=', key).execute(),
      );
      return `/api/images/${picture.publicId}-512.webp`;
    };
    const status = async (who: typeof ana, url: string) => (await who.request('GET', url)).status;
    const shown = async () => (await ben.ask(members.profile, { usernameOrId: ana.id })).profileImageUrl;

    const third = await server().member('Third');
    const choir = await third.makesCircle('Choir');
    for (const person of [ana, ben]) await third.adds(person, choir);
    const post = await ana.posts('sung', { to: choir });
    const asAuthor = async () => (await ben.ask(posts.get, { id: post.id })).author.profileImageUrl;
    const first = await wearPicture();
    assert.deepEqual([await status(ana, first), await status(ben, first)], [200, 404]);
    assert.deepEqual([await shown(), await asAuthor()], [null, null]);
    const [own] = await ana.ask(circles.list, {});
    assert.ok(own);
    await ana.adds(ben, own);
    assert.deepEqual(
      [await status(ben, first), await shown()],
      [200, first.replace('/api/images/', '/uploads/')],
    );
    assert.equal(await asAuthor(), await shown());
    const second = await wearPicture();
    assert.deepEqual([await status(ben, first), await status(ben, second)], [404, 200]);
    for (const gone of ['suspended_until', 'banned_at'] as const) {
      const set = (value: number | null) =>
        context.db.write(({ q }) =>
          q
            .updateTable('users')
            .set({ [gone]: value })
            .where('id', '=', key)
            .execute(),
        );
      await set(Date.now() + 60_000);
      assert.equal(await status(ben, second), 404, 'who has no profile has no picture');
      await set(null);
    }
    await ana.removes(ben, own);
    assert.deepEqual([await status(ben, second), await shown()], [404, null]);
  });

  // SIGNIN-7
  test('a session expires, and each use extends it', async () => {
    const ana = await server().member('Sol');
    const { db } = server().app.context;
    const key = await server().keyOf('users', ana);
    const set = (change: { last_seen_at?: number; expires_at?: number; created_at?: number }) =>
      db.write(({ q }) => q.updateTable('sessions').set(change).where('user_id', '=', key).execute());
    // Read through the queue of writers: the server moves a session on behind its answer.
    const endsAt = async () => {
      const session = await db.write(({ q }) =>
        q.selectFrom('sessions').select('expires_at').where('user_id', '=', key).executeTakeFirstOrThrow(),
      );
      return session.expires_at;
    };
    const day = 24 * 60 * 60_000;
    await set({ last_seen_at: Date.now() - day, expires_at: Date.now() + day });
    assert.equal((await ana.call(auth.currentUser)).status, 200);
    await until(async () => (await endsAt()) > Date.now() + 29 * day);
    await set({ last_seen_at: 0, created_at: Date.now() - 89 * day });
    assert.equal((await ana.call(auth.currentUser)).status, 200);
    await until(async () => (await endsAt()) < Date.now() + 2 * day);
    await set({ expires_at: Date.now() - 1 });
    assert.equal((await ana.call(auth.currentUser)).status, 401);
  });
});
