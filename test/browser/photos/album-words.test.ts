import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import * as media from '../../../contract/media.ts';
import * as posts from '../../../contract/posts.ts';
import type { Circle, Post } from '../../../contract/shapes.ts';
import * as albums from '../../../contract/albums.ts';
import { addToAlbum, makeAlbum, photosOfAlbum } from '../../harness/albums.ts';
import type { Person } from '../../harness/person.ts';
import { landscapePhoto, plainPhoto } from '../../harness/photos.ts';
import { onDatabase } from '../../harness/test-server.ts';
import { longTest } from '../../runner/long-test.ts';
import {
  button,
  chooseAudience,
  countKept,
  isKept,
  readResponses,
  Window,
  WorkerWindows,
} from '../browser.ts';
import { until } from '../../runner/until.ts';
import { isEmptied } from './kept-items.ts';

const stored = (page: Page, name: 'circle_edits' | 'circle_draft' | 'circle_outbox') =>
  page.evaluate((key) => localStorage.getItem(key), name);

const photos = async (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      name: `photo-${index + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await landscapePhoto(1600 + index, 1100),
    })),
  );

const openDescriptions = async (page: Page) => {
  await button(page, 'Album options').click();
  await page.getByRole('menuitem', { name: 'Describe photos' }).click();
  await page.getByRole('dialog').getByRole('textbox').first().waitFor();
};

onDatabase('sqlite', 'the words of an album', (server) => {
  let ana: Person;
  let ben: Person;
  let family: Circle;
  before(async () => {
    [ana, ben] = await server().members('Ana', 'Ben');
    family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
  });

  const windows = new WorkerWindows();
  const open = async (person: Person, path: string, screen: 'phone' | 'desktop' = 'phone') => {
    const window = await Window.open(server().url, { screen });
    await window.signIn(person);
    await window.page.goto(path);
    return window;
  };
  const altsOf = async (person: Person, album: Post) =>
    (await photosOfAlbum(person, album)).map(({ alt }) => alt);

  /** The ids of the photos after the first 50. */
  const idsAfter50 = async (album: Post) => {
    const { nextCursor } = await ana.ask(albums.photos, { id: album.id, limit: '50' });
    const { items } = await ana.ask(albums.photos, { id: album.id, cursor: nextCursor ?? '' });
    return items.map(({ id }) => id);
  };

  test('members describe their own photos, and a failure or a reload loses nothing of it', async () => {
    const album = await makeAlbum(ana, family, { photos: 3 });
    await addToAlbum(ben, album, 1);
    const window = await open(ana, `/post/${album.id}`);
    const { page } = window;
    await openDescriptions(page);
    await page.getByText('You can describe the photos that you added.').waitFor();
    assert.equal(await page.getByRole('dialog').getByRole('textbox').count(), 3);
    await page.getByLabel('Description of photo 2').fill('A hill under a yellow sun');
    await window.fits('describing photos on a phone');
    await window.isAccessible('describing photos on a phone');
    await page.getByLabel('Description of photo 3').fill('x'.repeat(501));
    await button(page, 'Save').click();
    await page.getByText('A photo description can').first().waitFor();
    await page.getByLabel('Description of photo 3').fill('');

    let breaks = true;
    const sent: unknown[] = [];
    await page.route(`**/api/albums/${album.id}`, async (route) => {
      if (breaks) return route.fulfill({ status: 429, json: { message: 'Not now.' } });
      sent.push(route.request().postDataJSON());
      await route.continue();
    });
    await button(page, 'Save').click();
    await page.getByText('Your changes were not saved').first().waitFor();
    assert.equal(await page.getByLabel('Description of photo 2').inputValue(), 'A hill under a yellow sun');
    await page.reload();
    await openDescriptions(page);
    await page.getByText('Your unsaved changes are still here.').waitFor();
    assert.equal(await page.getByLabel('Description of photo 2').inputValue(), 'A hill under a yellow sun');
    breaks = false;
    await button(page, 'Save').click();
    await page.getByText('1 description saved', { exact: true }).first().waitFor();
    await button(page, 'Open photo: A hill under a yellow sun').waitFor();
    const [, second] = await photosOfAlbum(ana, album);
    assert.deepEqual(sent, [{ alts: [{ photoId: second?.id, alt: 'A hill under a yellow sun' }] }]);
    assert.equal(await stored(page, 'circle_edits'), null);
    await window.close();

    const other = await open(ben, `/post/${album.id}`, 'desktop');
    await openDescriptions(other.page);
    assert.equal(await other.page.getByRole('dialog').getByRole('textbox').count(), 1);
    await other.page.getByLabel('Description of photo 1').fill('The boat');
    await other.fits('describing photos on a desktop');
    await other.isAccessible('describing photos on a desktop');
    await button(other.page, 'Save').click();
    await other.page.getByText('1 description saved', { exact: true }).first().waitFor();
    assert.deepEqual(await altsOf(ana, album), [null, 'A hill under a yellow sun', null, 'The boat']);
    await other.close();
  });

  longTest('descriptions and words of an album wait for a connection', async () => {
    const album = await makeAlbum(ana, family, { photos: 2, title: 'Tunnel' });
    const window = await windows.open(server().url, ana);
    const { page } = window;
    await page.goto(`/post/${album.id}`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await openDescriptions(page);
    await page.getByLabel('Description of photo 1').fill('The light at its end');
    await page.context().setOffline(true);
    await button(page, 'Save').click();
    await page.getByText('Your changes are waiting for a connection.').first().waitFor();
    await openDescriptions(page);
    assert.equal(await page.getByLabel('Description of photo 1').inputValue(), 'The light at its end');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.context().setOffline(false);
    await button(page, 'Open photo: The light at its end').waitFor();
    assert.deepEqual(await altsOf(ana, album), ['The light at its end', null]);
    assert.equal(await stored(page, 'circle_edits'), null);

    await button(page, 'Post options').click();
    await page.getByRole('menuitem', { name: 'Edit Post' }).click();
    await page.getByLabel('Your words').fill('Through the mountain');
    await page.context().setOffline(true);
    await button(page, 'Save').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.context().setOffline(false);
    await page.getByText('Through the mountain').waitFor();
    assert.deepEqual(await altsOf(ana, album), ['The light at its end', null]);
    await windows.putBack(window);
  });

  longTest('each request counts, and a removed photo holds up no other', async () => {
    const album = await makeAlbum(ana, family, { photos: 2, title: 'Many' });
    await addToAlbum(ana, album, 50);
    const listed = (await ana.ask(albums.photos, { id: album.id, limit: '50' })).items;
    const [removed, ...others] = listed;
    assert.ok(removed);
    const window = await open(ana, `/post/${album.id}`, 'desktop');
    const { page } = window;
    // Descriptions of all photos, which are more than one request takes, as typed before.
    const ids = [...others.map(({ id }) => id), ...(await idsAfter50(album)), removed.id];
    await page.evaluate(
      ([userId, postId, photoIds]) => {
        const described = Object.fromEntries(photoIds.map((id, at) => [id, `Photo ${at}`]));
        const edit = { at: Date.now(), kind: 'photos', postId, content: '', named: [], alts: [], described };
        localStorage.setItem('circle_edits', JSON.stringify({ [userId]: { [`${postId}/photos`]: edit } }));
      },
      [ana.id, album.id, ids] as const,
    );
    await openDescriptions(page);
    // The next page loads near the end of the list.
    await page.getByLabel('Description of photo 50').scrollIntoViewIfNeeded();
    await page.getByLabel('Description of photo 52').waitFor();
    let requests = 0;
    await page.route(`**/api/albums/${album.id}`, async (route) => {
      requests += 1;
      if (requests === 2) await route.abort('connectionreset');
      else await route.continue();
    });
    await button(page, 'Save').click();
    await page.getByText('50 of 52 descriptions saved').first().waitFor();
    await ana.ask(albums.removePhotos, { id: album.id, photoIds: [removed.id] });
    await button(page, 'Save').click();
    await page.getByText('1 description saved', { exact: true }).first().waitFor();
    const described = await photosOfAlbum(ana, album);
    assert.equal(
      described.every(({ alt }) => alt !== null),
      true,
    );
    assert.equal(await stored(page, 'circle_edits'), null);
    await window.close();
  });
  // ALBUM-18
  longTest('an album that is being made survives a reload, and is made once', async () => {
    const window = await open(ana, '/create-album');
    const { page } = window;
    let inTunnel = false;
    await page.route('**/api/photos', (route) => (inTunnel ? route.abort() : route.continue()));
    await page.getByLabel('Choose photos').setInputFiles(await photos(2));
    await page.getByText('2 of 2 photos uploaded').waitFor();
    inTunnel = true;
    const [, , third] = await photos(3);
    assert.ok(third);
    await page.getByLabel('Add photos').setInputFiles([third]);
    await page.getByText('2 of 3 photos uploaded · waiting for a connection').waitFor();
    await page.getByLabel('Title').fill('Winter');
    await page.getByLabel('Words (optional)').fill('Snow at last');
    await chooseAudience(page, /Family/);
    await page.getByText('Everyone in the circle may add').click();
    await window.fits('an album that is being made');
    await window.isAccessible('an album that is being made');

    inTunnel = false;
    let isCut = true;
    await page.route('**/api/circles', (route) => (isCut ? route.abort() : route.continue()));
    await page.reload();
    await page.getByText('3 of 3 photos uploaded').waitFor();
    await page.getByRole('alert').getByText('circles').waitFor();
    assert.equal(await page.getByText('Without a circle, only you see this album').count(), 0);
    assert.ok(await page.locator('[type=submit]').isDisabled());
    isCut = false;
    await button(page, 'Try again').click();
    assert.equal(await page.getByLabel('Title').inputValue(), 'Winter');
    assert.equal(await page.getByLabel('Words (optional)').inputValue(), 'Snow at last');
    await button(page, /^Family/).waitFor();

    // The answer is lost, and the page is reloaded.
    let isBroken = true;
    await page.route('**/api/albums', async (route) => {
      if (!isBroken) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await button(page, 'Share with 1 circle').click();
    await page.getByRole('link', { name: '3 of 3 photos to Family · waiting for a connection' }).waitFor();
    isBroken = false;
    await page.reload();
    await page.getByText('Your album is shared').first().waitFor();
    const found = (await ben.feed()).items.filter(({ title }) => title === 'Winter');
    assert.deepEqual(
      found.map(({ content, adds, photosCount }) => [content, adds, photosCount]),
      [['Snow at last', 'circle', 3]],
    );
    assert.equal(await stored(page, 'circle_draft'), null);
    await page.waitForFunction(() => localStorage.getItem('circle_outbox') === null);
    await isEmptied(page);
    await window.close();
  });

  // ALBUM-18
  longTest('a reload keeps all photos that were chosen for an album', async () => {
    const window = await open(ana, '/create-album');
    const { page } = window;
    await page.route('**/api/photos', (route) => route.abort());
    const buffer = await plainPhoto();
    const chosen = Array.from({ length: 60 }, (_, at) => ({
      name: `${at}.jpg`,
      mimeType: 'image/jpeg',
      buffer,
    }));
    await page.getByLabel('Choose photos').setInputFiles(chosen);
    await page.getByText('0 of 60 photos uploaded · waiting for a connection').waitFor();
    await until(async () => (await countKept(page, 'photos')) >= 120);
    await page.reload();
    await page.getByText('0 of 60 photos uploaded · waiting for a connection').waitFor();
    await button(page, 'Discard').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await window.close();
  });

  // APP-2, ALBUM-18
  longTest('an album that is made without a connection waits across a reload, and is made once', async () => {
    await makeAlbum(ana, family, { photos: 1, title: 'Before' });
    const window = await windows.open(server().url, ana);
    const { page } = window;
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await isKept(page);
    await page.goto('/create-album');
    await chooseAudience(page, /Family/);
    await page.context().setOffline(true);
    await page.getByLabel('Choose photos').setInputFiles(await photos(2));
    await page.getByText('0 of 2 photos uploaded · waiting for a connection').waitFor();
    await page.getByLabel('Title').fill('Night train');
    await button(page, 'Share with 1 circle').click();
    const line = page.getByRole('link', { name: '0 of 2 photos to Family · waiting for a connection' });
    await line.waitFor();
    await page.reload();
    await line.waitFor();
    await window.fits('an album that waits');
    await window.isAccessible('an album that waits');
    await line.click();
    await page.getByText('0 of 2 photos to Family · waiting for a connection').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Night train' }).locator('img').waitFor();
    await window.fits('the page of what is on its way');
    await window.isAccessible('the page of what is on its way');
    await button(page, 'Pause').click();
    await page.getByText('0 of 2 photos to Family · paused').waitFor();
    await button(page, 'Send now').click();
    await page.getByText('0 of 2 photos to Family · waiting for a connection').waitFor();
    await button(page, 'Change').click();
    await page.getByLabel('Title').fill('Night train to Rome');
    await button(page, 'Share with 1 circle').click();
    await line.waitFor();

    // The first answer is lost.
    let requests = 0;
    await page.context().route('**/api/albums', async (route) => {
      requests += 1;
      if (requests > 1) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    const isLost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/albums'));
    await page.context().setOffline(false);
    await isLost;
    await page.reload();
    await page.getByText('Your album is shared').first().waitFor();
    const found = (await ben.feed()).items.filter(({ title }) => title === 'Night train to Rome');
    assert.deepEqual(
      found.map(({ photosCount }) => photosCount),
      [2],
    );
    assert.equal(await stored(page, 'circle_draft'), null);
    await windows.putBack(window);
  });

  // APP-2
  longTest(
    'photos for an album that exists wait for a connection across a reload, and each is added once',
    async () => {
      const album = await makeAlbum(ana, family, { photos: 1, title: 'Lake' });
      const window = await windows.open(server().url, ana);
      const { page } = window;
      await page.goto(`/post/${album.id}`);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      await button(page, 'Open photo 1 of 1 by Ana Example').waitFor();
      await page.context().setOffline(true);
      const buffer = await plainPhoto();
      const chosen = Array.from({ length: 53 }, (_, at) => ({
        name: `${at}.jpg`,
        mimeType: 'image/jpeg',
        buffer,
      }));
      await page
        .getByLabel('Add photos')
        .setInputFiles([
          ...chosen,
          { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no photo') },
        ]);
      await page.getByText('0 of 53 photos uploaded · waiting for a connection').waitFor();
      await page.getByText('Some files could not be added').waitFor();
      await page.context().route('**/api/photos', (route) => route.abort());
      await page.context().setOffline(false);
      await page.reload();
      await page.getByText('0 of 53 photos uploaded').waitFor();
      // The first answer is lost.
      let requests = 0;
      await page.context().route(`**/api/albums/${album.id}/photos`, async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        requests += 1;
        if (requests > 1) return route.continue();
        await route.fetch();
        await route.abort('connectionreset');
      });
      await page.context().unroute('**/api/photos');
      await page.goto('/');
      await page.getByRole('link', { name: /photos · (?:sending|please have a look)/ }).waitFor();
      await page.goto(`/post/${album.id}`);
      await page.getByText('54 photos').first().waitFor();
      await button(page, 'Leave them out').click();
      await page.getByText('Some files could not be added').waitFor({ state: 'detached' });
      const { photosCount } = await ben.ask(posts.get, { id: album.id });
      assert.equal(photosCount, 54);
      assert.equal(await stored(page, 'circle_outbox'), null);
      assert.equal(await countKept(page, 'photos'), 0);
      await windows.putBack(window);
    },
  );

  // ALBUM-18
  longTest('photos of an old draft are uploaded again before the album is made', async () => {
    const window = await open(ben, '/create-album');
    const { page } = window;
    const uploads = readResponses(page, (response) =>
      response.url().endsWith('/api/photos') ? response.json() : null,
    );
    await page.getByLabel('Choose photos').setInputFiles(await photos(2));
    await page.getByText('2 of 2 photos uploaded').waitFor();
    await page.getByLabel('Title').fill('Last week');
    const uploaded = (await uploads()).map((answer) => media.upload.output.parse(answer));
    // The server does so a day later.
    assert.equal(uploaded.length, 2);
    for (const { id } of uploaded) await ben.ask(media.remove, { id });
    await page.reload();
    await button(page, 'Make the album').click();
    await page.getByRole('heading', { name: 'Last week' }).waitFor();
    await page.getByText('2 photos').first().waitFor();
    await window.close();
  });

  // ALBUM-18
  longTest('discarding an album and signing out delete it from the browser', async () => {
    const window = await open(ben, '/create-album', 'desktop');
    const { page } = window;
    assert.equal(await button(page, 'Make the album').isDisabled(), true, 'it is empty');
    await page.getByLabel('Choose photos').setInputFiles(await photos(1));
    await page.getByText('1 of 1 photo uploaded').waitFor();
    await page.getByLabel('Title').fill('Forgotten');
    assert.equal(await button(page, 'Make the album').isDisabled(), false);
    await button(page, 'Discard').click();
    await page.getByRole('alertdialog').waitFor();
    await window.isAccessible('the question before an album is discarded');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    assert.equal(await stored(page, 'circle_draft'), null);
    await page.goto('/create-album');
    await page.getByLabel('Choose photos').waitFor();
    assert.equal(await page.getByLabel('Title').inputValue(), '');

    await page.getByLabel('Title').fill('Only mine');
    await page.goto('/');
    await window.signOut();
    await page.getByRole('link', { name: 'Login' }).waitFor();
    assert.equal(await stored(page, 'circle_draft'), null);
    await window.close();
  });
});
