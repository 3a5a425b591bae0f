import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Locator, Response, Route } from 'playwright-core';
import { messages } from '../../contract/errors/errors.ts';
import * as albums from '../../contract/albums.ts';
import * as circles from '../../contract/circles.ts';
import * as media from '../../contract/media.ts';
import * as posts from '../../contract/posts.ts';
import { formOf, type Person } from '../harness/person.ts';
import { addToAlbum, makeAlbum, photosOfAlbum } from '../harness/albums.ts';
import { landscapePhoto, plainPhoto } from '../harness/photos.ts';
import { onDatabase } from '../harness/test-server.ts';
import { longTest } from '../runner/long-test.ts';
import { until } from '../runner/until.ts';
import { areThere, button, chooseAudience, Window } from './browser.ts';

const photos = async (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      name: `photo-${index + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: index % 3 === 1 ? await landscapePhoto(900, 1200) : await landscapePhoto(1600 + index, 1100),
    })),
  );

onDatabase('sqlite', 'albums in a browser', (server) => {
  let ana: Person;
  let ben: Person;
  before(async () => {
    [ana, ben] = await server().members('Ana', 'Ben');
    await ana.adds(ben, await ana.makesCircle('Family'));
  });

  // ALBUM-7
  test('an author makes an album, everyone adds photos, and the author removes one', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    await page.goto('/create-post');
    await page.getByRole('link', { name: 'New album' }).click();
    await page.getByLabel('Choose photos').setInputFiles(await photos(7));
    await page.getByText('7 of 7 photos uploaded').waitFor();
    await page.getByLabel('Title').fill('Summer at the lake');
    await chooseAudience(page, /Family/);
    await page.getByText('Everyone in the circle may add').click();
    await window.fits('the form of an album');
    await window.isAccessible('the form of an album');
    await button(page, 'Share with 1 circle').click();
    await page.getByRole('heading', { name: 'Summer at the lake' }).waitFor();
    await page.getByText('7 photos').waitFor();
    await areThere(page.locator('.photo-rows li'), 7);
    await button(page, 'Open photo 3 of 7 by Ana Example').waitFor();

    const [album] = (await ben.feed()).items;
    assert.deepEqual([album?.title, album?.adds, album?.photosCount], ['Summer at the lake', 'circle', 7]);
    assert.ok(album);
    await addToAlbum(ben, album, 1);
    await page.getByText('8 photos').waitFor();
    await page.locator('.album-by', { hasText: 'Ben Example' }).waitFor();
    await window.fits('an album');
    await window.isAccessible('an album');

    await button(page, /Ben Example/)
      .first()
      .click();
    await page.locator('.viewer-caption', { hasText: 'Ben Example' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await button(page, 'Select').click();
    await page.getByRole('checkbox', { name: 'Choose From Ben Example' }).check();
    await window.isAccessible('an album with a chosen photo');
    await button(page, 'Remove').click();
    await page.getByText('returns to them').waitFor();
    await window.isAccessible('the question before photos are removed');
    await button(page, 'Remove').last().click();
    await page.getByText('7 photos').waitFor();
    assert.equal((await photosOfAlbum(ana, album)).length, 7);
    const { items } = await ben.ask(posts.ofMember, { usernameOrId: ben.id });
    assert.deepEqual(
      items.map(({ title, photosCount }) => [title, photosCount]),
      [['Summer at the lake', 1]],
    );

    await page.goto('/');
    const card = page.getByRole('link', { name: 'Open the album Summer at the lake, 7 photos' });
    await card.waitFor();
    const article = page.getByRole('article', {
      name: 'Post by Ana Example: Summer at the lake',
      description: 'Family, Who can see this',
    });
    await article.waitFor();
    await window.isAccessible('the card of an album');
    await card.click();
    await button(page, 'Album options').click();
    await page.getByRole('menuitem', { name: 'Album settings' }).click();
    await page.getByLabel('Title').fill('Summer');
    await window.isAccessible('the settings of an album');
    await button(page, 'Save').click();
    await page.getByRole('heading', { name: 'Summer', exact: true }).waitFor();
    await window.close();
  });

  // APP-2
  longTest('photos that the server refused are sent again into their album, or left out', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    let refusals = 0;
    let uploads = 0;
    await page.route('**/api/photos', (route) => {
      uploads += 1;
      refusals -= 1;
      return refusals < 0
        ? route.continue()
        : route.fulfill({ status: 413, json: { message: 'Too heavy today.' } });
    });
    const file = { name: 'one.jpg', mimeType: 'image/jpeg', buffer: await plainPhoto() };
    const counted = async () => (await ben.feed()).items.find(({ title }) => title === 'Trip')?.photosCount;
    const thing = page.getByRole('listitem').filter({ hasText: 'Trip' });
    const send = thing.getByRole('button', { name: 'Send now' });
    const leaveOut = button(page, 'Leave them out');

    refusals = 1;
    await page.goto('/create-album');
    const isUploaded = (response: Response) => response.url().endsWith('/api/photos') && response.ok();
    const uploading = page.waitForResponse(isUploaded);
    await page.getByLabel('Choose photos').setInputFiles([file, file]);
    await page.getByText('Too heavy today.').waitFor();
    await page.getByText('1 of 1 photo uploaded').waitFor();
    // The server no longer has the other one, which is uploaded again.
    const uploaded: unknown = await (await uploading).json();
    await ana.ask(media.remove, { id: String(Reflect.get(Object(uploaded), 'id')) });
    await page.getByLabel('Title').fill('Trip');
    await chooseAudience(page, /Family/);
    await button(page, 'Share with 1 circle').click();
    await page.getByRole('heading', { name: 'Trip' }).waitFor();
    assert.equal(uploads, 3);
    await page.getByText('Too heavy today.').waitFor();
    const address = page.url();
    await page.goto('/on-its-way');
    await thing.getByText('Too heavy today.').waitFor();
    await window.fits('a refused photo on its way');
    await window.isAccessible('a refused photo on its way');
    assert.equal(await counted(), 1);
    await send.click();
    await page.getByText('Everything has arrived.', { exact: true }).waitFor();
    assert.equal(await counted(), 2);

    // All photos of a request.
    refusals = 3;
    await page.goto(address);
    await page.getByLabel('Add photos').setInputFiles([file, file]);
    await areThere(page.getByText('Too heavy today. one.jpg'), 1);
    await page.goto('/on-its-way');
    const added = page.waitForResponse('**/api/albums/*/photos');
    await send.click();
    await added;
    await thing.getByText('Too heavy today.').waitFor();
    assert.equal(await counted(), 3);
    await button(page, 'Delete').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Everything has arrived.', { exact: true }).waitFor();

    // While the others are still being sent.
    refusals = 1;
    const { promise: answers, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/albums/*/photos', async (route) => {
      await answers;
      await route.continue().catch(() => undefined);
    });
    await page.goto(address);
    const isOtherUploaded = page.waitForResponse(isUploaded);
    await page.getByLabel('Add photos').setInputFiles([file, file]);
    await isOtherUploaded;
    await page.goto('/on-its-way');
    await leaveOut.click();
    await leaveOut.waitFor({ state: 'detached' });
    answer();
    await page.getByText('Everything has arrived.', { exact: true }).waitFor();
    assert.equal(await counted(), 4);

    await page.goto(address);
    await page
      .getByLabel('Add photos')
      .setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no photo') }]);
    await page.getByText(messages.photoType).waitFor();
    await page.goto('/on-its-way');
    await thing.getByText(messages.photoType).waitFor();
    // There is no file to send.
    await send.waitFor({ state: 'detached' });
    await page.goto(address);
    await leaveOut.click();
    await leaveOut.waitFor({ state: 'detached' });

    await page.route('**/api/albums/*/photos', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 400,
            json: {
              message: messages.albumFull,
              issues: [{ path: 'photoIds', message: messages.albumFull }],
            },
          })
        : route.continue(),
    );
    uploads = 0;
    await page.getByLabel('Add photos').setInputFiles([file]);
    await page.getByText(messages.albumFull).waitFor();
    assert.equal(uploads, 1, 'a full album needs no photo again');
    // Without its request no photo is added: that is decided where it is asked first.
    assert.equal(await leaveOut.count(), 0);
    await page.getByRole('alert').getByRole('link', { name: 'On its way' }).click();
    await thing.getByText(messages.albumFull).waitFor();
    await button(page, 'Delete').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Everything has arrived.', { exact: true }).waitFor();
    await window.close();
  });

  // APP-2, ALBUM-5, REQUEST-12
  longTest('photos whose answer was lost leave the album when deleted, and the others stay', async () => {
    const [family] = (await ana.ask(circles.list, {})).filter(({ isContacts }) => !isContacts);
    assert.ok(family);
    const album = await makeAlbum(ana, family);
    const count = async () => (await photosOfAlbum(ben, album)).length;
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    await page.route('**/api/albums/*/photos', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await page.goto(`/post/${album.id}`);
    await page.getByLabel('Add photos').setInputFiles(await photos(1));
    await until(async () => (await count()) >= 2);
    await page.goto('/on-its-way');
    await button(page, 'Delete').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('If Circle has it already, it’s deleted there too.').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Everything has arrived.', { exact: true }).waitFor();
    assert.equal(await count(), 1);
    await window.close();
  });

  // APP-2, ALBUM-18
  test('an album that is refused after its page was left waits for its member, who can change it', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    const { promise: asked, resolve: ask } = Promise.withResolvers<Route>();
    await page.route('**/api/albums', (route) => ask(route));
    await page.goto('/create-album');
    await page.getByLabel('Title').fill('Harbour');
    await button(page, 'Make the album').click();
    const route = await asked;
    await button(page, 'Back').waitFor();
    assert.equal(await button(page, 'Discard').count(), 0, 'nothing is left to discard');
    await page.getByRole('link', { name: 'Home' }).last().click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.evaluate(() => {
      history.pushState(null, '', '/create-album');
    });
    await page.getByLabel('Title').fill('Market');
    await route.fulfill({ status: 400, json: { message: 'Not like this.' } });
    await page.waitForFunction(() => localStorage.getItem('circle_outbox')?.includes('"waiting":false'));
    assert.equal(await page.getByLabel('Title').inputValue(), 'Market');
    await button(page, 'Discard').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('link', { name: 'Harbour · please have a look' }).click();
    await page.getByText('Not like this.').waitFor();
    await page.unroute('**/api/albums');
    await button(page, 'Change').click();
    await button(page, 'Make the album').click();
    await page.getByRole('heading', { name: 'Harbour' }).waitFor();
    await window.close();
  });

  longTest('an album of several years has a row of years, which lead to their photos', async () => {
    const [family] = await ana
      .ask(circles.list, {})
      .then((all) => all.filter(({ isContacts }) => !isContacts));
    assert.ok(family);
    const album = await makeAlbum(ana, family, { photos: 0, title: 'Christmas, every year' });
    const photoIds: string[] = [];
    for (const takenOn of ['2019-12-24', '2024-12-24', ...Array.from({ length: 12 }, () => '2023-12-25')]) {
      const photo = new Blob([new Uint8Array(await plainPhoto())]);
      photoIds.push((await ana.ask(media.upload, formOf({ takenOn, photo }))).id);
    }
    await ana.ask(albums.addPhotos, { id: album.id, photoIds });
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    await page.goto(`/post/${album.id}`);
    await page.getByRole('link', { name: 'Back to Family' }).waitFor();
    const years = page.getByRole('navigation', { name: 'Years' });
    await areThere(years.getByRole('button'), 3);
    assert.deepEqual(await years.getByRole('button').allTextContents(), ['2024', '2023', '2019']);
    await page.getByText('12 photos', { exact: true }).waitFor();
    await page.getByText('14 photos · 2019–2024').waitFor();
    await window.fits('an album of several years');
    await window.isAccessible('an album of several years');
    await button(page, 'Open photo 1 of 14 by Ana Example').first().waitFor();
    await years.getByRole('button', { name: '2019' }).click();
    await years.locator('[aria-current]', { hasText: '2019' }).waitFor();
    await window.close();
  });

  longTest('rows and columns line up, and a choice of several has square boxes', async () => {
    const [family] = await ana
      .ask(circles.list, {})
      .then((all) => all.filter(({ isContacts }) => !isContacts));
    assert.ok(family);
    const album = await makeAlbum(ana, family, { photos: 2 });
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    const middles = (...places: Locator[]) =>
      Promise.all(
        places.map(async (place) => {
          const box = await place.boundingBox();
          assert.ok(box);
          return Math.round(box.y + box.height / 2);
        }),
      );
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/post/${album.id}`);
      const [add, options] = await middles(
        page.locator('.album-tools .btn').last(),
        button(page, 'Album options'),
      );
      assert.equal(options, add, `tools of an album at ${width}`);
      await page.goto('/?show=albums');
      const [tab = 0, make = 0] = await middles(
        page.getByRole('link', { name: 'Albums', exact: true }),
        page.getByRole('link', { name: 'New album' }),
      );
      assert.ok(Math.abs(tab - make) <= 1, `the tabs and the button of albums at ${width}: ${tab}, ${make}`);
      await page.goto(`/circle-management?id=${family.id}&tab=settings`);
      await page.getByRole('heading', { name: 'When moments reach you' }).waitFor();
      await page.getByRole('heading', { name: 'Download everything' }).waitFor();
      const lefts = await page
        .locator('.room .card h2')
        .evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().left)));
      assert.equal(new Set(lefts).size, 1, `heads of a circle's page at ${width}: ${lefts.join(', ')}`);
    }
    await window.close();
  });
});
