import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import { Person } from '../harness/person.ts';
import { landscapePhoto } from '../harness/photos.ts';
import { onDatabase, password } from '../harness/test-server.ts';
import { unzip } from '../harness/unzip.ts';
import { longTest } from '../runner/long-test.ts';
import { areThere, button, holds, signInByForm, Window } from './browser.ts';

const signIn = async ({ page }: Window, email: string, secret: string) => {
  await page.goto('/my-account');
  await page.waitForURL(/\/auth$/);
  await signInByForm(page, email, secret);
  // After signing in, the page that was requested first.
  await page.getByRole('heading', { name: 'My Account' }).waitFor();
};

onDatabase('sqlite', 'the page My Account in the browser', (server) => {
  // JOIN-16
  test('opening the link of a mail confirms no address, a press does, and later presses tell so', async () => {
    const cleo = await server().member('Cleo');
    await cleo.ask(account.changeEmail, { email: 'cleo@new.example', password });
    const [mail] = await server().mailsTo({ email: 'cleo@new.example' });
    const link = /\/auth\/confirm-email\?token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? assert.fail('no link');
    const window = await Window.open(server().url, { screen: 'phone', colorScheme: 'light' });
    const { page } = window;
    for (const press of ['first', 'second']) {
      await page.goto(link);
      await button(page, 'Confirm my address').waitFor();
      await window.isAccessible('confirm e-mail');
      await window.fits('confirm e-mail');
      const { email } = await cleo.ask(auth.currentUser, {});
      assert.equal(email === 'cleo@new.example', press === 'second', press);
      await button(page, 'Confirm my address').click();
      await page.getByText('Your e-mail address is confirmed').waitFor();
    }
    await server().mailsTo({ email: 'cleo@example.org' });
    await window.close();
  });

  test('a member changes name and password, ends a session, exports their data and deletes the account', async () => {
    const ana = await server().member('Ana');
    const family = await ana.makesCircle('Family');
    await ana.posts('Eleven lemons', { to: family, photos: [await landscapePhoto()] });
    const window = await Window.open(server().url, { screen: 'phone', colorScheme: 'dark' });
    const { page } = window;
    await signIn(window, ana.email, password);
    await server().mailsTo(ana);
    await page.getByText(/ of 5 GB, normal$/).waitFor();
    await page.getByText('2 devices').waitFor();
    await window.isAccessible('my account');
    await window.fits('my account');

    const open = async (name: string) => {
      await page.goto('/my-account');
      await page.getByRole('link', { name }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await window.isAccessible(name);
      await window.fits(name);
    };

    // The profile: errors stand beside their fields, and typed text stays.
    await open('Profile');
    await page.getByLabel('First name').fill('Anabel');
    await page.getByLabel('Username').fill('profile');
    await page.getByLabel('Phone number').fill('+44 7700 900142');
    await button(page, 'Save changes').click();
    await page.getByText('This username cannot be used. Please choose another one.').waitFor();
    await page.getByLabel('Username').fill('Ana.Bel');
    // The form is sent while the browser still decodes the picture.
    await page.evaluate(`
      const decodeNow = createImageBitmap;
      const decoding = Promise.withResolvers();
      globalThis.finishDecoding = () => decoding.resolve();
      createImageBitmap = (file) => decoding.promise.then(() => decodeNow(file));
    `);
    await page
      .getByLabel('First name')
      .locator('xpath=ancestor::form')
      .locator('input[type=file]')
      .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await landscapePhoto() });
    await button(page, 'Save changes').click();
    await page.evaluate('finishDecoding()');
    await page.getByText('Profile updated').first().waitFor();
    await holds(page, page.getByLabel('Username'), 'ana.bel');
    const changed = await ana.ask(auth.currentUser, {});
    // Ana is verified, so others see her new name after an administrator has approved it.
    assert.equal(changed.firstName, 'Ana');
    await page.getByText('Anabel Example').first().waitFor();
    assert.equal((await ana.request('GET', changed.profileImageUrl ?? '')).status, 200);

    // The form keeps what is typed while the server saves.
    const saves = Promise.withResolvers<void>();
    await page.route('**/api/user', async (route) => {
      if (route.request().method() === 'PATCH') await saves.promise;
      await route.continue();
    });
    await page.getByLabel('Bio').fill('Two lemons');
    await page.getByLabel('Username').fill('Ana.Bell');
    await button(page, 'Save changes').click();
    await page.getByLabel('Bio').fill('Two lemons and a half');
    saves.resolve();
    await holds(page, page.getByLabel('Username'), 'ana.bell');
    assert.equal(await page.getByLabel('Bio').inputValue(), 'Two lemons and a half');
    assert.equal((await ana.ask(auth.currentUser, {})).bio, 'Two lemons');
    await page.unroute('**/api/user');

    // Privacy and notification choices apply immediately.
    await open('Privacy');
    await page.getByRole('heading', { name: 'Blocked people' }).waitFor();
    await page.getByRole('switch', { name: 'Let people find me by my e-mail address' }).click();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    assert.equal((await ana.ask(auth.currentUser, {})).findableByEmail, false);
    await open('What reaches me');
    const likesByMail = page.getByRole('checkbox', { name: 'E-mail: Somebody likes your moment' });
    const choices = page.getByRole('button', { name: /^Single kinds/ });
    await choices.click();
    const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await likesByMail.check();
    await kept;
    await page.reload();
    await choices.click();
    await likesByMail.waitFor();
    assert.ok(await likesByMail.isChecked());

    // Ends one other session here, and all others by changing the password.
    await open('Sign-in and devices');
    const sessions = page.getByRole('region', { name: 'Where you are signed in' });
    await sessions.getByText('This computer').waitFor();
    await sessions.getByText(/^Chrome on Linux, since /).waitFor();
    await sessions.getByRole('button', { name: /^Sign out A browser/ }).click();
    await page.getByText('Signed out there').first().waitFor();
    assert.equal((await ana.call(auth.currentUser)).status, 401);
    const twin = new Person('Ana', server().url);
    await twin.signIn(password);
    await server().mailsTo(ana);
    await page.getByRole('button', { name: /^Password/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill('not it');
    await dialog.getByLabel('New password', { exact: true }).fill('eleven-limes-at-noon');
    await dialog.getByLabel('New password again').fill('eleven-limes-at-noon');
    await window.isAccessible('the dialog of the password');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await dialog.getByText('This is not your current password.').waitFor();
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed').first().waitFor();
    assert.equal((await twin.call(auth.currentUser)).status, 401);

    // The export becomes ready, and opens without Circle.
    await open('Photos and data');
    await page.getByText(/of 5 GB · normal/).waitFor();
    await button(page, 'Make an export').click();
    await page.getByRole('dialog').getByLabel('Your password').fill('eleven-limes-at-noon');
    await page.getByRole('dialog').getByRole('button', { name: 'Make an export' }).click();
    await page.getByText('We’re making it.').waitFor();
    await server().app.context.jobs.idle();
    const link = page.getByRole('link', { name: 'Download' });
    await link.waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    assert.match(download.suggestedFilename(), /^circle-export-[\d-]+\.zip$/);
    const files = await unzip(await readFile(await download.path()));
    const folder = join(server().dataDir, 'export');
    const { mkdir } = await import('node:fs/promises');
    await mkdir(join(folder, 'photos'), { recursive: true });
    for (const [name, bytes] of files) {
      if (!name.startsWith('data/')) await writeFile(join(folder, name), bytes);
    }
    assert.deepEqual(
      (await server().mailsTo(ana)).map(({ subject }) => subject),
      ['Your password on Circle was changed', 'Your export is ready'],
    );
    const offline = await Window.open('file:');
    await offline.page.goto(pathToFileURL(join(folder, 'index.html')).href);
    await offline.page.getByText('Eleven lemons').waitFor();
    const drawn = await offline.page
      .locator('article img')
      .evaluate((image) =>
        image instanceof HTMLImageElement ? image.decode().then(() => image.naturalWidth) : 0,
      );
    assert.ok(drawn > 0, 'its photo is there without a server');
    await offline.isAccessible('the exported page');
    await offline.close();

    // The bell leads to the section.
    await page.goto('/notifications');
    await page.getByText('Your export is ready').first().click();
    await page.waitForURL(/\/my-account\/data#export$/);
    await page.waitForFunction(() => document.activeElement?.id === 'export');

    // She deletes her account.
    await button(page, 'Delete my account').click();
    await dialog.getByLabel('Your password').fill(password);
    await window.isAccessible('the dialog of the deletion');
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await dialog.getByText('This is not your current password.').waitFor();
    await dialog.getByLabel('Your password').fill('eleven-limes-at-noon');
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('link', { name: /Login/ }).first().waitFor();
    assert.equal(new URL(page.url()).pathname, '/');
    const again = await server()
      .visitor()
      .call(auth.login, { email: ana.email, password: 'eleven-limes-at-noon' });
    assert.equal(again.status, 401);
    assert.equal((await ana.call(account.sessions)).status, 401);
    await server().app.context.jobs.idle();
    await window.close();
  });

  longTest('the address of a former section of My Account opens its page, and Back skips it', async () => {
    const dan = await server().member('Dan');
    const window = await Window.open(server().url);
    const { page } = window;
    await window.signIn(dan);
    await page.goto('/circles');
    const pages = {
      notifications: 'reach',
      delivery: 'reach',
      protection: 'sign-in',
      sessions: 'sign-in',
      billing: 'plan',
      export: 'data',
      import: 'data',
      frames: 'data',
      language: 'look',
      'put-away': 'privacy',
    };
    for (const [hash, name] of Object.entries(pages)) {
      await page.goto(`/my-account#${hash}`);
      await page.waitForURL(`**/my-account/${name}#${hash}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.goBack();
      await page.waitForURL('**/circles');
    }
    await page.goto('/my-account');
    await page.getByRole('link', { name: /^Profile/ }).waitFor();
    await page.evaluate(() => location.assign('#sessions'));
    await page.waitForURL('**/my-account/sign-in#sessions');
    await page.waitForFunction(() => document.activeElement?.id === 'sessions');
    await page.goto('/my-account/nowhere');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await window.close();
  });

  longTest('no page of My Account grows with circles and devices, and their numbers agree', async () => {
    const fay = await server().member('Fay');
    for (let at = 0; at < 98; at += 1) await fay.makesCircle(`Circle ${at}`);
    for (let at = 0; at < 6; at += 1) await new Person('Fay', server().url).signIn(password);
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(fay);
    const names = ['', '/data', '/look', '/plan', '/privacy', '/profile', '/reach', '/sign-in'];
    for (const name of names) {
      await page.goto(`/my-account${name}`);
      await page.locator('h1').first().waitFor();
      if (name === '') await page.getByText('7 devices').waitFor();
      if (name === '/reach') await page.getByRole('button', { name: /^Single kinds/ }).waitFor();
      if (name === '/sign-in') await button(page, 'All 7 devices').waitFor();
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      assert.ok(height <= 1_688, `/my-account${name} is ${height} px high`);
      await window.fits(name);
    }
    const devices = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
    await areThere(devices, 4);
    await button(page, 'All 7 devices').click();
    await areThere(devices, 7);
    await server().mailsTo(fay);
    await window.close();
  });

  test('text size and theme apply immediately, and on later pages before the app’s code is there', async () => {
    const eve = await server().member('Eve');
    const window = await Window.open(server().url, { screen: 'phone', colorScheme: 'light' });
    const { page } = window;
    await window.signIn(eve);
    const look = () =>
      page.evaluate(() => [
        getComputedStyle(document.documentElement).fontSize,
        getComputedStyle(document.documentElement).colorScheme,
        document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.content,
      ]);
    await page.goto('/my-account/look');
    await page.getByRole('radio', { name: '150 %' }).click();
    await page.getByRole('radio', { name: 'Dark' }).click();
    const chosen = ['24px', 'dark', '#16110d'];
    assert.deepEqual(await look(), chosen);
    await window.isAccessible('large and dark');
    await window.fits('large and dark');
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/**/*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    for (const path of ['/my-account', '/']) {
      await page.goto(path, { waitUntil: 'commit' });
      await page.locator('#root > *').first().waitFor();
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
      );
      assert.deepEqual(await look(), chosen, path);
    }
    held.resolve();
    await page.goto('/my-account');
    await page.getByText('150 %, English').waitFor();
    await window.fits('the list of pages');
    await page.goto('/my-account/look');
    await page.getByRole('radio', { name: 'System' }).click();
    await page.getByRole('radio', { name: '100 %' }).click();
    assert.deepEqual(await look(), ['16px', 'light', '#f3f5f4']);
    await window.close();
  });

  // PAY-1
  longTest('a place without payments says nothing of trials, plans, prices and donations', async () => {
    const old = await server().member('Olga');
    const { db } = server().app.context;
    await db.write(({ q }) =>
      q
        .updateTable('users')
        .set({ created_at: Date.now() - 40 * 24 * 60 * 60_000 })
        .where('public_id', '=', old.id)
        .execute(),
    );
    const window = await Window.open(server().url);
    const { page } = window;
    const spoken = async () =>
      (await page.locator('body').innerText()).match(
        /.*(?:trial|premium|subscri|billing|donat|support circle|[$€]\d).*/gi,
      ) ?? [];
    for (const path of ['/', '/auth']) {
      await page.goto(path);
      await page.locator('h1').first().waitFor();
      assert.deepEqual(await spoken(), [], path);
    }
    await window.signIn(old);
    await page.goto('/my-account');
    await page.getByText(/payments are off in this place/).waitFor();
    assert.deepEqual(await spoken(), []);
    await page.goto('/my-account/plan');
    await page.getByText(/payments are off in this place/).waitFor();
    assert.deepEqual(await spoken(), []);
    await page.goto('/my-account/data');
    await page.getByText('Video sharing').waitFor();
    assert.deepEqual(await spoken(), []);
    await window.close();
  });
});
