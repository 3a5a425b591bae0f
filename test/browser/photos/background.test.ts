import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import * as circles from '../../../contract/circles.ts';
import * as questions from '../../../contract/questions.ts';
import { makeLetterOf } from '../../../server/features/letters/evening.ts';
import { plainPhoto } from '../../harness/photos.ts';
import { onDatabase } from '../../harness/test-server.ts';
import { syncTag } from '../../../web/outbox/background-sync.ts';
import { chooseAudience, isKept, Window } from '../browser.ts';
import { longTest } from '../../runner/long-test.ts';
import { until } from '../../runner/until.ts';
import { isEmptied } from './kept-items.ts';

/** How the browser asks the service worker of a page to send, as it does once there is a connection. */
const syncOf = async (page: Page, origin: string) => {
  const devtools = await page.context().newCDPSession(page);
  const { promise, resolve } = Promise.withResolvers<string>();
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => {
    if (one) resolve(one.registrationId);
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await promise;
  return async (other: Page) => {
    const session = await other.context().newCDPSession(other);
    await session.send('ServiceWorker.enable');
    const sync = { origin, registrationId, tag: syncTag, lastChance: false };
    await session.send('ServiceWorker.dispatchSyncEvent', sync);
  };
};

/** Milliseconds until a browser asks again. */
const askAgainMs = 10_000;

/** The tag under which a page asks to be sent on when its member leaves it. */
const tagOnLeaving = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const manager: unknown = Reflect.get(globalThis, 'SyncManager');
        const prototype: unknown = Reflect.get(Object(manager), 'prototype');
        Object.assign(Object(prototype), { register: async (tag: unknown) => resolve(tag) });
        Object.defineProperty(document, 'hidden', { value: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }),
  );

onDatabase('sqlite', 'sending without a page', (server) => {
  // The service worker takes seconds to install.
  let window: Window;
  before(async () => {
    window = await Window.open(server().url, { screen: 'phone', worker: true });
  });
  after(() => window.close());

  const photos = async (count: number) => {
    const buffer = await plainPhoto();
    return Array.from({ length: count }, (_, at) => ({ name: `${at}.jpg`, mimeType: 'image/jpeg', buffer }));
  };

  const share = async (page: Page, words: string, circle: RegExp) => {
    await page.goto('/create-post');
    await page.getByLabel('Caption').fill(words);
    await chooseAudience(page, circle);
    await page.getByRole('button', { name: /^Share with/ }).click();
    await page.getByRole('link', { name: new RegExp(`${words}|2 things`) }).waitFor();
  };

  // APP-2, APP-4
  test('only what belongs to the member who is signed in is sent, and a refusal waits for its page', async () => {
    const [ida, lou] = await server().members('Ida', 'Lou');
    const [garden, choir] = [await ida.makesCircle('Garden'), await lou.makesCircle('Choir')];
    const gone = await lou.makesCircle('Gone');
    await ida.adds(lou, garden);
    await lou.adds(ida, choir);
    const { page } = window;
    await window.signIn(ida);
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.route('**/api/posts', (route) =>
      route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
    );
    await share(page, 'By Ida', /Garden/);
    await page.context().clearCookies();
    await window.signIn(lou);
    await page.goto('/');
    await share(page, 'By Lou', /Gone/);
    await share(page, 'For the choir', /Choir/);
    await lou.ask(circles.remove, { id: gone.id });
    const sync = await syncOf(page, server().url);
    const empty = await window.reopen();
    await sync(empty);
    const contents = async () => (await lou.feed()).items.map(({ content }) => content);
    await until(async () => (await contents()).length > 0);
    await empty.goto('/on-its-way');
    await empty.getByText('no longer').waitFor();
    assert.deepEqual(await contents(), ['For the choir']);
    await empty.context().clearCookies();
    await window.signIn(ida);
    await empty.goto('/on-its-way');
    await empty.getByText('Everything has arrived.', { exact: true }).waitFor();
    assert.deepEqual(await contents(), ['By Ida', 'For the choir']);
    await window.reset();
  });

  // APP-2
  longTest('what the server fails on is tried later, and holds up nothing shared after it', async () => {
    const zoe = await server().member('Zoe');
    await zoe.makesCircle('Orchard');
    const { page } = window;
    const context = page.context();
    await window.signIn(zoe);
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await context.route('**/api/posts', (route) =>
      route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
    );
    await share(page, 'Bad', /Orchard/);
    await share(page, 'Good', /Orchard/);
    const [worker] = context.serviceWorkers();
    assert.ok(worker);
    await worker.evaluate(() => {
      const real = globalThis.fetch;
      globalThis.fetch = async (input, init) => {
        if (input !== '/api/posts') return real(input, init);
        globalThis.fetch = real;
        return new Response('', { status: 500 });
      };
    });
    const sync = await syncOf(page, server().url);
    const empty = await window.reopen();
    await context.unroute('**/api/posts');
    const contents = async () => (await zoe.feed()).items.map(({ content }) => content);
    await sync(empty);
    await until(async () => (await contents()).length > 0);
    assert.deepEqual(await contents(), ['Good']);
    await empty.goto('/');
    await isEmptied(empty);
    assert.deepEqual(await contents(), ['Bad', 'Good']);
    await window.reset();
  });

  // REQUEST-12
  longTest('an answer to a question waits for a withdrawal that the server fails on', async () => {
    const [ivy, tim] = await server().members('Ivy', 'Tim');
    const lawn = await ivy.makesCircle('Lawn');
    await ivy.adds(tim, lawn);
    await tim.ask(questions.ask, { id: lawn.id, userId: ivy.id, words: 'Who mows it?' });
    const { context: app } = server().app;
    await makeLetterOf(app, await server().keyOf('users', ivy));
    const [question] = (await ivy.ask(questions.waiting, {})).items;
    assert.ok(question);
    await server().mailsTo(ivy);
    const { page } = window;
    const context = page.context();
    await window.signIn(ivy);
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    let reaches = true;
    await context.route('**/api/posts', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      if (reaches) await route.fetch();
      return route.abort('connectionreset');
    });
    await context.route('**/api/withdrawals', (route) => route.abort('connectionreset'));
    await share(page, 'Better not', /Lawn/);
    const contents = async () => (await ivy.feed()).items.map(({ content }) => content);
    await until(async () => (await contents()).length > 0);
    reaches = false;
    await page.goto('/on-its-way');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('will be deleted once there’s a connection').waitFor();
    await page.goto(`/create-post?question=${question.id}`);
    await page.getByRole('heading', { name: /Who mows it\?/ }).waitFor();
    await page.getByLabel('Caption').fill('Rather this');
    await page.getByRole('button', { name: 'Share with 1 circle' }).click();
    await page.getByRole('link', { name: /Rather this|2 things/ }).waitFor();
    const [worker] = context.serviceWorkers();
    assert.ok(worker);
    await worker.evaluate(() => {
      const real = globalThis.fetch;
      const sent: unknown[] = [];
      Object.assign(globalThis, { sent });
      globalThis.fetch = async (input, init) => {
        if (init?.method === 'POST') sent.push(input);
        if (input !== '/api/withdrawals' || sent.length > 1) return real(input, init);
        return new Response('', { status: 500 });
      };
    });
    const sync = await syncOf(page, server().url);
    const empty = await window.reopen();
    await context.unroute('**/api/posts');
    await context.unroute('**/api/withdrawals');
    await sync(empty);
    /** The calls of the worker, once it no longer sends. */
    const sent = () =>
      worker.evaluate(async (): Promise<unknown> => {
        const { held = [] } = await navigator.locks.query();
        return held.length === 0 ? Reflect.get(globalThis, 'sent') : [];
      });
    await until(async () => JSON.stringify(await sent()) !== '[]');
    assert.deepEqual(await sent(), ['/api/withdrawals']);
    await sync(empty);
    await until(async () => (await contents()).join() === 'Rather this');
    await empty.goto('/');
    await isEmptied(empty);
    await window.reset();
  });

  // APP-2, REQUEST-12
  test('what its member deletes while it is being sent without a page stops, and is withdrawn without one', async () => {
    const mia = await server().member('Mia');
    await mia.makesCircle('Meadow');
    const { page } = window;
    await window.signIn(mia);
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    // A page that closes lets go what it has routed itself.
    await page.context().route('**/api/posts', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await share(page, 'Better not', /Meadow/);
    const [worker] = page.context().serviceWorkers();
    assert.ok(worker);
    // A connection that never answers, from here on.
    await worker.evaluate(() => {
      const real = globalThis.fetch;
      globalThis.fetch = (input, init) =>
        input === '/api/posts'
          ? new Promise((_, fail) => {
              Object.assign(globalThis, { line: 'asked' });
              init?.signal?.addEventListener('abort', () => {
                Object.assign(globalThis, { line: 'stopped' });
                fail(init.signal?.reason);
              });
            })
          : real(input, init);
    });
    const line = (wanted: string) =>
      until(async () => (await worker.evaluate((): unknown => Reflect.get(globalThis, 'line'))) === wanted);
    const sync = await syncOf(page, server().url);
    const empty = await window.reopen();
    await empty.context().unroute('**/api/posts');
    await sync(empty);
    await line('asked');
    await empty.route('**/api/withdrawals', (route) => route.abort('connectionreset'));
    await empty.goto('/on-its-way');
    await empty.getByRole('button', { name: 'Delete' }).click();
    await empty.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await line('stopped');
    await empty.getByText('will be deleted once there’s a connection').waitFor();
    assert.equal((await mia.feed()).items.length, 1);
    const last = await window.reopen();
    await sync(last);
    await until(async () => (await mia.feed()).items.length === 0);
    await last.goto('/');
    await isEmptied(last);
    await window.reset();
  });

  // APP-2, REQUEST-5
  test('what was shared without a connection is sent after the page was closed, once and in order', async () => {
    const [ana, ben] = await server().members('Ana', 'Ben');
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    const own = await Window.open(server().url, { screen: 'phone', worker: true });
    await own.signIn(ana);
    const { page } = own;
    const context = page.context();
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await isKept(page);
    for (const path of ['/create-album', '/create-post']) {
      await page.goto(path);
      await page.getByRole('button', { name: 'Who is it for?', disabled: false }).waitFor();
    }
    await context.setOffline(true);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await photos(2));
    await page.getByLabel('Caption').fill('From the tunnel');
    await chooseAudience(page, /Family/);
    await page.getByRole('button', { name: /^Share with/ }).click();
    await page.getByRole('link', { name: /to Family · waiting/ }).waitFor();
    await page.goto('/create-album');
    await page.getByLabel('Choose photos').setInputFiles(await photos(12));
    await page.getByLabel('Title').fill('The journey');
    await chooseAudience(page, /Family/);
    await page.getByRole('button', { name: /^Share with/ }).click();
    await page.getByRole('link', { name: /waiting/ }).waitFor();

    assert.equal(await tagOnLeaving(page), syncTag);
    const sync = await syncOf(page, server().url);
    await page.waitForFunction(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));
    const empty = await own.reopen();
    await context.setOffline(false);
    await sync(empty);
    const arrival = async () => {
      const { items } = await ben.feed();
      return items.map(({ title, content, photosCount, images }) => [
        title ?? content,
        photosCount || images.length,
      ]);
    };
    // A browser asks again where the worker had no connection yet.
    let asked = Date.now();
    await until(async () => {
      if ((await arrival()).length >= 2) return true;
      if (Date.now() < asked + askAgainMs) return false;
      asked = Date.now();
      await sync(empty);
      return false;
    });
    await empty.goto('/');
    await isEmptied(empty);
    assert.deepEqual(await arrival(), [
      ['The journey', 12],
      ['From the tunnel', 2],
    ]);
    await own.close();
  });
});
