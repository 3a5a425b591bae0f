import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { Circle } from '../../contract/shapes.ts';
import type { Person } from '../harness/person.ts';
import { Town } from '../harness/town.ts';
import { openBrowser, Window } from './browser.ts';

describe('the frame around every page', () => {
  let town: Town;
  let browser: Browser;
  let ana: Person;
  let ben: Person;
  let family: Circle;
  before(async () => {
    town = await Town.open('sqlite');
    browser = await openBrowser();
    [ana, ben] = await town.members('Ana', 'Ben');
    family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
  });
  after(async () => {
    await browser.close();
    await town.close();
  });

  test('a page shows what happened between its first load and the opening of its stream', async () => {
    const window = await Window.open(browser, town.url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ben);
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/api/events', async (route) => {
      asked.resolve();
      await held.promise;
      await route.continue();
    });
    await page.goto('/home');
    await page.getByRole('heading', { name: 'Your Feed' }).waitFor();
    await asked.promise;
    await page.getByText('No posts yet').waitFor();
    await ana.posts('While the stream was closed', { to: family });
    held.resolve();
    await page.getByText('While the stream was closed').waitFor();
    await window.close();
  });
});
