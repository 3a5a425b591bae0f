import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import * as auth from '../../contract/auth.ts';
import * as likes from '../../contract/likes.ts';
import * as notifications from '../../contract/notifications.ts';
import { onDatabase } from '../harness/test-server.ts';
import { longTest } from '../runner/long-test.ts';
import { until } from '../runner/until.ts';
import { button, Window } from './browser.ts';

/** Hands the page's service worker an empty message, as its push service would. */
const deliver = async (page: Page, devtools: CDPSession, registrationId: string): Promise<void> => {
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId,
    data: '',
  });
};

/** Resolves with a notification of this title, or null. Pages get no event for it, so this polls for ten seconds. */
const shown = (page: Page, title: string) =>
  page.evaluate(async (wanted) => {
    const registration = await navigator.serviceWorker.ready;
    for (const end = performance.now() + 10_000; performance.now() < end; ) {
      const all = await registration.getNotifications();
      const found = all.find((one) => one.title === wanted);
      if (found) return { body: found.body, path: String(found.data) };
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return null;
  }, title);

/**
 * Delivers a push until its notification is shown. Chromium names notifications by their tag, so an earlier one that it
 * is still closing can take the new one with it.
 */
const tell = async (page: Page, devtools: CDPSession, registrationId: string, title: string) => {
  for (let tries = 0; tries < 4; tries++) {
    await deliver(page, devtools, registrationId);
    const found = await shown(page, title);
    if (found) return found;
  }
  throw new Error(`Nobody was told: ${title}`);
};

const shownTitles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title }) => title);
  });

onDatabase('sqlite', 'push notifications in the browser', (server) => {
  test('the service worker fetches and shows a notification, and after a sign-out shows only a generic sentence', async () => {
    const [ana, ben] = await server().members('Ana', 'Ben');
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    const post = await ana.posts('The lemons', { to: family });
    const window = await Window.open(server().url, { screen: 'phone', worker: true, notifies: true });
    await window.allowNotifications();
    await window.signIn(ana);
    const { page } = window;
    const devtools = await page.context().newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
        if (first) resolve(first.registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    const registrationId = await registered;

    await ben.ask(likes.like, { id: post.id });
    const liked = await tell(page, devtools, registrationId, 'Ben Example liked your moment');
    assert.deepEqual(liked, { body: 'Open the moment to see which one.', path: `/post/${post.id}` });

    // While the server hangs, the generic sentence is shown within seconds.
    const hangs = /\/api\/notifications/;
    await page.context().route(hangs, () => undefined);
    await tell(page, devtools, registrationId, 'Something new in Circle');
    await page.context().unroute(hangs);

    // Read notifications are not shown again, and without a session the worker knows nothing: the generic sentence
    // stays.
    await ana.ask(notifications.markAllRead, {});
    await tell(page, devtools, registrationId, 'Something new in Circle');
    // Signing out leaves no notification of the member on the device.
    assert.ok((await shownTitles(page)).length > 0);
    await Promise.all([page.waitForEvent('load'), window.signOut()]);
    // The device removes its notifications a moment after the sign-out request.
    await until(async () => (await shownTitles(page)).length === 0);
    await ben.ask(likes.unlike, { id: post.id });
    await ben.ask(likes.like, { id: post.id });
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      for (const one of await registration.getNotifications()) one.close();
    });
    await tell(page, devtools, registrationId, 'Something new in Circle');

    // Nor does a session that ends elsewhere.
    await window.signIn(ben);
    await page.goto('/circles');
    await button(page, 'Logout').waitFor();
    const [news] = (await ben.ask(notifications.list, {})).items;
    await tell(page, devtools, registrationId, news?.title ?? '');
    await ben.ask(auth.logout, {});
    await page.getByRole('link', { name: 'Home', exact: true }).first().click();
    await page.waitForURL('**/auth');
    await until(async () => (await shownTitles(page)).length === 0);
    await page.close();
  });

  longTest('push is turned on and off on What reaches me, which says what prevents it', async () => {
    const ana = await server().member('Cleo');
    const window = await Window.open(server().url, {
      screen: 'phone',
      colorScheme: 'dark',
      worker: true,
      notifies: true,
    });
    await window.signIn(ana);
    const { page } = window;
    await page.goto('/my-account/reach');
    const toggle = page.getByRole('switch', { name: /may ring, for everything$/ });
    await toggle.waitFor();
    await window.isAccessible('the choices of notifications');
    await window.fits('the choices of notifications');
    // Nobody can answer the permission prompt here, which counts as a no.
    await toggle.click();
    await page.getByText('Notifications stay off').first().waitFor();
    assert.equal(await toggle.getAttribute('aria-checked'), 'false');
    await window.allowNotifications();
    await page.reload();
    await page.getByText('It rings for everything with push below').waitFor();
    await toggle.click();
    // Chromium cannot reach a push service here, so turning notifications on fails.
    await page.getByText('Notifications could not be turned on or off').first().waitFor();
    await toggle.and(page.getByRole('switch', { checked: false })).waitFor();
    // Chromium logs this itself, so the window does not count it as an error.
    await page.close();
  });
});
