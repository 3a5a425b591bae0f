import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { makeAlbum } from '../../harness/albums.ts';
import { sidecar, zipOf } from '../../harness/imports/archives.ts';
import { noisePhoto, plainPhoto } from '../../harness/photos.ts';
import { onDatabase } from '../../harness/test-server.ts';
import { numbers } from '../../trust/odd-images.ts';
import { Machines } from '../../nodes/machines.ts';
import { chooseAudience, signInByForm, Window } from '../browser.ts';
import { stillVideo } from '../made-videos.ts';
import { longTest } from '../../runner/long-test.ts';
import {
  asksBeforeLeaving,
  asksUntilStored,
  holdReading,
  isEmptied,
  isForgotten,
  isStored,
  left,
  storesNothing,
} from './kept-items.ts';

const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

/** The number of walks; `OUTBOX_SEEDS=200` for the long run, `OUTBOX_SEED` to repeat one. */
const seeds = number('OUTBOX_SEEDS', 1);
/** A busy machine walks less often. */
const seconds = number('OUTBOX_SECONDS', 60);
const seed = number('OUTBOX_SEED', Date.now() % 1_000_000);

/** Many photos in each walk. */
const isLong = number('OUTBOX_LONG', 0) === 1;

/** The ways of a request that changes something. */
const lines = ['good', 'cut', 'lost'] as const;

onDatabase('sqlite', 'what is on its way', (server) => {
  let buffer: Buffer;
  /** The videos of a moment. */
  const videos: { name: string; mimeType: string; buffer: Buffer }[] = [];
  before(async () => {
    buffer = await plainPhoto();
    if (isLong)
      for (const name of ['one.mp4', 'two.mp4'])
        videos.push({ name, mimeType: 'video/mp4', buffer: await stillVideo(2, { codec: 'vp9' }) });
  });

  const photos = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `${at}.jpg`, mimeType: 'image/jpeg', buffer }));

  const share = async (page: Page) => {
    await chooseAudience(page, /Family/);
    await page.getByRole('button', { name: /^Share with/ }).click();
    await page.getByRole('button', { name: /^Share with/ }).waitFor({ state: 'detached' });
  };

  const moment = async (page: Page, words: string, count: number) => {
    await page.goto('/create-post');
    const files = [...photos(count), ...videos];
    if (files.length > 0) await page.locator('input[type=file]').first().setInputFiles(files);
    await page.getByLabel('Caption').fill(words);
    await share(page);
  };

  const album = async (page: Page, title: string, count: number) => {
    await page.goto('/create-album');
    await page.getByLabel('Choose photos').setInputFiles(photos(count));
    await page.getByLabel('Title').fill(title);
    await share(page);
  };

  const takeDaily = async (page: Page) => {
    await page.goto('/camera');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Take Photo' }).click();
    await (await chooser).setFiles(photos(1));
    await page.getByRole('button', { name: 'Use This Photo' }).click();
  };

  const daily = async (page: Page) => {
    await takeDaily(page);
    await share(page);
  };

  /** An archive of an album, whose photos differ. */
  const archiveOf = async (title: string, count: number) => {
    const folder = `Takeout/Google Photos/${title}`;
    const files: Record<string, Buffer | object> = {};
    for (let at = 0; at < count; at += 1) {
      files[`${folder}/${at}.jpg`] = await noisePhoto(16 + at, 16);
      files[`${folder}/${at}.jpg.json`] = sidecar(`${at}.jpg`, '2018-02-11');
    }
    return { name: 'takeout.zip', mimeType: 'application/zip', buffer: await zipOf(files) };
  };
  type Archive = Awaited<ReturnType<typeof archiveOf>>;

  const bring = async (page: Page, archive: Archive) => {
    await page.goto('/import');
    await page.getByLabel('Choose files').setInputFiles(archive);
    await page.getByRole('checkbox', { name: /^Bring the album/ }).check();
    await page.getByLabel(/^Who sees/).selectOption({ label: 'Family' });
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('heading', { name: /^(?:Bringing your photos|Your photos are here)$/ }).waitFor();
  };

  /** Waits for an import. A page that ended had its files: they are chosen again. */
  const finish = async (page: Page, archive: Archive) => {
    await page.goto('/import');
    const paused = page.getByRole('heading', { name: 'Your import is paused' });
    const done = page.getByRole('heading', { name: 'Your photos are here' });
    await paused.or(done).waitFor();
    if (await paused.isVisible()) await page.getByLabel('Choose files').setInputFiles(archive);
    await done.waitFor();
    await page.getByRole('button', { name: 'Bring more' }).click();
    await isForgotten(page, 'import');
  };

  /** Shares a daily photo. @returns its request, which waits */
  const dailyOnItsWay = async (page: Page): Promise<Route> => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<Route>();
    await page.route('**/api/posts', (route) =>
      route.request().method() === 'POST' ? ask(route) : route.continue(),
    );
    await daily(page);
    return asked;
  };

  const addTo = async (page: Page, id: string, count: number) => {
    await page.goto(`/post/${id}`);
    await page.getByLabel('Add photos').setInputFiles(photos(count));
  };

  const thoughts = ['One thought', 'Another thought'];
  const comment = async (page: Page, id: string) => {
    await page.goto(`/post/${id}`);
    const field = page.getByLabel('Add a comment');
    for (const thought of thoughts) {
      await field.fill(thought);
      await field.press('Enter');
      // Otherwise it is still a draft.
      assert.equal(await field.inputValue(), '');
    }
  };

  const walk = async (machines: Machines, below: (count: number) => number, name: string) => {
    const [machine] = machines.all;
    assert.ok(machine);
    const ana = await machines.member(`Ana${name}`);
    const ben = await machines.member(`Ben${name}`);
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    const existing = await makeAlbum(ana, family, { photos: 1, title: 'existing' });
    const { port } = new URL(machine.url);
    const window = await Window.open(`http://localhost:${port}`, { screen: 'phone' });
    await window.signIn(ana);
    // Hundreds of photos take minutes.
    if (isLong) window.page.context().setDefaultTimeout(600_000);
    const anyLine = () => lines[below(3)] ?? 'good';
    let line = anyLine();
    const pass = async (route: Route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const now = line === 'good' || below(10) < 3 ? 'good' : line;
      if (now === 'lost') await route.fetch().catch(() => undefined);
      await (now === 'good' ? route.continue() : route.abort('connectionreset')).catch(() => undefined);
    };
    const context = window.page.context();
    const paths = ['photos', 'posts', 'posts/*/comments', 'albums', 'albums/*/photos'];
    const ofImports = ['photos/known', 'imports', 'imports/*/{albums,photos,done}'];
    for (const path of [...paths, ...ofImports]) await context.route(`**/api/${path}`, pass);
    // The input of the import's page, instead of the browser's dialog.
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'showOpenFilePicker'));
    const most = isLong ? ([10, 200, 50, 300] as const) : ([2, 5, 6, 4] as const);
    const upTo = (count: number) => (isLong ? count : 1 + below(count));
    const [inMoment, inAlbum] = [upTo(most[0]), upTo(most[1])];
    const [added, brought] = [upTo(most[2]), upTo(most[3])];
    const archive = await archiveOf('brought', brought);
    const acts = [
      () => moment(window.page, 'moment', inMoment),
      () => daily(window.page),
      () => album(window.page, 'album', inAlbum),
      () => addTo(window.page, existing.id, added),
      () => comment(window.page, existing.id),
      () => bring(window.page, archive),
    ];
    const disturb = async () => {
      line = anyLine();
      await isStored(window.page);
      const way = below(5);
      if (way === 0) await window.page.reload();
      if (way === 1) await (await window.reopen()).goto('/');
      if (way === 2) await (await context.newPage()).goto('/on-its-way');
      if (way === 3) {
        await context.setOffline(true);
        await context.setOffline(false);
      }
      if (way === 4) {
        await machine.end('SIGKILL');
        await machine.start();
      }
    };
    while (acts.length > 0) {
      const [act] = acts.splice(below(acts.length), 1);
      line = anyLine();
      await act?.();
      await disturb();
    }
    line = 'good';
    await isStored(window.page);
    await finish(window.page, archive);
    await window.page.goto('/on-its-way');
    await window.page
      .getByText('Everything has arrived.', { exact: true })
      .waitFor()
      .then(() => window.page.waitForFunction(() => localStorage.getItem('circle_outbox') === null))
      .catch(async (error: unknown) => {
        throw new Error(await left(window.page), { cause: error });
      });
    await window.page.reload();
    await window.page.getByText('Everything has arrived.', { exact: true }).waitFor();
    // Nothing stays in the browser: the page deletes what one before it could not.
    await isEmptied(window.page);

    const { items } = await ben.feed();
    assert.deepEqual(
      items
        .map(
          ({ title, content, photosCount, images }) => `${title ?? content}: ${photosCount || images.length}`,
        )
        .toSorted((one, other) => one.localeCompare(other)),
      [
        `album: ${inAlbum}`,
        `brought: ${brought}`,
        'Daily photo share: 1',
        `existing: ${1 + added}`,
        `moment: ${inMoment + videos.length}`,
      ],
    );
    assert.deepEqual(await ben.reads(existing), thoughts);
    // Pages whose code could not load say so on the console.
    await context.close();
  };

  // APP-2
  longTest('a tab waits for photos that another tab reads, and refuses them when it closes', async () => {
    const ana = await server().member('Anette');
    const existing = await makeAlbum(ana, await ana.makesCircle('Family'), { photos: 1 });
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(ana);
    const reader = window.page;
    const sender = await reader.context().newPage();
    await sender.goto('/on-its-way');
    await reader.addInitScript(holdReading);
    await addTo(reader, existing.id, 2);
    await sender.getByText('0 of 2 photos · sending').waitFor();
    await reader.evaluate(() => dispatchEvent(new Event('read-on')));
    await sender.getByText('Everything has arrived.', { exact: true }).waitFor();
    const [{ photosCount } = existing] = (await ana.feed()).items;
    assert.equal(photosCount, 3);

    // The page closes after its first change is stored.
    await reader.addInitScript(() => {
      const { put } = IDBObjectStore.prototype;
      let first: IDBTransaction | undefined;
      IDBObjectStore.prototype.put = function (value, key) {
        if (!JSON.stringify(key).startsWith('"outbox')) return put.call(this, value, key);
        first ??= this.transaction;
        return put.call(this, value, this.transaction === first ? key : 'not stored');
      };
    });
    await addTo(reader, existing.id, 3);
    await sender.getByText('0 of 3 photos · sending').waitFor();
    await reader.close();
    const thing = sender.getByRole('listitem').filter({ hasText: 'Summer' });
    await thing.getByText('This device didn’t save the file.').waitFor();
    await sender.context().close();
  });

  // APP-2
  longTest('a page asks before it closes until what was shared is stored', async () => {
    const ana = await server().member('Anja');
    const existing = await ana.posts('Early', { to: await ana.makesCircle('Family') });
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    await page.goto(`/post/${existing.id}`);
    await page.getByLabel('Add a comment').fill('Late');
    await asksUntilStored(page, 'Send comment');
    await page.reload();
    // Shown twice for a moment: as arrived, and as what waits for its answer.
    await page.getByText('Late').first().waitFor();

    await takeDaily(page);
    await chooseAudience(page, /Family/);
    await asksUntilStored(page, /^Share with/);
    await window.close();
  });

  // APP-2, PHOTO-1
  longTest('a moment is shared with photos that are still being read', async () => {
    const ana = await server().member('Antje');
    await ana.makesCircle('Family');
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    await page.addInitScript(holdReading);
    await page.goto('/create-post');
    await chooseAudience(page, /Family/);
    await page.getByLabel('Caption').fill('Slow');
    await page.locator('input[type=file]').first().setInputFiles(photos(2));
    await page.getByRole('button', { name: /^Share with/ }).click();
    await page.evaluate(() => dispatchEvent(new Event('read-on')));
    await page.waitForURL((url) => url.pathname === '/');
    const [shared] = (await ana.feed()).items;
    assert.deepEqual([shared?.content, shared?.images.length], ['Slow', 2]);
    await window.close();
  });

  // APP-2, APP-4
  longTest('a browser that keeps nothing says so, asks before a loss, and shows nobody else', async () => {
    const [ida, lou] = await server().members('Ida', 'Lou');
    await ida.makesCircle('Family');
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The browser keeps nothing.', 'SecurityError');
      };
    });
    await window.signIn(ida);
    await page.route('**/api/{photos,posts}', (route) =>
      route.request().method() === 'POST' ? route.abort('connectionreset') : route.fallback(),
    );
    await moment(page, 'Lemons', 1);
    const line = page.getByRole('link', { name: /photos? to Family/ });
    await line.click();
    await page.getByText('This device couldn’t save all of it').waitFor();
    await page.locator('main img').first().waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('this device couldn’t save all of it').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await asksBeforeLeaving(page), true);

    // Her session ends, and another member signs in on this very page.
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Contacts' }).click();
    await page.waitForURL('**/auth');
    await signInByForm(page, lou.email);
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByText('No posts yet').waitFor();
    assert.equal(await line.count(), 0);
    await page.evaluate(() => history.pushState(null, '', '/on-its-way'));
    await page.getByText('Everything has arrived.', { exact: true }).waitFor();
    assert.equal(await asksBeforeLeaving(page), false);
    await server().mailbox.arrival(lou.email);
    server().mailbox.take(lou.email);
    await page.context().close();
  });

  // APP-2
  longTest('a daily photo that is refused after its page was left waits there for its member', async () => {
    const ana = await server().member('Anouk');
    await ana.makesCircle('Family');
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    const route = await dailyOnItsWay(page);
    await page.getByRole('link', { name: 'Circles' }).last().click();
    await page.waitForURL('**/circles');
    await route.fulfill({ status: 400, json: { message: 'Not like this.' } });
    await page.waitForFunction(() => localStorage.getItem('circle_outbox')?.includes('"waiting":false'));
    assert.equal(new URL(page.url()).pathname, '/circles');
    await page.evaluate(() => history.pushState(null, '', '/camera'));
    await page.getByRole('button', { name: 'Take Photo' }).waitFor();
    await page.evaluate(() => history.pushState(null, '', '/on-its-way'));
    await page.getByText('Not like this.').waitFor();
    await page.unroute('**/api/posts');
    await page.getByRole('button', { name: 'Change' }).click();
    await share(page);
    await page.waitForURL((url) => url.pathname === '/');
    assert.equal((await ana.feed()).items.length, 1);
    await window.close();
  });

  longTest('files leave bandwidth to others, as their member has chosen', async () => {
    const ana = await server().member('Alma');
    await ana.makesCircle('Family');
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    const large = await noisePhoto(300, 300);
    let passes = false;
    const begins: number[] = [];
    let [inFlight, together] = [0, 0];
    await page.route('**/api/photos', async (route) => {
      if (!passes) return route.abort('connectionreset');
      begins.push(performance.now());
      inFlight += 1;
      together = Math.max(together, inFlight);
      const answer = await route.fetch();
      inFlight -= 1;
      return route.fulfill({ response: answer });
    });
    await page.goto('/create-post');
    const chosen = ['1.jpg', '2.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer: large }));
    await page.locator('input[type=file]').first().setInputFiles(chosen);
    await share(page);
    await page.getByRole('link', { name: '0 of 2 photos to Family · waiting for a connection' }).click();
    await page.getByRole('radio', { name: 'Slow' }).click();
    await page.getByText('At most 1 Mbit/s').waitFor();
    await window.isAccessible('the speed of what is on its way');
    passes = true;
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByText('Everything has arrived.', { exact: true }).waitFor();
    assert.equal(together, 1);
    // 1 Mbit/s, less what the page needed before the first request.
    const [first = 0, second = 0] = begins;
    assert.ok(second - first > 0.7 * (large.length / 125), `${second - first} ms for ${large.length} bytes`);
    await window.close();
  });

  // APP-2
  longTest('what a page could not delete before it closed is deleted by the next one', async () => {
    const ana = await server().member('Astrid');
    await ana.makesCircle('Family');
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    const route = await dailyOnItsWay(page);
    await page.evaluate(() => {
      // It closes before the browser has stored its changes.
      Object.assign(IDBObjectStore.prototype, { put: () => undefined, delete: () => undefined });
      Object.defineProperty(IDBTransaction.prototype, 'oncomplete', { set() {} });
    });
    await route.continue();
    await page.waitForURL((url) => url.pathname === '/');
    await page.unroute('**/api/posts');
    await page.reload();
    await isEmptied(page);
    assert.equal((await ana.feed()).items.length, 1);
    await window.close();
  });

  // APP-2, REQUEST-5
  longTest('a moment is sent once the browser knows that its photos have arrived', async () => {
    const ana = await server().member('Ingrid');
    await ana.makesCircle('Family');
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    const { promise: uploaded, resolve: upload } = Promise.withResolvers<void>();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    let photosThere = 0;
    let isSent = false;
    await page.route('**/api/photos', async (route) => {
      const response = await route.fetch();
      photosThere += 1;
      if (photosThere === 2) upload();
      await answered;
      await route.fulfill({ response });
    });
    await page.route('**/api/posts', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      isSent = true;
      await route.fetch();
      await route.abort('connectionreset');
    });
    await moment(page, 'Two photos', 2);
    await uploaded;
    await storesNothing(page);
    answer();
    await page.getByText('Uploaded', { exact: true }).nth(1).waitFor();
    await page.evaluate(() => fetch('/api/session').then((response) => response.text()));
    assert.equal(isSent, false);
    const next = await window.reopen();
    await next.goto('/');
    await isEmptied(next);
    const shared = (await ana.feed()).items.map(({ images }) => images.length);
    assert.deepEqual(shared, [2]);
    await window.close();
  });

  // APP-2, REQUEST-5
  test('each thing arrives once, with all its photos, however the connection, the pages and the server behave', async (t) => {
    const machines = await Machines.open({ count: 1, environment: { PUBLIC_URL: '' } });
    const until = Date.now() + seconds * 1_000;
    let at = 0;
    try {
      for (; at < seeds && Date.now() < until; at += 1) {
        t.diagnostic(`seed ${seed + at}`);
        const name = String.fromCodePoint(97 + Math.floor(at / 26), 97 + (at % 26));
        await walk(machines, numbers(seed + at), name);
      }
    } finally {
      await machines.close();
    }
    t.diagnostic(`${at} walks`);
  });
});
