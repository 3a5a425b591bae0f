import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import * as invitations from '../../contract/invitations.ts';
import type { Circle } from '../../contract/shapes.ts';
import { languages } from '../../web/words/languages.ts';
import type { Person } from '../harness/person.ts';
import { landscapePhoto } from '../harness/photos.ts';
import { onDatabase } from '../harness/test-server.ts';
import { longTest } from '../runner/long-test.ts';
import { chooseAudience, hideFaces, isKept, readResponses, signInByForm, Window } from './browser.ts';

const [english, german] = await Promise.all([languages.en(), languages.de()]);

onDatabase('sqlite', 'the header, bars and sign-out of every page', (server) => {
  let ana: Person;
  let ben: Person;
  let family: Circle;
  before(async () => {
    [ana, ben] = await server().members('Ana', 'Ben');
    family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    await hideFaces(family, ana, ben);
  });

  test('a page shows what changed between its first load and the opening of its event stream', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
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

  test('the bar shares from every page, and is quiet beside a larger button to share', async () => {
    for (let at = 0; at < 6; at += 1) await ana.posts(`Moment ${at}`, { to: family });
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    await page.goto('/');
    await page.getByText('Moment 0').waitFor();
    const bar = page.getByRole('button', { name: 'Share', exact: true });
    const isLoud = (wanted: boolean) =>
      page.waitForFunction((loud) => (document.querySelector('.bot .loud') !== null) === loud, wanted);
    await isLoud(false);
    await page.getByText('Moment 0').scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await isLoud(true);
    await bar.click();
    await page.waitForURL('**/create-post');
    await page.goto('/contacts');
    await page.getByRole('link', { name: 'My Account' }).click();
    await page.waitForURL('**/my-account');
    await isLoud(true);
    await page.setViewportSize({ width: 1280, height: 900 });
    await bar.filter({ visible: true }).click();
    await page.waitForURL('**/create-post');
    await window.close();
  });

  test('the public home page shows its text before any script runs, and React takes it over as it is', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/**/*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    const heading = page.getByRole('heading', { level: 1 });
    await heading.waitFor();
    const text = await page.locator('body').innerText();
    const title = await page.title();
    await heading.evaluate((element) => element.setAttribute('data-painted', 'true'));
    await page.getByRole('link', { name: 'Login' }).focus();
    held.resolve();
    const bug = page.getByRole('button', { name: 'Report a Bug' });
    const isTaken = (button: Element | null) =>
      Object.keys(button ?? {}).some((key) => key.startsWith('__reactProps'));
    await page.waitForFunction(isTaken, await bug.elementHandle());
    const isFocused = (link: Element) => link === document.activeElement;
    assert.ok(await page.getByRole('link', { name: 'Login' }).evaluate(isFocused), 'the focus stays');
    await bug.click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.deepEqual([await page.locator('body').innerText(), await page.title()], [text, title]);
    assert.equal(await heading.getAttribute('data-painted'), 'true', 'the elements are still the same');
    await window.close();
  });

  // ACCOUNT-15
  test('a visitor reads in the language of the browser or the one they choose, and a member in their own', async () => {
    const hans = await server().member('Hans');
    await hans.ask(account.edit, { language: 'de' });
    const window = await Window.open(server().url, { screen: 'phone', locale: 'de-AT' });
    const { page } = window;
    const heading = () => page.getByRole('heading', { level: 1 }).first().textContent();
    await page.goto('/');
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    assert.equal(await heading(), german.publicHome.title);
    await page.goto('/auth');
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: english.auth.signIn.title }).waitFor();
    await window.isAccessible('the sign-in with the choice of language');
    await page.goto('/');
    assert.equal(await heading(), english.publicHome.title, 'the choice is remembered');
    await page.goto('/auth');

    // The page in English opens again in German, and shows nothing in between.
    const documents = readResponses(page, (response) =>
      response.request().resourceType() === 'document' ? response.text() : null,
    );
    await signInByForm(page, hans.email);
    await page.getByRole('heading', { name: german.posts.feed.title }).waitFor();
    assert.deepEqual(
      (await documents()).map((text) => /<html lang="(\w+)"/.exec(text)?.[1]),
      ['de'],
    );
    await page.waitForFunction(() => location.search === '');

    await page.goto('/my-account/look');
    const zone = page.getByLabel(german.language.timeZone, { exact: true });
    const slow = Promise.withResolvers<void>();
    await page.route('**/api/account', async (route) => {
      if (route.request().postData()?.includes('Tokyo')) await slow.promise;
      await route.continue();
    });
    await zone.selectOption('Asia/Tokyo');
    await zone.selectOption('Pacific/Auckland');
    slow.resolve();
    await page.getByText(german.language.saved).filter({ visible: true }).first().waitFor();
    await page.getByLabel(german.controls.language, { exact: true }).selectOption('English');
    await page.getByRole('heading', { name: english.language.title }).waitFor();
    const { language, timeZone } = await hans.ask(auth.currentUser, {});
    assert.deepEqual([language, timeZone], ['en', 'Pacific/Auckland']);
    assert.equal(
      await page.getByLabel(english.language.timeZone, { exact: true }).inputValue(),
      'Pacific/Auckland',
    );
    await window.isAccessible('my account with language and time zone');
    await server().mailsTo(hans);
    await window.close();
  });

  // APP-4
  test('signing out leaves no data of the member in the browser', async () => {
    const eve = await server().member('Eve');
    const window = await Window.open(server().url);
    const { page } = window;
    await window.signIn(eve);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Your Feed' }).waitFor();
    // It is asked first, and says what leaves the device.
    await isKept(page);
    await page.getByRole('button', { name: 'Logout' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('Nothing on Circle is deleted.').waitFor();
    await question.getByText('To come back you need your e-mail address and your password.').waitFor();
    const offline = question.getByText('The moments and photos it kept for when you’re offline.');
    const drafts = question.getByText('What you began to write here and haven’t shared.');
    await offline.waitFor();
    assert.equal(await drafts.count(), 0);
    assert.equal(await question.getByText('It won’t ring any more.').count(), 0);
    await window.isAccessible('the question before signing out');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.goto('/create-post');
    await page.getByLabel('Caption').fill('Eleven lemons');
    await page.waitForFunction(() => localStorage.getItem('circle_draft')?.includes('Eleven lemons'));
    await page.getByRole('button', { name: 'Logout' }).click();
    await drafts.waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    assert.equal((await eve.call(auth.currentUser)).status, 200);
    await window.signOut();
    await page.getByText('Choose who, then press share.').first().waitFor();
    const kept = () => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    assert.deepEqual(
      (await kept()).filter((name) => /scroll|toast|feed|circles/.test(name)),
      [],
    );
    await window.close();
  });

  test('on a phone the bottom bar makes room for the keyboard and comes back when the form was sent', async () => {
    const post = await ana.posts('To be commented on', { to: family });
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ben);
    await page.goto(`/post/${post.id}`);
    const bar = page.getByRole('navigation', { name: 'Main, bottom bar' });
    await bar.waitFor();
    const field = page.getByRole('textbox');
    await field.fill('Lovely');
    await bar.waitFor({ state: 'hidden' });
    await field.press('Enter');
    await page.getByText('Lovely').waitFor();
    await bar.waitFor();
    await window.close();
  });

  test('the whole row of a notification opens it, and its menu acts on it or deletes it', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ben);
    await page.goto('/notifications');
    await page.getByRole('link', { name: 'Too much, or too little? What reaches me' }).waitFor();
    const row = page.getByRole('listitem').filter({ hasText: 'added you to Family' });
    // The link lies over the whole row.
    await row.locator('time').click({ force: true });
    await page.waitForURL(`**/circle-management?id=${family.id}`);
    await page.goBack();
    await window.isAccessible('the notifications');
    await row.getByRole('button', { name: 'Options: Ana Example added you to Family' }).click();
    await page.getByRole('menuitem', { name: 'Open circle' }).waitFor();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    await page.locator('.nl > li:focus, h1:focus').waitFor();
    await window.close();
  });

  test('the priority feed opens the first circle that has moments', async () => {
    await ana.posts('Only for the family', { to: family });
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(ana);
    await window.page.goto('/feed');
    await window.page.getByText('Only for the family').waitFor();
    assert.equal(await window.page.getByRole('button', { expanded: true }).count(), 1);
    await window.close();
  });

  longTest('the owner of a circle hands it over or deletes it from its settings', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    await page.goto(`/circle-management?id=${family.id}&tab=settings`);
    await page.getByRole('button', { name: 'Delete Circle' }).waitFor();
    await page.getByRole('button', { name: 'Hand Over' }).click();
    await page.getByRole('dialog').waitFor();
    await window.isAccessible('the dialog to hand a circle over');
    await window.close();
  });

  longTest('a member who opens their own invitation link can copy or withdraw the invitation', async () => {
    await ana.ask(invitations.sendInvite, { email: 'guest@example.org' });
    const [mail] = await server().mailsTo({ email: 'guest@example.org' });
    const [code = ''] = /[A-Z2-9]{10}/.exec(mail?.text ?? '') ?? [];
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await page.goto(`/auth?invite=${code}`);
    const signIn = page.getByRole('button', { name: 'Sign in', exact: true });
    const box = await signIn.boundingBox();
    assert.ok((box?.width ?? 0) >= 44 && (box?.height ?? 0) >= 44, 'a target of 44 px');
    await window.signIn(ana);
    await page.goto(`/join/${code}`);
    await page.getByRole('heading', { name: 'This is your own invitation' }).waitFor();
    assert.equal(await page.getByLabel('Invitation link').inputValue(), `${server().url}/join/${code}`);
    await window.isAccessible('one’s own invitation');
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('Invitation withdrawn').first().waitFor();
    assert.deepEqual(await ana.ask(invitations.mine, {}), []);
    await window.close();
  });
});

const paths = ['/', '/circles', '/contacts', '/create-post', '/my-account', '/?show=photos', '/?show=albums'];
const otherPaths = [
  '/feed',
  '/all-profiles',
  '/profile',
  '/notifications',
  '/send-invitations',
  '/import',
  '/installation-guide',
  '/admin/verifications',
  '/admin/system',
];

/** Runs in the page: what does not fit or is not readable. */
const misfits = async (): Promise<string[]> => {
  // The wall of photos measures its headings again.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const found: string[] = [];
  if (document.documentElement.scrollWidth > innerWidth)
    found.push(`${document.documentElement.scrollWidth} px wide`);
  const boxes = (selector: string) =>
    [...document.querySelectorAll(selector)]
      .map((element) => element.getBoundingClientRect())
      .filter(({ width }) => width > 0);
  const controls = boxes('.top a, .top button, .bug');
  for (const [at, one] of controls.entries())
    if (controls.slice(at + 1).some((other) => one.right > other.left + 1 && other.right > one.left + 1))
      found.push('controls of the top bar overlap');
  const [heading] = boxes('.wall h2');
  const [photo] = boxes('.wall li');
  if (heading && photo && heading.bottom > photo.top) found.push('a month covers its photos');
  const texts = document.createTreeWalker(document.querySelector('main') ?? document, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s-]+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (word.length < 10 && lines.size > 1) found.push(`${word} is on ${lines.size} lines`);
    }
  return found;
};

onDatabase('sqlite', 'the bars of a page', (server) => {
  let ana: Person;
  before(async () => {
    ana = await server().member('Ana', { isAdmin: true });
    const ben = await server().member('Ben');
    for (const name of ['Family', 'Friends', 'Choir', 'Club'])
      await ana.adds(ben, await ana.makesCircle(name));
  });

  // WCAG 2.2: 2.4.11
  test('leave a short screen to what is read, as at 400 % zoom', async () => {
    const window = await Window.open(server().url);
    await window.signIn(ana);
    const { page } = window;
    await page.setViewportSize({ width: 320, height: 225 });
    for (const path of paths) {
      await page.goto(path);
      await page.locator('h1').first().waitFor();
      const staying = await page.evaluate(() =>
        [...document.querySelectorAll('*')]
          .filter((element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position))
          .filter((element) => element.getBoundingClientRect().height > 0)
          .map(({ className }) => className),
      );
      assert.deepEqual(staying, [], path);
    }
    await window.close();
  });

  longTest('of the composer let everything be reached, on glass while writing, and on a laptop', async () => {
    const phone = await Window.open(server().url, { screen: 'phone' });
    await phone.signIn(ana);
    await phone.page.goto('/create-post');
    await chooseAudience(phone.page, 'Family');
    const words = phone.page.getByLabel('Caption');
    await words.fill('One line\n'.repeat(8).trim());
    await words.focus();
    /** Height of the page, top and bottom of the panel, top of the bar, where the screen is so high. */
    const edges = async (height: number) => {
      await phone.page.setViewportSize({ width: 390, height });
      return phone.page.evaluate(() => {
        const [panel, bar] = ['.panel', '.dbar'].map((one) =>
          document.querySelector(one)?.getBoundingClientRect(),
        );
        return [document.documentElement.scrollHeight, panel?.top, panel?.bottom, bar?.top];
      });
    };
    assert.deepEqual(await edges(844), [844, 655, 776, 776]);
    // The keyboard is open.
    assert.deepEqual((await edges(544)).slice(1), [355, 476, 476]);
    await phone.page.getByRole('button', { name: 'Discard' }).click({ trial: true });
    await phone.close();

    const laptop = await Window.open(server().url);
    await laptop.signIn(ana);
    await laptop.page.setViewportSize({ width: 1280, height: 560 });
    await laptop.page.goto('/create-post');
    await chooseAudience(laptop.page, 'Family');
    await laptop.page.getByRole('button', { name: 'Change who it is for' }).click({ trial: true });
    await laptop.close();
  });

  // WCAG 2.2: 1.4.4, 1.4.12
  test('cover nothing and fit with text of twice the size, and with space in it', async () => {
    const long = await ana.makesCircle('Familie Oberschwarzwaldmüller-Lindenbergstraße');
    await ana.posts('By the lake', { to: long, photos: [await landscapePhoto()] });
    const ofCircle = `/circle-management?id=${long.id}`;
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(ana);
    const { page } = window;
    const walk = async (some: readonly string[], style: string): Promise<void> => {
      for (const path of some) {
        await page.goto(path);
        await page.locator('main h1').first().waitFor();
        await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
        await page.addStyleTag({ content: style });
        assert.deepEqual(await page.evaluate(misfits), [], `${path}, ${style}`);
      }
    };
    const large = 'html { font-size: 200% }';
    await walk(
      paths,
      '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }',
    );
    // The longest words.
    await ana.ask(account.edit, { language: 'de' });
    await walk([...paths, ...otherPaths, ofCircle], large);
    await page.context().setOffline(true);
    const note = await page.locator('.offline').boundingBox();
    assert.ok((note?.height ?? 844) < 844 / 4, `the note is ${note?.height} px high`);
    await page.context().setOffline(false);
    await ana.ask(account.edit, { language: 'en' });
    await window.close();
  });

  test('a page whose code was never loaded says that it needs a connection, and opens once there is one', async () => {
    const window = await Window.open(server().url);
    await window.signIn(await server().member('Finn'));
    const { page } = window;
    const context = page.context();
    await page.goto('/');
    await page.getByRole('heading', { name: 'Your Feed' }).waitFor();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Contacts' }).first().click();
    await page.getByText('This page opens as soon as you’re back online.').waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor();
    // React logs the caught error, so the console is not checked.
    await context.close();
  });

  // REQUEST-11, APP-2
  test('what waits for one member is not sent for another who signs in to the browser, and goes on later', async () => {
    const [noa, ole] = await server().members('Noa', 'Ole');
    await noa.makesCircle('Kin');
    const window = await Window.open(server().url);
    await window.signIn(noa);
    const { page } = window;
    await page.goto('/create-post');
    await chooseAudience(page, /Kin/);
    await page.getByLabel('Caption').fill('For Kin alone');
    // In another tab, whose news this one has not heard.
    await window.signIn(ole);
    await page.getByRole('button', { name: /^Share with/ }).click();
    const asked = page.getByText(/Logging in again\.\.\.|Please log in again/).first();
    await asked.waitFor();
    assert.deepEqual((await ole.feed()).items, []);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Your Feed' }).waitFor();
    assert.equal(await page.getByText('For Kin alone').count(), 0);
    await window.signIn(noa);
    await page.goto('/');
    await page.getByText('For Kin alone').waitFor();
    await page.getByText('Moment shared').first().waitFor();
    await page.context().close();
  });
});
