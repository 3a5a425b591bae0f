import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as circles from '../../../contract/circles.ts';
import * as posts from '../../../contract/posts.ts';
import type { Circle } from '../../../contract/shapes.ts';
import { addToAlbum, makeAlbum } from '../../harness/albums.ts';
import { plainPhoto } from '../../harness/photos.ts';
import type { Person } from '../../harness/person.ts';
import { onDatabase } from '../../harness/test-server.ts';
import { longTest } from '../../runner/long-test.ts';
import { button, chooseAudience, Window } from '../browser.ts';

onDatabase('sqlite', 'what is typed and promised, in the browser', (server) => {
  let ana: Person;
  let ben: Person;
  let family: Circle;
  before(async () => {
    [ana, ben] = await server().members('Ana', 'Ben');
    family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    await ana.makesCircle('Work');
  });

  // COMMENT-9
  test('nothing can be typed into an edit while it is saved, and lost with it', async () => {
    const post = await ana.posts('Ten lemons', { to: family });
    await ben.comments(post, 'One');
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ben);
    await page.goto(`/post/${post.id}`);
    await button(page, 'Comment options').click();
    await page.getByRole('menuitem', { name: 'Edit comment' }).click();
    const slow = Promise.withResolvers<void>();
    await page.route('**/api/comments/*', async (route) => {
      await slow.promise;
      await route.continue();
    });
    const field = page.getByLabel('Your comment');
    await field.fill('Two');
    const begun = page.waitForRequest('**/api/comments/*');
    await button(page, 'Save').click();
    await begun;
    assert.ok(await field.isDisabled());
    // Nor in the same dialog, closed and opened again.
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button(page, 'Comment options').click();
    await page.getByRole('menuitem', { name: 'Edit comment' }).click();
    await field.waitFor();
    assert.ok(await field.isDisabled());
    slow.resolve();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.deepEqual(await ana.reads(post), ['Two']);
    await window.close();
  });

  // ALBUM-7
  longTest('taking an album back from everyone says what becomes of the photos of others', async () => {
    const album = await makeAlbum(ana, family, { photos: 1, title: 'By the lake' });
    await addToAlbum(ben, album, 1);
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    await page.goto(`/post/${album.id}`);
    await page.getByRole('button', { name: 'Post options' }).click();
    await page.getByRole('menuitem', { name: 'Take back...' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take this moment back' });
    await dialog.getByRole('radio', { name: 'Everyone' }).click();
    await dialog.getByText('Only you will see it, and you can’t undo that.').waitFor();
    const promised = await dialog.getByText('Only you will see it').textContent();
    await dialog.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Circle shows it to nobody but you.').waitFor();
    assert.equal((await ana.ask(posts.get, { id: album.id })).photosCount, 1);
    assert.doesNotMatch(promised ?? '', /keeps its photos/);
    await window.close();
  });

  // ABOUT-3, APP-2
  test('an answer about a photo that could not be sent is changed on the page that it leads to', async () => {
    const post = await ana.posts('By the sea', { to: family, photos: [await plainPhoto()] });
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ben);
    await page.goto(`/post/${post.id}`);
    await page.locator('.sheet button').first().click();
    const viewer = page.getByRole('dialog', { name: 'Photos' });
    const field = viewer.getByRole('textbox', { name: 'Answer about this photo' });
    await page.route('**/api/posts/*/comments', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { message: 'Not like this.' } })
        : route.continue(),
    );
    await field.fill('Uncle Lou');
    await field.press('Enter');
    await page.waitForFunction(() => localStorage.getItem('circle_outbox')?.includes('"waiting":false'));
    await page.goto('/on-its-way');
    await page.getByText('Not like this.').waitFor();
    await page.unroute('**/api/posts/*/comments');
    await button(page, 'Change').click();
    await page.waitForURL(`**/post/${post.id}`);
    const form = page.getByRole('textbox', { name: 'Add a comment' });
    await form.waitFor();
    assert.equal(await form.inputValue(), 'Uncle Lou');
    await form.press('Enter');
    await page.getByRole('img', { name: 'About this photo' }).waitFor();
    await window.close();
  });

  // ALBUM-18
  longTest(
    'an album that was begun keeps its circles when New album is pressed in another circle',
    async () => {
      const window = await Window.open(server().url, { screen: 'phone' });
      const { page } = window;
      await window.signIn(ana);
      await page.goto('/create-album');
      await page.getByLabel('Title').fill('Colleagues');
      await chooseAudience(page, /Work/);
      await button(page, /^Work/).waitFor();
      await page.goto(`/create-album?circle=${family.id}`);
      await page.waitForURL((url) => url.search === '');
      assert.equal(await page.getByLabel('Title').inputValue(), 'Colleagues');
      await button(page, /^(Work|Family)/).waitFor();
      assert.match((await button(page, /^(Work|Family)/).textContent()) ?? '', /Work/);
      await window.close();
    },
  );

  // CIRCLE-19
  longTest(
    'the owner of a circle who changes its colour takes back no name that a keeper has saved meanwhile',
    async () => {
      const circle = await ana.makesCircle('Choir');
      await ana.adds(ben, circle);
      await ana.ask(circles.nameKeepers, { id: circle.id, userIds: [ben.id] });
      const window = await Window.open(server().url, { screen: 'phone' });
      const { page } = window;
      await window.signIn(ana);
      await page.goto(`/circle-management?id=${circle.id}&tab=settings`);
      await button(page, 'Edit Profile').click();
      await page.getByLabel('Description').fill('Tuesdays');
      await ben.ask(circles.edit, { id: circle.id, name: 'Choir of 2026' });
      await page.getByText('Choir of 2026').first().waitFor();
      await button(page, 'Save').click();
      await page.getByText('Circle Updated').first().waitFor();
      const { name, description } = await ana.ask(circles.get, { id: circle.id });
      assert.deepEqual([name, description], ['Choir of 2026', 'Tuesdays']);
      await window.close();
    },
  );

  // REQUEST-5
  longTest('a circle whose answer was lost is made once, however often its member tries again', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ben);
    await page.goto('/circles');
    await button(page, 'Create New Circle').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Hiking');
    let isLost = true;
    await page.route('**/api/circles', async (route) => {
      if (route.request().method() !== 'POST' || !isLost) return route.continue();
      isLost = false;
      await route.fetch();
      await route.abort('connectionreset');
    });
    await dialog.getByRole('button', { name: 'Create circle' }).click();
    await page.getByText('Error Creating Circle').first().waitFor();
    await dialog.getByRole('button', { name: 'Create circle' }).click();
    await page.getByText('Circle Created').first().waitFor();
    const own = (await ben.ask(circles.list, {})).filter(({ name }) => name === 'Hiking');
    assert.equal(own.length, 1);
    await window.close();
  });
});
