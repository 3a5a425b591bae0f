import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Route } from 'playwright-core';
import { plainPhoto } from '../../harness/photos.ts';
import { onDatabase } from '../../harness/test-server.ts';
import { button, chooseAudience, Window } from '../browser.ts';

onDatabase('sqlite', 'a moment that is on its way', (server) => {
  // APP-2, REQUEST-5
  test('is changed only where its member wants it, and then is still shared once and whole', async () => {
    const ana = await server().member('Ana');
    await ana.makesCircle('Family');
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(ana);
    const { page } = window;
    const words = page.getByLabel('Caption');
    const refusal = Promise.withResolvers<void>();
    let line: 'refuses' | 'loses' | 'is silent' | 'works' = 'refuses';
    const pass = async (route: Route) => {
      if (route.request().method() !== 'POST' || line === 'works') return route.continue();
      if (line === 'refuses') {
        await refusal.promise;
        return route.fulfill({ status: 400, json: { message: 'Not like this.' } });
      }
      if (line === 'is silent') return undefined;
      line = 'is silent';
      await route.fetch();
      return route.abort('connectionreset');
    };
    for (const path of ['posts', 'albums']) await page.route(`**/api/${path}`, pass);
    const share = () => button(page, /^Share with/).click();

    await page.goto('/create-post');
    await words.fill('Eleven lemons');
    await chooseAudience(page, /Family/);
    await share();
    await button(page, 'Sharing...').waitFor();
    // It goes on without this page: nothing is left to discard.
    assert.equal(await button(page, 'Discard').count(), 0);
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'Share Your Moment' }).click();
    await words.fill('Something else');
    refusal.resolve();
    await page.waitForFunction(() => !localStorage.getItem('circle_outbox')?.includes('"waiting":true'));
    assert.equal(new URL(page.url()).pathname, '/create-post');
    assert.equal(await words.inputValue(), 'Something else');
    await button(page, 'Discard').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('link', { name: 'Eleven lemons to Family · please have a look' }).click();
    await page.getByText('Not like this.').waitFor();
    await button(page, 'Change').click();
    await words.waitFor();
    assert.equal(await words.inputValue(), 'Eleven lemons');

    // Its answer is lost. While it is changed nobody sees it, and then there is one.
    line = 'loses';
    await share();
    await page.getByRole('link', { name: /^Eleven lemons to Family · / }).click();
    await button(page, 'Change').click();
    await words.waitFor();
    await page.reload();
    line = 'works';
    await share();
    await page.getByText('Moment shared').first().waitFor();
    assert.deepEqual(
      (await ana.feed()).items.map(({ content }) => content),
      ['Eleven lemons'],
    );

    // An album, too.
    await page.goto('/create-album');
    const title = page.getByLabel('Title');
    await title.fill('Twelve lemons');
    await chooseAudience(page, /Family/);
    line = 'loses';
    await share();
    await page.getByRole('link', { name: /^Twelve lemons to Family · / }).click();
    await button(page, 'Change').click();
    await title.waitFor();
    await page.reload();
    line = 'works';
    await share();
    await page.getByRole('heading', { name: 'Twelve lemons' }).waitFor();
    assert.equal((await ana.feed()).items.length, 2);

    // The browser still reads what it has stored when the moment is shared.
    await page.goto('/create-post');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([{ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await plainPhoto() }]);
    await page.getByText('Uploaded', { exact: true }).waitFor();
    await words.fill('With a photo');
    await chooseAudience(page, /Family/);
    await page.addInitScript(() => {
      const { promise, resolve } = Promise.withResolvers<void>();
      addEventListener('read-on', () => resolve());
      LockManager.prototype.request = new Proxy(LockManager.prototype.request, {
        apply: async (request, locks: LockManager, given) => {
          await promise;
          const granted: unknown = await Reflect.apply(request, locks, given);
          return granted;
        },
      });
    });
    await page.reload();
    assert.equal(await words.inputValue(), 'With a photo');
    await share();
    await page.evaluate(() => dispatchEvent(new Event('read-on')));
    await page.locator('[data-post]').getByText('With a photo').waitFor();
    const [{ images } = { images: [] }] = (await ana.feed()).items;
    assert.equal(images.length, 1);
    await window.close();
  });
});
