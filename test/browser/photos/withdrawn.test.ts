import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { makeAlbum, photosOfAlbum } from '../../harness/albums.ts';
import { plainPhoto } from '../../harness/photos.ts';
import type { Person } from '../../harness/person.ts';
import { onDatabase } from '../../harness/test-server.ts';
import { button, chooseAudience, Window } from '../browser.ts';
import { isEmptied } from './kept-items.ts';

onDatabase('sqlite', 'what its member deletes although the server may have it', (server) => {
  const family = async (...names: [string, string]) => {
    const [writer, reader] = await server().members(...names);
    const circle = await writer.makesCircle('Family');
    await writer.adds(reader, circle);
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(writer);
    return { writer, reader, circle, window };
  };

  /** The server gets what this page posts here, and the page no answer; after that, nothing. */
  const losesAnswers = async (page: Page, path: string) => {
    let isLost = false;
    const pass = async (route: Route) => {
      if (route.request().method() !== 'POST') return route.continue();
      if (!isLost) await route.fetch();
      isLost = true;
      return route.abort('connectionreset');
    };
    await page.route(path, pass);
    return () => page.unroute(path, pass);
  };

  const titles = async (who: Person) =>
    (await who.feed()).items.map(({ title, content }) => title ?? content);

  /** Until the reader's feed is this one. */
  const reads = async (page: Page, reader: Person, wanted: readonly string[]) => {
    while (JSON.stringify(await titles(reader)) !== JSON.stringify(wanted))
      await page.evaluate(() => new Promise(requestAnimationFrame));
  };

  const deletes = async (page: Page, text: string | RegExp) => {
    await button(page, 'Delete').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(text).waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  const share = async (page: Page, words: string) => {
    await page.goto('/create-post');
    await page.getByLabel('Caption').fill(words);
    await chooseAudience(page, /Family/);
    await button(page, /^Share with/).click();
  };

  // APP-2, REQUEST-12
  test('a moment whose answer was lost is gone, also if there is no connection yet', async () => {
    const { reader, window } = await family('Ana', 'Ben');
    const { page } = window;
    await losesAnswers(page, '**/api/posts');
    await share(page, 'Better not');
    await page.getByRole('link', { name: /^Better not to Family · / }).click();
    await button(page, 'Delete').waitFor();
    assert.deepEqual(await titles(reader), ['Better not']);
    // The code of both dialogs loads.
    await button(page, 'Logout').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await button(page, 'Delete').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await page.context().setOffline(true);
    await deletes(page, 'If Circle has it already, it’s deleted there too.');
    await page.getByText('will be deleted once there’s a connection').waitFor();
    await page.getByText('You shared this, but').waitFor({ state: 'detached' });
    assert.equal(await page.locator('main').getByRole('button').count(), 0);
    await button(page, 'Logout').click();
    const leaving = page.getByRole('alertdialog', { name: 'Log out on this device?' });
    await leaving.getByText('Something you deleted may still be on Circle.').waitFor();
    await window.isAccessible('signing out before something is deleted');
    await leaving.getByRole('button', { name: 'Cancel' }).click();
    await window.isAccessible('what is deleted later');
    await window.fits('what is deleted later');
    assert.deepEqual(await titles(reader), ['Better not']);
    let isBroken = true;
    await page.route('**/api/withdrawals', (route) =>
      isBroken ? route.fulfill({ status: 400, json: { message: 'Not like this.' } }) : route.continue(),
    );
    await page.context().setOffline(false);
    await page.getByText('isn’t deleted yet').waitFor();
    await page.getByText('Not like this.').waitFor();
    await window.isAccessible('what could not be deleted');
    assert.deepEqual(await titles(reader), ['Better not']);
    isBroken = false;
    await button(page, 'Try again').click();
    await page.getByText('Everything has arrived.').waitFor();
    assert.deepEqual(await titles(reader), []);
    await isEmptied(page);
    await window.close();
  });

  // APP-2, REQUEST-12
  test('a refusal of a second request does not hide that the first one arrived', async () => {
    const { reader, window } = await family('Ina', 'Kai');
    const { page } = window;
    let tries = 0;
    await page.route('**/api/posts', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      tries += 1;
      if (tries > 1) return route.fulfill({ status: 400, json: { message: 'Not like this.' } });
      await route.fetch();
      return route.abort('connectionreset');
    });
    await share(page, 'Better not');
    await page.getByRole('link', { name: /^Better not to Family · / }).click();
    await button(page, 'Send now').click();
    await page.getByText('Not like this.').waitFor();
    assert.deepEqual(await titles(reader), ['Better not']);
    await deletes(page, 'If Circle has it already, it’s deleted there too.');
    await isEmptied(page);
    assert.deepEqual(await titles(reader), []);
    await window.close();
  });

  // APP-2, REQUEST-12
  test('a moment that its member takes back to change is shared with nobody until they share it again', async () => {
    const { reader, window } = await family('Cleo', 'Dan');
    const { page } = window;
    await page.goto('/create-post');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([{ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await plainPhoto() }]);
    await page.getByText('Uploaded', { exact: true }).waitFor();
    await page.getByLabel('Caption').fill('Ten lemons');
    await chooseAudience(page, /Family/);
    const works = await losesAnswers(page, '**/api/posts');
    await button(page, /^Share with/).click();
    await page.getByRole('link', { name: /to Family · / }).click();
    await button(page, 'Change').click();
    await page.getByLabel('Caption').waitFor();
    await works();
    await reads(page, reader, []);
    await page.getByLabel('Caption').fill('Eleven lemons');
    await button(page, /^Share with/).click();
    await page.locator('[data-post]').getByText('Eleven lemons').waitFor();
    assert.deepEqual(
      (await reader.feed()).items.map(({ content, images }) => [content, images.length]),
      [['Eleven lemons', 1]],
    );
    await isEmptied(page);
    await window.close();
  });

  // APP-2, ALBUM-5, REQUEST-12
  test('of an album what has arrived stays, and photos whose answer was lost go', async () => {
    const { writer, reader, circle, window } = await family('Eve', 'Fay');
    const { page } = window;
    const album = await makeAlbum(writer, circle);
    const count = async () => (await photosOfAlbum(reader, album)).length;
    await losesAnswers(page, '**/api/albums/*/photos');
    await page.goto(`/post/${album.id}`);
    const file = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await plainPhoto() };
    await page.getByLabel('Add photos').setInputFiles([file]);
    while ((await count()) < 2) await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.goto('/on-its-way');
    await deletes(page, 'If Circle has it already, it’s deleted there too.');
    await isEmptied(page);
    assert.equal(await count(), 1);
    await window.close();
  });

  // APP-2, COMMENT-9, REQUEST-12
  test('a comment whose answer was lost is gone', async () => {
    const { writer, reader, circle, window } = await family('Gil', 'Hal');
    const { page } = window;
    const post = await writer.posts('Twelve lemons', { to: circle });
    await losesAnswers(page, '**/api/posts/*/comments*');
    await page.goto(`/post/${post.id}`);
    const field = page.getByRole('textbox', { name: 'Add a comment' });
    await field.fill('Better not');
    await field.press('Enter');
    await page.getByText('waiting for a connection', { exact: true }).waitFor();
    assert.deepEqual(await reader.reads(post), ['Better not']);
    await button(page, 'Delete').click();
    await isEmptied(page);
    assert.deepEqual(await reader.reads(post), []);
    await window.close();
  });
});
