import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { TestServer } from '../harness/test-server.ts';
import { openBrowser, Window } from './browser.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

describe('a conversation under a moment, in the browser', () => {
  let server: TestServer;
  let browser: Browser;
  before(async () => {
    server = await TestServer.open('sqlite');
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  // COMMENT-8
  test('the author of a moment deletes a comment after a confirmation, and readers cannot', async () => {
    const [ana, ben, cleo] = await server.members('Ana', 'Ben', 'Cleo');
    const family = await ana.makesCircle('Family');
    for (const who of [ben, cleo]) await ana.adds(who, family);
    const post = await ana.posts('Eleven lemons', { to: family });
    await ben.comments(post, 'How rude');
    await cleo.comments(post, 'How kind');

    const reader = await Window.open(browser, server.url);
    await reader.signIn(cleo);
    await reader.page.goto(`/post/${post.id}`);
    await button(reader.page, 'Comment options').first().click();
    await reader.page.getByRole('menuitem', { name: 'Report comment' }).waitFor();
    await reader.page.getByRole('menuitem', { name: 'Delete comment' }).waitFor({ state: 'detached' });

    const author = await Window.open(browser, server.url, { screen: 'phone' });
    const { page } = author;
    await author.signIn(ana);
    await page.goto(`/post/${post.id}`);
    await button(page, 'Comment options').first().click();
    await page.getByRole('menuitem', { name: 'Delete comment' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('You can’t undo this. Ben Example won’t be notified.').waitFor();
    await author.isAccessible('the confirmation');
    await button(page, 'Delete comment').click();
    await page.getByText('How rude').waitFor({ state: 'detached' });
    await page.getByRole('list', { name: 'Comments' }).and(page.locator(':focus')).waitFor();
    await reader.page.getByText('How rude').waitFor({ state: 'detached' });
    await reader.close();
    await author.close();
  });
});
