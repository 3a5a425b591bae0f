import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as albums from '../../contract/albums.ts';
import * as audit from '../../contract/audit.ts';
import * as comments from '../../contract/comments.ts';
import * as likes from '../../contract/likes.ts';
import * as media from '../../contract/media.ts';
import * as moderation from '../../contract/moderation.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import type { Circle } from '../../contract/shapes.ts';
import * as usage from '../../contract/usage.ts';
import { findJobViewer } from '../../server/access/viewer.ts';
import { ownHearts } from '../../server/features/likes/export.ts';
import { addToAlbum, makeAlbum, photosOfAlbum } from '../harness/albums.ts';
import { asSender } from '../harness/mailbox-members.ts';
import type { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import {
  finishVideo,
  partsOf,
  putPart,
  shortVideo,
  startVideo,
  uploadVideo,
  uploadVoice,
} from '../harness/videos.ts';
import { photosOf, reports, statusesOf } from '../harness/reports.ts';
import { onBothDatabases, password } from '../harness/test-server.ts';

onBothDatabases('evidence of reports', (server) => {
  let chief: Person;
  let ana: Person;
  let ben: Person;
  let eve: Person;
  let family: Circle;
  before(async () => {
    chief = await server().member('Chief', { isAdmin: true });
    [ana, ben, eve] = await server().members('Ana', 'Ben', 'Eve');
    family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
  });

  // REPORT-6, COMMENT-9, MOMENT-17
  test('a report keeps the words and descriptions that were reported, and a later one the edited ones', async () => {
    const post = await ana.posts('Rude', { to: family, photos: [await plainPhoto()] });
    await ana.ask(posts.edit, { id: post.id, alts: ['A rude sign'] });
    const comment = await ana.comments(post, 'Ruder');
    const kept = [await reports(ben, 'post', post.id), await reports(ben, 'comment', comment.id)];
    await ana.ask(posts.edit, { id: post.id, content: 'Kind', alts: ['A kind sign'] });
    await ana.ask(comments.edit, { id: comment.id, content: 'Kinder' });
    const wordsOf = async (ids: string[]) => {
      const texts: unknown[] = [];
      for (const id of ids) {
        const { evidence } = await chief.ask(moderation.report, { id });
        texts.push(evidence?.text, ...(evidence?.photos ?? []).map(({ alt }) => alt));
      }
      return texts;
    };
    assert.deepEqual(await wordsOf(kept), ['Rude', 'A rude sign', 'Ruder']);
    for (const id of kept) await chief.ask(moderation.decide, { id, status: 'dismissed' });
    const later = [await reports(ben, 'post', post.id), await reports(ben, 'comment', comment.id)];
    assert.deepEqual(await wordsOf(later), ['Kind', 'A kind sign', 'Kinder']);
    for (const id of later) await chief.ask(moderation.decide, { id, status: 'dismissed' });
  });

  // REPORT-7
  test('a report lets go of a deleted photo after 90 days, and keeps what the album still has', async () => {
    const album = await makeAlbum(ana, family, { photos: 2 });
    const id = await reports(ben, 'post', album.id);
    const [gone] = await photosOfAlbum(ana, album);
    assert.ok(gone);
    await ana.ask(albums.removePhotos, { id: album.id, photoIds: [gone.id] });
    const { db, jobs } = server().app.context;
    const keptAfter = async (days: number) => {
      await db.write(async ({ q }) => {
        const created_at = Date.now() - days * 86_400_000;
        await q.updateTable('reports').set({ created_at }).where('public_id', '=', id).execute();
        await q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'drop-evidence').execute();
      });
      await jobs.idle();
      const { evidence } = await chief.ask(moderation.report, { id });
      return [evidence?.text, evidence?.photos.length, ...(await statusesOf(chief, [gone.url]))];
    };
    assert.deepEqual(await keptAfter(89), ['Summer', 2, 200]);
    assert.deepEqual(await keptAfter(91), ['Summer', 1, 404]);
    await chief.ask(moderation.decide, { id, status: 'dismissed' });
    await chief.ask(notifications.markAllRead, {});
    await server().mailsTo(chief);
  });

  // ACCOUNT-7, REPORT-7
  test('a deleted photo does not stay because the reported author of its album is gone', async () => {
    const [ivy, jan, kai] = await server().members('Ivy', 'Jan', 'Kai');
    const circle = await ivy.makesCircle('Ivy and others');
    for (const person of [jan, kai]) await ivy.adds(person, circle);
    const album = await makeAlbum(ivy, circle);
    const photoIds = await addToAlbum(jan, album, 1);
    await reports(kai, 'post', album.id);
    await jan.ask(albums.removePhotos, { id: album.id, photoIds });
    await ivy.ask(account.remove, { password });
    const { db, jobs } = server().app.context;
    await jobs.idle();
    const left = await db.read.selectFrom('images').select('id').where('public_id', 'in', photoIds).execute();
    assert.deepEqual(left, []);
    await chief.ask(notifications.markAllRead, {});
    for (const person of [chief, jan]) await server().mailsTo(person);
  });

  // REPORT-4, ABOUT-6
  test('nobody can tell from what else a deleted photo leaves whether a report keeps it', async () => {
    const [adder, giver] = await server().members('Adda', 'Gil');
    const circle = await adder.makesCircle('Adda and Gil');
    await adder.adds(giver, circle);
    const tracesOf = async (isReported: boolean) => {
      const bytes = await shortVideo();
      const upload = await startVideo(adder, bytes.length);
      for (const [n, part] of partsOf(bytes).entries()) await putPart(adder, upload, n, part);
      const { id } = media.finishVideo.output.parse((await finishVideo(adder, upload)).json);
      const post = await adder.posts('', { to: circle, photos: [], photoIds: [id] });
      await giver.ask(likes.likePhoto, { id });
      const report = isReported ? await reports(giver, 'post', post.id) : null;
      await adder.ask(posts.remove, { id: post.id });
      const { key } = await asSender(server(), giver);
      const viewer = await findJobViewer(server().app.context.db.read, key);
      assert.ok(viewer);
      const hearts = await Array.fromAsync(ownHearts(server().app.context.db.read, viewer));
      const traces = [(await finishVideo(adder, upload)).status, hearts.length];
      if (report !== null) await chief.ask(moderation.decide, { id: report, status: 'dismissed' });
      return traces;
    };
    assert.deepEqual(await tracesOf(false), [404, 0]);
    assert.deepEqual(await tracesOf(true), [404, 0]);
  });

  // SIGHT-6, REPORT-5, REPORT-6
  test('a report keeps what its reporter saw even after it is deleted, and shows its photos to administrators only', async () => {
    const post = await ana.posts('Look at this', { to: family, photos: [await plainPhoto()] });
    const other = await ana.posts('Not reported', { to: family, photos: [await plainPhoto()] });
    const urls = photosOf(post);
    await chief.doesNotSee(post);
    const id = await reports(ben, 'post', post.id);
    assert.deepEqual(await statusesOf(chief, urls), [404], 'not before the report was opened');
    const read = () => chief.ask(moderation.report, { id });
    const { evidence, isGone } = await read();
    assert.deepEqual(
      [evidence?.text, evidence?.photos[0]?.url, isGone],
      ['Look at this', urls.at(-1), false],
    );
    assert.deepEqual(await statusesOf(chief, urls), [200]);
    assert.deepEqual(await statusesOf(chief, photosOf(other)), [404]);
    assert.equal((await chief.call(posts.get, { id: post.id })).status, 404);
    assert.equal((await chief.call(comments.list, { id: post.id })).status, 404);
    assert.deepEqual(await statusesOf(eve, urls), [404]);
    const used = async () => (await ana.ask(usage.metrics, {})).usage;
    // The full-size copies of the photos count too.
    await server().app.context.jobs.idle();
    const atFirst = await used();

    assert.equal((await ana.request('DELETE', `/api/posts/${post.id}`)).status, 204);
    await server().app.context.jobs.idle();
    for (const who of [ana, ben, eve]) assert.deepEqual(await statusesOf(who, urls), [404]);
    assert.ok((await used()) < atFirst);
    // The photo cannot be shared again or taken back.
    const [photo] = /[0-9a-f]{32}/.exec(urls[0] ?? '') ?? [];
    const form = new FormData();
    form.set('content', 'Again');
    form.set('circleIds', JSON.stringify([family.id]));
    form.set('photoIds', JSON.stringify([photo]));
    assert.equal((await ana.request('POST', '/api/posts', { form })).status, 400);
    assert.equal((await ana.request('DELETE', `/api/photos/${photo}`)).status, 404);
    await server().app.context.db.write(async ({ q }) => {
      await q.updateTable('images').set({ created_at: 0 }).where('kind', '=', 'evidence').execute();
      await q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'sweep-images').execute();
    });
    await server().app.context.jobs.idle();
    const after = await read();
    assert.deepEqual(
      [after.evidence?.text, after.evidence?.photos.length, after.isGone],
      ['Look at this', 1, true],
    );
    assert.deepEqual(await statusesOf(chief, urls), [200]);

    // A new administrator sees the photos only after opening the report, and none from the next request on
    // once the right is taken away.
    await chief.ask(moderation.actOnMember, { id: eve.id, action: 'make_admin' });
    assert.deepEqual(await statusesOf(eve, urls), [404]);
    await eve.ask(moderation.open, { id });
    assert.deepEqual(await statusesOf(eve, urls), [200]);
    await chief.ask(moderation.actOnMember, { id: eve.id, action: 'remove_admin' });
    assert.deepEqual(await statusesOf(eve, urls), [404]);

    const photoLooks = async (who: Person) => {
      const { items } = await chief.ask(audit.list, { act: 'report.photo_seen', limit: '50' });
      return items.filter(({ target, actor }) => target?.id === id && actor?.id === who.id).length;
    };
    assert.deepEqual([await photoLooks(chief), await photoLooks(eve)], [2 * urls.length, urls.length]);
    const looked = await chief.request('GET', urls[0] ?? '');
    assert.deepEqual([looked.status, looked.headers.get('cache-control')], [200, 'no-store']);
    // Every way to ask for it is a look, and ends with the decision.
    const [url = ''] = urls;
    const ways = [
      ['HEAD', url, {}],
      ['GET', url, { range: 'bytes=0-9' }],
      ['GET', url, { 'if-none-match': looked.headers.get('etag') ?? '' }],
      ['GET', url.replace('/uploads/', '/api/images/'), {}],
    ] as const;
    const answersOf = async (who: Person) => {
      const statuses: number[] = [];
      for (const [method, path, headers] of ways)
        statuses.push((await who.request(method, path, { headers })).status);
      return statuses;
    };
    const earlier = await photoLooks(chief);
    assert.deepEqual(await answersOf(chief), [200, 206, 304, 200]);
    assert.equal(await photoLooks(chief), earlier + ways.length);
    assert.deepEqual(await answersOf(eve), [404, 404, 404, 404]);

    await chief.ask(moderation.decide, { id, status: 'resolved', actionTaken: 'none' });
    assert.deepEqual(await statusesOf(chief, urls), [404]);
    assert.deepEqual(await answersOf(chief), [404, 404, 404, 404]);
    await server().app.context.jobs.idle();
    const bare = await read();
    assert.deepEqual([bare.evidence, bare.status], [null, 'resolved']);
    const left = await server()
      .app.context.db.read.selectFrom('images')
      .select('id')
      .where('public_id', '=', photo ?? '')
      .execute();
    assert.deepEqual(left, []);
    const looks = await chief.ask(audit.list, { act: 'report.read' });
    assert.ok(
      looks.items.filter(({ target, actor }) => target?.id === id && actor?.id === chief.id).length >= 3,
    );
    await ana.request('DELETE', `/api/posts/${other.id}`);
  });

  // REPORT-8
  test('an administrator never sees the evidence of a report about themselves', async () => {
    const dora = await server().member('Dora2', { isAdmin: true });
    const circle = await dora.makesCircle('Of dora');
    await dora.adds(ben, circle);
    const post = await dora.posts('Of dora', { to: circle, photos: [await plainPhoto()] });
    const other = await ana.posts('Of ana', { to: family, photos: [await plainPhoto()] });
    const [about, elsewhere] = [await reports(ben, 'post', post.id), await reports(ben, 'post', other.id)];
    await dora.ask(posts.remove, { id: post.id });
    await chief.ask(moderation.open, { id: about });
    await dora.ask(moderation.open, { id: elsewhere });
    assert.deepEqual(await statusesOf(chief, photosOf(post)), [200]);
    assert.deepEqual(await statusesOf(dora, photosOf(other)), [200]);
    assert.deepEqual(await statusesOf(dora, photosOf(post)), [404]);
    assert.deepEqual(await statusesOf(chief, photosOf(other)), [404], 'of a report that another opened');
    for (const id of [about, elsewhere]) await chief.ask(moderation.remove, { id });
    await ana.ask(posts.remove, { id: other.id });
    // The new owner of a passed-on circle is notified.
    await dora.removes(ben, circle);
    await dora.ask(account.remove, { password });
    await server().mailsTo(dora);
  });

  // SIGHT-6
  test('one who is no administrator any more sees no evidence of the reports that they opened', async () => {
    const gus = await server().member('Gus', { isAdmin: true });
    const post = await ana.posts('Until demoted', { to: family, photos: [await plainPhoto()] });
    const id = await reports(ben, 'post', post.id);
    await gus.ask(moderation.open, { id });
    assert.deepEqual(await statusesOf(gus, photosOf(post)), [200]);
    await server().app.context.db.write(({ q }) =>
      q.updateTable('users').set({ is_admin: 0 }).where('public_id', '=', gus.id).execute(),
    );
    assert.deepEqual(await statusesOf(gus, photosOf(post)), [404]);
    await chief.ask(moderation.remove, { id });
    await ana.ask(posts.remove, { id: post.id });
    await server().mailsTo(gus);
  });

  // REPORT-5
  test('photos of a post that still exists are shown by its report only while the report is kept', async () => {
    const post = await ana.posts('It stays', { to: family, photos: [await plainPhoto()] });
    const urls = photosOf(post);
    const id = await reports(ben, 'post', post.id);
    await chief.ask(moderation.open, { id });
    assert.deepEqual(await statusesOf(chief, urls), [200]);
    await chief.ask(moderation.remove, { id });
    assert.deepEqual(await statusesOf(chief, urls), [404]);
    await ben.sees(post);
    const dismissed = await reports(ben, 'post', post.id);
    await chief.ask(moderation.open, { id: dismissed });
    assert.deepEqual(await statusesOf(chief, urls), [200]);
    await chief.ask(moderation.decide, { id: dismissed, status: 'dismissed' });
    assert.deepEqual(await statusesOf(chief, urls), [404]);
    assert.equal((await chief.ask(moderation.report, { id: dismissed })).evidence, null);
    assert.equal((await chief.call(moderation.report, { id })).status, 404);
    // The operator keeps removed content for 30 days, and shows it to nobody.
    const removed = await reports(ben, 'post', post.id);
    await chief.ask(moderation.open, { id: removed });
    await chief.ask(moderation.decide, {
      id: removed,
      status: 'resolved',
      actionTaken: 'content_removed',
    });
    assert.deepEqual(await statusesOf(chief, urls), [404]);
    await server().mailsTo(ana);
  });

  // REPORT-6
  test('a report shows the photos that it keeps, and those of no other report', async () => {
    const photos = [await plainPhoto()];
    const [one, two] = [
      await ana.posts('One', { to: family, photos }),
      await ana.posts('Two', { to: family, photos }),
    ];
    const [first, second] = [await reports(ben, 'post', one.id), await reports(ben, 'post', two.id)];
    const kept = async (id: string) => (await chief.ask(moderation.report, { id })).evidence?.photos ?? [];
    const names = (await Promise.all([kept(first), kept(second)])).map((list) => list.map(({ url }) => url));
    assert.deepEqual(
      names,
      [one, two].map(({ images }) => images.map(({ url }) => url)),
    );
    for (const id of [first, second]) await chief.ask(moderation.remove, { id });
  });

  // VIDEO-12, REPORT-6
  test('a report keeps a video, and playing it is one look in the audit log', async () => {
    const { id: videoId, video } = await uploadVideo(ana);
    const post = await ana.posts('Watch this', { to: family, photoIds: [videoId] });
    const id = await reports(ben, 'post', post.id);
    await ana.ask(posts.remove, { id: post.id });
    await server().app.context.jobs.idle();
    assert.deepEqual(await statusesOf(chief, [video.url]), [404], 'not before the report was opened');
    const { evidence } = await chief.ask(moderation.report, { id });
    assert.deepEqual(evidence?.photos[0]?.video, video);
    for (const range of ['bytes=0-99', 'bytes=100-', 'bytes=5000-5999'])
      assert.equal((await chief.request('GET', video.url, { headers: { range } })).status, 206);
    const { items } = await chief.ask(audit.list, { act: 'report.photo_seen', limit: '50' });
    assert.equal(items.filter(({ target }) => target?.id === id).length, 1);
    for (const who of [ana, ben]) assert.deepEqual(await statusesOf(who, [video.url]), [404]);
    await chief.ask(moderation.decide, { id, status: 'dismissed' });
    assert.deepEqual(await statusesOf(chief, [video.url]), [404]);
  });

  // ACCOUNT-7, REPORT-6
  test('a report about a member keeps what the reporter could see, and no more', async () => {
    const cleo = await server().member('Cleo');
    const form = new FormData();
    form.set('bio', 'I collect teapots');
    form.set('profileImage', new Blob([new Uint8Array(await plainPhoto())]), 'me.jpg');
    await cleo.request('PATCH', '/api/users/profile', { form });
    const asked = new Date().toISOString();
    const closed = await chief.ask(moderation.report, { id: await reports(ben, 'user', cleo.id) });
    assert.ok((closed.evidence?.createdAt ?? '') >= asked, 'not since when she is here');
    assert.deepEqual(
      [closed.evidence?.name, closed.evidence?.text, closed.evidence?.photos],
      ['Cleo Example', null, []],
    );
    const friends = await cleo.makesCircle('Friends');
    await cleo.adds(eve, friends);
    const id = await reports(eve, 'user', cleo.id);
    const open = await chief.ask(moderation.report, { id });
    assert.equal(open.evidence?.text, 'I collect teapots');
    const urls = open.evidence.photos.flatMap(({ variants }) => variants.map(({ url }) => url));
    assert.deepEqual(await statusesOf(chief, urls), [200]);
    assert.deepEqual(
      open.earlier.map(({ targetType, reportType }) => [targetType, reportType]),
      [['user', 'harassment']],
    );
    await cleo.request('DELETE', '/api/users/profile/image');
    assert.deepEqual(await statusesOf(chief, urls), [200]);
    assert.deepEqual(await statusesOf(cleo, urls), [404]);
    // Deleting the account deletes all evidence about it immediately and permanently.
    await cleo.request('DELETE', '/api/user', { json: { password } });
    assert.equal((await chief.call(moderation.report, { id })).status, 404);
    assert.deepEqual(await statusesOf(chief, urls), [404]);
    await server().mailsTo(cleo);
    assert.deepEqual(
      (await server().mailsTo(eve)).map(({ subject }) => subject),
      ['Friends is yours now'],
    );
    // Several reports before the first look cause one mail.
    assert.deepEqual(
      (await server().mailsTo(chief)).map(({ subject }) => subject),
      ['A report is waiting for you'],
    );
  });

  // VOICE-9
  test('a report keeps a voice, which administrators who opened it hear', async () => {
    const hears = (url: string, ...people: Person[]) =>
      Promise.all(people.map(async (who) => (await who.request('GET', url)).status));
    const voice = await uploadVoice(ana, 'note.ogg', 'Rude words');
    const post = await ana.posts('', { to: family, more: { voiceId: voice.id } });
    const id = await reports(ben, 'post', post.id);
    assert.deepEqual(await hears(voice.url, chief), [404], 'not before the report was opened');
    const read = () => chief.ask(moderation.report, { id });
    const { evidence } = await read();
    assert.deepEqual([evidence?.photos, evidence?.voice], [[], voice]);
    assert.deepEqual(await hears(voice.url, chief), [200]);
    const used = async () => (await ana.ask(usage.metrics, {})).usage;
    const atFirst = await used();
    await ana.ask(posts.remove, { id: post.id });
    assert.deepEqual(await hears(voice.url, ana, ben, chief), [404, 404, 200]);
    assert.equal(await used(), atFirst - voice.bytes);
    assert.deepEqual((await read()).evidence?.voice, voice);
    await chief.ask(moderation.decide, { id, status: 'dismissed' });
    assert.deepEqual(await hears(voice.url, chief), [404]);

    const said = await uploadVoice(ben, 'memo.m4a', 'Ruder words');
    const under = await ana.posts('Say it', { to: family });
    const comment = await ben.ask(comments.add, { id: under.id, voiceId: said.id });
    const second = await reports(ana, 'comment', comment.id);
    const swept = await uploadVoice(ben);
    const { id: gone } = await ben.ask(comments.add, { id: under.id, voiceId: swept.id });
    const third = await reports(ana, 'comment', gone);
    for (const [key, heard] of [
      [second, said],
      [third, swept],
    ] as const) {
      const about = await chief.ask(moderation.report, { id: key });
      assert.deepEqual([about.evidence?.text, about.evidence?.voice], ['', heard]);
    }
    await chief.ask(moderation.decide, { id: second, status: 'resolved', actionTaken: 'content_removed' });
    assert.deepEqual(await hears(said.url, ana, ben), [404, 404]);

    const { db, jobs, storage } = server().app.context;
    // The database deletes a comment with its writer's account, and the sweep what is attached to nothing.
    await db.write(async ({ q }) => {
      await q.deleteFrom('comments').where('public_id', '=', gone).execute();
      const long = Date.now() - 48 * 60 * 60_000;
      const aged = { created_at: long, added_at: long };
      await q.updateTable('images').set(aged).where('public_id', '=', swept.id).execute();
      await q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'sweep-images').execute();
    });
    await jobs.idle();
    const isStored = async () =>
      (await Array.fromAsync(storage.list())).some(({ key }) => key.startsWith(swept.id));
    assert.equal(await isStored(), true);
    await chief.ask(moderation.decide, { id: third, status: 'dismissed' });
    await db.write(({ q }) =>
      q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'sweep-images').execute(),
    );
    await jobs.idle();
    assert.equal(await isStored(), false);
    for (const who of [chief, ana, ben]) await server().mailsTo(who);
  });
});
