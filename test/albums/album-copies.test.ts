import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import * as z from 'zod/mini';
import * as account from '../../contract/account.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as moderation from '../../contract/moderation.ts';
import * as posts from '../../contract/posts.ts';
import * as albums from '../../contract/albums.ts';
import { makeAllLetters } from '../../server/features/letters/evening.ts';
import { addToAlbum, makeAlbum, photosOfAlbum } from '../harness/albums.ts';
import type { Person } from '../harness/person.ts';
import { reports } from '../harness/reports.ts';
import { onDatabases, password } from '../harness/test-server.ts';
import { unzip } from '../harness/unzip.ts';

const Rows = z.array(z.record(z.string(), z.unknown()));

onDatabases('albums in reports, letters and exports', (server, testOnBoth) => {
  const people: Person[] = [];
  const setUp = async (...names: [string, string, string]) => {
    const [author, ben, cora] = await server().members(...names);
    const circle = await author.makesCircle('Family');
    people.push(author, ben, cora);
    for (const member of [ben, cora]) await author.adds(member, circle);
    return { author, ben, cora, circle };
  };

  afterEach(async () => {
    for (const person of people) await server().mailsTo(person);
  });

  testOnBoth('a report keeps title, words and the photos that its reporter sees', async () => {
    const chief = await server().member('Chief', { isAdmin: true });
    const { author, ben, cora, circle } = await setUp('Ann', 'Ben', 'Cora');
    people.push(chief);
    const album = await makeAlbum(author, circle, { photos: 2, content: 'By the lake' });
    await addToAlbum(ben, album, 1);
    await cora.ask(blocking.block, { id: ben.id });
    const id = await reports(cora, 'post', album.id);
    const { evidence } = await chief.ask(moderation.report, { id });
    assert.equal(evidence?.text, 'Summer\n\nBy the lake');
    assert.equal(evidence.photos.length, 2);
  });

  const letterTo = async (person: Person) => {
    const { context } = server().app;
    await makeAllLetters(context);
    await context.jobs.idle();
    // The letter has waited for its photos.
    await context.db.write((tx) =>
      tx.q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'letter').execute(),
    );
    return (await server().mailsTo(person))[0];
  };

  testOnBoth('a letter has title, first photos and the number of others, as seen by its reader', async () => {
    const { author, ben, cora, circle } = await setUp('Ada', 'Bob', 'Clara');
    await letterTo(cora);
    const hidden = await makeAlbum(author, circle, { photos: 7 });
    const named = await letterTo(cora);
    assert.match(named?.text ?? '', /Ada Example shared an album with 7 photos/);
    for (const part of [named?.text, named?.html, named?.subject]) assert.ok(!part?.includes('Summer'));
    await author.ask(posts.remove, { id: hidden.id });
    await author.ask(circles.edit, { id: circle.id, name: 'Family', lettersCarry: 'content' });
    const album = await makeAlbum(author, circle, { photos: 6, title: 'Winter' });
    await addToAlbum(ben, album, 1);
    await cora.ask(blocking.block, { id: ben.id });
    const mail = await letterTo(cora);
    assert.match(mail?.text ?? '', /Winter/);
    assert.match(mail?.text ?? '', /and one more photo:/);
    assert.equal(mail?.pictures.length, 5);
  });

  test('members describe their own photos, and authors may take away the words', async () => {
    const { author, ben, circle } = await setUp('Alma', 'Bert', 'Cleo');
    const album = await makeAlbum(author, circle, { content: 'w'.repeat(300) });
    await addToAlbum(ben, album, 1);
    const [first, second] = await photosOfAlbum(ben, album);
    assert.ok(first && second);
    await ben.ask(albums.edit, { id: album.id, alts: [{ photoId: second.id, alt: 'A lake' }] });
    const alts = [{ photoId: first.id, alt: 'Not mine' }];
    assert.equal((await ben.call(albums.edit, { id: album.id, alts })).status, 403);
    assert.equal((await author.call(posts.edit, { id: album.id, alts: ['x'] })).status, 400);
    assert.equal(
      (await author.ask(posts.edit, { id: album.id, content: 'v'.repeat(400) })).content.length,
      400,
    );
    assert.equal((await author.ask(posts.edit, { id: album.id, content: '' })).content, '');
    assert.deepEqual(
      (await photosOfAlbum(author, album)).map(({ alt }) => alt),
      [null, 'A lake'],
    );
  });

  // ALBUM-12
  testOnBoth('an export has all photos that its member added, and none of others', async () => {
    const { author, ben, circle } = await setUp('Anke', 'Bernd', 'Clea');
    const album = await makeAlbum(author, circle, { photos: 7 });
    await addToAlbum(ben, album, 2);
    const exportOf = async (person: Person) => {
      await person.ask(account.requestExport, { password });
      await server().app.context.jobs.idle();
      const response = await person.fetch('GET', '/api/user/export/file');
      const files = await unzip(Buffer.from(await response.arrayBuffer()));
      const rowsOf = (name: string) => Rows.parse(JSON.parse(String(files.get(`data/${name}.json`))));
      return {
        posts: rowsOf('posts').map(({ title, photos }) => [title, Rows.parse(photos).length]),
        added: rowsOf('photos-in-albums').map((row) => row['album']),
        files: [...files.keys()].filter((name) => name.startsWith('photos/')).length,
      };
    };
    assert.deepEqual(await exportOf(author), { posts: [['Summer', 7]], added: [], files: 7 });
    const seen = { id: album.id, title: 'Summer' };
    assert.deepEqual(await exportOf(ben), { posts: [], added: [seen, seen], files: 2 });
    await author.removes(ben, circle);
    assert.deepEqual((await exportOf(ben)).added, [null, null]);
  });
});
