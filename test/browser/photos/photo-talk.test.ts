import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import * as auth from '../../../contract/auth.ts';
import * as comments from '../../../contract/comments.ts';
import * as likes from '../../../contract/likes.ts';
import * as posts from '../../../contract/posts.ts';
import type { Circle, Post } from '../../../contract/shapes.ts';
import { addToAlbum, makeAlbum } from '../../harness/albums.ts';
import { variedPhotos } from '../../harness/many-photos.ts';
import type { Person } from '../../harness/person.ts';
import { onDatabase } from '../../harness/test-server.ts';
import { Window } from '../browser.ts';
import { longTest } from '../../runner/long-test.ts';

const viewer = (page: Page) => page.getByRole('dialog', { name: 'Photos' });
const heart = (page: Page) => viewer(page).getByRole('button', { name: /^(Like|Unlike), / });
const field = (page: Page) => viewer(page).getByRole('textbox', { name: 'Answer about this photo' });

onDatabase('sqlite', 'talk about one photo, in the browser', (server) => {
  let ana: Person;
  let ben: Person;
  let family: Circle;
  let shared: Post;
  let first: string;
  before(async () => {
    [ana, ben] = await server().members('Ana', 'Ben');
    family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    shared = await ana.posts('By the sea', { to: family, photos: await variedPhotos(3) });
    first = (await ana.ask(posts.get, { id: shared.id })).images[0]?.id ?? assert.fail();
    await ana.ask(comments.add, { id: shared.id, content: 'Who is the tall one?', photoId: first });
  });

  // ABOUT-1, ABOUT-3
  test('a member gives a photo a heart and answers about it, and the conversation shows which', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ben);
    await page.goto(`/post/${shared.id}`);
    await page.locator('.sheet button').first().click();
    await viewer(page).getByText('Who is the tall one?').waitFor();
    await window.isAccessible('the viewer with what is said about a photo');
    await window.fits('the viewer with what is said about a photo');
    await heart(page).click();
    await viewer(page).getByRole('button', { name: 'Unlike, 1 like' }).waitFor();
    await viewer(page).getByRole('button', { name: 'Show who likes this, 1' }).click();
    await viewer(page).getByText('Hearts from Ben Example').waitFor();
    await field(page).fill('Uncle Lou');
    await field(page).press('Enter');
    await viewer(page).getByText('Uncle Lou').waitFor();
    await viewer(page).getByRole('button', { name: '2 answers about this photo' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await viewer(page).waitFor({ state: 'detached' });
    const said = page.getByRole('list', { name: 'Comments' }).getByRole('listitem');
    await said.filter({ hasText: 'Uncle Lou' }).getByRole('img', { name: 'About this photo' }).waitFor();
    await window.isAccessible('a conversation with comments about photos');
    const [photo] = (await ben.ask(posts.get, { id: shared.id })).images;
    assert.partialDeepStrictEqual(photo, { isLiked: true, likesCount: 1, commentsCount: 2 });
    await window.close();
  });

  // ABOUT-1
  test('a double tap gives a heart and takes none back, and L does both', async () => {
    await ben.ask(likes.unlikePhoto, { id: first });
    const phone = await Window.open(server().url, { screen: 'phone' });
    await phone.signIn(ben);
    await phone.page.goto(`/post/${shared.id}`);
    await phone.page.locator('.sheet button').first().click();
    await heart(phone.page).waitFor();
    for (let taps = 0; taps < 2; taps += 1) {
      // A second double tap leaves the heart.
      for (let tap = 0; tap < 2; tap += 1) await phone.page.touchscreen.tap(195, 300);
      await phone.page.locator('.viewer-heart').waitFor();
      await viewer(phone.page).getByRole('button', { name: 'Unlike, 1 like' }).waitFor();
      await phone.page.locator('.viewer-heart').waitFor({ state: 'detached' });
    }
    await phone.close();

    const desktop = await Window.open(server().url);
    const { page } = desktop;
    await desktop.signIn(ben);
    await page.goto(`/post/${shared.id}`);
    await page.locator('.sheet button').first().click();
    await viewer(page).getByRole('button', { name: 'Unlike, 1 like' }).waitFor();
    await desktop.isAccessible('the panel beside a photo');
    await page.keyboard.press('l');
    await viewer(page).getByRole('button', { name: 'Like, 0 likes' }).waitFor();
    // In the field, keys are words.
    await field(page).fill('');
    await field(page).press('l');
    await field(page).press('ArrowRight');
    assert.equal(await field(page).inputValue(), 'l');
    await viewer(page).getByRole('button', { name: 'Like, 0 likes' }).waitFor();
    await field(page).press('Escape');
    await page.keyboard.press('ArrowRight');
    await viewer(page).getByRole('button', { name: '0 answers about this photo' }).waitFor();
    assert.equal(await field(page).inputValue(), '', 'each photo has its own draft');
    await desktop.close();
  });

  test('a session that ends leaves no photo on the screen', async () => {
    const cleo = await server().member('Cleo');
    const own = await cleo.posts('By the sea', {
      to: await cleo.makesCircle('Sisters'),
      photos: await variedPhotos(1),
    });
    const window = await Window.open(server().url);
    await window.signIn(cleo);
    const { page } = window;
    await page.goto(`/post/${own.id}`);
    await page.locator('.sheet button').first().click();
    await heart(page).waitFor();
    await cleo.ask(auth.logout, {});
    await heart(page).click();
    await page.waitForURL('**/auth');
    await viewer(page).waitFor({ state: 'detached' });
    await window.close();
  });

  longTest('the prints of an album say how many hearts and answers they have', async () => {
    const album = await makeAlbum(ana, family, { photos: 2 });
    const [id = ''] = await addToAlbum(ben, album, 1);
    await ana.ask(likes.likePhoto, { id });
    const content = `Lovely, @{${ben.id}}`;
    await ana.ask(comments.add, { id: album.id, content, mentions: [ben.id], photoId: id });
    const window = await Window.open(server().url);
    const { page } = window;
    await window.signIn(ben);
    await page.goto(`/post/${album.id}`);
    const print = page.getByRole('button', { name: /1 heart\. 1 answer\.$/ });
    await print.click();
    await heart(page).click();
    await viewer(page).getByRole('button', { name: 'Unlike, 2 likes' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /2 hearts\. 1 answer\.$/ }).waitFor();
    await window.isAccessible('an album with hearts and answers');
    // A name in the words leads away from the viewer.
    await page.getByRole('button', { name: /2 hearts\. 1 answer\.$/ }).click();
    await viewer(page).getByRole('link', { name: '@Ben Example' }).click();
    await page.waitForURL('**/profile/**');
    await viewer(page).waitFor({ state: 'detached' });
    await window.close();
  });
});
