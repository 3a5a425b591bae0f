import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import * as posts from '../../contract/posts.ts';
import { receipt as findReceipt, takeBack } from '../../contract/audience/take-back.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import type { Person } from '../harness/person.ts';
import { landscapePhoto } from '../harness/photos.ts';
import { onDatabase, password } from '../harness/test-server.ts';
import { uploadVoice } from '../harness/videos.ts';
import { until } from '../nodes/machines.ts';
import { longTest } from '../runner/long-test.ts';
import { isKept as isFeedKept, keptFeed, Window } from './browser.ts';

/** The time in which an open device has asked, and deleted what its member no longer sees. */
const letGoWithinMs = 5_000;

const photoNameOf = (post: Post): string => /[0-9a-f]{32}/.exec(post.imageUrls[0] ?? '')?.[0] ?? '';

const shownPhoto = (page: Page, post: Post) => page.locator(`[data-post="${post.id}"] .sheet img.there`);

const readGlobal = (page: Page, name: string): Promise<unknown> =>
  page.evaluate((key): unknown => Reflect.get(globalThis, key), name);

/** From the next document on, records in `drawn` whether a moment or a photo was ever on the page. */
const recordDrawn = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const drawn: string[] = [];
    Object.assign(globalThis, { drawn });
    const note = (what: string) => void (drawn.includes(what) || drawn.push(what));
    const onLoad = ({ target }: Event) => {
      if (target instanceof HTMLImageElement && target.currentSrc.includes('/uploads/')) note('photo');
    };
    document.addEventListener('load', onLoad, { capture: true });
    new MutationObserver(() => {
      if (document.querySelector('[data-post]')) note('words');
    }).observe(document, { childList: true, subtree: true });
  });

/** The places of this browser where the photo or its moment is kept. */
const findKept = async (page: Page, post: Post): Promise<string[]> => {
  const [name, url] = [photoNameOf(post), post.imageUrls[0] ?? ''];
  const inPage = await page.evaluate(
    async ([photo, moment, file]) => {
      const found: string[] = [];
      for (const cache of await caches.keys()) {
        const keys = await (await caches.open(cache)).keys();
        if (keys.some((request) => request.url.includes(photo))) found.push(`the cache ${cache}`);
      }
      const index = await caches.match('/uploads/index');
      if ((await index?.text())?.includes(photo)) found.push('the index');
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('circle');
        opening.onsuccess = () => resolve(opening.result);
      });
      const kept = await new Promise<unknown>((resolve) => {
        const reading = database.transaction('feed').objectStore('feed').getAll();
        reading.onsuccess = () => resolve(reading.result);
      });
      database.close();
      if (JSON.stringify(kept).includes(moment)) found.push('IndexedDB');
      if (document.body.innerHTML.includes(photo)) found.push('the page');
      if ((await fetch(file, { cache: 'force-cache' })).ok) found.push('the server');
      return found;
    },
    [name, post.id, url] as const,
  );
  const [worker] = page.context().serviceWorkers();
  // A request of the worker passes no worker.
  const isInHttpCache = await worker?.evaluate(
    (file) =>
      fetch(file, { cache: 'only-if-cached', mode: 'same-origin' }).then(
        ({ ok }) => ok,
        () => false,
      ),
    url,
  );
  return isInHttpCache === false ? inPage : [...inPage, 'the HTTP cache'];
};

/** Resolves when the browser keeps nothing of it any more, with the milliseconds that took. */
const letsGo = async (page: Page, post: Post): Promise<number> => {
  const begun = performance.now();
  for (;;) {
    const kept = await findKept(page, post);
    const ms = Math.round(performance.now() - begun);
    if (kept.length === 0) return ms;
    assert.ok(ms < letGoWithinMs, `after ${ms} ms in ${kept.join(', ')}`);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
};

onDatabase('sqlite', 'photos and moments that devices keep', (server) => {
  let ana: Person;
  let family: Circle;
  before(async () => {
    ana = await server().member('Ana');
    family = await ana.makesCircle('Family');
  });

  /** A window in which the service worker has answered every request for a photo. */
  const open = async (member: Person) => {
    const window = await Window.open(server().url, { screen: 'phone', worker: true });
    await window.signIn(member);
    const { page } = window;
    await page.goto('/circles');
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/sw.en.js');
      if (navigator.serviceWorker.controller) return;
      await new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
      });
    });
    return { window, page };
  };

  // APP-6
  longTest('what is shared from another app while the server fails waits for its member', async () => {
    const noor = await server().member('Noor');
    const { window, page } = await open(noor);
    await page.goto('/');
    await isFeedKept(page);
    await page
      .context()
      .route('**/api/user', (route) => route.fulfill({ status: 503, body: 'upgrading' }), { times: 1 });
    // As the operating system does it: a form, sent to the address in the manifest.
    await page.evaluate(() => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: '/create-post' });
      const text = Object.assign(document.createElement('input'), { name: 'text', value: 'Look at this' });
      form.enctype = 'multipart/form-data';
      form.append(text);
      document.body.append(form);
      form.submit();
    });
    await page.waitForFunction(
      () => document.querySelector('textarea')?.value === 'Look at this',
      undefined,
      { timeout: 10_000 },
    );
    await window.close();
  });

  // APP-4
  longTest(
    'a sign-out without an answer ends after a few seconds, and shows nothing after the app was closed',
    async () => {
      const ida = await server().member('Ida');
      await ida.posts('Plums', { to: await ida.makesCircle('Orchard') });
      const { window, page } = await open(ida);
      let hangs = true;
      await page.context().route('**/api/auth/logout', (route) => (hangs ? undefined : route.continue()));
      const signOut = async (tab: Page) => {
        await tab.goto('/');
        await tab.getByText('Plums').waitFor();
        await isFeedKept(tab);
        const asked = tab.waitForRequest('**/api/auth/logout');
        await window.signOut(tab);
        await asked;
      };
      await signOut(page);
      await page.locator('[role=alertdialog] [aria-busy=true]').getByText('Just a moment...').waitFor();
      const tab = await page.context().newPage();
      await page.close();
      await tab.context().setOffline(true);
      await recordDrawn(tab);
      await tab.goto('/');
      await tab.getByText('You’re offline. Circle opens as soon as you’re back online.').waitFor();
      // Nothing says that the page has looked for what is kept.
      await tab.waitForTimeout(1_000);
      assert.deepEqual(await readGlobal(tab, 'drawn'), []);
      hangs = false;
      await tab.context().setOffline(false);
      await tab.getByRole('link', { name: 'Login' }).waitFor();
      hangs = true;
      await ida.signIn(password);
      await window.signIn(ida);
      await signOut(tab);
      await until('the device has forgotten the feed', async () => !(await keptFeed(tab)));
      await window.close();
    },
  );

  // VOICE-9, TRUTH-74
  longTest('a voice that was heard plays offline, and leaves the device with its moment', async () => {
    const edda = await server().member('Edda');
    const home = await ana.makesCircle('Home');
    await ana.adds(edda, home);
    const voice = await uploadVoice(ana);
    const post = await ana.posts('', { to: home, more: { voiceId: voice.id } });
    const { window, page } = await open(edda);
    const isKept = () => page.evaluate(async (url) => (await caches.match(url)) !== undefined, voice.url);
    const hears = async () => {
      await page
        .locator(`[data-post="${post.id}"]`)
        .getByRole('button', { name: /^Play voice/ })
        .click();
      await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0);
    };
    await page.goto('/');
    await hears();
    await until('the voice is kept', isKept);
    await isFeedKept(page);
    await page.context().setOffline(true);
    await page.reload();
    await page.locator(`[data-post="${post.id}"]`).waitFor();
    await hears();
    await ana.ask(takeBack, { id: post.id });
    assert.equal((await edda.request('GET', voice.url)).status, 404);
    assert.equal((await ana.request('GET', voice.url)).status, 200);
    await page.context().setOffline(false);
    await until('the device has let go', async () => !(await isKept()));
    await window.close();
  });

  // TRUTH-70, TRUTH-74, TRUTH-75
  test('a moment that somebody loses leaves their open devices within 5 s, and others before they show it', async (t) => {
    const photos = [await landscapePhoto(1600, 1100)];
    const lemons = await ana.posts('Lemons', { to: family, photos });
    const pears = await ana.posts('Pears', { to: family, photos });
    const members = await server().members('Ben', 'Cora', 'Dana');
    for (const member of members) await ana.adds(member, family);
    // A notification about the moment is kept, too.
    for (const member of members) await member.comments(lemons, 'Sour');
    await ana.comments(lemons, 'Ripe');
    // Dana's session has no browser: a receipt counts devices of three people, and two show how they let go.
    const [online, away] = await Promise.all([open(members[0]), open(members[1])]);
    await Promise.all(
      [online, away].map(async ({ page }) => {
        await page.goto('/');
        for (const post of [lemons, pears]) await shownPhoto(page, post).scrollIntoViewIfNeeded();
        for (const post of [lemons, pears])
          while (!(await findKept(page, post)).includes('IndexedDB'))
            await page.evaluate(() => new Promise(requestAnimationFrame));
        assert.deepEqual(await findKept(page, lemons), [
          'the cache circle-photos',
          'the index',
          'IndexedDB',
          'the page',
          'the server',
        ]);
      }),
    );
    await recordDrawn(away.page);
    await away.page.context().setOffline(true);
    await away.page.reload();
    await shownPhoto(away.page, lemons).waitFor();
    assert.deepEqual(await readGlobal(away.page, 'drawn'), ['words', 'photo']);

    // A second tab: a device has let go only when each of its tabs has.
    const circles = await online.page.context().newPage();
    await circles.goto('/circles');
    await circles.getByText('Family').first().waitFor();
    await circles.evaluate(() => navigator.serviceWorker.ready);

    const receipt = await ana.ask(takeBack, { id: lemons.id });
    const ms = await letsGo(online.page, lemons);
    const haveLetGo = async (count: number) => {
      const { devices: told } = await ana.ask(findReceipt, { id: receipt.id });
      return told?.mayHave === 3 && told.letGo === count && told.notOnline === 3 - count;
    };
    await until('the open device has let go', () => haveLetGo(1));
    t.diagnostic(`let go on an open device after ${ms} ms`);

    // The open page comes back, and draws no frame with the photo.
    await away.page.evaluate((id) => {
      const frames = new Promise<number>((resolve) => {
        let count = 0;
        const look = () => {
          const shown = document.querySelector(`[data-post="${id}"]`);
          if (!shown || count > 0) return resolve(count);
          if (getComputedStyle(shown).opacity !== '0') count += 1;
          requestAnimationFrame(look);
        };
        addEventListener('online', () => requestAnimationFrame(look));
      });
      Object.assign(globalThis, { frames });
    }, lemons.id);
    // The network is there only some time after the browser has said so.
    const [worker] = away.page.context().serviceWorkers();
    await worker?.evaluate(() => {
      const { fetch } = globalThis;
      let failures = 2;
      globalThis.fetch = (...request) =>
        request[0] === '/api/kept' && failures-- > 0
          ? Promise.reject(new TypeError('no network'))
          : fetch(...request);
    });
    const feed = Promise.withResolvers<void>();
    await away.page.route('**/api/posts/feed*', async (route) => {
      await feed.promise;
      await route.continue();
    });
    await away.page.context().setOffline(false);
    assert.equal(await readGlobal(away.page, 'frames'), 0, 'frames with the photo');
    feed.resolve();
    await shownPhoto(away.page, pears).waitFor();
    await letsGo(away.page, lemons);
    await until('the other device has let go', () => haveLetGo(2));

    // The page was closed meanwhile, and opens once there is a connection.
    await away.page.goto('about:blank');
    await away.page.context().setOffline(true);
    await ana.ask(posts.remove, { id: pears.id });
    await away.page.context().setOffline(false);
    await away.page.goto('/');
    await away.page.getByText('No posts yet').waitFor();
    assert.deepEqual(await readGlobal(away.page, 'drawn'), []);
    await letsGo(away.page, pears);
    for (const { window } of [online, away]) await window.close();
  });
});
