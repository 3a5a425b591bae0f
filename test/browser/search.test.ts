import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainPhoto } from '../harness/photos.ts';
import { onDatabase } from '../harness/test-server.ts';
import { areThere, Window } from './browser.ts';

onDatabase('sqlite', 'searching for moments, in the browser', (server) => {
  // SEARCH-1, SEARCH-3, SEARCH-5
  test('marks what was found, keeps to a circle, and is there again after going back', async () => {
    const [ann] = await server().members('Ann');
    const garden = await ann.makesCircle('Garden');
    const family = await ann.makesCircle('Family');
    await ann.posts('The lemon tree has four lemons', { to: garden });
    await ann.posts('Grandmother’s cake', {
      to: family,
      photos: [await plainPhoto()],
      more: { alts: JSON.stringify(['A lemon cake on the table']) },
    });
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ann);
    await page.goto('/home');
    await page.getByRole('link', { name: 'Search moments' }).click();
    const field = page.getByRole('searchbox', { name: 'Search moments' });
    await page.getByText('Enter at least two letters.').waitFor();
    await window.isAccessible('the search before anything is typed');
    await field.fill('lemon');
    await page.getByText('2 moments found').waitFor();
    await areThere(page.locator('mark'), 3);
    assert.deepEqual(await page.locator('mark').allTextContents(), ['lemon', 'lemon', 'lemons']);
    await window.isAccessible('results of a search');
    await page.getByLabel('Circle').selectOption('Family');
    await page.getByText('1 moment found').waitFor();
    await page.getByRole('link', { name: 'Moment by Ann Example' }).click();
    await page.getByText('Grandmother’s cake').waitFor();
    await page.goBack();
    await page.getByText('1 moment found').waitFor();
    assert.equal(await field.inputValue(), 'lemon');
    await field.fill('lemon quince');
    await page.getByText('Nothing found').waitFor();
    await window.close();
  });
});
