import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { messages } from '../../contract/errors/errors.ts';
import { onDatabase } from '../harness/test-server.ts';
import { button, Window } from './browser.ts';

const refuse = (page: Page, address: string) =>
  page.route(address, (route) => route.fulfill({ status: 429, json: { message: messages.tooManyRequests } }));

onDatabase('sqlite', 'failed requests, in the browser', (server) => {
  test('a refused change of priority falls back to the server’s value, and a circle that failed to load can be retried', async () => {
    const ana = await server().member('Ana');
    const family = await ana.makesCircle('Family');
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    await page.goto('/circles');
    await button(page, 'Set Priorities').click();
    const card = page.getByRole('listitem').filter({ hasText: 'Family' });
    await card.getByText('Priority: 0').waitFor();
    const answers = Promise.withResolvers<void>();
    await page.route('**/api/circles/*/priority', async (route) => {
      await answers.promise;
      await route.abort('internetdisconnected');
    });
    // The list must not be refetched, which would hide the bug.
    await refuse(page, '**/api/circles');
    for (const priority of [1, 2, 3]) {
      await button(page, 'Raise priority of Family').click();
      await card.getByText(`Priority: ${priority}`).waitFor();
    }
    answers.resolve();
    await page.getByText('Error Updating Priority').first().waitFor();
    await card.getByText('Priority: 0').waitFor();

    await refuse(page, `**/api/circles/${family.id}`);
    await page.goto(`/circle-management?id=${family.id}`);
    await page.getByRole('heading', { name: 'Failed to fetch circle' }).waitFor();
    await page.getByText(messages.tooManyRequests).waitFor();
    await page.unroute(`**/api/circles/${family.id}`);
    await button(page, 'Try again').click();
    await page.getByRole('heading', { name: 'Family' }).waitFor();
    await window.close();
  });

  test('a member whose session cannot be asked for is not sent to the sign-in', async () => {
    const cleo = await server().member('Cleo');
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(cleo);
    const proxy = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' };
    await page.route('**/api/user', (route) => route.fulfill(proxy));
    await page.goto('/circles');
    await page.getByRole('heading', { name: 'Circle can’t be reached.' }).waitFor();
    await page.getByText('Circle can’t be reached just now (502). Please try again in a minute.').waitFor();
    await window.isAccessible('a session that cannot be asked for');
    await page.unroute('**/api/user');
    await button(page, 'Try again').click();
    await button(page, 'Logout').waitFor();
    // A proxy's 502 counts as one of the server's.
    await page.context().close();
  });

  test('a request to be verified without a session says so, and leads to the sign-in page', async () => {
    const ben = await server().member('Ben', { isVerified: false });
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ben);
    await page.goto('/verification');
    await page.getByRole('textbox').first().fill('Ben, who sings in the choir of our server().');
    await page.context().clearCookies();
    const older = page.waitForRequest('**/api/login');
    await button(page, 'Submit request').click();
    await page.getByText('You are logged out. Logging in again...').first().waitFor();
    await older;
    await page.waitForURL('**/auth');
    await window.close();
  });
});
