import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import * as media from '../../../contract/media.ts';
import * as posts from '../../../contract/posts.ts';
import type { Circle } from '../../../contract/shapes.ts';
import { photosOfAlbum } from '../../harness/albums.ts';
import { sidecar, zipOf } from '../../harness/imports/archives.ts';
import { hashOf } from '../../harness/imports/imports.ts';
import type { Person } from '../../harness/person.ts';
import { noisePhoto } from '../../harness/photos.ts';
import { Tap } from '../../harness/imports/tap.ts';
import { onDatabase } from '../../harness/test-server.ts';
import { button, chooseAudience, Window } from '../browser.ts';
import { longTest } from '../../runner/long-test.ts';

const folder = 'Takeout/Google Photos';

const tap = new Tap();
let url: string;

onDatabase(
  'sqlite',
  'importing photos in a browser',
  (server) => {
    let ana: Person;
    let ben: Person;
    let family: Circle;
    let dir: string;
    /** The photos by their paths in the archive. */
    const photos = new Map<string, Buffer>();
    let archives: string[];

    before(async () => {
      tap.forwardTo(Number(new URL(server().url).port));
      [ana, ben] = await server().members('Ana', 'Ben');
      family = await ana.makesCircle('Family');
      await ana.adds(ben, family);
      dir = await mkdtemp(path.join(tmpdir(), 'circle-archive-'));
      const files: Record<string, Buffer | object> = {};
      const sidecars: Record<string, object> = {};
      for (let at = 0; at < 21; at += 1) {
        const album = at < 12 ? 'Lake' : at < 18 ? 'Secret party' : 'Photos from 2018';
        const name = `${album === 'Lake' ? 'lake' : 'hidden'}-photo-${at}.jpg`;
        const file = `${folder}/${album}/${name}`;
        const photo = await noisePhoto(200 + at, 160);
        photos.set(file, photo);
        files[file] = photo;
        // The last two have no day.
        if (at < 10) sidecars[`${file}.json`] = sidecar(name, `2018-0${1 + (at % 9)}-11`, `Words ${at}`);
      }
      sidecars[`${folder}/Lake/metadata.json`] = {
        title: 'Summer at the lake',
        description: 'With all of you',
      };
      const parts = [await zipOf(files), await zipOf(sidecars)];
      archives = parts.map((_, at) => path.join(dir, `takeout-00${at + 1}.zip`));
      for (const [at, part] of parts.entries()) await writeFile(archives[at] ?? '', part);
    });
    after(async () => {
      await tap.close();
      await rm(dir, { recursive: true });
    });

    const choose = (page: Page) => page.getByLabel('Choose files').setInputFiles(archives);
    /** The input of the page, instead of the browser's dialog. */
    const withoutDialog = (page: Page) =>
      page.addInitScript(() => {
        for (const name of ['showOpenFilePicker', 'showDirectoryPicker'])
          Reflect.deleteProperty(globalThis, name);
      });

    // IMPORT-1, IMPORT-3
    test('what is not ticked never leaves the device, also when an import continues after a restart', async () => {
      const window = await Window.open(url);
      let { page } = window;
      await window.signIn(ana);
      await withoutDialog(page);
      await page.goto('/my-account/data');
      await page.getByRole('link', { name: 'Bring your photos' }).click();
      await page.getByRole('heading', { name: 'Bring your photos' }).waitFor();
      await window.isAccessible('the start of an import');
      await choose(page);
      await page.getByRole('heading', { name: 'Choose your photos' }).waitFor();
      await page.getByText('Nothing ticked yet').waitFor();
      assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 0);
      await window.fits('choosing photos');
      await page.getByRole('checkbox', { name: 'Bring the album Summer at the lake' }).check();
      await button(page, 'Show the photos of Summer at the lake').click();
      await page.getByRole('checkbox', { name: 'Bring lake-photo-3.jpg' }).uncheck();
      await page.getByText(/^11 photos, about \d+ KB to send/).waitFor();
      await page.getByLabel('Who sees Summer at the lake?').selectOption({ label: 'Family' });
      await page.getByRole('radio', { name: 'Slow' }).click();
      await window.isAccessible('choosing photos');
      await button(page, 'Start').click();
      await page.getByRole('heading', { name: '2 photos have no day' }).waitFor();
      await page.getByText('lake-photo-10.jpg', { exact: true }).waitFor();
      await page.getByRole('checkbox', { name: 'Enter a day for lake-photo-11.jpg' }).uncheck();
      const field = page.getByLabel('Day of the photos from Summer at the lake');
      await field.fill('2018-07-29');
      await window.isAccessible('photos without a day');
      await window.fits('photos without a day');
      await button(page, 'Use it for 1 photo').click();
      await page.getByRole('heading', { name: 'One photo has no day' }).waitFor();
      await field.fill('2018-07-30');
      await button(page, 'Use it for 1 photo').click();
      await button(page, 'Start').click();
      await page.getByText(/^[2-9] of 11 photos done/).waitFor();
      await window.isAccessible('a running import');
      assert.deepEqual((await ben.feed()).items, [], 'nobody else sees anything yet');

      page = await window.reopen();
      await withoutDialog(page);
      await page.goto('/import');
      await page.getByRole('heading', { name: 'Your import is paused' }).waitFor();
      await page.getByText('takeout-001.zip').waitFor();
      await window.isAccessible('a paused import');
      await choose(page);
      await page.getByRole('radio', { name: 'Fast' }).click();
      await page.getByRole('heading', { name: 'Your photos are here' }).waitFor();
      await page.getByText('1 album shared with your circles.').waitFor();
      await window.isAccessible('the report of an import');

      const [album, ...more] = (await ben.feed()).items;
      assert.equal(more.length, 0);
      assert.ok(album);
      assert.deepEqual(
        [album.title, album.content, album.photosCount],
        ['Summer at the lake', 'With all of you', 11],
      );
      const there = await ben.ask(posts.get, { id: album.id });
      assert.equal(there.images[0]?.alt, 'Words 0');
      const days = (await photosOfAlbum(ben, album)).map(({ takenOn }) => takenOn);
      assert.deepEqual(days.slice(-2), ['2018-07-29', '2018-07-30']);
      assert.ok(days.every((day) => day?.startsWith('2018-')));

      const sent = tap.sent;
      for (const [file, photo] of photos) {
        const isTicked = file.includes('/Lake/') && !file.endsWith('lake-photo-3.jpg');
        const middle = photo.subarray(photo.length / 2, photo.length / 2 + 64);
        assert.equal(sent.includes(middle), isTicked, `the bytes of ${file}`);
        assert.equal(sent.includes(hashOf(photo)), isTicked, `the hash of ${file}`);
        assert.ok(!sent.includes(path.basename(file)), `the name ${file}`);
      }
      for (const words of ['Secret party', 'Words 3\r', 'Words 12', 'takeout-00', 'Photos from 2018'])
        assert.ok(!sent.includes(words), words);

      // The same archive again adds nothing.
      await button(page, 'Bring more').click();
      await choose(page);
      await page.getByRole('checkbox', { name: 'Bring the album Summer at the lake' }).check();
      await button(page, 'Show the photos of Summer at the lake').click();
      await page.getByRole('checkbox', { name: 'Bring lake-photo-3.jpg' }).uncheck();
      await button(page, 'Start').click();
      await button(page, 'Leave out').click();
      await button(page, 'Start').click();
      await page.getByRole('heading', { name: 'Nothing new came along' }).waitFor();
      await page.getByText('9 photos were here already.').waitFor();
      const contentHashes = [...photos.values()].map(hashOf);
      assert.equal((await ana.ask(media.known, { contentHashes })).known.length, 11);
      assert.equal((await ben.feed()).items.length, 1);
      await window.close();
    });

    // IMPORT-1
    longTest('what is shown when an import starts is sent, and its rest stays where it ends', async () => {
      const window = await Window.open(url);
      const { page } = window;
      await window.signIn(ana);
      await withoutDialog(page);
      const circlesAsked = Promise.withResolvers<void>();
      await page.route('**/api/circles', async (route) => {
        await circlesAsked.promise;
        await route.continue();
      });
      await page.goto(`/import?circle=${family.id}`);
      await choose(page);
      await page.getByRole('checkbox', { name: 'Bring the album Photos from 2018' }).check();
      await page.getByText(/^3 photos, about/).waitFor();
      assert.ok(await button(page, 'Start').isDisabled(), 'its circle is not shown yet');
      circlesAsked.resolve();
      const circle = page.getByLabel('Who sees Photos from 2018?');
      await circle.getByText('Family').waitFor({ state: 'attached' });
      assert.equal(await circle.inputValue(), family.id);

      await page.evaluate(() => {
        const read = Blob.prototype.arrayBuffer;
        const held = new Promise((release) => addEventListener('release', release));
        Blob.prototype.arrayBuffer = async function slow() {
          await held;
          return read.call(this);
        };
      });
      await button(page, 'Start').click();
      await page.getByText('Looking for the days...').waitFor();
      assert.ok(await circle.isDisabled());
      assert.ok(await button(page, 'Choose other files').isDisabled());
      await page.evaluate(() => dispatchEvent(new Event('release')));
      await page.getByLabel('Day of the photos').fill('2018-07-29');
      await button(page, 'Use it for 3 photos').click();

      const photosSent: string[] = [];
      await page.route('**/api/imports/*/photos', (route) => {
        photosSent.push(route.request().url());
        return photosSent.length === 1 ? route.continue() : undefined;
      });
      await page.getByRole('radio', { name: 'Slow' }).click();
      await button(page, 'Start').click();
      await page.getByText('1 of 3 photos done').waitFor();
      await button(page, 'Pause').click();
      const keeps = Promise.withResolvers<Route>();
      await page.route('**/api/imports/*', (route) => keeps.resolve(route));
      await button(page, 'Keep it for me only').click();
      const keep = await keeps.promise;
      assert.ok(await button(page, 'Continue').isDisabled());
      await keep.continue();
      await page.getByText('1 album that only you see.').waitFor();
      await window.close();
    });

    longTest('a folder that the browser cannot read has its sentence', async () => {
      const window = await Window.open(url);
      const { page } = window;
      await window.signIn(ana);
      await page.addInitScript(() => {
        const refuse = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
        Object.assign(globalThis, { showOpenFilePicker: refuse, showDirectoryPicker: refuse });
      });
      await page.goto('/import');
      await button(page, 'Choose files').click();
      await page.getByText('These files can’t be read. Please choose them again.').waitFor();

      // Nothing else is chosen while a large one is listed.
      await page.evaluate(async () => {
        const chosen = await navigator.storage.getDirectory();
        const held = new Promise((release) => addEventListener('release', release));
        const values = () => ({
          [Symbol.asyncIterator]: () => ({ next: () => held.then(() => ({ done: true })) }),
        });
        Object.assign(chosen, { values });
        Object.assign(globalThis, { showDirectoryPicker: () => Promise.resolve(chosen) });
      });
      await page.getByRole('radio', { name: 'This device' }).click();
      await button(page, 'Choose a folder').click();
      await page.getByText('Reading on this device...').waitFor();
      assert.equal(await button(page, 'Choose photos').count(), 0);
      await page.evaluate(() => dispatchEvent(new Event('release')));
      await page.getByText('There are no photos in these files.', { exact: false }).waitFor();
      await window.close();
    });

    longTest('a photo that was shared in a moment is not brought again', async () => {
      const [cleo] = await server().members('Cleo');
      await cleo.makesCircle('Hikers');
      const [photo] = photos.values();
      assert.ok(photo);
      const window = await Window.open(url);
      const { page } = window;
      await window.signIn(cleo);
      await withoutDialog(page);
      await page.goto('/create-post');
      const files = page.locator('input[type=file]').first();
      await files.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
      await page.getByText('Uploaded', { exact: true }).waitFor();
      await page.reload();
      await chooseAudience(page, /Hikers/);
      await button(page, /^Share with/).click();
      await page.waitForURL((address) => address.pathname !== '/create-post');

      await page.goto('/import');
      await choose(page);
      await page.getByRole('checkbox', { name: 'Bring the album Summer at the lake' }).check();
      await button(page, 'Start').click();
      await button(page, 'Leave out').click();
      await button(page, 'Start').click();
      await page.getByRole('heading', { name: 'Your photos are here' }).waitFor();
      await page.getByText('1 photo was here already.').waitFor();
      await window.close();
    });
  },
  async () => {
    url = `http://localhost:${await tap.open()}`;
    return { PUBLIC_URL: url };
  },
);
