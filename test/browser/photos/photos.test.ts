import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import * as posts from '../../../contract/posts.ts';
import type { Circle, Post } from '../../../contract/shapes.ts';
import { multiplyPhotos, variedPhotos } from '../../harness/many-photos.ts';
import type { Person } from '../../harness/person.ts';
import { onDatabase } from '../../harness/test-server.ts';
import { Window } from '../browser.ts';

const photoCount = 5_000;
const lastDay = '2024-06-30';

const tiles = (page: Page) => page.locator('.wall [data-photo]');
const heading = (page: Page, month: string) => page.getByRole('heading', { name: month, exact: true });

/** The id of the photo that has the focus. */
const focused = (page: Page) =>
  page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.dataset['photo'] : null,
  );

onDatabase('sqlite', 'photos by day, in the browser', (server) => {
  let ana: Person;
  let ben: Person;
  let family: Circle;
  let shared: Post;
  before(async () => {
    [ana, ben] = await server().members('Ana', 'Ben');
    family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    shared = await ana.posts('Ten years', { to: family, photos: await variedPhotos(5) });
    await multiplyPhotos(server(), shared, { count: photoCount, lastDay, days: 3_650 });
  });

  // DAY-6
  test('a member scrolls, jumps, and moves by keys, and nothing shifts', async () => {
    const window = await Window.open(server().url);
    const { page } = window;
    await window.signIn(ben);
    await page.addInitScript(() => {
      Reflect.set(globalThis, 'shifted', 0);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (!Reflect.get(entry, 'hadRecentInput'))
            Reflect.set(
              globalThis,
              'shifted',
              Reflect.get(globalThis, 'shifted') + Reflect.get(entry, 'value'),
            );
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // The years come after the photos.
    const held = Promise.withResolvers<void>();
    await page.route('**/api/photos/years*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`/?circleId=${family.id}`);
    await page.getByRole('link', { name: 'Photos', exact: true }).click();
    await page.waitForURL(`**/?show=photos&circleId=${family.id}`);
    await heading(page, 'June 2024').waitFor();
    await tiles(page).first().waitFor();
    await page.evaluate(() => Reflect.set(globalThis, 'shifted', 0));
    held.resolve();
    const years = page.getByRole('navigation', { name: 'Years' });
    const isIn = (year: string) => years.locator('[aria-current]').filter({ hasText: year }).waitFor();
    await isIn('2026');
    await window.fits('the photos of a circle');
    await window.isAccessible('the photos of a circle');
    await page.getByRole('button', { name: 'Date and size' }).click();
    await page.getByRole('menuitem', { name: 'Go to a date' }).click();
    await page.getByLabel('Date', { exact: true }).press('Escape');

    for (let step = 0; step < 12; step += 1) {
      await page.mouse.wheel(0, 1_500);
      await page.waitForFunction((y) => scrollY >= y, Math.floor(step * 500));
    }
    await page.waitForFunction(() => scrollY > 9_000);
    await years.locator('[aria-current]').filter({ hasNotText: '2026' }).waitFor();
    assert.ok((await tiles(page).count()) < 120);

    await years.locator('[aria-current]').focus();
    // The first year is 2026, the second 2024.
    await page.keyboard.press('Home');
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await isIn('2019');
    await heading(page, 'December 2019').waitFor();
    await window.isAccessible('photos of an earlier year');

    await page.keyboard.press('g');
    await page.getByLabel('Date', { exact: true }).fill('2017-05-03');
    await window.isAccessible('the question for a date');
    await page.getByRole('button', { name: 'Show photos' }).click();
    await heading(page, 'May 2017').waitFor();
    const first = page.getByRole('button', { name: /taken on 3 May 2017/ }).first();
    await first.waitFor();
    await first.focus();
    const start = await focused(page);
    await page.keyboard.press('ArrowRight');
    assert.notEqual(await focused(page), start);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await focused(page), start);
    const y = (await first.boundingBox())?.y ?? 0;
    await page.keyboard.press('ArrowDown');
    const below = await page.locator(':focus').boundingBox();
    assert.ok(below && below.y > y);
    await page.keyboard.press('End');
    await page.getByText('These are the oldest photos.').waitFor();
    await heading(page, 'July 2014').waitFor();
    await isIn('2014');
    await page.keyboard.press('Home');
    await heading(page, 'June 2024').waitFor();
    assert.equal(await page.evaluate(() => scrollY), 0);
    const shifted = await page.evaluate(() => Number(Reflect.get(globalThis, 'shifted')));
    assert.ok(shifted <= 0.02, `layout shift ${shifted}`);
    await window.close();
  });

  test('the viewer comes back to the photo that it showed last, and leads to its moment', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ben);
    await page.goto('/photos');
    const years = page.getByRole('navigation', { name: 'Years' });
    // They stay below the bar.
    await years.getByRole('button', { name: '2014' }).press('Enter');
    await heading(page, 'December 2014').waitFor();
    await years.locator('[aria-current]').filter({ hasText: '2014' }).waitFor();
    assert.equal((await years.boundingBox())?.y, 56);
    // They are one row, which scrolls: a second one would lie on the month below.
    assert.equal(await years.evaluate((row) => row.scrollHeight - row.clientHeight), 0);
    await years.getByRole('button', { name: '2026' }).press('Enter');
    await heading(page, 'June 2024').waitFor();
    await tiles(page).nth(3).waitFor();
    const wanted = await tiles(page).nth(3).getAttribute('data-photo');
    await tiles(page).nth(2).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForFunction(
      (id) => document.activeElement instanceof HTMLElement && document.activeElement.dataset['photo'] === id,
      wanted,
    );
    await window.fits('all photos');
    await window.isAccessible('all photos');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Photo options' }).click();
    await page.getByRole('menuitem', { name: 'Open the moment' }).click();
    await page.getByText('Ten years').waitFor();
    await page.goBack();
    await tiles(page).first().waitFor();
    await window.close();
  });

  test('Back closes a viewer that is still opening', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ben);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/photos');
    await tiles(page).first().waitFor();
    await page.evaluate(() => {
      let isShown = false;
      const observer = new MutationObserver(() => {
        if (isShown === (document.querySelector('[role=dialog]') !== null)) return;
        isShown = !isShown;
        if (isShown) history.back();
        else Reflect.set(globalThis, 'hasClosed', true);
      });
      observer.observe(document.body, { childList: true });
    });
    await tiles(page).first().click();
    await page.waitForFunction(() => Reflect.get(globalThis, 'hasClosed') === true);
    assert.equal(new URL(page.url()).search, '?show=photos');
    // The page can be used again.
    await tiles(page).first().click();
    await page.getByRole('dialog').waitFor();
    await window.close();
  });

  // DAY-6
  test('a deleted moment leaves the page of photos while it is open', async () => {
    const other = await ana.posts('Short-lived', { to: family, photos: await variedPhotos(2) });
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ben);
    await page.goto('/photos');
    const shown = page.getByRole('button', { name: /shared on/ });
    await shown.nth(6).waitFor();
    await ana.ask(posts.remove, { id: other.id });
    await shown.nth(6).waitFor({ state: 'detached' });
    assert.equal(await shown.count(), 5);
    await window.close();
  });
});
