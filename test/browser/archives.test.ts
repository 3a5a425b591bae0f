import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { takeBack } from '../../contract/sharing/take-back.ts';
import type { Person } from '../harness/person.ts';
import { landscapePhoto } from '../harness/photos.ts';
import { TestServer } from '../harness/test-server.ts';
import { unzip } from '../harness/unzip.ts';
import { openBrowser, Window } from './browser.ts';

describe('the archive of a circle in a browser', () => {
  let server: TestServer;
  let browser: Browser;
  let ana: Person;
  let ben: Person;
  before(async () => {
    server = await TestServer.open('sqlite');
    browser = await openBrowser();
    [ana, ben] = await server.members('Ana', 'Ben');
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  // ARCHIVE-1, ARCHIVE-3, ARCHIVE-4
  test('a member prepares a download, saves it, and sees that it is deleted with a moment', async () => {
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    const post = await ana.posts('By the lake', { to: family, photos: [await landscapePhoto()] });
    const window = await Window.open(browser, server.url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ben);
    await page.goto(`/circle-management?id=${family.id}`);
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
    assert.match((await server.mailsTo(ben))[0]?.subject ?? '', /Your download of Family is ready/);
    await ana.ask(takeBack, { id: post.id });
    await page.reload();
    await page.getByRole('button', { name: 'Prepare my download' }).waitFor();
    assert.equal(await link.count(), 0);
    await window.close();
  });
});
