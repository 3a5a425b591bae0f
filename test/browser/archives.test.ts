import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { takeBack } from '../../contract/audience/take-back.ts';
import type { Person } from '../harness/person.ts';
import { landscapePhoto } from '../harness/photos.ts';
import { onDatabase } from '../harness/test-server.ts';
import { unzip } from '../harness/unzip.ts';
import { Window } from './browser.ts';

onDatabase('sqlite', 'the archive of a circle in a browser', (server) => {
  let ana: Person;
  let ben: Person;
  before(async () => {
    [ana, ben] = await server().members('Ana', 'Ben');
  });

  // ARCHIVE-1, ARCHIVE-3, ARCHIVE-4
  test('a member prepares a download, saves it, and sees that it is deleted with a moment', async () => {
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    const post = await ana.posts('By the lake', { to: family, photos: [await landscapePhoto()] });
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ben);
    await page.goto(`/circle-management?id=${family.id}&tab=settings`);
    await page.getByRole('button', { name: 'Prepare my download' }).click();
    const link = page.getByRole('link', { name: /^Download \(/ });
    await link.waitFor();
    await window.fits('a download of a circle');
    await window.isAccessible('a download of a circle');
    const saving = page.waitForEvent('download');
    await link.click();
    const files = await unzip(await readFile(await (await saving).path()));
    assert.ok(files.has('index.html'));
    assert.ok([...files.keys()].some((name) => name.endsWith('.jpg') || name.endsWith('.webp')));
    assert.match((await server().mailsTo(ben))[0]?.subject ?? '', /Your download of Family is ready/);
    await ana.ask(takeBack, { id: post.id });
    await page.reload();
    await page.getByRole('button', { name: 'Prepare my download' }).waitFor();
    assert.equal(await link.count(), 0);
    await window.close();
  });
});
