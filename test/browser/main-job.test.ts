import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as invitations from '../../contract/invitations.ts';
import * as notifications from '../../contract/notifications.ts';
import { makeFirstLink } from '../../server/features/invitations/first-link.ts';
import { approveMember } from '../../server/features/members/verify.ts';
import { languages } from '../../web/words/languages.ts';
import { landscapePhoto, plainPhoto } from '../harness/photos.ts';
import { onDatabase, password } from '../harness/test-server.ts';
import { longTest } from '../runner/long-test.ts';
import { button, chooseAudience, signInByForm, Window } from './browser.ts';

const words = await languages.en();

const solve = (label: string): string => {
  const [, left = '', sign, right = ''] = /(\d+) ([+\-×]) (\d+)/.exec(label) ?? [];
  const [a, b] = [Number(left), Number(right)];
  return String(sign === '+' ? a + b : sign === '-' ? a - b : a * b);
};

/** From an invitation's link through registration and the first sign-in to the feed. */
const join = async (
  { page }: Window,
  link: string,
  person: { first: string; last: string; email: string },
) => {
  await page.goto(link);
  await button(page, 'Join Circle').click();
  await page.getByLabel('First name').fill(person.first);
  await page.getByLabel('Last name').fill(person.last);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(`${password}x`);
  const check = page.getByLabel(/what is/);
  await check.fill(solve((await page.getByText(/what is \d/).textContent()) ?? ''));
  await button(page, 'Create account').click();
  await page.getByText('Passwords do not match. Please enter the same password in both fields.').waitFor();
  assert.equal(await page.getByLabel('First name').inputValue(), person.first, 'what was typed stays');
  await page.getByLabel('Confirm password').fill(password);
  await button(page, 'Create account').click();
  await page.getByText('Account created! Now sign in to complete setup').waitFor();
  assert.equal(await page.getByLabel('E-mail').inputValue(), person.email);
  await page.locator('form').getByRole('button', { name: 'Sign in', exact: true }).click();
  await button(page, "I've Created My Bookmark - Continue").click();
};

onDatabase('sqlite', 'the first run of a new place, in the browser', (server) => {
  test('the first member names the place, tests its mail and invites somebody, in 18 actions', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    let actions = 0;
    const press = async (role: 'button' | 'link', name: string) => {
      actions += 1;
      await page.getByRole(role, { name, exact: true }).last().click();
    };
    const type = async (label: string | RegExp, text: string) => {
      actions += 1;
      await page.getByLabel(label, { exact: typeof label === 'string' }).fill(text);
    };
    const reads = (heading: string) => page.getByRole('heading', { name: heading }).waitFor();

    actions += 1;
    await page.goto((await makeFirstLink(server().app.context)) ?? '');
    await press('button', 'Join Circle');
    await type('First name', 'Ana');
    await type('Last name', 'Silva');
    await type('E-mail', 'ana@example.org');
    await type('Password', password);
    await type('Confirm password', password);
    await type(/what is/, solve((await page.getByText(/what is \d/).textContent()) ?? ''));
    await press('button', 'Create account');
    await page.getByText('Account created! Now sign in to complete setup').waitFor();
    await press('button', 'Sign in');
    await press('button', "I've Created My Bookmark - Continue");

    await reads(words.firstRun.name.title);
    await window.isAccessible('the first step');
    // This place has no payments.
    const { invited } = words.firstRun.sharing;
    assert.ok(await page.getByRole('radio', { name: invited }).isChecked());
    await type(/^Name/, 'Silva family');
    await press('button', words.firstRun.save);
    await reads(words.firstRun.mail.title);
    await page.getByRole('button', { name: words.settings.mail.test }).click();
    await page.getByText(words.settings.mail.sent({ address: 'ana@example.org' })).waitFor();
    await window.isAccessible('the second step');
    await press('link', words.firstRun.next);
    await reads(words.firstRun.circle.title);
    await window.isAccessible('the third step');
    await type(words.firstRun.circle.name, 'Family');
    await press('button', words.firstRun.circle.submit);
    await type('E-mail', 'ben@example.org');
    await press('button', 'Send invitation');
    await page.getByText('Invitation Sent!').first().waitFor();
    assert.equal(actions, 18);
    const [invitation] = await server().mailsTo({ email: 'ben@example.org' });
    assert.match(invitation?.html ?? '', /Circle · Silva family/);

    // They are found again on the System page, and a later administrator is not led there.
    await page.goto('/admin/system');
    await page.getByRole('link', { name: words.firstRun.again.name }).click();
    await reads(words.firstRun.name.title);
    assert.equal(await page.getByLabel(/^Name/).inputValue(), 'Silva family');
    await window.fits('the first step');
    for (const step of [words.firstRun.skip, words.firstRun.next, words.firstRun.skip])
      await page.getByRole('link', { name: step, exact: true }).click();
    await reads('Your Feed');
    await server().mailsTo({ email: 'ana@example.org' });
    await window.close();
  });
});

onDatabase('sqlite', 'inviting people and sharing photos, in the browser', (server) => {
  // MOMENT-5, APP-7
  test('an invited person shares a photo with a circle, and only that circle sees it', async () => {
    const ana = await Window.open(server().url);
    const ben = await Window.open(server().url, {
      screen: 'phone',
      colorScheme: 'dark',
      worker: true,
    });

    // 1. The first link, registration, sign-in, the bookmark prompt, the empty feed.
    await join(ana, (await makeFirstLink(server().app.context)) ?? '', {
      first: 'Ana',
      last: 'Silva',
      email: 'ana@example.org',
    });
    await server().mailsTo({ email: 'ana@example.org' });
    for (const step of [words.firstRun.skip, words.firstRun.next, words.firstRun.skip])
      await ana.page.getByRole('link', { name: step, exact: true }).click();
    await ana.page.getByText('No posts yet').waitFor();
    await ana.isAccessible('the empty feed');

    // 2. A circle, and an invitation that is really mailed.
    await ana.page.getByRole('link', { name: 'Circles', exact: true }).first().click();
    await button(ana.page, 'Create New Circle').click();
    await button(ana.page, 'Create circle').click();
    await ana.page.getByText('Please enter a name for your circle.').waitFor();
    await ana.page.getByLabel('Name', { exact: true }).fill('Family');
    await button(ana.page, 'Create circle').click();
    await ana.page.getByText('Circle Created').first().waitFor();
    await ana.isAccessible('circles');
    await ana.page
      .getByRole('link', { name: /Family/ })
      .first()
      .click();
    await ana.page.getByRole('link', { name: 'Invite First Member' }).click();
    await ana.page.getByLabel('E-mail').fill('ben@example.org');
    // VERIFY-6
    await ana.page.getByRole('checkbox', { name: /I know who this is/ }).uncheck();
    await ana.page.getByLabel('E-mail').press('Enter');
    await ana.page.getByText('Invitation Sent!').first().waitFor();
    await ana.isAccessible('the invitation');
    const [mail] = await server().mailsTo({ email: 'ben@example.org' });
    const link = /http:\S+\/join\/\w+/.exec(mail?.text ?? '')?.[0] ?? '';

    await join(ben, link, { first: 'Ben', last: 'Okafor', email: 'ben@example.org' });
    // The circle of the invitation opens.
    const welcome = ben.page.getByRole('dialog', { name: 'You’re in Family' });
    await welcome.getByText('Ana Silva is here.').waitFor();
    await ben.isAccessible('the question what a circle may see of a new member');
    await button(ben.page, 'Only my name').click();
    await welcome.waitFor({ state: 'detached' });
    await ben.page.getByRole('heading', { level: 1, name: 'Family' }).waitFor();
    await ben.isAccessible('the circle of an invitation');
    await ben.page.goto('/');
    await ben.page.getByText('No posts yet').waitFor();
    await ben.fits('the empty feed');

    // 3. A moment with two photos; the button says how many people will see it.
    await ana.page.goto('/create-post');
    const files = [
      { name: 'lemons.jpg', mimeType: 'image/jpeg', buffer: await landscapePhoto() },
      { name: 'plain.jpg', mimeType: 'image/jpeg', buffer: await plainPhoto() },
    ];
    await ana.page.locator('input[type=file]').first().setInputFiles(files);
    await ana.page
      .getByRole('textbox', { name: /caption|words/i })
      .first()
      .fill('Eleven lemons');
    await chooseAudience(ana.page, /Family/);
    await ana.page.getByText('1 person besides you will see this. Nobody else.').waitFor();
    await ana.isAccessible('the composer');
    await button(ana.page, /^Share with/).click();
    await ana.page.getByRole('heading', { name: 'Your Feed' }).waitFor();
    await ana.page.getByText('Eleven lemons').waitFor();

    // Steps 4 and 5: the moment appears on Ben's open page without a reload.
    await ben.page.getByText('Eleven lemons').waitFor();
    await ben.page.getByRole('button', { name: /Open photo 1 of 2/ }).waitFor();
    await ben.fits('the feed');
    await ben.isAccessible('the feed');
    await ben.page.getByRole('button', { name: /^Like/ }).click();
    await ana.page.getByRole('button', { name: 'Like, 1 like' }).waitFor();
    await ben.page
      .getByRole('button', { name: /comment/i })
      .first()
      .click();
    const box = ben.page.getByRole('textbox', { name: /comment/i });
    await box.fill('Save me three');
    await box.press('Enter');
    await ben.page.getByText('Save me three').waitFor();

    // The bell.
    await ana.page.getByRole('button', { name: 'Notifications, 3 unread' }).click();
    await ana.page.getByText('Ben Okafor commented on your moment').click();
    await ana.page.getByText('Save me three').waitFor();
    await ana.isAccessible('the permalink');
    assert.match(ana.page.url(), /\/post\/[0-9a-f]{32}$/);

    // 6. An unverified member cannot post until the operator verifies them.
    await ben.page.goto('/create-post');
    await ben.page.getByText('Verify your identity to create posts.').waitFor();
    const { db } = server().app.context;
    const row = await db.read
      .selectFrom('users')
      .select(['id', 'public_id'])
      .where('email', '=', 'ben@example.org')
      .executeTakeFirstOrThrow();
    await db.write((tx) => approveMember(tx, { id: row.id, publicId: row.public_id }, null));
    const [decided] = await server().mailsTo({ email: 'ben@example.org' });
    assert.equal(decided?.subject, 'Your identity is verified');
    await ben.page.goto('/create-post');
    await ben.page
      .getByRole('textbox', { name: /caption|words/i })
      .first()
      .fill('Only words');
    await chooseAudience(ben.page, /Family/);
    await button(ben.page, /^Share/).click();
    await ben.page.getByText('Only words').waitFor();
    await ben.fits('the feed with words');

    // A removed member loses access on the next request, photo included.
    const photo = await ben.page
      .getByRole('button', { name: /Open photo 1 of 2/ })
      .locator('img')
      .getAttribute('src');
    await ana.page.goto('/circles');
    await ana.page
      .getByRole('link', { name: /Family/ })
      .first()
      .click();
    await button(ana.page, 'Only my name').click();
    await ana.page.getByRole('link', { name: 'People', exact: true }).click();
    await button(ana.page, 'Remove Ben Okafor from Family').click();
    await ana.page
      .getByRole('dialog')
      .or(ana.page.getByRole('alertdialog'))
      .getByRole('button', { name: 'Remove' })
      .click();
    await ana.page.getByText('Member Removed').first().waitFor();
    await ben.page.getByText('Eleven lemons').waitFor({ state: 'detached' });
    assert.equal(await ben.page.evaluate(async (url) => (await fetch(url)).status, `${photo}?again`), 404);

    // Deleting asks first.
    await ana.page.goto('/');
    await ana.page.getByText('Eleven lemons').waitFor();
    const post = ana.page.getByRole('article').filter({ hasText: 'Eleven lemons' });
    await post.getByRole('button', { name: 'Post options' }).click();
    await ana.page.getByRole('menuitem', { name: 'Delete Post' }).click();
    await ana.page
      .getByText('Are you sure you want to delete this post? This action cannot be undone.')
      .waitFor();
    await ana.page
      .getByRole('alertdialog')
      .getByRole('button', { name: /Delete/ })
      .click();
    await ana.page.getByText('Post deleted').first().waitFor();
    await ana.page.getByText('Eleven lemons').waitFor({ state: 'detached' });

    await ana.close();
    await ben.close();
  });

  longTest('a registration whose answer is lost leads to the account that it made', async () => {
    const nora = await server().member('Nora');
    const { id } = await nora.makesCircle('Choir');
    const { code } = await nora.ask(invitations.makeCode, { circleId: id });
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await page.route('**/api/auth/register', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.goto(`/auth?invite=${code}`);
    await button(page, 'Join Circle').click();
    await page.getByLabel('First name').fill('Mia');
    await page.getByLabel('Last name').fill('Lost');
    await page.getByLabel('E-mail').fill('mia@example.org');
    for (const label of ['Password', 'Confirm password'])
      await page.getByLabel(label, { exact: true }).fill(password);
    await page.getByLabel(/what is/).fill(solve((await page.getByText(/what is \d/).textContent()) ?? ''));
    await button(page, 'Create account').click();
    const unsure = page.getByText(/we don’t know yet whether your account was created/);
    await unsure.waitFor();
    await page.unroute('**/api/auth/register');
    await button(page, 'Create account').click();
    await page.getByText('This invitation link is invalid or has expired').waitFor();
    await unsure.waitFor();
    await window.isAccessible('a registration whose answer was lost');
    await window.fits('a registration whose answer was lost');
    await page.getByRole('tab', { name: 'Sign in' }).click();
    await signInByForm(page, 'mia@example.org');
    await page.waitForURL((address) => !address.pathname.startsWith('/auth'));
    await window.close();
    for (const email of [nora.email, 'mia@example.org']) await server().mailsTo({ email });
  });

  test('an invitation opened from a notification is shown after the sign-in', async () => {
    const [cora, dan] = await server().members('Cora', 'Dan');
    const choir = await cora.makesCircle('Choir');
    await cora.ask(invitations.inviteToCircle, { id: choir.id, email: dan.email });
    // A job sends the notification.
    await server().app.context.jobs.idle();
    const [news] = (await dan.ask(notifications.list, {})).items;
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await page.goto(news?.actionUrl ?? '');
    await page.waitForURL(/\/auth$/);
    await signInByForm(page, dan.email);
    await page.getByText('Choir').first().waitFor();
    assert.equal(new URL(page.url()).pathname, news?.actionUrl);
    await server().mailsTo(dan);
    await window.close();
  });

  test('a landscape phone keeps the phone layout, and invited people stay listed until the page is closed', async () => {
    const eli = await server().member('Eli');
    const window = await Window.open(server().url, { screen: 'sideways' });
    const { page } = window;
    await window.signIn(eli);
    await page.goto('/send-invitations');
    const bar = page.getByRole('navigation').filter({ has: page.getByRole('link', { name: 'Home' }) });
    await bar.waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.clientWidth), 768);
    await page.getByLabel('E-mail').fill('fay@example.org');
    await button(page, 'Send invitation').click();
    const recent = page.getByRole('region', { name: 'Recent Invitations' });
    await recent.getByText('fay@example.org').waitFor();
    // The bar makes room for the keyboard.
    await page.getByLabel('E-mail').blur();
    await bar.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { name: 'Your Feed' }).waitFor();
    await page.goBack();
    await recent.getByText('fay@example.org').waitFor();
    await server().mailsTo({ email: 'fay@example.org' });
    await window.close();
  });

  test('the home page contains the feed; the service worker’s page requests it once, while the app is loading', async () => {
    const cleo = await server().member('Cleo');
    const family = await cleo.makesCircle('Family');
    for (let number = 1; number <= 5; number += 1) await cleo.posts(`Lemon ${number}`, { to: family });
    // The first home page of a server takes longest, and on a busy machine more than the second after which it goes without.
    await cleo.request('GET', '/home');
    for (const isCached of [false, true]) {
      const window = await Window.open(server().url, { screen: 'phone' });
      const { page } = window;
      await window.signIn(cleo);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.addInitScript(() => {
        // The first moment is painted before the others, which a skeleton stands for.
        new MutationObserver((_, observer) => {
          if (document.querySelectorAll('article').length !== 1) return;
          observer.disconnect();
          document.documentElement.dataset['waits'] = String(
            document.querySelectorAll('article ~ .post[aria-hidden], :has(> article) ~ .post[aria-hidden]')
              .length,
          );
        }).observe(document, { childList: true, subtree: true });
      });
      const held = Promise.withResolvers<void>();
      await page.route('**/assets/**/libraries-*.js', async (route) => {
        await held.promise;
        await route.continue();
      });
      if (isCached) {
        await page.route('**/home', async (route) =>
          route.fulfill({ response: await route.fetch({ url: `${server().url}/index.en.html` }) }),
        );
      }
      const countOf = (path: string) => asked.filter((one) => one === path).length;
      const feed = isCached ? page.waitForRequest('**/api/posts/feed') : null;
      await page.goto('/home', { waitUntil: 'commit' });
      await feed;
      // The chip 'Shared with you' requests another page, when the app has loaded.
      const ofChip = isCached ? page.waitForRequest(() => countOf('/api/posts/feed') === 2) : null;
      held.resolve();
      await ofChip;
      for (let number = 1; number <= 5; number += 1) await page.getByText(`Lemon ${number}`).waitFor();
      assert.equal(await page.locator('html').getAttribute('data-waits'), '1');
      assert.equal(await page.locator('.post[aria-hidden]').count(), 0);
      assert.equal(countOf('/home'), 1);
      assert.equal(countOf('/api/user'), isCached ? 1 : 0);
      assert.equal(countOf('/api/posts/feed'), isCached ? 2 : 0);
      await window.close();
    }
  });
});
