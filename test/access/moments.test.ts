import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UpdateObject } from 'kysely';
import * as auth from '../../contract/auth.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import { type Circle, Post } from '../../contract/shapes.ts';
import type { Queries } from '../../server/platform/db/database.ts';
import type { Schema } from '../../server/platform/db/schema/schema.ts';
import { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onBothDatabases } from '../harness/test-server.ts';

const formOf = (content: string, circle: Circle) => {
  const form = new FormData();
  form.set('content', content);
  form.set('circleIds', JSON.stringify([circle.id]));
  return form;
};

onBothDatabases('sharing and reading moments', (server) => {
  // SIGHT-3, MOMENT-9
  test('the circles of a moment can only be removed, and their members then lose the moment', async () => {
    const [ana, ben, cleo] = await server().members('Ana', 'Ben', 'Cleo');
    const near = await ana.makesCircle('Near');
    const far = await ana.makesCircle('Far');
    const other = await ana.makesCircle('Other');
    await ana.adds(ben, near);
    await ana.adds(cleo, far);
    const post = await ana.posts('Both', { to: [near, far], photos: [await plainPhoto()] });
    await ben.comments(post, 'from near');
    await cleo.comments(post, 'from far');
    assert.equal((await ana.call(posts.edit, { id: post.id, circleIds: [] })).status, 400);
    assert.equal((await ana.call(posts.edit, { id: post.id, circleIds: [near.id, other.id] })).status, 409);
    const narrowed = await ana.ask(posts.edit, { id: post.id, circleIds: [near.id], alts: ['Two lemons'] });
    assert.deepEqual(
      narrowed.circles.map(({ name }) => name),
      ['Near'],
    );
    assert.equal(narrowed.images[0]?.alt, 'Two lemons');
    await cleo.doesNotSee(post);
    await ben.sees(post);
    assert.deepEqual(await ben.reads(post), ['from near']);
    assert.equal((await ana.call(posts.edit, { id: post.id, alts: ['a', 'b'] })).status, 400);
  });

  // MOMENT-17
  test('the author edits words and descriptions, and every list shows that and when', async () => {
    const [ana, ben, eve] = await server().members('Ana2', 'Ben2', 'Eve2');
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    const post = await ana.posts('Teh lemons', { to: family, photos: [await plainPhoto()] });
    const { id } = post;
    assert.equal(post.editedAt, null);
    const edit = async (who: Person, change: object) =>
      (await who.call(posts.edit, { id, ...change })).status;
    assert.equal(await edit(ben, { content: 'Mine' }), 403);
    assert.equal(await edit(eve, { content: 'Mine' }), 404);
    assert.equal(await edit(ana, { content: 'x'.repeat(5_001) }), 400, 'too many words');
    const same = await ana.ask(posts.edit, { id, content: 'Teh lemons', alts: [''], circleIds: [family.id] });
    assert.equal(same.editedAt, null, 'nothing was edited');
    // Fill the parts of the feed that the server keeps.
    for (const who of [ana, ben]) assert.equal((await who.feed()).items[0]?.content, 'Teh lemons');
    const shown = async (content: string, alt: string | null, editedAt: string | null) => {
      for (const who of [ana, ben]) {
        const { items } = await who.ask(posts.ofMember, { usernameOrId: ana.id });
        const [group] = (await who.ask(posts.groupedByPriority, {})).filter(
          ({ posts: found }) => found.length,
        );
        const answers = [
          await who.ask(posts.get, { id }),
          (await who.feed()).items[0],
          items[0],
          group?.posts[0],
        ];
        for (const answer of answers)
          assert.partialDeepStrictEqual(answer, { content, editedAt, images: [{ alt }] }, who.name);
      }
    };
    const first = await ana.ask(posts.edit, { id, content: 'The lemons' });
    assert.ok(first.editedAt !== null && first.editedAt >= first.createdAt);
    await shown('The lemons', null, first.editedAt);
    const second = await ana.ask(posts.edit, { id, alts: ['Two lemons'] });
    assert.ok(second.editedAt !== null && second.editedAt >= first.editedAt);
    await shown('The lemons', 'Two lemons', second.editedAt);
    await ana.ask(posts.edit, { id, content: '' });
    await shown('', 'Two lemons', (await ana.ask(posts.get, { id })).editedAt);
    const words = await ana.posts('Words', { to: family });
    assert.equal(
      (await ana.call(posts.edit, { id: words.id, content: '  ' })).status,
      400,
      'no words, no photo',
    );
    assert.equal(
      (await ana.ask(posts.edit, { id: words.id, content: 'x'.repeat(5_000) })).content.length,
      5_000,
    );
  });

  // REQUEST-5
  test('repeated and concurrent calls with one idempotency key make one moment', async () => {
    const ana = await server().member('Dora');
    const family = await ana.makesCircle('Family');
    const headers = { 'idempotency-key': 'the same act' };
    const send = () => ana.request('POST', '/api/posts', { form: formOf('Once', family), headers });
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.equal((await ana.feed()).items.length, 1);
    const other = { 'idempotency-key': 'another act' };
    await ana.request('POST', '/api/posts', { form: formOf('Once', family), headers: other });
    assert.equal((await ana.feed()).items.length, 2);
    const [post] = (await ana.feed()).items;
    assert.ok(post);
    for (const _ of [1, 2]) {
      await ana.request('POST', `/api/posts/${post.id}/comments`, { json: { content: 'Once' }, headers });
    }
    assert.deepEqual(await ana.reads(post), ['Once']);
    const eve = await server().member('Emil');
    const eves = await eve.makesCircle('Mine');
    const hers = await eve.request('POST', '/api/posts', { form: formOf('Of another', eves), headers });
    assert.equal(Reflect.get(Object(hers.json), 'content'), 'Of another', "a key is its member's own");
    const long = await ana.request('POST', '/api/posts', {
      form: formOf('x', family),
      headers: { 'idempotency-key': 'x'.repeat(101) },
    });
    assert.equal(long.status, 400);
  });

  // REQUEST-5
  test('a repeated call is answered with its moment after its author was removed from the circle', async () => {
    const [ida, jo] = await server().members('Ida8', 'Jo8');
    const family = await ida.makesCircle('Family');
    await ida.adds(jo, family);
    const share = () =>
      jo.request('POST', '/api/posts', {
        form: formOf('Hello', family),
        headers: { 'idempotency-key': 'before the removal' },
      });
    const first = await share();
    await ida.removes(jo, family);
    const again = await share();
    assert.deepEqual(
      [again.status, Reflect.get(Object(again.json), 'id')],
      [201, Reflect.get(Object(first.json), 'id')],
    );
  });

  // BLOCK-7
  test('muting a member keeps their moments out of one’s feeds and notifications, and changes nothing else', async () => {
    const [ana, ben] = await server().members('Fay', 'Gil');
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    const mine = await ana.posts('mine', { to: family });
    const post = await ben.posts('by gil', { to: family });
    await ana.ask(blocking.mute, { id: ben.id });
    await ben.comments(mine, 'gil says');
    for (const sort of ['newest', 'oldest', 'popular'] as const) {
      assert.deepEqual(
        (await ana.feed({ sort })).items.map(({ id }) => id),
        [mine.id],
      );
    }
    assert.deepEqual((await ana.ask(notifications.list, {})).items, []);
    assert.equal((await ana.ask(notifications.unread, {})).count, 0);
    const groups = await ana.ask(posts.groupedByPriority, {});
    assert.equal(groups.find(({ circle }) => circle?.id === family.id)?.totalPosts, 1);
    await ana.sees(post).catch(() => assert.fail('a muted post stays visible at its own address'));
    assert.deepEqual(await ana.reads(mine), ['gil says']);
    await ana.ask(blocking.unmute, { id: ben.id });
    assert.deepEqual(
      (await ana.feed()).items.map(({ id }) => id),
      [post.id, mine.id],
    );
    assert.equal((await ana.ask(notifications.unread, {})).count, 1);
  });

  test('the priority feed shows the closest circles first, the newest three moments of each, and ‘Shared with you’ last', async () => {
    const [ana, ben] = await server().members('Hal', 'Ida');
    const low = await ana.makesCircle('Low');
    const high = await ana.makesCircle('High');
    await ana.ask(circles.setPriority, { id: high.id, priority: 5 });
    const secret = await ben.makesCircle('Secret', { kind: 'private' });
    await ben.adds(ana, secret);
    for (let number = 1; number <= 4; number++) await ana.posts(`high ${number}`, { to: high });
    const both = await ana.posts('both', { to: [high, low] });
    const shared = await ben.posts('quietly', { to: secret });
    const groups = await ana.ask(posts.groupedByPriority, {});
    assert.deepEqual(
      groups.map((group) => [
        group.circle?.name ?? null,
        group.posts.map(({ content }) => content),
        group.totalPosts,
        group.hasMore,
      ]),
      [
        ['High', ['both', 'high 4', 'high 3'], 5, true],
        ['Contacts', [], 0, false],
        ['Low', ['both'], 1, false],
        [null, ['quietly'], 1, false],
      ],
    );
    assert.equal(groups[2]?.posts[0]?.id, both.id);
    await ben.removes(ana, secret);
    assert.equal((await ana.ask(posts.groupedByPriority, {})).length, 3);
    await ana.doesNotSee(shared);
  });

  test('the daily photo goes to Contacts at first, then to the circles that were chosen last', async () => {
    const ana = await server().member('Jo');
    const family = await ana.makesCircle('Family');
    const formFor = async (circleIds?: string[]) => {
      const form = new FormData();
      form.set('content', 'Daily photo share');
      form.set('image', new Blob([new Uint8Array(await plainPhoto())]), 'photo.jpg');
      if (circleIds) form.set('circleIds', JSON.stringify(circleIds));
      return form;
    };
    const send = async (who: Person, circleIds?: string[], hiddenFrom: string[] = []) => {
      const form = await formFor(circleIds);
      if (hiddenFrom.length > 0) form.set('hiddenFrom', JSON.stringify(hiddenFrom));
      const post = await who.ask(posts.create, form);
      return post.circles.map(({ name }) => name);
    };
    assert.deepEqual(await send(ana), ['Contacts']);
    assert.deepEqual(await send(ana, [family.id]), ['Family']);
    assert.deepEqual(await send(ana), ['Family']);
    assert.deepEqual((await ana.ask(auth.currentUser, {})).dailyCircleIds, [family.id]);
    await ana.ask(circles.remove, { id: family.id });
    assert.deepEqual(await send(ana), ['Contacts']);
    const wanda = await server().member('Wanda');
    const choir = await ana.makesCircle('Choir');
    await ana.adds(wanda, choir);
    assert.deepEqual(await send(ana, [choir.id], [wanda.id]), ['Choir']);
    assert.deepEqual((await ana.ask(auth.currentUser, {})).dailyCircleIds, []);
    const unasked = await ana.request('POST', '/api/posts', { form: await formFor() });
    assert.equal(unasked.status, 400, 'who was left out is not reached by the next one');
  });

  test('the feed has three orders, shows every moment once, and has a filter with counts', async () => {
    const [ana, ben] = await server().members('Kim', 'Lou');
    const a = await ana.makesCircle('A');
    const b = await ana.makesCircle('B');
    await ana.adds(ben, a);
    const made: string[] = [];
    for (let number = 0; number < 7; number++)
      made.push((await ana.posts(`${number}`, { to: number % 2 ? a : [a, b] })).content);
    const all = await ana.feed();
    for (const post of all.items.filter(({ content }) => ['2', '5'].includes(content))) {
      await ben.comments(post, 'one');
      if (post.content === '5') await ben.comments(post, 'two');
    }
    const read = async (sort: 'newest' | 'oldest' | 'popular', circleId?: string) => {
      const texts: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await ana.feed({
          sort,
          limit: '2',
          ...(cursor ? { cursor } : {}),
          ...(circleId ? { circleId } : {}),
        });
        texts.push(...page.items.map(({ content }) => content));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      return texts;
    };
    assert.deepEqual(await read('newest'), made.toReversed());
    assert.deepEqual(await read('oldest'), made);
    assert.deepEqual(await read('popular'), ['5', '2', '6', '4', '3', '1', '0']);
    assert.deepEqual(await read('newest', b.id), ['6', '4', '2', '0']);
    const filtered = await ana.feed({ circleId: b.id });
    assert.deepEqual([filtered.matching, filtered.total], [4, 7]);
    const first = await ana.feed({ circleId: b.id, limit: '2' });
    const second = await ana.feed({ circleId: b.id, limit: '2', cursor: first.nextCursor ?? '' });
    assert.deepEqual([second.items.length, second.matching, second.total], [2, undefined, undefined]);
    assert.equal((await ana.feed()).matching, undefined);
  });

  test('a feed, a moment and a list that did not change are answered with 304', async () => {
    const [ana, ben] = await server().members('Mia', 'Ned');
    const a = await ana.makesCircle('A');
    await ana.adds(ben, a);
    const post = await ana.posts('same', { to: a });
    for (const path of ['/api/posts/feed', `/api/posts/${post.id}`, '/api/circles']) {
      const first = await ben.request('GET', path);
      const etag = first.headers.get('etag') ?? '';
      const again = await ben.request('GET', path, { headers: { 'if-none-match': etag } });
      assert.deepEqual([again.status, again.text], [304, ''], path);
    }
    const before = (await ben.request('GET', '/api/posts/feed')).headers.get('etag') ?? '';
    await ben.comments(post, 'changed');
    assert.equal(
      (await ben.request('GET', '/api/posts/feed', { headers: { 'if-none-match': before } })).status,
      200,
    );
  });

  test('every change of what is shown of a moment is in the next feed', async () => {
    const [ana, ben] = await server().members('Nele', 'Ole');
    const circle = await ana.makesCircle('A');
    await ana.adds(ben, circle);
    // The job that adds full-size copies would make one of the changes below.
    const letGo = await server().holdWorker();
    const post = await ana.posts('before', {
      to: circle,
      photos: [await plainPhoto(), await plainPhoto(32, 24)],
    });
    const { db } = server().app.context;
    const [author, image] = await Promise.all([
      db.read.selectFrom('users').select('id').where('public_id', '=', ana.id).executeTakeFirstOrThrow(),
      db.read
        .selectFrom('images')
        .selectAll()
        .where('alt', 'is', null)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    ]);
    const { id: _, ...copy } = image;
    const change = {
      users: (set: UpdateObject<Schema, 'users'>) => (q: Queries) =>
        q.updateTable('users').set(set).where('id', '=', author.id).execute(),
      circles: (set: UpdateObject<Schema, 'circles'>) => (q: Queries) =>
        q.updateTable('circles').set(set).where('public_id', '=', circle.id).execute(),
      images: (set: UpdateObject<Schema, 'images'>) => (q: Queries) =>
        q.updateTable('images').set(set).where('id', '=', image.id).execute(),
    };
    const changes: ((q: Queries) => Promise<unknown>)[] = [
      (q) => q.updateTable('posts').set({ content: 'after' }).where('public_id', '=', post.id).execute(),
      (q) => q.updateTable('posts').set({ created_at: 5 }).where('public_id', '=', post.id).execute(),
      ...[
        { username: 'nele-new' },
        { first_name: 'Nela' },
        { last_name: 'Other' },
        { verification_status: 'none' as const },
        { avatar_id: image.id },
        { avatar_id: null },
        { public_id: 'nele-id' },
      ].map(change.users),
      ...[{ name: 'B' }, { color: '#000000' }, { public_id: 'circle-id' }].map(change.circles),
      (q) =>
        q.updateTable('circles').set({ public_id: circle.id }).where('public_id', '=', 'circle-id').execute(),
      ...[
        { alt: 'Two lemons' },
        { width: 7 },
        { height: 8 },
        { placeholder: 'x' },
        { variants: '[{"name":"480","width":480}]' },
        { full_bytes: 9 },
        { public_id: 'image-id' },
        { position: image.position === 0 ? 9 : -1 },
        { post_id: null },
      ].map(change.images),
      (q) =>
        q
          .insertInto('images')
          .values({ ...copy, public_id: 'added' })
          .execute(),
      (q) => q.deleteFrom('images').where('public_id', '=', 'added').execute(),
    ];
    let [before] = (await ben.feed()).items;
    for (const [at, work] of changes.entries()) {
      await db.write(({ q }) => work(q));
      const [after] = (await ben.feed()).items;
      assert.notDeepEqual(after, before, `change ${at}`);
      // Alone a moment also has the hearts and comments of its photos.
      assert.deepEqual(after, Post.parse(await ben.ask(posts.get, { id: post.id })), `change ${at}`);
      before = after;
    }
    await letGo();
  });

  test('a feed that is read while its parts change has each of them as it was at one time', async () => {
    const [ana, ben] = await server().members('Rea', 'Sam');
    const circle = await ana.makesCircle('0');
    await ana.adds(ben, circle);
    await ana.posts('One', { to: circle });
    const names = Array.from({ length: 20 }, (_, at) => String(at));
    const [feeds] = await Promise.all([
      Promise.all(names.map(() => ben.feed())),
      Promise.all(names.map((name) => ana.ask(circles.edit, { id: circle.id, name }))),
    ]);
    for (const { items } of feeds) assert.ok(names.includes(items[0]?.circles[0]?.name ?? ''));
    const [last] = (await ben.feed()).items;
    assert.equal(last?.circles[0]?.name, (await ben.ask(circles.get, { id: circle.id })).name);
  });

  test('a cached feed is rebuilt after any write, and only then', async () => {
    const [ana, ben] = await server().members('Ola', 'Per');
    const a = await ana.makesCircle('A');
    const b = await ana.makesCircle('B');
    await ana.adds(ben, a);
    await ana.adds(ben, b);
    const post = await ana.posts('held', { to: a });
    await ana.posts('stays', { to: b });
    const { statements } = server().app.context.db;
    const ask = async (tag: string) => {
      const before = statements.count;
      const answer = await ben.request('GET', '/api/posts/feed', { headers: { 'if-none-match': tag } });
      return { ...answer, tag: answer.headers.get('etag') ?? '', used: statements.count - before };
    };
    const changes: [string, () => Promise<unknown>][] = [
      ['a like', () => ana.request('POST', `/api/posts/${post.id}/like`)],
      ['a comment', () => ana.comments(post, 'new')],
      ['a post', () => ana.posts('second', { to: a })],
      [
        'another name of the circle',
        () => ana.request('PUT', `/api/circles/${a.id}`, { json: { name: 'C' } }),
      ],
      ['mute', () => ben.request('POST', `/api/users/${ana.id}/mute`)],
      ['no mute', () => ben.request('DELETE', `/api/users/${ana.id}/mute`)],
      ['the removal from a circle', () => ana.removes(ben, a)],
    ];
    let { tag } = await ask('');
    const letGo = await server().holdWorker();
    for (const [what, change] of changes) {
      assert.equal((await ask(tag)).status, 304, `before ${what}`);
      const held = await ask(tag);
      assert.deepEqual([held.status, held.tag, held.text], [304, tag, ''], `still before ${what}`);
      // On PostgreSQL a write to any database of the server raises the version, so other tests can make one try fail.
      let { used } = held;
      for (let tries = 0; used > 2 && tries < 1_000; tries += 1) ({ used } = await ask(tag));
      assert.ok(used <= 2, 'the session and the version alone');
      await change();
      const after = await ask(tag);
      assert.equal(after.status, 200, what);
      ({ tag } = after);
    }
    await letGo();
    assert.deepEqual(
      (await ben.feed()).items.map((item) => item.content),
      ['stays'],
    );
    // The same tag and path, of somebody else.
    const other = await ana.request('GET', '/api/posts/feed', { headers: { 'if-none-match': tag } });
    assert.equal(other.status, 200);
    await server().app.context.db.write(async ({ q }) => {
      await q.deleteFrom('sessions').execute();
    });
    assert.equal((await ask(tag)).status, 401);
  });

  test('the home page contains exactly what the caller’s own requests are answered, and nothing for visitors', async () => {
    const [ana, ben] = await server().members('Mona', 'Nils');
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    await ana.posts('</script><script>alert(1)</script><!-- & \u2028', {
      to: [family],
      photos: [await plainPhoto()],
    });
    await ana.posts('Mine alone', { to: [await ana.makesCircle('Nobody')] });
    // Until its job has run, a photo can still change.
    await server().app.context.jobs.idle();
    const pageFor = async (person: Person, url = '/', headers = {}) => {
      const page = await person.request('GET', url, { headers });
      assert.equal(page.status, 200);
      assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self' 'sha256-[^' ]+';/);
      const [, json] =
        /<script type="application\/json" id="answers">(.*)<\/script><\/body>/s.exec(page.text) ?? [];
      const parsed: unknown = JSON.parse(json ?? '{}');
      assert.ok(typeof parsed === 'object' && parsed !== null);
      const answers = new Map<string, unknown>(Object.entries(parsed));
      return { answers, page };
    };
    for (const person of [ana, ben]) {
      for (const url of ['/', '/home']) {
        const { page, answers } = await pageFor(person, url);
        assert.equal(page.headers.get('cache-control'), 'no-store');
        assert.equal(page.text.split('</script>').length, 4, 'our scripts and the answers');
        assert.ok(answers.has(auth.currentUser.path) && answers.has(posts.feed.path));
        for (const [path, answer] of answers) {
          const { json } = await person.request('GET', path);
          assert.deepEqual(answer, json, path);
        }
      }
    }
    const foreign = await pageFor(ben, '/', { 'sec-fetch-site': 'cross-site' });
    const lost = await server().member('Olaf');
    await lost.ask(auth.logout, {});
    for (const { page, answers } of [
      foreign,
      await pageFor(lost),
      await pageFor(new Person('Visitor', server().url)),
      await pageFor(ben, '/contacts'),
    ]) {
      assert.equal(answers.size, 0);
      assert.equal(page.headers.get('cache-control'), 'no-cache');
    }
  });
});
