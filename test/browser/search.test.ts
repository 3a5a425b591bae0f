import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainPhoto } from '../harness/photos.ts';
import { onDatabase } from '../harness/test-server.ts';
import { fillCircle } from '../timeline/fill-circle.ts';
import { areThere, holds, Window } from './browser.ts';

onDatabase('sqlite', 'searching, in the browser', (server) => {
  test('finds everything with one word, marks it, walks it by arrow keys, and is there again after going back', async () => {
    const [ann] = await server().members('Ann', 'Lemuel');
    const garden = await ann.makesCircle('Lemon garden');
    const family = await ann.makesCircle('Family');
    for (const at of ['', ' again', ' once more']) await ann.posts(`The lemon tree${at}`, { to: garden });
    await ann.posts('Grandmother’s cake', {
      to: family,
      photos: [await plainPhoto()],
      more: { alts: JSON.stringify(['A lemon cake on the table']) },
    });
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ann);
    await page.goto('/home');
    await page.getByRole('link', { name: 'Search' }).click();
    const field = page.getByRole('searchbox', { name: 'Search people, circles, moments, albums' });
    await page.getByText('Enter at least two letters.').waitFor();
    await window.isAccessible('the search before anything is typed');
    await field.fill('lem');
    await page.getByText('1 person, 1 circle, 4 moments found').waitFor();
    assert.deepEqual(await page.getByRole('heading', { level: 2 }).allTextContents(), [
      'People',
      'Circles',
      'Moments',
    ]);
    assert.deepEqual(await page.locator('mark').allTextContents(), ['Lem', 'Lem', 'lem', 'lem', 'lem']);
    await window.isAccessible('results of a search');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    assert.match((await page.locator(':focus').textContent()) ?? '', /^Lemon garden/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    assert.equal(await field.evaluate((input) => input === document.activeElement), true);
    await page.getByRole('link', { name: 'All 4 moments' }).click();
    await areThere(page.locator('.found'), 4);
    await page.getByLabel('Circle', { exact: true }).selectOption('Family');
    await areThere(page.locator('.found'), 1);
    await window.isAccessible('all moments that a search finds');
    await page.getByRole('link', { name: 'A lemon cake' }).click();
    await page.getByText('Grandmother’s cake').waitFor();
    await page.goBack();
    await areThere(page.locator('.found'), 1);
    assert.equal(await field.inputValue(), 'lem');
    await page.getByRole('link', { name: 'All results' }).click();
    await page.getByRole('link', { name: /^Lemon garden/ }).waitFor();
    await field.fill('lemon quince');
    await page.getByText('Nothing you can see has these letters.').waitFor();
    // The address loses the search, and so does the field.
    await page.getByRole('link', { name: 'Search', exact: true }).first().click();
    await page.getByText('Enter at least two letters.').waitFor();
    await holds(page, field, '');
    await field.fill('lem');
    await page.getByText('1 person, 1 circle, 4 moments found').waitFor();
    await window.close();
  });

  test('says that nothing recent has the words, or at least how many have, and goes on with older moments', async () => {
    const quin = await server().member('Quin');
    const circle = await quin.makesCircle('Harbour');
    const texts = Array.from({ length: 300 }, () => 'A dugong and a narwhal, and far from both a lantern');
    const oldest = 'The dugong lantern, and the narwhal lantern';
    const newest = Array.from({ length: 4 }, () => 'A narwhal lantern');
    await fillCircle(server(), { author: quin, circle }, [oldest, ...texts, ...newest]);
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(quin);
    await page.goto(`/search?q=${encodeURIComponent('"dugong lantern"')}`);
    await page.getByText('Nothing recent has these letters.', { exact: true }).waitFor();
    await window.isAccessible('a search that goes on with older moments');
    await page.getByRole('link', { name: 'Search older moments' }).click();
    await areThere(page.locator('.found'), 1);
    await page.goto(`/search?q=${encodeURIComponent('"narwhal lantern"')}`);
    await areThere(page.locator('.found'), 3);
    assert.equal(await page.getByRole('link', { name: 'Search older' }).count(), 0);
    await page.getByRole('link', { name: 'At least 4 moments' }).click();
    await areThere(page.locator('.found'), 5);
    await window.close();
  });
});
