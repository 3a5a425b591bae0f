import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import * as likes from '../../../contract/likes.ts';
import * as posts from '../../../contract/posts.ts';
import type { Circle } from '../../../contract/shapes.ts';
import { addToAlbum, makeAlbum, photosOfAlbum } from '../../harness/albums.ts';
import { variedPhotos } from '../../harness/many-photos.ts';
import type { Person } from '../../harness/person.ts';
import { onDatabase } from '../../harness/test-server.ts';
import { button, Window } from '../browser.ts';
import { longTest } from '../../runner/long-test.ts';

const sheet = (page: Page, name: string) => page.getByRole('dialog', { name });

onDatabase('sqlite', 'turning and cropping shared photos, in the browser', (server) => {
  let ana: Person;
  let ben: Person;
  let family: Circle;
  before(async () => {
    [ana, ben] = await server().members('Ana', 'Ben');
    family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
  });

  // PHOTO-17
  test('a member turns a photo of a moment, unless somebody gave it a heart', async () => {
    const post = await ana.posts('By the sea', { to: family, photos: await variedPhotos(3) });
    const [loved, old, last] = (await ana.ask(posts.get, { id: post.id })).images;
    assert.ok(loved && old && last);
    await ben.ask(likes.likePhoto, { id: loved.id });
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    await page.goto(`/post/${post.id}`);
    await button(page, 'Post options').click();
    await page.getByRole('menuitem', { name: 'Edit Post' }).click();
    await page.getByLabel('Description of photo 2').fill('The long pier');
    await button(page, 'Turn or crop photo 1').click();
    await page.getByText('This photo already has hearts or comments, so it stays as it is.').waitFor();
    assert.equal(await button(page, 'Turn').count(), 0);
    await sheet(page, 'Photo 1 of 3').getByText('Close', { exact: true }).click();
    await page.locator('.turnable:focus').waitFor();

    await button(page, 'Turn or crop photo 2').click();
    await button(page, 'Turn').click();
    await sheet(page, 'Photo 2 of 3').locator('img[src^="blob:"]').waitFor();
    await window.isAccessible('the sheet that turns a shared photo');
    await window.fits('the sheet that turns a shared photo');
    await sheet(page, 'Photo 2 of 3').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Changes saved', { exact: true }).waitFor();
    await sheet(page, 'Photo 2 of 3').waitFor({ state: 'detached' });
    await page.locator('li:nth-child(2) > .turnable:focus').waitFor();
    // The unsaved description stays.
    assert.equal(await page.getByLabel('Description of photo 2').inputValue(), 'The long pier');
    await window.isAccessible('the dialog with a turned photo');
    await button(page, 'Save').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const images = (await ben.ask(posts.get, { id: post.id })).images;
    assert.deepEqual(
      images.map(({ width, height, alt }) => [width, height, alt]),
      [
        [loved.width, loved.height, null],
        [old.height, old.width, 'The long pier'],
        [last.width, last.height, null],
      ],
    );
    await page.locator(`.sheet img[src*="${images[1]?.id}"]`).waitFor();
    await window.close();
  });

  // PHOTO-17
  longTest('a member crops their photo of an album, and what they wrote about it goes along', async () => {
    const album = await makeAlbum(ana, family, { photos: 1 });
    await addToAlbum(ben, album, 1);
    const window = await Window.open(server().url);
    const { page } = window;
    await window.signIn(ben);
    await page.goto(`/post/${album.id}`);
    await button(page, 'Album options').click();
    await page.getByRole('menuitem', { name: 'Describe photos' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Our tent');
    await button(page, /^Turn or crop/).click();
    await page.getByRole('radio', { name: 'Square' }).click();
    await page.getByRole('slider', { name: 'Move the frame' }).waitFor();
    const { promise: saving, resolve: save } = Promise.withResolvers<Route>();
    await page.route('**/api/posts/*/photos/*', save, { times: 1 });
    await button(page, 'Save').last().click();
    const request = await saving;
    await page.keyboard.press('Escape');
    await sheet(page, 'Photo 1 of 2').waitFor({ state: 'detached' });
    const field = page.getByRole('dialog').getByRole('textbox');
    await field.press('End');
    await field.pressSequentially(' in');
    await request.continue();
    await page.getByText('Changes saved', { exact: true }).waitFor();
    const [, cropped] = await photosOfAlbum(ana, album);
    assert.ok(cropped);
    assert.equal(cropped.width, cropped.height);
    const small = page.getByRole('dialog').locator(`img[src*="${cropped.id}"]`);
    await small.waitFor();
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type(' the rain');
    await button(page, 'Save').click();
    await page.getByText('1 description saved', { exact: true }).waitFor();
    assert.equal((await photosOfAlbum(ana, album))[1]?.alt, 'Our tent in the rain');
    await window.close();
  });
});
