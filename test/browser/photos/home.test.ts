import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import * as account from '../../../contract/account.ts';
import type { Circle } from '../../../contract/shapes.ts';
import { languages } from '../../../web/words/languages.ts';
import { makeAlbum } from '../../harness/albums.ts';
import type { Person } from '../../harness/person.ts';
import { landscapePhoto } from '../../harness/photos.ts';
import { onDatabase } from '../../harness/test-server.ts';
import { longTest } from '../../runner/long-test.ts';
import { hideFaces, Window } from '../browser.ts';

const german = await languages.de();
/** The first moment begins at most so many pixels below the top of a phone. */
const firstMomentPx = 270;

const focusStops = 25;

/** In the page: the element with the focus, if something that stays on the screen covers it, or it is out of sight. */
const coveredFocus = (): string | null => {
  const { activeElement } = document;
  // After the last one the focus leaves the page.
  if (!activeElement || activeElement === document.body) return null;
  // A field for files is as large as its label.
  const shown = activeElement.closest('label') ?? activeElement;
  const { left, right, top, bottom } = shown.getBoundingClientRect();
  const [x, y] = [
    (Math.max(0, left) + Math.min(innerWidth, right)) / 2,
    (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2,
  ];
  const at = document.elementFromPoint(x, y);
  let bar = at;
  while (bar && !['fixed', 'sticky'].includes(getComputedStyle(bar).position)) bar = bar.parentElement;
  if (bottom > 0 && top < innerHeight && (bar === null || bar.contains(shown))) return null;
  return `${shown.outerHTML.slice(0, 200)} below ${at?.outerHTML.slice(0, 100) ?? 'nothing'}`;
};

onDatabase('sqlite', 'Home', (server) => {
  let ana: Person;
  let ben: Person;
  let family: Circle;
  before(async () => {
    [ana, ben] = await server().members('Ana', 'Ben');
    family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    await hideFaces(family, ana, ben);
    for (let at = 1; at <= 9; at += 1) await ana.makesCircle(`Circle ${at}`);
    const club = await ana.makesCircle('Großfamilie Hinterleitner-Schwarzenberger am See');
    await ana.posts('In the club', { to: club });
    await makeAlbum(ana, family, { title: 'Summer at the lake', photos: 2 });
    await makeAlbum(ana, club, { title: 'Spring concert' });
    await ana.posts('Eleven lemons', { to: family, photos: [await landscapePhoto()] });
  });

  test('begins with the first moment high on a phone, and filters by one circle that it leads to', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    const first = page.locator('.posts .post').first();
    const isHigh = async (how: string) => {
      const top = await first.evaluate((element) => element.getBoundingClientRect().top);
      assert.ok(top <= firstMomentPx, `${how}: ${top} px`);
    };
    await server().app.context.db.write(({ q }) =>
      sql`update users set first_name = 'Annemarie', last_name = 'Friederike Hinterleitner-Schwarzenberger'
        where public_id = ${ana.id}`.execute(q),
    );
    await ana.ask(account.edit, { language: 'de' });
    await page.goto('/');
    await page.getByRole('radio', { name: german.posts.feed.all }).waitFor();
    await first.waitFor();
    await page.getByRole('link', { name: /Erinnerungen geteilt$/ }).waitFor();
    await isHigh('German, a long name');
    await window.fits('Home in German');
    await ana.ask(account.edit, { language: 'en' });
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: 'Annemarie' }).waitFor();
    await first.waitFor();
    const figures = page.getByRole('link', { name: /memories shared$/ });
    await figures.waitFor();
    await isHigh('English');
    assert.equal(await figures.getAttribute('href'), '/profile');
    assert.equal(
      await page.getByRole('link', { name: /connections? made$/ }).getAttribute('href'),
      '/contacts',
    );
    assert.equal(await page.getByRole('link', { name: 'Take a photo' }).getAttribute('href'), '/camera');
    assert.equal(await page.locator('.fchips .pencil').count(), 0, 'nothing is chosen');
    await window.isAccessible('Home');

    const chips = page.getByRole('radio');
    assert.equal(await chips.count(), 9, 'all circles, and the eight closest');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Which circle?' });
    await sheet.getByLabel('Search your circles').fill('großfamilie');
    await sheet.getByText('1 circle').waitFor();
    await window.isAccessible('the sheet of circles');
    await sheet.getByRole('button', { name: 'Großfamilie' }).click();
    await sheet.waitFor({ state: 'detached' });
    const status = page.getByRole('status').filter({ hasText: 'Showing 2 of 4 posts' });
    await status.waitFor();
    await page.getByText('In the club').waitFor();
    await page.locator('.fchips [aria-checked=true] .pencil').waitFor();
    assert.equal(await chips.count(), 10);
    await window.fits('Home, filtered by a circle with a long name');
    await window.isAccessible('Home, filtered');
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await status.waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: 'Circle 1' }).click();
    await page.getByText('No posts in this circle').waitFor();
    await page.getByRole('link', { name: 'Open Circle 1' }).click();
    await page.waitForURL('**/circle-management?id=*');
    await page.goBack();
    await page.getByText('No posts in this circle').waitFor();

    await page.getByRole('button', { name: 'Sort: Newest First' }).click();
    await page.getByRole('menuitem', { name: 'Closest first' }).click();
    await page.getByRole('heading', { level: 1, name: 'Closest first' }).waitFor();
    await window.close();
  });

  // SIGHT-9, DAY-6
  longTest('has rooms for the photos and albums of all circles, each with an address', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ben);
    await page.goto('/');
    const tab = (name: string) => page.getByRole('link', { name, exact: true });
    await tab('Albums').click();
    await page.waitForURL('**/?show=albums');
    const album = page.getByRole('link', { name: 'Summer at the lake' });
    await album.waitFor();
    await album.getByText('Family').waitFor();
    assert.equal(await page.getByText('Spring concert').count(), 0);
    assert.equal(await page.title(), 'Albums · Circle');
    assert.ok(await tab('Albums').evaluate((link) => link === document.activeElement));
    await window.isAccessible('the albums of all circles');
    await window.fits('the albums of all circles');
    await tab('Photos').click();
    await page.waitForURL('**/?show=photos');
    await page.locator('.wall [data-photo]').nth(2).waitFor();
    await page.goBack();
    await album.waitFor();
    await page.goBack();
    await page.getByText('Eleven lemons').waitFor();
    // An older address.
    await page.goto('/photos');
    await page.waitForURL('**/?show=photos');
    await page.locator('.wall [data-photo]').nth(2).waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
    await window.fits('the photos of all circles on a laptop');
    await page.goto('/?show=albums');
    await album.waitFor();
    await window.isAccessible('the albums on a laptop');
    await window.close();
  });

  test('offers the home screen of a phone on the second visit, once', async () => {
    const window = await Window.open(server().url, { screen: 'sideways' });
    const { page } = window;
    await window.signIn(ben);
    const card = page.getByRole('region', { name: 'Keep Circle on your home screen' });
    const second = page.locator('.posts > .post').nth(1);
    await page.goto('/');
    await second.waitFor();
    await page.waitForFunction(() => (localStorage.getItem('circle_quiet_card') ?? '') !== '');
    assert.equal(await card.count(), 0);
    await page.reload();
    await card.getByRole('link', { name: 'Show me how' }).waitFor();
    await window.isAccessible('Home with a question');
    await window.fits('Home with a question');
    await card.getByRole('button', { name: 'No, thanks' }).press('Enter');
    await card.waitFor({ state: 'detached' });
    await page.locator('article:focus').waitFor();
    await page.reload();
    await second.waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem('circle_quiet_card')), 'done');
    assert.equal(await card.count(), 0);
    await window.close();
  });

  longTest('no bar covers what the keyboard reaches on a small screen, as at 400 % zoom', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    await page.setViewportSize({ width: 320, height: 225 });
    const pages = {
      '/': 'Eleven lemons',
      [`/circle-management?id=${family.id}`]: 'Eleven lemons',
      '/notifications': 'Notifications',
      '/create-post': 'New moment',
    };
    for (const [address, text] of Object.entries(pages)) {
      await page.goto(address);
      await page.getByText(text).first().waitFor();
      for (let stop = 0; stop < focusStops; stop += 1) {
        await page.keyboard.press('Tab');
        assert.equal(await page.evaluate(coveredFocus), null, `stop ${stop} of ${address}`);
      }
    }
    await window.close();
  });
});
