import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import * as auth from '../../contract/auth.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as invitations from '../../contract/invitations.ts';
import { languages } from '../../web/words/languages.ts';
import { setUpTotp } from '../harness/factors.ts';
import { onDatabase } from '../harness/test-server.ts';
import { plainPhoto } from '../harness/photos.ts';
import { longTest } from '../runner/long-test.ts';
import { until } from '../runner/until.ts';
import { button, countKept, signInByForm, Window } from './browser.ts';

const texts = await languages.en();

const refuse = (page: Page, address: string) =>
  page.route(address, (route) => route.fulfill({ status: 429, json: { message: messages.tooManyRequests } }));

onDatabase('sqlite', 'failed requests, in the browser', (server) => {
  longTest('a refused change of priority falls back, and a circle that failed loads again', async () => {
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

  longTest('a member whose session cannot be asked for is not sent to the sign-in', async () => {
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

  longTest('a sign-in and a code that get no answer are not called wrong', async () => {
    const kim = await server().member('Kim');
    await setUpTotp(server(), kim);
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await page.route('**/api/auth/login', (route) => route.abort());
    await page.goto('/auth');
    await signInByForm(page, kim.email);
    await page.getByText(texts.controls.unreachable).waitFor();
    await page.unroute('**/api/auth/login');
    await signInByForm(page, kim.email);
    await page.getByLabel(texts.auth.second.code).fill('123456');
    await page.route('**/api/auth/second-factor', (route) => route.abort());
    await page.locator('form').getByRole('button', { name: texts.auth.second.submit, exact: true }).click();
    await page.getByText(texts.controls.unreachable).waitFor();
    await window.close();
    await server().mailsTo(kim);
  });

  longTest('a new password whose answer was lost is not only called a link that does not work', async () => {
    const lena = await server().member('Lena');
    await server().visitor().ask(auth.forgotPassword, { email: lena.email });
    const [mail] = await server().mailsTo(lena);
    const link = /\/auth\/reset-password\?token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? assert.fail('no link');
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await page.route(
      '**/api/auth/reset-password',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await page.goto(link);
    for (const label of [texts.auth.reset.password, texts.auth.reset.confirmPassword])
      await page.getByLabel(label, { exact: true }).fill('two-old-spoons');
    await button(page, texts.auth.reset.submit).click();
    await page.getByText(texts.controls.unreachable).waitFor();
    await button(page, texts.auth.reset.submit).click();
    await page.getByText(texts.auth.reset.unsure).waitFor();
    await window.isAccessible('a link that a press without an answer has used');
    await page.getByRole('link', { name: texts.auth.reset.signIn, exact: true }).click();
    await signInByForm(page, lena.email, 'two-old-spoons');
    await page.getByText('No posts yet').waitFor();
    await window.close();
    await server().mailsTo(lena);
  });

  longTest('two choices of a member, of which one opens the page again, are both saved', async () => {
    const lee = await server().member('Lee');
    const window = await Window.open(server().url);
    const { page } = window;
    await window.signIn(lee);
    const answers = Promise.withResolvers<void>();
    await page.route('**/api/user', async (route) => {
      if (route.request().method() === 'PATCH') await answers.promise;
      await route.continue();
    });
    await page.goto('/my-account/look');
    await page.getByRole('combobox', { name: texts.controls.language }).selectOption('de');
    await page.getByRole('combobox', { name: texts.language.timeZone }).selectOption('Asia/Tokyo');
    answers.resolve();
    const german = await languages.de();
    await page.getByRole('heading', { name: german.hub.look }).waitFor();
    const { timeZone, language } = await lee.ask(auth.currentUser, {});
    assert.deepEqual({ timeZone, language }, { timeZone: 'Asia/Tokyo', language: 'de' });
    await window.close();
  });

  test('a lost session leads to the sign-in page and back', async () => {
    const [dora, emil] = await server().members('Dora', 'Emil');
    const family = await dora.makesCircle('Family');
    await dora.adds(emil, family);
    await dora.posts('Liked by nobody', { to: family });
    await dora.posts('Liked by nobody either', { to: family });
    const window = await Window.open(server().url);
    const { page } = window;
    await window.signIn(emil);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Your Feed' }).waitFor();
    // Two calls fail: the message of the second must not hide what happened, however late it comes.
    const releases = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let calls = 0;
    await page.route('**/api/posts/*/like', async (route) => {
      await releases[calls++]?.promise;
      await route.continue();
    });
    const likes = page.getByRole('button', { name: /^(?:Like|Unlike), / });
    await likes.nth(0).click();
    await likes.nth(1).click();
    await page.context().clearCookies();
    releases[0]?.resolve();
    await page.getByText('Session Expired').first().waitFor();
    await page.waitForURL('**/auth');
    await page.evaluate(() => document.querySelector('.toast')?.setAttribute('data-before', ''));
    releases[1]?.resolve();
    await page.locator('.toast:not([data-before])').getByText('Session Expired').waitFor();
    await signInByForm(page, emil.email);
    await page.getByRole('heading', { name: 'Your Feed' }).waitFor();
    await server().app.context.jobs.idle();
    const mails = await server().mailsTo(emil);
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      ['New sign-in to your account'],
    );
    await window.close();
  });

  test('a session that the page finds lost while it asks who is signed in leads to the sign-in page, too', async () => {
    const frida = await server().member('Frida');
    const window = await Window.open(server().url);
    const { page } = window;
    await window.signIn(frida);
    const stream = Promise.withResolvers<void>();
    await page.route('**/api/events', async (route) => {
      await stream.promise;
      const body = 'event: hello\ndata: {"quietMs":0}\n\n';
      await route.fulfill({ contentType: 'text/event-stream', body });
    });
    await page.goto('/');
    await page.getByRole('heading', { name: 'Your Feed' }).waitFor();
    await page.context().clearCookies();
    const lost = page.getByText('Session Expired').first();
    const asked = page.waitForRequest('**/api/user');
    await page.route('**/api/user', async (route) => {
      await lost.waitFor();
      await route.continue();
    });
    // The stream tells that the page has missed changes: it asks for everything again, and is refused.
    stream.resolve();
    await asked;
    await page.waitForURL('**/auth');
    await lost.waitFor();
    await window.close();
  });

  longTest('a sign-out whose session was lost meanwhile leaves nothing in the browser', async () => {
    const jan = await server().member('Jan');
    const window = await Window.open(server().url);
    const { page } = window;
    await window.signIn(jan);
    const [upload, logout] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/api/photos', async (route) => {
      await upload.promise;
      await route.continue();
    });
    await page.route('**/api/auth/logout', async (route) => {
      await logout.promise;
      await route.continue();
    });
    await page.goto('/create-post');
    const file = { name: 'lemons.jpg', mimeType: 'image/jpeg', buffer: await plainPhoto() };
    await page.locator('input[type=file]').first().setInputFiles(file);
    await until(async () => (await countKept(page, 'photos')) > 0);
    await page.context().clearCookies();
    const asked = page.waitForRequest('**/api/auth/logout');
    await window.signOut();
    await asked;
    upload.resolve();
    await page.waitForURL('**/auth');
    logout.resolve();
    await page.waitForURL(`${server().url}/`);
    await until(async () => (await countKept(page, 'photos')) === 0);
    await window.close();
  });

  test('a session that an invitation finds lost is a new one after the sign-in', async () => {
    const [gina, hugo] = await server().members('Gina', 'Hugo');
    const { id } = await gina.makesCircle('Choir');
    const { code } = await gina.ask(invitations.makeCode, { circleId: id });
    const window = await Window.open(server().url);
    const { page } = window;
    await window.signIn(hugo);
    await page.goto(`/join/${code}`);
    await button(page, texts.invitations.join.access).waitFor();
    await page.context().clearCookies();
    await button(page, texts.invitations.join.access).click();
    await page.getByText('Session Expired').first().waitFor();
    await page.waitForURL('**/auth?invite=*');
    await button(page, texts.auth.welcome.signIn).click();
    await signInByForm(page, hugo.email);
    await page.waitForURL(`**/join/${code}`);
    await button(page, texts.invitations.join.access).click();
    await page.getByRole('heading', { name: 'Your Feed' }).waitFor();
    await page.getByRole('link', { name: texts.shell.circles }).first().click();
    await page.getByText('Choir').first().waitFor();
    await server().mailsTo(hugo);
    await window.close();
  });

  longTest('a request to be verified without a session says so, and leads to the sign-in page', async () => {
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
