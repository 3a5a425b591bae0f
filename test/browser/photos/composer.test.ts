import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import * as posts from '../../../contract/posts.ts';
import type { Person } from '../../harness/person.ts';
import { landscapePhoto } from '../../harness/photos.ts';
import { onDatabase } from '../../harness/test-server.ts';
import { longTest } from '../../runner/long-test.ts';
import { button, chooseAudience, Window } from '../browser.ts';
import { asksBeforeLeaving, isStored } from './kept-items.ts';

const uploaded = (page: Page, count: number) =>
  page
    .getByText('Uploaded', { exact: true })
    .nth(count - 1)
    .waitFor();

onDatabase('sqlite', 'the composer', (server) => {
  let ana: Person;
  let ben: Person;
  before(async () => {
    [ana, ben] = await server().members('Ana', 'Ben');
    const cleo = await server().member('Cleo');
    const family = await ana.makesCircle('Family');
    const run = await ana.makesCircle('Sunday run');
    for (const person of [ben, cleo]) await ana.adds(person, family);
    await ana.adds(ben, run);
    for (const name of ['Allotment', 'Bees', 'Chess', 'Dunes', 'Eels', 'Figs']) await ana.makesCircle(name);
  });

  // MOMENT-5
  test('the last audience is chosen again until its member signs out, but not if somebody was left out', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(ana);
    const { page } = window;
    const share = page.locator('form').getByRole('button', { name: /^Share/ });
    const words = page.getByLabel('Caption');
    await page.goto('/create-post');
    await words.fill('To both');
    await page.getByText('No circle chosen yet.').waitFor();
    assert.equal(await share.isDisabled(), true);
    await chooseAudience(page, 'Family', 'Sunday run');
    // Ben is in both.
    const both = button(page, /^Family, Sunday run · 2 people/);
    await both.click();
    await button(page, /^Hide it from someone/).click();
    await page.getByLabel('Ben Example').check();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Done' }).click();
    await button(page, /^Done · 1 person/).click();
    await page
      .getByText('1 person besides you will see this. Nobody else. Ben Example won’t see this.')
      .click();
    const readers = page.getByRole('dialog', { name: 'Who will see this' });
    await readers.getByText('Cleo Example', { exact: true }).waitFor();
    assert.deepEqual(await readers.getByRole('listitem').allInnerTexts(), [
      'Ben Example\nBen Example won’t see this.',
      'Cleo Example',
    ]);
    await window.isAccessible('the names of who will see it');
    await readers.getByRole('button', { name: 'Done' }).click();
    await words.press('Control+Enter');
    await page.waitForURL((url) => url.pathname === '/');
    assert.equal((await ben.ask(posts.feed, {})).items.length, 0);

    await page.getByRole('link', { name: 'Share Your Moment' }).click();
    await page.getByText('No circle chosen yet.').waitFor();
    await chooseAudience(page, 'Family', 'Sunday run');
    await page.getByText('2 people besides you will see this. Nobody else.').waitFor();
    await both.click();
    const sheet = page.getByRole('dialog', { name: 'Who is it for?' });
    const recent = sheet.getByRole('group', { name: 'Recent' }).getByRole('checkbox');
    assert.equal(await recent.count(), 2);
    const names = await sheet.getByRole('group', { name: 'All circles' }).locator('.cname').allTextContents();
    assert.deepEqual(names, names.toSorted());
    await window.isAccessible('the sheet of the audience');
    await window.fits('the sheet of the audience');
    await sheet.getByRole('searchbox', { name: 'Search 9 circles' }).fill('SUN');
    await sheet.getByText('1 circle', { exact: true }).waitFor({ state: 'attached' });
    await sheet.getByRole('checkbox').uncheck();
    await button(page, /^Done · 2 people/).click();
    await button(page, /^Family · 2 people/).waitFor();
    // Nothing was written: the choice alone is a draft.
    await page.reload();
    await button(page, /^Family · 2 people/).waitFor();
    await words.fill('To the family');
    await words.press('Control+Enter');
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByRole('link', { name: 'Share Your Moment' }).click();
    await button(page, /^Family · 2 people/).waitFor();

    await page.goto('/');
    await Promise.all([page.waitForEvent('load'), window.signOut()]);
    assert.equal(await page.evaluate(() => localStorage.getItem('circle_audience')), null);
    await window.close();
  });

  // DAY-3
  test('a photo is turned, cropped and dated in its sheet, which a reload keeps, and is sent without metadata', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(ben);
    const { page } = window;
    const sent: Buffer[] = [];
    await page.route('**/api/photos', async (route) => {
      const form = route.request().postDataBuffer() ?? Buffer.alloc(0);
      sent.push(form.subarray(form.indexOf('\u00ff\u00d8', 0, 'latin1')));
      await route.continue();
    });
    const exif = { IFD0: { Make: 'Lemon' }, IFD2: { DateTimeOriginal: '2020:05:17 10:00:00' } };
    const photo = await sharp(await landscapePhoto(1600, 1000))
      .withExif(exif)
      .jpeg()
      .toBuffer();
    const file = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: photo });
    await page.goto('/create-post');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([file('a.jpg'), file('b.jpg')]);
    await uploaded(page, 2);
    assert.equal(
      sent.every((one) => one.includes('Lemon')),
      true,
    );
    await page.getByText('Tap a photo to turn, crop or describe it').waitFor();
    await button(page, /^Photo 1 of 2/).click();
    const day = page.getByLabel('Day it was taken', { exact: true });
    assert.equal(await day.inputValue(), '2020-05-17');
    await button(page, 'Turn').click();
    await page.getByRole('radio', { name: '4:5' }).click();
    const frame = page.getByRole('slider', { name: 'Move the frame' });
    await frame.press('Home');
    await page.getByRole('dialog').getByText('Uploaded', { exact: true }).waitFor();
    const uploads = sent.length;
    await day.pressSequentially('06012019');
    await window.isAccessible('the sheet of a photo');
    await window.fits('the sheet of a photo');
    await page.keyboard.press('Escape');
    await page.locator('.print button:focus').waitFor();
    await uploaded(page, 2);
    assert.equal(sent.length, uploads + 1, 'a day is sent once it is typed');
    assert.equal(sent.at(-1)?.includes('Lemon'), false);
    assert.equal(await page.getByText('Tap a photo').count(), 0);

    await page.reload();
    await page.getByText(/^Your draft, last changed \d\d:\d\d$/).waitFor();
    await button(page, /^Photo 1 of 2/).click();
    await page.getByRole('radio', { name: '4:5', checked: true }).waitFor();
    assert.equal(await frame.getAttribute('aria-valuenow'), '0');
    assert.equal(await day.inputValue(), '2019-06-01');
    await page.keyboard.press('Escape');
    await button(page, /^Photo 2 of 2/).click();
    await day.fill('');
    await button(page, 'Done').click();
    await uploaded(page, 2);
    // By pointer, one print is put in front of another.
    await page.locator('.print').last().dragTo(page.locator('.print').first());
    await page.getByText('Moved to place 1 of 2').waitFor({ state: 'attached' });
    await chooseAudience(page, 'Contacts');
    await button(page, /^Share with/).click();
    await page.getByText('Moment shared').first().waitFor();
    const [moment] = (await ben.feed()).items;
    assert.deepEqual(
      moment?.images.map(({ width, height, takenOn }) => [width, height, takenOn]),
      [
        [1600, 1000, null],
        [1000, 1250, '2019-06-01'],
      ],
    );
    await window.close();
  });

  longTest(
    'a photo that another tab turns during its upload is sent again, and one that was refused says so',
    async () => {
      const window = await Window.open(server().url, { screen: 'phone' });
      await window.signIn(ben);
      const { page } = window;
      const asked = Promise.withResolvers<void>();
      const askedAgain = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      let uploads = 0;
      await page.route('**/api/photos', async (route) => {
        uploads += 1;
        if (uploads === 2) {
          askedAgain.resolve();
          return route.fulfill({ status: 413 });
        }
        asked.resolve();
        if (uploads === 1) await held.promise;
        await route.continue().catch(() => undefined);
      });
      const photo = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await landscapePhoto(1600, 1000) };
      await page.goto('/create-post');
      await page.locator('input[type=file]').first().setInputFiles([photo]);
      await asked.promise;
      const other = await page.context().newPage();
      await other.goto('/create-post');
      await button(other, /^Photo 1 of 1/).click();
      await button(other, 'Turn').click();
      held.resolve();
      await askedAgain.promise;
      await other.close();
      await page.getByText('A photo was not uploaded. Tap it.').waitFor();
      await button(page, /^Photo 1 of 1/).click();
      await button(page, /^Try again/).click();
      await page.getByRole('dialog').getByText('Uploaded', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await chooseAudience(page, 'Contacts');
      await button(page, /^Share with/).click();
      await page.getByText('Moment shared').first().waitFor();
      const [moment] = (await ben.feed()).items;
      assert.deepEqual(
        moment?.images.map(({ width, height }) => [width, height]),
        [[1000, 1600]],
      );
      await window.close();
    },
  );

  // APP-2, PHOTO-1
  longTest('a photo that has arrived needs no file in a browser that stores none', async () => {
    const anouk = await server().member('Anouk');
    await anouk.makesCircle('Home');
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(anouk);
    // As WebKit in a private window.
    await page.addInitScript(() => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (value, key) {
        if (value instanceof Blob) queueMicrotask(() => this.transaction.abort());
        return put.call(this, value, key);
      };
    });
    const photo = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await landscapePhoto() };
    await page.route('**/api/posts', (route) => route.abort());
    await page.goto('/create-post');
    await page.locator('input[type=file]').first().setInputFiles([photo]);
    await uploaded(page, 1);
    await page.getByLabel('Caption').fill('Lemons');
    await chooseAudience(page, 'Home');
    await button(page, /^Share with/).click();
    await page.getByRole('link', { name: /waiting for a connection/ }).waitFor();
    await page.unroute('**/api/posts');
    await page.goto('/on-its-way');
    await page.getByText('Everything has arrived.', { exact: true }).waitFor();
    const [shared] = (await anouk.feed()).items;
    assert.deepEqual([shared?.content, shared?.images.length], ['Lemons', 1]);
    await window.close();
  });

  // APP-2
  longTest('what the browser refuses to store after it is sent is lost only after a question', async () => {
    const finn = await server().member('Finn');
    const existing = await finn.posts('Lemons', { to: await finn.makesCircle('Family') });
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(finn);
    // The upload never ends.
    await page.route('**/api/photos', () => undefined);
    await page.goto('/create-post');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([{ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await landscapePhoto() }]);
    await isStored(page);
    const posted = (path: string) =>
      page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(path));
    const photo = posted('/photos');
    await page.goto(`/post/${existing.id}`);
    await photo;
    const comments = async (words: string) => {
      const comment = posted('/comments');
      await page.getByLabel('Add a comment').fill(words);
      await button(page, 'Send comment').click();
      await comment;
    };
    // The code that sends comments loads.
    await comments('Limes');
    await isStored(page);
    const { promise: answers, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/posts/*/comments', async (route) => {
      if (route.request().method() === 'POST') await answers;
      return route.continue();
    });
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      IDBTransaction.prototype.commit = () => undefined;
      IDBObjectStore.prototype.put = function (value, key) {
        const request = put.call(this, value, key);
        if (Reflect.get(Object(value), 'kind') === 'comment')
          request.onsuccess = () => this.transaction.abort();
        return request;
      };
    });
    // While a photo is sent, the change of a comment that is sent is begun before the browser has stored it.
    await comments('Figs');
    assert.equal(await asksBeforeLeaving(page), true);
    answer();
    await isStored(page);
    assert.deepEqual(await finn.reads(existing), ['Limes', 'Figs']);
    await window.close();
  });

  // MOMENT-17
  longTest('the words and descriptions of a shared moment are edited, and it shows when', async () => {
    const [dora, eli] = await server().members('Dora', 'Eli');
    const circle = await dora.makesCircle('Family');
    await dora.adds(eli, circle);
    const photo = await landscapePhoto();
    const post = await dora.posts('Two of them', {
      to: circle,
      photos: [photo, await landscapePhoto(1500)],
    });
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(dora);
    const { page } = window;
    await page.goto(`/post/${post.id}`);
    await button(page, 'Post options').click();
    await page.getByRole('menuitem', { name: 'Edit Post' }).click();
    await page.getByLabel('Description of photo 2').fill('A hill under a yellow sun');
    await page.getByLabel('Caption').fill('x'.repeat(5_001));
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('A moment can have at most 5,000 characters.').first().waitFor();
    await window.isAccessible('editing a moment');
    await window.fits('editing a moment');
    // A reload in the middle of it loses nothing.
    await page.getByLabel('Caption').fill('Both of them');
    await page.reload();
    await button(page, 'Post options').click();
    await page.getByRole('menuitem', { name: 'Edit Post' }).click();
    await page.getByText('Your unsaved changes are still here.').waitFor();
    assert.equal(await page.getByLabel('Caption').inputValue(), 'Both of them');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await button(page, 'Open photo 2 of 2: A hill under a yellow sun').waitFor();
    const [seen] = (await eli.ask(posts.feed, {})).items;
    assert.deepEqual(
      seen?.images.map(({ alt }) => alt),
      [null, 'A hill under a yellow sun'],
    );
    assert.equal(seen.content, 'Both of them');
    await button(page, 'edited').tap();
    await page.getByRole('tooltip').waitFor();
    await window.isAccessible('when a moment was edited');
    await page.getByRole('heading', { name: 'Moment', exact: true }).tap();
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(() => localStorage.getItem('circle_edits')), null);
    await window.close();
  });
});
