import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import type { Person } from '../../harness/person.ts';
import { plainPhoto } from '../../harness/photos.ts';
import { onDatabase } from '../../harness/test-server.ts';
import { button, chooseAudience, Window } from '../browser.ts';
import { longTest } from '../../runner/long-test.ts';
import { asksBeforeLeaving, holdReading, isEmptied, isForgotten } from './kept-items.ts';

onDatabase('sqlite', 'a moment that is on its way', (server) => {
  // APP-2, REQUEST-5
  longTest('is changed only where its member wants it, and then is still shared once and whole', async () => {
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
    await page.evaluate(holdReading);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([{ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await plainPhoto() }]);
    await button(page, /^Photo 1/).click();
    await page.getByRole('progressbar', { name: 'Upload of photo 1' }).waitFor();
    assert.equal(await button(page, /^Cancel the upload/).count(), 0, 'nothing is uploaded yet');
    await page.keyboard.press('Escape');
    await page.evaluate(() => dispatchEvent(new Event('read-on')));
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
    await page.getByText('Everything has arrived.', { exact: true }).waitFor();
    assert.deepEqual(await titles(reader), []);
    await isEmptied(page);
    await window.close();
  });

  // APP-2, REQUEST-12
  longTest('a refusal of a second request does not hide that the first one arrived', async () => {
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

  // APP-2
  longTest(
    'without room for its photos as a draft, a moment that is taken back is not sent either',
    async () => {
      const { reader, window } = await family('Mia', 'Noa');
      const { page } = window;
      await page.route('**/api/photos', (route) => route.abort('connectionreset'));
      await page.goto('/create-post');
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles([{ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await plainPhoto() }]);
      await page.getByLabel('Caption').fill('Ten lemons');
      await chooseAudience(page, /Family/);
      await button(page, /^Share with/).click();
      await page.getByRole('link', { name: /to Family · / }).click();
      await button(page, 'Change').waitFor();
      await page.evaluate(() => {
        const put = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = function (value: unknown, key) {
          const request = put.call(this, value, key);
          if (Reflect.get(Object(value), 'place') === 'draft/moment') this.transaction.abort();
          return request;
        };
      });
      await button(page, 'Change').click();
      await page.getByLabel('Caption').fill('Eleven lemons');
      await isForgotten(page, 'moment');
      assert.equal(await asksBeforeLeaving(page), true);
      await page.unroute('**/api/photos');
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await page.getByText('Uploaded', { exact: true }).waitFor();
      assert.deepEqual(await titles(reader), []);
      await button(page, /^Share with/).click();
      await page.locator('[data-post]').getByText('Eleven lemons').waitFor();
      assert.deepEqual(
        (await reader.feed()).items.map(({ content, images }) => [content, images.length]),
        [['Eleven lemons', 1]],
      );
      await window.close();
    },
  );

  // APP-2, REQUEST-12
  longTest('without room for its withdrawal, what its member deletes still leaves the device', async () => {
    const { reader, window } = await family('Lea', 'Max');
    const { page } = window;
    await losesAnswers(page, '**/api/posts');
    await share(page, 'Better not');
    await page.getByRole('link', { name: /^Better not to Family · / }).click();
    const { promise: room, resolve: makeRoom } = Promise.withResolvers<void>();
    await page.route('**/api/withdrawals', async (route) => {
      await room;
      return route.continue();
    });
    await page.evaluate(() => {
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (value: unknown, key) {
        if (Reflect.get(Object(value), 'kind') === 'withdrawal')
          throw new DOMException('no room', 'QuotaExceededError');
        return put.call(this, value, key);
      };
    });
    await deletes(page, 'If Circle has it already, it’s deleted there too.');
    await page.getByText('being deleted').waitFor();
    await isForgotten(page, 'moment');
    assert.equal(await asksBeforeLeaving(page), true);
    await page.getByRole('button', { name: 'Logout' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('this device couldn’t save the deletion').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    makeRoom();
    await page.getByText('Everything has arrived.', { exact: true }).waitFor();
    assert.deepEqual(await titles(reader), []);
    await window.close();
  });
});
