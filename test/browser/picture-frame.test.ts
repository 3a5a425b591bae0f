import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import * as invitations from '../../contract/invitations.ts';
import { takeBack } from '../../contract/audience/take-back.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import * as frames from '../../contract/frames.ts';
import { languages } from '../../web/words/languages.ts';
import type { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onDatabase, password } from '../harness/test-server.ts';
import { longTest } from '../runner/long-test.ts';
import { chooseAudience, Window } from './browser.ts';

const words = await languages.en();
const photo = 'img.layer.on';

/** Resolves when a photo is painted. */
const showsPhoto = async (page: Page): Promise<void> => {
  await page.waitForFunction((selector) => {
    const image = document.querySelector(selector);
    return image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0;
  }, photo);
};

/** Resolves when no photo is on the screen or in the page. */
const isBlack = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.querySelectorAll('img[src]').length === 0);
};

onDatabase('sqlite', 'a picture frame', (server) => {
  let ann: Person;
  let ben: Person;
  let circle: Circle;
  let post: Post;
  before(async () => {
    [ann, ben] = await server().members('Ann', 'Ben');
    circle = await ann.makesCircle('Family');
    await ann.adds(ben, circle);
    post = await ann.posts('By the lake', { to: circle, photos: [await plainPhoto(1200, 800)] });
  });
  after(async () => {
    for (const person of [ann, ben]) await server().mailsTo(person);
  });

  /** A tablet that shows its code. */
  const opens = async (
    options: Parameters<typeof Window.open>[1] = {},
  ): Promise<{ window: Window; code: string }> => {
    const window = await Window.open(server().url, options);
    await window.page.goto('/frame');
    const shown = window.page.locator('#code').filter({ hasText: /^[A-Z0-9]{4} [A-Z0-9]{4}$/ });
    return { window, code: (await shown.textContent()) ?? '' };
  };
  const pairs = async (code: string, night: frames.Frame['night'] = null): Promise<string> =>
    (await ben.ask(frames.create, { circleId: circle.id, code, password, night })).id;

  // FRAME-2, FRAME-14, FRAME-10
  test('a member pairs it on my account, it shows photos, and ‘End’ makes it black within 5 s', async () => {
    const { window: tablet, code } = await opens();
    for (const colorScheme of ['light', 'dark'] as const) {
      await tablet.page.emulateMedia({ colorScheme });
      await tablet.isAccessible(`the code, ${colorScheme}`);
    }
    await tablet.fits('the code');
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(ben);
    const { page } = window;
    await page.goto('/my-account/data#frames');
    await page.getByRole('button', { name: 'Add a frame' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`${server().url}/frame`).waitFor();
    await dialog.getByLabel('Code').fill('aaaa aaaa');
    await dialog.getByLabel('Circle').selectOption('Family');
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'Show the circle' }).click();
    await dialog.getByText('That code isn’t valid').waitFor();
    await window.isAccessible('adding a frame');
    await dialog.getByLabel('Code').fill(code);
    await dialog.getByRole('button', { name: 'Show the circle' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Dark from 22:00 to 07:00').waitFor();
    await showsPhoto(tablet.page);
    await tablet.isAccessible('photos');
    await window.isAccessible('my account');
    await window.fits('my account');

    await page.goto(`/circle-management?id=${circle.id}&tab=people`);
    await page.getByText('You show this circle on a frame').waitFor();
    const other = await Window.open(server().url);
    // JOIN-6
    const invitation = await ann.ask(invitations.makeCode, { circleId: circle.id });
    await other.page.goto(`/join/${invitation.code}`);
    await other.page.getByText(words.invitations.join.isOnFrame).waitFor();
    await other.signIn(ann);
    await other.page.goto(`/circle-management?id=${circle.id}&tab=people`);
    await other.page.getByText('Ben Example shows this circle on a frame').waitFor();
    await other.isAccessible('the circle');
    // FRAME-14
    await other.page.goto('/create-post');
    await chooseAudience(other.page, 'Family');
    const people = '1 person besides you will see this.';
    await other.page
      .getByText(`${people} Nobody else. With a photo, Ben’s picture frame shows it too.`)
      .waitFor();
    await other.page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'lake.jpg',
        mimeType: 'image/jpeg',
        buffer: await plainPhoto(),
      });
    await other.page.getByText(`${people} Ben’s picture frame shows it too.`).waitFor();
    await other.isAccessible('a moment that a frame will show');
    await other.close();

    await page.goto('/my-account/data#frames');
    const answered = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.getByRole('button', { name: 'End the frame with Family' }).click();
    await answered;
    const endedAt = performance.now();
    await isBlack(tablet.page);
    assert.ok(performance.now() - endedAt < 5_000, `${performance.now() - endedAt} ms`);
    await page.getByText('The frame goes black', { exact: true }).waitFor();
    await tablet.page.getByText('This frame was ended.').waitFor();
    await tablet.isAccessible('the end');
    await tablet.page.getByRole('button', { name: 'Show a new code' }).click();
    await tablet.page
      .locator('#code')
      .filter({ hasText: /^[A-Z0-9]{4} / })
      .waitFor();
    await window.close();
    await tablet.close();
  });

  // FRAME-10, FRAME-1
  test('it takes away a photo that was taken back, shows a new one, and is black within 5 s of a removal', async () => {
    const { window, code } = await opens();
    const { page } = window;
    await pairs(code);
    await showsPhoto(page);
    const src = await page.locator(photo).getAttribute('src');
    await ann.ask(takeBack, { id: post.id });
    const takenAt = performance.now();
    await isBlack(page);
    assert.ok(performance.now() - takenAt < 5_000, `${performance.now() - takenAt} ms`);
    await page.getByText('There are no photos in this circle yet.').waitFor();
    await ann.posts('A new one', { to: circle, photos: [await plainPhoto(800, 600)] });
    await showsPhoto(page);
    assert.notEqual(await page.locator(photo).getAttribute('src'), src);
    await ann.removes(ben, circle);
    const removedAt = performance.now();
    await isBlack(page);
    assert.ok(performance.now() - removedAt < 5_000, `${performance.now() - removedAt} ms`);
    await page.getByText('This frame was ended.').waitFor();
    await ann.adds(ben, circle);
    await window.close();
  });

  // FRAME-10
  longTest('it is dark at night until a tap, and black after 60 s without a connection', async () => {
    const { window, code } = await opens({ locale: 'de-DE' });
    const { page } = window;
    await page.getByText('Gib dort diesen Code ein').waitFor();
    await page.clock.install({ time: new Date(2026, 10, 24, 23, 30) });
    await pairs(code, { from: 22, to: 7 });
    await page.goto('/frame');
    await showsPhoto(page);
    const isDark = (dark: boolean) =>
      page.waitForFunction((wanted) => document.body.classList.contains('night') === wanted, dark);
    await isDark(true);
    await page.locator('#stage').click();
    await isDark(false);
    await page.clock.fastForward(61_000);
    await isDark(true);
    await showsPhoto(page);
    await page.clock.setSystemTime(new Date(2026, 10, 25, 7, 0));
    await isDark(false);
    await showsPhoto(page);

    await page.context().setOffline(true);
    await page.clock.runFor(50_000);
    await showsPhoto(page);
    await page.clock.runFor(12_000);
    await isBlack(page);
    await page.getByText('No connection.').waitFor();
    await page.context().setOffline(false);
    await showsPhoto(page);
    await page.getByText('No connection.').waitFor({ state: 'hidden' });
    await window.close();
  });
});
