import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import * as auth from '../../contract/auth.ts';
import * as media from '../../contract/media.ts';
import * as posts from '../../contract/posts.ts';
import type { Person } from '../harness/person.ts';
import { fixture } from '../harness/heic.ts';
import { landscapePhoto, plainPhoto } from '../harness/photos.ts';
import { onDatabase } from '../harness/test-server.ts';
import { longTest } from '../runner/long-test.ts';
import { button, chooseAudience, Window } from './browser.ts';

const photos = async (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      name: `photo-${index + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await landscapePhoto(1600 + index, 1100),
    })),
  );

onDatabase('sqlite', 'posting from a phone on a bad connection', (server) => {
  let ana: Person;
  let ben: Person;
  before(async () => {
    [ana, ben] = await server().members('Ana', 'Ben');
    await ana.adds(ben, await ana.makesCircle('Family'));
  });

  const openComposer = async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(ana);
    await window.page.goto('/create-post');
    return window;
  };
  const postsOfAna = async () => (await ben.ask(posts.feed, {})).items;

  // APP-2, APP-10
  longTest('five photos become one whole moment although the network fails on the way', async () => {
    const window = await openComposer();
    const { page } = window;
    // The uploads of the third and later photos get no answer.
    let sent = 0;
    let inTunnel = true;
    await page.route('**/api/photos', async (route) => {
      sent += 1;
      if (inTunnel && sent > 2) await route.abort('internetdisconnected');
      else await route.continue();
    });
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await photos(5));
    await page.getByText('Uploaded', { exact: true }).nth(1).waitFor();
    await page.getByText('Uploads when you’re back online.').nth(2).waitFor();
    await page.getByText('Shared when you’re online again.').waitFor();
    await page.getByLabel('Caption').fill('Five lemons');
    await button(page, /^Photo 2 of/).click();
    await page.getByLabel('What is on it').fill('The second lemon');
    await page.keyboard.press('Escape');
    await chooseAudience(page, /Family/);
    await window.fits('the composer with five photos');
    await window.isAccessible('the composer with five photos');

    // A reload loses nothing of it.
    await page.reload();
    await page.getByText('Uploaded', { exact: true }).nth(1).waitFor();
    assert.equal(await page.getByLabel('Caption').inputValue(), 'Five lemons');
    await button(page, /^Photo 2 of 5: The second lemon/).waitFor();
    await button(page, /^Family/).waitFor();

    // The moment waits for its photos. The answer to sharing is lost: it exists, and the next try makes no duplicate.
    let answers = 0;
    await page.route('**/api/posts', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      answers += 1;
      if (answers > 1) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await button(page, /^Share with/).click();
    await page.getByRole('link', { name: '2 of 5 photos to Family · waiting for a connection' }).waitFor();
    // The last code that Home loads.
    await page.getByText('No posts yet').waitFor();
    assert.equal((await postsOfAna()).length, 0);
    inTunnel = false;
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await page.getByText('Moment shared').first().waitFor();
    assert.equal(sent > 5, true);
    assert.equal(answers, 2);
    await page.getByText('Five lemons').waitFor();

    const [moment, ...others] = await postsOfAna();
    assert.deepEqual(others, []);
    assert.ok(moment);
    assert.equal(moment.images.length, 5);
    assert.equal(moment.images[1]?.alt, 'The second lemon');
    // In the chosen order.
    assert.deepEqual(
      moment.images.map(({ width }) => width),
      [1600, 1601, 1602, 1603, 1604],
    );
    await window.close();
  });

  // APP-2
  longTest('Home shows a moment that waits also where no service worker keeps the code', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(ana);
    const { page } = window;
    await page.goto('/');
    await page.getByRole('link', { name: 'Share Your Moment' }).click();
    await chooseAudience(page, /Family/);
    await page.getByLabel('Caption').fill('From a valley');
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await button(page, /^Share with/).click();
    await page.getByRole('link', { name: 'From a valley to Family · waiting for a connection' }).waitFor();
    await window.close();
  });

  // APP-2
  longTest('a moment waits for photos that are still being prepared, on and off line', async () => {
    const window = await Window.open(server().url, { screen: 'phone', worker: true });
    await window.signIn(ana);
    const { page } = window;
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    /** Photos are looked at only once the returned function was called, as on a slow phone. */
    const slowDown = () =>
      page.evaluate(() => {
        const decode = createImageBitmap;
        const { promise, resolve } = Promise.withResolvers<void>();
        globalThis.createImageBitmap = async (...given: [ImageBitmapSource]) => {
          await promise;
          return decode(...given);
        };
        addEventListener('click', ({ isTrusted }) => isTrusted || resolve());
      });
    const goOn = () => page.evaluate(() => dispatchEvent(new Event('click')));
    const choose = async (count: number, more: { name: string; mimeType: string; buffer: Buffer }[] = []) =>
      page
        .locator('input[type=file]')
        .first()
        .setInputFiles([...(await photos(count)), ...more]);
    const fill = async (text: string) => {
      await page.goto('/create-post');
      await slowDown();
      await chooseAudience(page, /Family/);
      await page.getByLabel('Caption').fill(text);
    };
    await fill('Two of a slow phone');
    await choose(2);
    await page.getByRole('img', { name: 'Photo 2' }).waitFor();
    await button(page, /^Share with/).click();
    await button(page, /^Cancel$/).waitFor();
    await goOn();
    await page.waitForURL((url) => url.pathname === '/');
    const [online] = await postsOfAna();
    assert.deepEqual([online?.content, online?.images.length], ['Two of a slow phone', 2]);

    await page.goto('/create-post');
    // The toast leaves the buttons free.
    await page.waitForFunction(() => {
      const [toast, panel] = ['.toast', '.panel'].map((each) =>
        document.querySelector(each)?.getBoundingClientRect(),
      );
      return toast !== undefined && panel !== undefined && toast.bottom <= panel.top;
    });

    // The connection is lost and back while a photo is still being prepared.
    await fill('One through the tunnel');
    await choose(1);
    await page.getByRole('img', { name: 'Photo 1' }).waitFor();
    await button(page, /^Share with/).click();
    const isOffline = page.getByText('You’re offline.', { exact: true });
    await page.context().setOffline(true);
    await isOffline.waitFor();
    await page.context().setOffline(false);
    await isOffline.waitFor({ state: 'detached' });
    await goOn();
    await page.getByRole('article').filter({ hasText: 'One through the tunnel' }).waitFor();

    // Without a connection it waits as a whole.
    await fill('Two in the tunnel');
    await choose(2);
    await page.getByRole('img', { name: 'Photo 2' }).waitFor();
    await page.context().setOffline(true);
    await button(page, /^Share with/).click();
    await goOn();
    const waits = page.getByRole('link', { name: /of 2 photos to Family · (?:waiting|sending)/ });
    await waits.waitFor();
    await page.context().setOffline(false);
    await waits.waitFor({ state: 'detached' });
    const [offline] = await postsOfAna();
    assert.deepEqual([offline?.content, offline?.images.length], ['Two in the tunnel', 2]);

    // A photo that got no answer before the tunnel is sent again after it, not when its connection counts as lost.
    await fill('One before the tunnel');
    const unanswered = Promise.withResolvers<void>();
    await page.route('**/api/photos', () => unanswered.resolve(), { times: 1 });
    await choose(1);
    await page.getByRole('img', { name: 'Photo 1' }).waitFor();
    await goOn();
    await unanswered.promise;
    await button(page, /^Share with/).click();
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await page.getByRole('article').filter({ hasText: 'One before the tunnel' }).waitFor();

    // Refused files are not left out silently.
    await fill('One is broken');
    await choose(1, [{ name: 'b.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') }]);
    await page.getByText('b.jpg: ').waitFor();
    await goOn();
    await button(page, /^Share with/).click();
    await page.waitForURL((url) => url.pathname === '/');
    assert.equal((await postsOfAna())[0]?.images.length, 1);
    await window.close();
  });

  longTest('photos of a draft can be stopped, sent again, moved and removed', async () => {
    const window = await openComposer();
    const { page } = window;
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let first = true;
    await page.route('**/api/photos', async (route) => {
      if (first) {
        first = false;
        await held;
      }
      await route.continue().catch(() => undefined);
    });
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await photos(3));
    await page.getByText('Uploaded', { exact: true }).nth(1).waitFor();
    // Two are prepared at a time, and either may be sent first.
    await button(page, /^Photo \d of 3.*Uploading/).click();
    await button(page, /^Cancel the upload of photo \d$/).click();
    letGo();
    await button(page, /^Try again to upload photo \d$/).click();
    await page.getByText('Uploaded', { exact: true }).nth(3).waitFor();
    await page.keyboard.press('Escape');
    await button(page, /^Photo 1 of 3/).click();
    await button(page, 'Move photo 1 later').click();
    await page.getByRole('heading', { name: 'Photo 2 of 3' }).waitFor();
    await page.keyboard.press('Escape');
    await button(page, /^Photo 3 of 3/).click();
    await button(page, 'Remove this photo').click();
    await page.locator('[data-photo] button:focus').waitFor();
    await chooseAudience(page, /Family/);
    await button(page, /^Share with/).click();
    await page.getByText('Moment shared').first().waitFor();
    const [moment] = await postsOfAna();
    assert.deepEqual(
      moment?.images.map(({ width }) => width),
      [1601, 1600],
    );
    await window.close();
  });

  longTest(
    'a HEIC shows its name where the browser cannot show it, then what the server has made of it',
    async () => {
      const window = await openComposer();
      const { page } = window;
      const files = page.locator('input[type=file]').first();
      assert.match((await files.getAttribute('accept')) ?? '', /image\/heic.*\.heic/);
      const upload = Promise.withResolvers<void>();
      await page.route('**/api/photos', async (route) => {
        await upload.promise;
        await route.continue();
      });
      const photo = { name: 'IMG_0042.HEIC', mimeType: '', buffer: fixture('p3.heic') };
      await files.setInputFiles([photo]);
      const print = page.locator('.print');
      await print.getByText('IMG_0042.HEIC').waitFor();
      await window.isAccessible('the composer with a HEIC');
      upload.resolve();
      await print.locator('img[src^="/uploads/"]').waitFor();
      await page.getByLabel('Caption').fill('From Files');
      await chooseAudience(page, /Family/);
      await button(page, /^Share with/).click();
      await page.getByText('Moment shared').first().waitFor();
      const [moment] = await postsOfAna();
      assert.deepEqual([moment?.images[0]?.width, moment?.images[0]?.height], [384, 256]);

      await page.goto('/my-account/profile');
      const form = page.getByLabel('First name').locator('xpath=ancestor::form');
      await form.locator('input[type=file]').setInputFiles([photo]);
      await form.getByText('IMG_0042.HEIC appears after you save.').waitFor();
      await form.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('Profile updated').first().waitFor();
      const { profileImageUrl } = await ana.ask(auth.currentUser, {});
      assert.equal((await ana.request('GET', profileImageUrl ?? '')).status, 200);
      await window.close();
    },
  );

  longTest('a photo that changes on the disk after it was chosen is shared as it was', async () => {
    const window = await openComposer();
    const { page } = window;
    const folder = await mkdtemp(path.join(tmpdir(), 'changed-'));
    const file = path.join(folder, 'holiday.jpg');
    await writeFile(file, await plainPhoto(600, 400));
    let uploads = 0;
    await page.route('**/api/photos', (route) => (uploads++ === 0 ? route.abort() : route.continue()));
    await page.locator('input[type=file]').first().setInputFiles(file);
    await button(page, /^Photo 1 of 1.*Uploads when you’re back online/).waitFor();
    await writeFile(file, await plainPhoto(30, 20));
    await page.getByText('Uploaded', { exact: true }).waitFor();
    await page.getByLabel('Caption').fill('Not changed');
    await chooseAudience(page, /Family/);
    await button(page, /^Share with/).click();
    await page.getByText('Moment shared').first().waitFor();
    const [moment] = await postsOfAna();
    assert.deepEqual([moment?.images[0]?.width, moment?.images[0]?.height], [600, 400]);
    await rm(folder, { recursive: true });
    await window.close();
  });

  longTest('long and wide screenshots are sent with the size in which they can be read', async () => {
    const window = await openComposer();
    const { page } = window;
    const sent: string[] = [];
    await page.route('**/api/photos', async (route) => {
      const form = route.request().postDataBuffer() ?? Buffer.alloc(0);
      const { width, height } = await sharp(
        form.subarray(form.indexOf('\u00ff\u00d8', 0, 'latin1')),
      ).metadata();
      sent.push(`${width}×${height}`);
      await route.continue();
    });
    const shapes: [width: number, height: number][] = [
      [720, 7200],
      [6400, 640],
      [2600, 9100],
      [3000, 4000],
    ];
    for (const [width, height] of shapes) {
      const uploaded = page.waitForResponse((response) => response.url().endsWith('/api/photos'));
      const buffer = await plainPhoto(width, height);
      const file = { name: 'screenshot.jpg', mimeType: 'image/jpeg', buffer };
      await page.locator('input[type=file]').first().setInputFiles([file]);
      await uploaded;
    }
    assert.deepEqual(sent, ['720×7200', '6400×640', '2048×7168', '2048×2731']);
    await window.close();
  });

  test('a discarded moment leaves nothing in the browser or on the server', async () => {
    const window = await openComposer();
    const { page } = window;
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await photos(1));
    const taken = page.waitForResponse((response) => response.url().endsWith('/api/photos'));
    const { id } = media.upload.output.parse(await (await taken).json());
    await page.getByText('Uploaded', { exact: true }).waitFor();
    const gone = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await button(page, 'Discard').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    assert.equal((await gone).status(), 204);
    assert.equal((await ana.request('GET', `/uploads/${id}-480.webp`)).status, 404);
    await page.goto('/create-post');
    assert.equal(await page.getByLabel('Caption, or just text').inputValue(), '');
    await window.close();
  });

  longTest('the daily photo that is posted is the chosen one, not one that was looked at later', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(ana);
    const { page } = window;
    await page.goto('/camera');
    const [used, other] = await photos(2);
    assert.ok(used && other);
    const chooses = async (press: string, photo: typeof used) => {
      const chooser = page.waitForEvent('filechooser');
      await button(page, press).click();
      await (await chooser).setFiles([photo]);
    };
    const shown = (within: Locator) => within.getByRole('img', { name: 'Your photo' });
    const widthOf = (image: Locator) =>
      image.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : 0));
    await chooses('Take Photo', used);
    await button(page, 'Use This Photo').click();
    const form = page.locator('main form');
    await form.locator('img[src]').waitFor();
    const address = await shown(form).getAttribute('src');
    await chooses('Choose Different', other);
    const view = page.getByRole('dialog');
    await view.locator(`img:not([src="${address}"])`).waitFor();
    await view.getByRole('button', { name: 'Close' }).click();
    await view.waitFor({ state: 'detached' });
    assert.equal(await shown(form).getAttribute('src'), address);
    assert.equal(await widthOf(shown(form)), 1600);
    await chooseAudience(page, /Family/);
    await form.getByRole('button', { name: /^Share/ }).click();
    await page.waitForURL((url) => url.pathname === '/');
    const [moment] = await postsOfAna();
    assert.deepEqual(
      moment?.images.map(({ width }) => width),
      [1600],
    );
    await window.close();
  });

  // APP-2
  test('the daily photo survives a reload and a stalled upload, and is shared once', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(ana);
    const { page } = window;
    await page.clock.install();
    await page.goto('/camera');
    const [photo] = await photos(1);
    assert.ok(photo);
    const chooser = page.waitForEvent('filechooser');
    await button(page, 'Take Photo').click();
    await (await chooser).setFiles([photo]);
    await button(page, 'Use This Photo').click();
    const form = page.locator('main form');
    await chooseAudience(page, /Family/);
    await form.getByLabel('Keep the day it was taken').uncheck();
    await page.reload();
    await form.getByRole('img', { name: 'Your photo' }).waitFor();
    await form.getByRole('button', { name: /Family/ }).waitFor();
    assert.equal(await form.getByLabel('Keep the day it was taken').isChecked(), false);
    await window.isAccessible('a daily photo after a reload');
    await window.fits('a daily photo after a reload');

    const isAsked = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/posts'),
    );
    await page.route('**/api/posts', (route) =>
      route.request().method() === 'POST' ? undefined : route.continue(),
    );
    await form.getByRole('button', { name: /^Share/ }).click();
    await isAsked;
    await page.clock.fastForward(46_000);
    const shared = await postsOfAna();
    // Home has loaded, so that the server can be reached.
    await page.getByRole('link', { name: /^Daily photo to .*Family · sending$/ }).waitFor();
    await page.unroute('**/api/posts');
    await page.clock.fastForward(5_000);
    await page.getByText('Moment shared').first().waitFor();
    assert.equal((await postsOfAna()).length, shared.length + 1);
    assert.equal(await page.evaluate(() => localStorage.getItem('circle_draft')), null);
    await window.close();
  });
});
