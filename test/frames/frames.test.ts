import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import sharp from 'sharp';
import * as account from '../../contract/account.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import { ErrorBody } from '../../contract/errors/error-body.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as contract from '../../contract/audience/audience.ts';
import { takeBack } from '../../contract/audience/take-back.ts';
import * as invitations from '../../contract/invitations.ts';
import * as posts from '../../contract/posts.ts';
import type { Post } from '../../contract/shapes.ts';
import * as albums from '../../contract/albums.ts';
import * as frames from '../../contract/frames.ts';
import * as timeline from '../../contract/timeline.ts';
import { addToAlbum, makeAlbum, photosOfAlbum } from '../harness/albums.ts';
import { addPasskey, proveBy } from '../harness/factors.ts';
import { FrameTablet, pairedFrame } from '../harness/frame-tablet.ts';
import type { Answer, Person } from '../harness/person.ts';
import { landscapePhoto, plainPhoto } from '../harness/photos.ts';
import { onBothDatabases, password } from '../harness/test-server.ts';
import { until } from '../runner/until.ts';

const told = ({ status, json }: Answer) => [status, ErrorBody.parse(json).message];

const photosOf = (post: Pick<Post, 'images'>): string[] =>
  post.images.map(({ url }) => /\/([0-9a-f]{32})-/.exec(url)?.[1] ?? assert.fail(url));

onBothDatabases('picture frames', (server) => {
  let people: readonly Person[] = [];
  const setUp = async (...names: [string, string, string]) => {
    people = await server().members(...names);
    const [ann, ben, cora] = people;
    assert.ok(ann && ben && cora);
    const circle = await ann.makesCircle('Family');
    for (const member of [ben, cora]) await ann.adds(member, circle);
    const post = await ann.posts('By the lake', { to: circle, photos: [await landscapePhoto(2400, 1200)] });
    return { ann, ben, cora, circle, post };
  };
  afterEach(async () => {
    for (const person of people) await server().mailsTo(person);
  });
  const frameNamed = async (person: Person) => (await person.ask(frames.list, {})).items[0] ?? assert.fail();

  // FRAME-2
  test('a code pairs the tablet that shows it, once, and the page changes', async () => {
    const { ben, cora, circle, post } = await setUp('Ann', 'Ben', 'Cora');
    const tablet = new FrameTablet(server());
    assert.equal(await tablet.state(), 'ended');
    const code = await tablet.asksForCode();
    assert.match(code, /^[ABCDEFGHJKMNPQRTVWXY346789]{8}$/);
    assert.equal(await tablet.state(), 'waiting');
    const before = await tablet.fetch('/frame', 'GET', { 'accept-language': 'en' });
    assert.match(await before.text(), /<html lang="en">.*data-page="pairing"/s);
    await ben.ask(account.edit, { language: 'de' });
    const spelled = `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase();
    const pairs = (who: Person) => who.call(frames.create, { circleId: circle.id, code: spelled, password });
    assert.equal((await pairs(ben)).status, 201);
    assert.deepEqual(told(await pairs(cora)), [400, messages.frameCodeInvalid]);
    assert.deepEqual(await tablet.now(...photosOf(post)), { state: 'showing', seen: photosOf(post) });
    const after = await tablet.fetch('/frame', 'GET', { 'accept-language': 'en' });
    assert.match(await after.text(), /<html lang="de">.*data-page="showing"/s);
    assert.equal(after.headers.get('cache-control'), 'no-store');
  });

  // FRAME-2
  test('a code expires after 10 minutes, belongs to one tablet, and ends with the next one', async () => {
    const { ben, circle } = await setUp('Anna', 'Bert', 'Clea');
    const { db } = server().app.context;
    const [first, second] = [new FrameTablet(server()), new FrameTablet(server())];
    const code = await first.asksForCode();
    const old = await second.asksForCode();
    const cookie = second.cookie;
    await second.asksForCode();
    assert.notEqual(second.cookie, cookie, 'a code never belongs to a token that the browser came with');
    const pairs = (typed: string) => ben.call(frames.create, { circleId: circle.id, code: typed, password });
    assert.equal((await pairs(old)).status, 400);
    const age = (ms: number) =>
      db.write(({ q }) =>
        q
          .updateTable('frame_codes')
          .set((e) => ({ expires_at: e('expires_at', '-', ms) }))
          .execute(),
      );
    await age(9.9 * 60_000);
    assert.equal(await first.state(), 'waiting');
    await age(0.2 * 60_000);
    assert.equal(await first.state(), 'ended');
    assert.equal((await pairs(code)).status, 400);
    const stored = await db.read.selectFrom('frame_codes').selectAll().execute();
    assert.ok(stored.length > 0 && !JSON.stringify(stored).includes(code), 'codes are stored as hashes');
    const fresh = await first.asksForCode();
    assert.equal((await pairs(fresh)).status, 201);
    assert.equal(await first.state(), 'showing');
    assert.equal(await second.state(), 'ended', 'its expired code was deleted');
  });

  // FRAME-2
  test('a tablet that asks while a member types its code hears of no end, and keeps its frame', async () => {
    const { ben, circle } = await setUp('Agnes', 'Bela', 'Celia');
    const { db } = server().app.context;
    const tablet = new FrameTablet(server());
    const code = await tablet.asksForCode();
    const { runKept } = db;
    let isPaired = false;
    const runAndPair: typeof runKept = async (statement, parameters) => {
      const rows = await runKept(statement, parameters);
      if (statement.name !== 'frame_by_token' || isPaired) return rows;
      isPaired = true;
      await ben.ask(frames.create, { circleId: circle.id, code, password });
      return rows;
    };
    try {
      Object.assign(db, { runKept: runAndPair });
      assert.equal(await tablet.state(), 'showing');
    } finally {
      Object.assign(db, { runKept });
    }
    assert.ok(isPaired);
  });

  // FRAME-2
  test('the cookie is for the frame’s page alone', async () => {
    const response = await new FrameTablet(server()).fetch('/frame/code', 'POST');
    const [cookie = ''] = response.headers.getSetCookie();
    for (const part of ['Path=/frame;', 'HttpOnly', 'SameSite=Strict'])
      assert.ok(cookie.includes(part), cookie);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const foreign = await new FrameTablet(server()).fetch('/frame/code', 'POST', {
      'sec-fetch-site': 'cross-site',
    });
    assert.equal(foreign.status, 403);
  });

  // FRAME-2
  test('pairing needs a circle that the member sees, and the password or a passkey', async () => {
    const { ann, ben, cora, circle } = await setUp('Ada', 'Bob', 'Cleo');
    const mine = await ben.makesCircle('Mine', { kind: 'private' });
    await ben.adds(ann, mine);
    const tablet = new FrameTablet(server());
    const code = await tablet.asksForCode();
    const pairs = (who: Person, circleId: string, proof: Record<string, unknown>) =>
      who.call(frames.create, { circleId, code, ...proof });
    assert.deepEqual(told(await pairs(ann, mine.id, { password })), [404, messages.notFound]);
    await ann.removes(cora, circle);
    assert.deepEqual(told(await pairs(cora, circle.id, { password })), [404, messages.notFound]);
    assert.equal((await pairs(ben, circle.id, {})).status, 400);
    assert.deepEqual(told(await pairs(ben, circle.id, { password: 'not it' })), [
      400,
      messages.passwordWrong,
    ]);
    assert.equal(await tablet.state(), 'waiting', 'a wrong proof uses no code up');
    const { key } = await addPasskey(server(), ben);
    assert.equal((await pairs(ben, mine.id, { passkey: await proveBy(ben, key) })).status, 201);
    assert.equal((await frameNamed(ben)).circle.name, 'Mine');
    assert.equal((await ann.ask(frames.list, {})).items.length, 0);
  });

  // FRAME-4
  test('a mail names device and circle, but no private circle, and takes the account back', async () => {
    const { ben, circle } = await setUp('Alma', 'Bruno', 'Cleo2');
    const mine = await ben.makesCircle('Just me', { kind: 'private' });
    await pairedFrame(server(), ben, circle);
    const [mail] = await server().mailsTo(ben);
    assert.equal(mail?.subject, 'A picture frame was added to your account');
    assert.match(mail.text, /Chrome on Android shows the photos of “Family”/);
    assert.match(mail.text, /\/auth\/not-me\?token=/);
    await pairedFrame(server(), ben, mine);
    const [other] = await server().mailsTo(ben);
    assert.match(other?.text ?? '', /a private circle of yours/);
    assert.ok(!`${other?.text}${other?.html}`.includes('Just me'));
    const acts = await server()
      .app.context.db.read.selectFrom('audit')
      .innerJoin('users', 'users.id', 'audit.actor_id')
      .select('act')
      .where('users.public_id', '=', ben.id)
      .where('act', '=', 'member.frame_added')
      .execute();
    assert.equal(acts.length, 2);
  });

  test('a member lists and ends their own frames, at most 10', async () => {
    const { ben, cora, circle } = await setUp('Amy', 'Bea', 'Cat');
    const { tablet, id } = await pairedFrame(server(), ben, circle, { night: { from: 22, to: 7 } });
    const listed = await frameNamed(ben);
    assert.deepEqual(
      [listed.id, listed.circle, listed.device, listed.night],
      [id, { id: circle.id, name: 'Family' }, 'Chrome on Android', { from: 22, to: 7 }],
    );
    const html = await (await tablet.fetch('/frame')).text();
    assert.match(html, /data-from="22" data-to="7"/);
    assert.deepEqual((await cora.ask(frames.list, {})).items, [], 'in the same circle');
    assert.equal((await cora.call(frames.end, { id })).status, 404);
    assert.equal(await tablet.state(), 'showing');
    await ben.ask(frames.end, { id });
    assert.equal(await tablet.state(), 'ended');
    assert.equal((await tablet.fetch('/frame/photos')).status, 401);
    assert.equal((await ben.call(frames.end, { id })).status, 404);
    for (let at = 0; at < 10; at += 1)
      await pairedFrame(server(), ben, circle, { night: { from: 5, to: 5 } });
    assert.equal((await frameNamed(ben)).night, null, 'a night without hours never begins');
    const code = await new FrameTablet(server()).asksForCode();
    const more = await ben.call(frames.create, { circleId: circle.id, code, password });
    assert.deepEqual(told(more), [409, messages.tooManyFrames]);
  });

  // FRAME-14
  test('the circle’s members read who shows it on a frame', async () => {
    const { ann, ben, cora, circle } = await setUp('Anke', 'Bernd', 'Clara');
    const framers = async (who: Person) => (await who.ask(frames.ofCircle, { id: circle.id })).items;
    assert.deepEqual(await framers(ann), []);
    const { id } = await pairedFrame(server(), ben, circle);
    await pairedFrame(server(), ben, circle);
    await pairedFrame(server(), cora, circle);
    for (const who of [ann, ben, cora])
      assert.deepEqual(
        (await framers(who)).map(({ firstName }) => firstName),
        ['Bernd', 'Clara'],
      );
    assert.equal((await ann.ask(frames.ofCircle, { id: circle.id })).count, 2);
    const stranger = await server().member('Stan');
    assert.equal((await stranger.call(frames.ofCircle, { id: circle.id })).status, 404);
    await ben.ask(blocking.block, { id: cora.id });
    assert.deepEqual(
      (await framers(cora)).map(({ firstName }) => firstName),
      ['Clara'],
    );
    await ben.ask(frames.end, { id });
    assert.equal((await framers(ben)).length, 1);
  });

  // FRAME-14
  test('authors read whose frame shows a moment, before and after they share it', async () => {
    const { ann, ben, cora, circle, post } = await setUp('Asta', 'Paulo', 'Carl');
    const other = await ann.makesCircle('Choir');
    await ann.adds(cora, other);
    const asked = async (who: Person, circleIds: readonly string[], hiddenFrom: readonly string[] = []) => {
      const left = hiddenFrom.length > 0 && { hiddenFrom: JSON.stringify(hiddenFrom) };
      return (await who.ask(contract.countAudience, { circleIds: JSON.stringify(circleIds), ...left }))
        .frames;
    };
    const shownBy = async (id: string) => (await ann.ask(contract.audience, { id })).frames;
    const paulos = { names: ['Paulo'], others: 0, isOwn: false };
    assert.equal(await asked(ann, [circle.id]), undefined);
    assert.equal(await shownBy(post.id), undefined);
    await pairedFrame(server(), ben, circle);
    assert.deepEqual(await asked(ann, [circle.id, other.id]), paulos);
    assert.deepEqual(await asked(ben, [circle.id]), { names: [], others: 0, isOwn: true });
    assert.deepEqual(await shownBy(post.id), paulos);
    // Another circle, the words alone, and moments that the frame's member does not see.
    assert.equal(await asked(ann, [other.id]), undefined);
    assert.equal(await asked(ann, [circle.id], [ben.id]), undefined);
    const photos = [await landscapePhoto(700, 500)];
    const elsewhere = await ann.posts('Choir', { to: other, photos });
    const unseen = { hiddenFrom: JSON.stringify([ben.id]) };
    const withoutBen = await ann.posts('A present', {
      to: circle,
      photos: [await plainPhoto()],
      more: unseen,
    });
    for (const { id } of [elsewhere, await ann.posts('Words', { to: circle }), withoutBen])
      assert.equal(await shownBy(id), undefined);
    // Later members see a past moment through another circle only, which no frame shows.
    const late = await ann.makesCircle('Late', { showsEarlierPosts: false });
    const both = await ann.posts('Both', { to: [circle, late], photos: [await landscapePhoto(900, 500)] });
    await ann.adds(cora, late);
    const ofLate = await pairedFrame(server(), cora, late);
    assert.deepEqual(await shownBy(both.id), paulos);
    const [earlier = ''] = photosOf(both);
    assert.equal((await cora.call(timeline.photos, {})).text.includes(earlier), true);
    assert.equal((await ofLate.tablet.photo(earlier)).status, 404);
    // An author who has left the circle reads nothing of its frames.
    const cameras = await cora.posts('Goodbye', { to: circle, photos: [await landscapePhoto(800, 500)] });
    const coras = async () => (await cora.ask(contract.audience, { id: cameras.id })).frames;
    assert.deepEqual(await coras(), paulos);
    await cora.ask(circles.removeMember, { id: circle.id, memberId: cora.id });
    assert.equal(await coras(), undefined);
    await ann.adds(cora, circle);
    // A block takes the frame's member out of the author's sight, and of the frame the author's photos.
    await cora.ask(blocking.block, { id: ben.id });
    assert.equal(await asked(cora, [circle.id]), undefined);
    // JOIN-6
    const { code } = await ann.ask(invitations.makeCode, { circleId: circle.id });
    const joins = await server().member('Jo');
    assert.equal((await joins.ask(invitations.preview, { code })).isOnFrame, true);
    // FRAME-6
    const seen = (days: number) =>
      server().app.context.db.write(({ q }) =>
        q
          .updateTable('frames')
          .set({ last_seen_at: Date.now() - days * 86_400_000 })
          .execute(),
      );
    await seen(61);
    assert.equal((await joins.ask(invitations.preview, { code })).isOnFrame, undefined);
    await seen(0);
    assert.equal((await joins.ask(invitations.preview, { code })).isOnFrame, true);
    await ben.ask(frames.end, { id: (await frameNamed(ben)).id });
    assert.equal((await joins.ask(invitations.preview, { code })).isOnFrame, undefined);
    assert.equal(await asked(ann, [circle.id]), undefined);
    assert.equal(await shownBy(post.id), undefined);
  });

  // FRAME-1, FRAME-8
  test('a frame shows the photos of its circle that its member sees, newest day first', async () => {
    const { ann, ben, cora, circle, post } = await setUp('Ava', 'Bo', 'Cy');
    const other = await ann.makesCircle('Others');
    await ann.adds(ben, other);
    const elsewhere = await ann.posts('Elsewhere', { to: other, photos: [await plainPhoto()] });
    const mine = await ben.posts('Mine', { to: circle, photos: [await plainPhoto()] });
    const album = await makeAlbum(ann, circle, { photos: 2 });
    const added = await addToAlbum(cora, album, 1);
    const { tablet } = await pairedFrame(server(), ben, circle);
    const ofAlbum = (await photosOfAlbum(ann, album)).map(({ id }) => id);
    const all = [...ofAlbum.toReversed(), ...photosOf(mine), ...photosOf(post)];
    assert.deepEqual((await tablet.names()).toSorted(), all.toSorted());
    const likeTimeline = async () => {
      const { items } = await ben.ask(timeline.photos, { circleId: circle.id });
      assert.deepEqual(
        await tablet.names(),
        items.map(({ id }) => id),
      );
    };
    await likeTimeline();
    const [hidden = ''] = photosOf(elsewhere);
    assert.equal((await tablet.photo(hidden)).status, 404, 'seen by the member, but in another circle');
    assert.deepEqual((await tablet.now(hidden)).seen, []);
    await ben.ask(blocking.block, { id: cora.id });
    assert.ok(!(await tablet.names()).includes(added[0] ?? ''));
    assert.equal((await tablet.photo(added[0] ?? '')).status, 404);
    await likeTimeline();
    await ann.ask(takeBack, { id: post.id });
    assert.deepEqual((await tablet.now(...photosOf(post))).seen, []);
    assert.equal((await tablet.photo(photosOf(post)[0] ?? '')).status, 404);
    await likeTimeline();
    await ann.ask(posts.remove, { id: album.id });
    assert.deepEqual(await tablet.names(), photosOf(mine));
    assert.equal((await ben.call(albums.photos, { id: album.id })).status, 404);
  });

  // FRAME-1
  test('a member who came later, or is left out, has a frame without those photos', async () => {
    const { ann, ben, cora, circle } = await setUp('Abe', 'Bud', 'Cam');
    const late = await server().member('Lea');
    await ann.ask(circles.edit, { id: circle.id, name: 'Family', showsEarlierPosts: false });
    await ann.adds(late, circle);
    const hiddenFrom = JSON.stringify([ben.id]);
    const left = await ann.posts('Not for Bud', {
      to: circle,
      photos: [await plainPhoto()],
      more: { hiddenFrom },
    });
    const shown = async (who: Person) => (await pairedFrame(server(), who, circle)).tablet.names();
    assert.deepEqual(await shown(late), photosOf(left));
    assert.equal((await shown(ben)).length, 1);
    assert.equal((await shown(cora)).length, 2);
    await server().mailsTo(late);
  });

  // FRAME-8
  test('photos are JPEGs of at most 1600 pixels that nothing keeps', async () => {
    const { ben, circle, post, ann } = await setUp('Asa', 'Ben2', 'Coe');
    const { tablet } = await pairedFrame(server(), ben, circle);
    const [name = ''] = photosOf(post);
    const copies = async () => {
      const keys: string[] = [];
      for await (const { key } of server().app.context.storage.list())
        if (key.startsWith(name)) keys.push(key);
      return keys.filter((key) => key.includes('frame'));
    };
    assert.deepEqual(await copies(), []);
    const responses = await Promise.all([tablet.photo(name), tablet.photo(name)]);
    for (const response of responses) {
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.equal(response.headers.get('content-type'), 'image/jpeg');
      const read = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      assert.deepEqual([read.format, read.width, read.height, read.exif], ['jpeg', 1600, 800, undefined]);
    }
    assert.deepEqual(await copies(), [`${name}-frame.jpg`]);
    for (const ending of ['jpg', 'webp'])
      assert.equal((await ann.request('GET', `/uploads/${name}-frame.${ending}`)).status, 404);
    const { db, jobs } = server().app.context;
    const sweep = async (days: number) => {
      const made_at = Date.now() - days * 24 * 60 * 60_000;
      await db.write(async ({ q }) => {
        await q.updateTable('frame_photos').set({ made_at }).execute();
        await q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'sweep-frames').execute();
      });
      await jobs.idle();
    };
    await sweep(29.9);
    assert.equal((await copies()).length, 1);
    await sweep(30.1);
    assert.deepEqual(await copies(), []);
    assert.equal((await tablet.photo(name)).status, 200, 'made again');
    await ann.ask(posts.remove, { id: post.id });
    await jobs.idle();
    assert.deepEqual(await copies(), []);
    assert.equal((await tablet.photo(name)).status, 404);
  });

  // FRAME-8
  test('a copy that is stored after its photo was deleted does not stay', async (t) => {
    const { ben, circle, post, ann } = await setUp('Avelina', 'Bastiaan', 'Cisca');
    const { tablet } = await pairedFrame(server(), ben, circle);
    const [name = ''] = photosOf(post);
    const { db, jobs, storage } = server().app.context;
    const { put } = storage;
    t.mock.method(storage, 'put', async (key: string, bytes: Buffer) => {
      if (key === `${name}-frame.jpg`) {
        await ann.ask(posts.remove, { id: post.id });
        await until(async () => !(await jobs.isBusy('remove-files')));
        t.mock.method(storage, 'remove', () => Promise.reject(new Error('The storage is away')), {
          times: 1,
        });
      }
      return put(key, bytes);
    });
    assert.equal((await tablet.photo(name)).status, 404);
    await jobs.idle();
    await db.write(({ q }) =>
      q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'remove-files').execute(),
    );
    await jobs.idle();
    assert.deepEqual(await Array.fromAsync(storage.list(name)), []);
  });

  // FRAME-8
  test('a photo that cannot be converted is left out, and the list is short', async () => {
    const { ann, ben, circle, post } = await setUp('Ari', 'Bex', 'Col');
    const { tablet } = await pairedFrame(server(), ben, circle);
    const { storage, db } = server().app.context;
    for (const { url } of post.images.flatMap(({ variants }) => variants))
      await storage.put(url.slice('/uploads/'.length), Buffer.alloc(5_000));
    assert.equal((await tablet.photo(photosOf(post)[0] ?? '')).status, 404);
    assert.equal((await tablet.photo(photosOf(post)[0] ?? '')).status, 404);
    const { mark } = await tablet.list();
    assert.equal((await tablet.fetch(`/frame/photos?mark=${mark}`)).status, 204);
    const album = await makeAlbum(ann, circle);
    assert.notEqual((await tablet.list()).mark, mark);
    // As if the album had 205 photos.
    const key = await db.read
      .selectFrom('images')
      .selectAll()
      .where('public_id', '=', (await photosOfAlbum(ann, album))[0]?.id ?? '')
      .executeTakeFirstOrThrow();
    await db.write(async ({ q }) => {
      for (let at = 0; at < 204; at += 1) {
        const { id, ...columns } = key;
        const copy = { ...columns, public_id: String(at).padStart(32, '0'), content_hash: null };
        const made = await q
          .insertInto('images')
          .values(copy)
          .returning(['id', 'day_key'])
          .executeTakeFirstOrThrow();
        const [place] = await q.selectFrom('circle_photos').selectAll().where('image_id', '=', id).execute();
        assert.ok(place);
        const day_key = place.day_key - id + made.id;
        await q
          .insertInto('circle_photos')
          .values({ ...place, image_id: made.id, day_key })
          .execute();
      }
    });
    assert.equal((await tablet.names()).length, 200);
    await ann.ask(posts.edit, { id: album.id, hiddenFrom: [ben.id] });
    assert.deepEqual(await tablet.names(), photosOf(post), 'older photos follow those that are not seen');
    await storage.remove([`${key.public_id}-480.webp`]);
  });
});
