import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import * as posts from '../../contract/posts.ts';
import * as likes from '../../contract/likes.ts';
import type { Circle } from '../../contract/shapes.ts';
import { languages } from '../../web/words/languages.ts';
import type { Person } from '../harness/person.ts';
import { landscapePhoto } from '../harness/photos.ts';
import { onDatabase, password } from '../harness/test-server.ts';
import { shortVideo } from '../harness/videos.ts';
import { longTest } from '../runner/long-test.ts';
import { until } from '../runner/until.ts';
import {
  areThere,
  button,
  chooseAudience,
  countKept,
  isKept,
  keptFeed,
  signInByForm,
  WorkerWindows,
} from './browser.ts';
import { isStored } from './photos/kept-items.ts';

const german = await languages.de();

onDatabase('sqlite', 'using Circle without a connection', (server) => {
  let ana: Person;
  let ben: Person;
  let family: Circle;
  before(async () => {
    [ana, ben] = await server().members('Ana', 'Ben');
    family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    await ben.makesCircle('Bowling');
    await ben.ask(likes.like, { id: (await ana.posts('Lemons at noon', { to: family })).id });
  });

  const windows = new WorkerWindows();
  const open = (person: Person) => windows.open(server().url, person);
  const atHome = async (page: Page) => {
    await page.goto('/');
    await page.getByText('Lemons at noon').waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await isKept(page);
  };
  const disconnect = async (page: Page) => {
    await page.context().setOffline(true);
    await page.reload();
  };
  const contents = async () => (await ben.feed()).items.map(({ content }) => content);

  // APP-2
  test('without a connection the last feed is shown and says so, and a moment waits until it can be shared', async () => {
    const window = await open(ana);
    const { page } = window;
    await atHome(page);
    // The worker leaves pages that the server renders to the server().
    const answer = await page.goto(`/letter/${'a'.repeat(26)}`);
    assert.deepEqual([answer?.status(), answer?.fromServiceWorker()], [404, false]);
    assert.equal((await page.goto('/frame'))?.fromServiceWorker(), false);
    assert.equal((await page.goto('/'))?.fromServiceWorker(), true);

    await disconnect(page);
    await page.getByText('Lemons at noon').waitFor();
    await page.getByText(/^You’re offline\. You see how things were at \d\d:\d\d\.$/).waitFor();
    await window.isAccessible('the feed without a connection');
    await window.fits('the feed without a connection');
    await button(page, /^Notifications/).click();
    await page.getByRole('link', { name: 'Ben Example liked your moment' }).waitFor();
    await page.goBack();

    await page.getByRole('link', { name: 'Share Your Moment' }).click();
    const lemon = { name: 'lemon.jpg', mimeType: 'image/jpeg', buffer: await landscapePhoto(1600, 1100) };
    await page.locator('input[type=file]').first().setInputFiles(lemon);
    await page.getByText('Uploads when you’re back online.').waitFor();
    await page.getByLabel('Caption').fill('From the tunnel');
    await chooseAudience(page, /Family/);

    // A reload in the middle of it: words and photo are still there, although the server has neither.
    await page.reload();
    await page.getByRole('img', { name: 'Photo 1' }).waitFor();
    assert.equal(await page.getByLabel('Caption').inputValue(), 'From the tunnel');
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('.print img')?.naturalWidth === 1600,
    );
    await button(page, /^Share with/).click();
    await page.getByRole('link', { name: '0 of 1 photo to Family · waiting for a connection' }).waitFor();
    await window.isAccessible('a moment that waits');
    assert.deepEqual(await contents(), ['Lemons at noon']);
    // Signing out would stop it.
    await button(page, 'Logout').click();
    await page.getByText('Sign out before it’s sent?').waitFor();
    await button(page, 'Cancel').click();

    await page.context().setOffline(false);
    await page.getByText('Moment shared').first().waitFor();
    await page.getByText('From the tunnel').waitFor();
    await page.getByText(/You see how things were/).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('From the tunnel').waitFor();
    assert.deepEqual(await contents(), ['From the tunnel', 'Lemons at noon']);
    const [moment] = (await ben.feed()).items;
    assert.equal(moment?.images[0]?.width, 1600);
    assert.equal(await page.evaluate(() => localStorage.getItem('circle_draft')), null);

    // Edits of the moment and of a comment wait in the same way, and new comments in the order in which they were written.
    assert.ok(moment);
    await ana.comments(moment, 'Teh light');
    await button(page, 'Comments, 1').click();
    await page.getByText('Teh light').waitFor();
    await page.context().setOffline(true);
    await button(page, 'Comment options').click();
    await page.getByRole('menuitem', { name: 'Edit comment' }).click();
    await page.getByLabel('Your comment').fill('The light');
    await button(page, 'Save').click();
    await page.getByText('Waiting for a connection', { exact: true }).waitFor();
    await page.getByText('The light').first().waitFor();
    const unsent = ['First thought', 'Second thought'];
    for (const thought of unsent) {
      await page.getByLabel('Add a comment').fill(thought);
      await page.keyboard.press('Enter');
    }
    await areThere(page.getByText('waiting for a connection', { exact: true }), 2);
    await window.isAccessible('comments that wait');
    await button(page, 'Post options').first().click();
    await page.getByRole('menuitem', { name: 'Edit Post' }).click();
    await page.getByLabel('Caption').fill('Out of the tunnel');
    await button(page, 'Save').click();
    await page.getByRole('link', { name: '4 things on their way · waiting for a connection' }).waitFor();
    await window.isAccessible('edits that wait');
    assert.deepEqual(await contents(), ['From the tunnel', 'Lemons at noon']);
    assert.deepEqual(await ben.reads(moment), ['Teh light']);
    await page.context().setOffline(false);
    await page.waitForFunction(() => localStorage.getItem('circle_outbox') === null);
    await page.getByText('Out of the tunnel').waitFor();
    assert.deepEqual(await contents(), ['Out of the tunnel', 'Lemons at noon']);
    await areThere(page.locator('.cmt').getByText(/ thought$/), 2);
    await page.locator('.cmt').getByText('sending').waitFor({ state: 'detached' });
    assert.deepEqual(await ben.reads(moment), ['The light', ...unsent]);
    assert.equal(await page.evaluate(() => localStorage.getItem('circle_edits')), null);

    // The daily photo waits, too, also across a reload.
    await isStored(page);
    await page.goto('/camera');
    await disconnect(page);
    const chooser = page.waitForEvent('filechooser');
    await button(page, 'Take Photo').click();
    await (await chooser).setFiles([
      { name: 'day.jpg', mimeType: 'image/jpeg', buffer: await landscapePhoto(1500, 1000) },
    ]);
    await button(page, 'Use This Photo').click();
    await chooseAudience(page, /Family/);
    await button(page, /^Share with/).click();
    const line = page.getByRole('link', { name: /^Daily photo to .*Family · waiting for a connection$/ });
    await line.waitFor();
    await page.reload();
    await line.waitFor();
    // It goes on after signing out and in again. Ben, who signs in between, neither sees nor sends it.
    await button(page, 'Logout').click();
    await page.getByText('It stays on this device').waitFor();
    await button(page, 'Sign out anyway').click();
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'Login' }).waitFor();
    await window.signIn(ben);
    await page.goto('/on-its-way');
    await page.getByText('Everything has arrived.', { exact: true }).waitFor();
    await page.context().clearCookies();
    await ana.signIn(password);
    await window.signIn(ana);
    await page.goto('/');
    await page.getByText('Moment shared').first().waitFor();
    const [daily] = (await ben.feed()).items;
    assert.equal(daily?.images[0]?.width, 1500);
    assert.equal(await page.evaluate(() => localStorage.getItem('circle_draft')), null);
    await ana.ask(posts.remove, { id: daily.id });
    await windows.putBack(window);
  });

  // APP-2, REQUEST-5
  test('a moment whose answer was lost is shared once, although it then waits for a connection', async () => {
    const window = await open(ana);
    const { page } = window;
    await atHome(page);
    let tries = 0;
    await page.route('**/api/posts', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      tries += 1;
      if (tries > 1) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByRole('link', { name: 'Share Your Moment' }).click();
    await page.getByLabel('Caption').fill('Once and no more');
    await chooseAudience(page, /Family/);
    await button(page, /^Share with/).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await page.getByText('Moment shared').first().waitFor();
    assert.ok(tries > 1);
    assert.equal((await contents()).filter((content) => content === 'Once and no more').length, 1);
    await page.unroute('**/api/posts');
    await windows.putBack(window);
  });

  longTest('the service worker keeps the shell of one language, and replaces it by choice', async () => {
    const window = await open(ben);
    const { page } = window;
    await atHome(page);
    const shells = () =>
      page.evaluate(async () => {
        const names = await caches.keys();
        const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return requests.flat().flatMap(({ url }) => /index\.\w+\.html/.exec(url)?.[0] ?? []);
      });
    assert.deepEqual(await shells(), ['index.en.html']);
    // On another device.
    await ben.ask(account.edit, { language: 'de' });
    await page.reload();
    await page.getByRole('link', { name: german.shell.contacts }).first().waitFor();
    await page.waitForFunction(() => {
      const worker = navigator.serviceWorker.controller;
      return worker?.scriptURL.endsWith('/sw.de.js') === true && worker.state === 'activated';
    });
    assert.deepEqual(await shells(), ['index.de.html']);
    await isKept(page);
    await disconnect(page);
    await page.getByText('Lemons at noon').waitFor();
    await page.getByRole('link', { name: german.shell.contacts }).first().waitFor();
    await page.context().setOffline(false);
    await ben.ask(account.edit, { language: 'en' });
    await window.close();
  });

  longTest('the last feed is also shown when the connection was lost on another page', async () => {
    const window = await open(ana);
    const { page } = window;
    await atHome(page);
    await page.goto('/circles');
    await page.getByRole('link', { name: /Family/ }).waitFor();
    await page.context().setOffline(true);
    await page.waitForFunction(() => !navigator.onLine);
    // Every page says that it is offline and since when, and offers nothing that needs the server().
    await page.getByText(/^You’re offline\. You see how things were at \d\d:\d\d\.$/).waitFor();
    assert.ok(await button(page, 'Create New Circle').first().isDisabled());
    await window.isAccessible('the circles without a connection');
    await window.fits('the circles without a connection');
    await page.getByRole('link', { name: 'Home', exact: true }).first().click();
    await page.getByText('Lemons at noon').waitFor();
    await page.getByText(/You see how things were/).waitFor();
    // A page that has never loaded says so instead of 'Loading…'.
    await page.getByRole('link', { name: 'Contacts', exact: true }).first().click();
    await page.getByText('This could not be loaded because you’re offline.').waitFor();
    await button(page, 'Try again').last().click();
    await page.getByText('Your contacts could not be loaded').first().waitFor();
    await page.getByText(/You see how things were/).waitFor();
    await page.context().setOffline(false);
    await page.getByText(/You see how things were/).waitFor({ state: 'detached' });
    await page.getByText('No contacts yet').or(page.getByText('Ben Example')).first().waitFor();
    await windows.putBack(window);
  });

  // APP-4, TRUTH-74
  test('the next member on this browser finds neither feed nor draft, and signing out deletes both', async () => {
    const window = await open(ana);
    const { page } = window;
    await atHome(page);
    await page.goto('/create-post');
    await page.getByLabel('Caption, or just text').fill('Only mine');
    await page.goto('/');
    await page.getByText('Lemons at noon').waitFor();

    // Ana's session ends and Cleo signs in. Cleo sees nothing of Ana's, but Ana keeps her draft.
    await page.context().clearCookies();
    const cleo = await server().member('Cleo');
    await window.signIn(cleo);
    await page.reload();
    await page.getByText('No posts yet').waitFor();
    await isKept(page);
    const ownerOfPhotos = async (id: string) => {
      const index: unknown = await (await caches.match('/uploads/index'))?.json();
      return Reflect.get(Object(index), 'owner') === id;
    };
    await page.waitForFunction(ownerOfPhotos, cleo.id);
    await disconnect(page);
    await page.getByText('No posts yet').waitFor();
    assert.equal(await page.getByText('Lemons at noon').count(), 0);
    await page.context().setOffline(false);
    await page.goto('/create-post');
    assert.equal(await page.getByLabel('Caption, or just text').inputValue(), '');

    await page.context().clearCookies();
    await window.signIn(ana);
    await page.goto('/create-post');
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Only mine');

    // Signing out deletes both.
    await page.goto('/');
    await page.getByText('Lemons at noon').waitFor();
    await isKept(page);
    await window.signOut();
    await page.getByRole('link', { name: 'Login' }).waitFor();
    assert.equal(await keptFeed(page), false);
    assert.equal(await page.evaluate(() => caches.has('circle-photos')), false);
    assert.equal(await page.evaluate(() => localStorage.getItem('circle_draft')), null);
    await disconnect(page);
    await page.getByText('You’re offline. Circle opens as soon as you’re back online.').waitFor();
    assert.equal(await page.getByText('Loading your dashboard...').count(), 0);
    assert.equal(await page.getByText('Lemons at noon').count(), 0);
    await windows.putBack(window);
  });

  // APP-4
  test('neither a lost session nor a sign-out leaves data in the browser, whichever tab notices it', async () => {
    const gus = await server().member('Gus');
    await gus.posts('Gone at noon', { to: await gus.makesCircle('Gone') });
    const window = await open(gus);
    const { page } = window;
    const atOwnHome = async (tab: Page) => {
      await tab.goto('/');
      await tab.getByText('Gone at noon').waitFor();
      await tab.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      await isKept(tab);
    };
    await atOwnHome(page);
    await page.context().clearCookies();
    await button(page, /^Like/).click();
    // The toast is about the session, not about the failed like.
    await page.getByText('Please log in again to continue.').first().waitFor();
    await page.waitForURL('**/auth');
    const isCleared = () => page.evaluate(async () => !(await caches.has('circle-photos')));
    await until(async () => (await countKept(page, 'feed')) === 0 && (await isCleared()));

    await window.signIn(gus);
    await atOwnHome(page);
    const other = await page.context().newPage();
    await atOwnHome(other);
    // Shared from another app, and never opened in the composer.
    await page.evaluate(async () => {
      const body = new FormData();
      body.append('photos', new File(['lemon'], 'lemon.jpg', { type: 'image/jpeg' }));
      await fetch('/create-post', { method: 'POST', body, redirect: 'manual' });
    });
    assert.equal(await countKept(page, 'photos'), 1);
    // The tab that signs out hangs. The other tab has been notified before, and deletes everything too.
    await page.evaluate(() => void Object.assign(IDBObjectStore.prototype, { delete: () => ({}) }));
    await window.signOut();
    await other.getByRole('link', { name: 'Login' }).waitFor();
    assert.deepEqual([await countKept(other, 'feed'), await countKept(other, 'photos')], [0, 0]);
    await windows.putBack(window);
  });

  // APP-4
  test('a sign-out without a connection reaches the server before any later request', async () => {
    const fay = await server().member('Fay');
    await fay.posts('Alone at noon', { to: await fay.makesCircle('Alone') });
    const window = await open(fay);
    const { page } = window;
    // Before the page comes: Chromium may send its first requests past a later route.
    let isSlow = false;
    const answer = Promise.withResolvers<void>();
    await page.context().route('**/api/auth/logout', async (route) => {
      if (isSlow) await answer.promise;
      // The page that sent the request first is closed.
      await route.continue().catch(() => undefined);
    });
    await page.goto('/');
    await page.getByText('Alone at noon').waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await isKept(page);
    await page.context().setOffline(true);
    await page.waitForFunction(() => !navigator.onLine);
    await window.signOut();
    await page.getByText('You’re offline. Circle opens as soon as you’re back online.').waitFor();
    assert.equal((await fay.call(auth.currentUser)).status, 200);

    // The server is slow: until it has answered, nobody counts as signed in, in open pages and in new ones.
    isSlow = true;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const logout = () => page.waitForRequest('**/api/auth/logout');
    await Promise.all([logout(), page.context().setOffline(false)]);
    await Promise.all([logout(), page.reload()]);
    assert.equal(await page.getByText('Alone at noon').count(), 0);
    assert.ok(!asked.includes('/api/user'));
    answer.resolve();
    await page.getByRole('link', { name: 'Login' }).waitFor();
    assert.equal((await fay.call(auth.currentUser)).status, 401);

    await page.reload();
    await page.getByRole('link', { name: 'Login' }).waitFor();
    assert.equal(asked.filter((path) => path === '/api/auth/logout').length, 2);

    // The next member who signed in stays signed in.
    await page.goto('/auth');
    await page.evaluate(() => localStorage.setItem('circle_owed_sign_out', 'true'));
    await signInByForm(page, fay.email);
    await page.getByText('Alone at noon').waitFor();
    await page.reload();
    await page.getByText('Alone at noon').waitFor();
    await server().mailsTo(fay);
    await windows.putBack(window);
  });

  // APP-6
  test('something shared from another app while signed out is not shown to the next member who signs in', async () => {
    const [hans, ilse] = await server().members('Hans', 'Ilse');
    const window = await open(hans);
    const { page } = window;
    const share = () =>
      page.evaluate(async () => {
        const body = new FormData();
        body.append('text', 'Only mine');
        await fetch('/create-post', { method: 'POST', body, redirect: 'manual' });
      });
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    // One member shared it, and another one finds it: their session began in between.
    await share();
    // The worker's connection to what is stored ends with it.
    await window.deleteStored('indexeddb');
    await share();
    assert.equal(await countKept(page, 'photos'), 1);
    await window.signIn(ilse);
    await page.goto('/create-post?shared');
    await page.getByText('Please share it again').first().waitFor();
    assert.equal(await page.getByText('Only mine').count(), 0);
    assert.equal(await countKept(page, 'photos'), 0);

    await page.context().clearCookies();
    await share();
    assert.equal(await countKept(page, 'photos'), 0, 'nobody is signed in');
    await windows.putBack(window);
  });

  // APP-6
  test('a photo and a video shared from another app are put into the composer', async () => {
    const eve = await server().member('Eve');
    const bees = await eve.makesCircle('Bees');
    const window = await open(eve);
    const { page } = window;
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    // Its member came from the page of a circle, and wrote nothing.
    await page.goto(`/create-post?circleId=${bees.id}`);
    await button(page, /^Bees/).waitFor();
    const photo = [...(await landscapePhoto(1200, 800))];
    const video = [...(await shortVideo())];
    // As the operating system does it: a form, sent to the address in the manifest.
    await page.evaluate(
      ([photoBytes, videoBytes]) => {
        const form = document.createElement('form');
        Object.assign(form, { method: 'post', action: '/create-post', enctype: 'multipart/form-data' });
        const files = new DataTransfer();
        files.items.add(new File([new Uint8Array(photoBytes)], 'gallery.jpg', { type: 'image/jpeg' }));
        files.items.add(new File([new Uint8Array(videoBytes)], 'video.mp4', { type: 'video/mp4' }));
        const input = Object.assign(document.createElement('input'), {
          type: 'file',
          name: 'photos',
          multiple: true,
        });
        input.files = files.files;
        const text = Object.assign(document.createElement('input'), { name: 'text', value: 'Look at this' });
        form.append(input, text);
        document.body.append(form);
        form.submit();
      },
      [photo, video] as const,
    );
    await page.getByText('Uploaded', { exact: true }).nth(1).waitFor();
    assert.equal(await page.getByLabel('Caption').inputValue(), 'Look at this');
    await page.getByText('No circle chosen yet.').waitFor();
    assert.equal(new URL(page.url()).search, '');
    await windows.putBack(window);
  });

  // APP-4, TRUTH-74
  test('a browser that asks for privacy stores nothing of the feed', async () => {
    ana.cookie = null;
    const dora = await server().member('Dora');
    await dora.posts('Quietly', { to: await dora.makesCircle('Quiet') });
    const window = await open(dora);
    const { page } = window;
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
    });
    await page.goto('/');
    await page.getByText('Quietly').waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await disconnect(page);
    await page.getByText('You’re offline. Circle opens as soon as you’re back online.').waitFor();
    assert.equal(await keptFeed(page), false);
    assert.equal(await page.evaluate(() => caches.has('circle-photos')), false);
    await window.close();
  });
});
