import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import { codeOf, forgetCodes, setUpTotp } from '../harness/factors.ts';
import { onDatabase, password } from '../harness/test-server.ts';
import { longTest } from '../runner/long-test.ts';
import { button, signInByForm, Window } from './browser.ts';

/** A virtual passkey whose owner is always present. */
const plugIn = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};

const typePassword = async (page: Page, action: string) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: action, exact: true }).click();
};

const signIn = async (page: Page, email: string) => {
  await page.goto('/my-account/sign-in');
  await page.waitForURL(/\/auth$/);
  await signInByForm(page, email);
};

const isIn = (page: Page) => page.getByRole('heading', { name: 'Sign-in and devices' }).waitFor();

onDatabase('sqlite', 'second factors, in the browser', (server) => {
  test('an authenticator app is set up by QR code or key, is asked for at the next sign-in, and a recovery code replaces it', async () => {
    const ana = await server().member('Ana');
    const window = await Window.open(server().url, { screen: 'phone', colorScheme: 'dark' });
    const { page } = window;
    await window.signIn(ana);
    await page.goto('/my-account#protection');
    await page.getByRole('button', { name: /^Authenticator app/ }).click();
    await page.getByRole('dialog').getByLabel('Your password').fill('not it');
    await page.getByRole('dialog').getByRole('button', { name: 'Go on' }).click();
    await page.getByText('This is not your current password.').waitFor();
    await typePassword(page, 'Go on');
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    await window.isAccessible('the QR code');
    await window.fits('the QR code');
    const key = (await page.locator('.secret').innerText()).replaceAll(' ', '');
    await page.getByLabel('Code of the app').fill('000');
    await button(page, 'Switch on').click();
    await page.getByText(/That code isn’t valid/).waitFor();
    await page.getByLabel('Code of the app').fill(codeOf(key));
    await button(page, 'Switch on').click();
    const recovery = await page.locator('.codes li').first().innerText();
    await window.isAccessible('the recovery codes');
    await button(page, 'I saved them').click();
    await page.getByText('10 left').waitFor();
    await window.isAccessible('what signs in');
    await window.close();

    const other = await Window.open(server().url);
    await signIn(other.page, ana.email);
    await other.page.getByText('One more step: please confirm that it’s you.').waitFor();
    await other.isAccessible('the second step');
    await other.page.getByLabel('Code').fill('123');
    await button(other.page, 'Sign in').last().click();
    await other.page.getByText(/That code isn’t valid/).waitFor();
    await forgetCodes(server());
    await other.page.getByLabel('Code').fill(codeOf(key));
    await button(other.page, 'Sign in').last().click();
    await isIn(other.page);
    await other.close();

    const third = await Window.open(server().url);
    await signIn(third.page, ana.email);
    await third.page.getByLabel('Code').fill(recovery.toLowerCase());
    await button(third.page, 'Sign in').last().click();
    await isIn(third.page);
    await third.page.getByText('9 left').waitFor();
    await third.page.getByRole('button', { name: /^Authenticator app/ }).click();
    await typePassword(third.page, 'Remove');
    await third.page
      .getByRole('button', { name: /^Authenticator app/ })
      .getByText('Off')
      .waitFor();
    assert.equal((await ana.ask(account.factors, {})).recoveryCodesLeft, 0);
    await third.close();
    await server().mailsTo(ana);
  });

  test('a passkey is added, signs in without an address, replaces the password prompt, and is removed', async () => {
    const ben = await server().member('Ben');
    const window = await Window.open(server().url);
    const { page } = window;
    await plugIn(page);
    await window.signIn(ben);
    await page.goto('/my-account/sign-in');
    const passkeys = page.getByRole('button', { name: /^Passkeys/ });
    await passkeys.click();
    await window.isAccessible('no passkeys');
    await button(page, 'Add a passkey').click();
    await page.getByLabel('Name of the passkey').fill('Blue laptop');
    await typePassword(page, 'Go on');
    await button(page, 'I saved them').click();
    await passkeys.getByText('Blue laptop').waitFor();
    await window.fits('my account');
    await passkeys.click();
    await page.getByText('not used yet').waitFor();
    await window.isAccessible('the passkeys');

    // An open page would notice the lost session, and the sign-in would lead back to it.
    await page.goto('about:blank');
    await page.context().clearCookies();
    await page.goto('/auth');
    await window.isAccessible('signing in');
    await button(page, 'Sign in with a passkey').click();
    await page.waitForURL(/\/$/);
    assert.notEqual((await ben.ask(account.factors, {})).passkeys[0]?.lastUsedAt, null);

    // The password is not enough; the second step uses the passkey.
    await page.context().clearCookies();
    await signIn(page, ben.email);
    await button(page, 'Use a passkey').click();
    await isIn(page);
    await page.goto('/my-account/data');
    await button(page, 'Make an export').click();
    await page.getByRole('button', { name: 'Use a passkey instead' }).click();
    await page.getByText('We’re making it.').waitFor();
    await page.goto('/my-account/sign-in');
    await passkeys.click();
    await page.getByRole('button', { name: 'Remove Blue laptop' }).click();
    await typePassword(page, 'Remove');
    await passkeys.getByText('None').waitFor();
    assert.deepEqual((await ben.ask(account.factors, {})).passkeys, []);
    await window.close();
    await server().mailsTo(ben);
  });

  test('a sign-in is moved to the phone by a QR code, denied by the notification, and all sessions end', async () => {
    const cleo = await server().member('Cleo');
    const window = await Window.open(server().url);
    await window.signIn(cleo);
    const { page } = window;
    await page.goto('/my-account#sessions');
    await button(page, 'Sign in on your phone').click();
    await page.getByRole('dialog').getByLabel('Your password').fill(password);
    const shown = page.waitForResponse('**/api/user/moves');
    await page.getByRole('dialog').getByRole('button', { name: 'Show the code' }).click();
    const { url } = account.beginMove.output.parse(await (await shown).json());
    await page.getByRole('img', { name: 'QR code that signs your phone in' }).waitFor();
    await window.isAccessible('the code for the phone');

    const phone = await Window.open(server().url, { screen: 'phone', colorScheme: 'dark' });
    await phone.page.goto(url);
    await phone.page.getByRole('heading', { name: 'Sign in as Cleo Example?' }).waitFor();
    assert.equal(new URL(phone.page.url()).hash, '');
    await phone.isAccessible('the page that moves');
    await phone.fits('the page that moves');
    await button(phone.page, 'Sign in').click();
    await page.getByRole('heading', { name: 'Signed in on your phone' }).waitFor();
    await button(phone.page, 'Logout').waitFor();
    await phone.page.goto(url);
    await phone.page.getByText('This code is invalid or has expired').waitFor();

    await page.goto('/auth/not-me');
    await page.getByRole('heading', { name: 'Wasn’t this you?' }).waitFor();
    await window.isAccessible('the page that asks');
    assert.equal((await cleo.ask(account.sessions, {})).length, 2, 'opening the page ends nothing');
    await button(page, 'That wasn’t me').click();
    await page.getByRole('heading', { name: 'You’re signed out everywhere' }).waitFor();
    await phone.page.goto('/my-account');
    await phone.page.waitForURL(/\/auth$/);
    await window.close();
    await phone.close();
    const mails = await server().mailsTo(cleo);
    assert.deepEqual(mails.map(({ subject }) => subject).toSorted(), [
      'New sign-in to your account',
      'Set a new password for Circle',
    ]);
  });

  longTest('a code that could not be asked for, or used, is good for another try', async () => {
    const eve = await server().member('Eve');
    const { url } = await eve.ask(account.beginMove, { password });
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await page.route('**/api/auth/move**', (route) => route.abort());
    await page.goto(url);
    await page.getByText('Circle can’t be reached.').waitFor();
    await window.isAccessible('a code that could not be asked for');
    await page.unroute('**/api/auth/move**');
    await page.route('**/api/auth/move', (route) => route.abort());
    await button(page, 'Try again').click();
    await button(page, 'Sign in').click();
    await page.getByText('Circle can’t be reached.').waitFor();
    await page.unroute('**/api/auth/move');
    await button(page, 'Sign in').click();
    await button(page, 'Logout').waitFor();
    await window.close();
    await server().mailsTo(eve);
  });

  test('who signs in after a denied sign-in sees nothing that the member before saw', async () => {
    const [dora, finn] = await server().members('Dora', 'Finn');
    await dora.posts('Between us', { to: await dora.makesCircle('Sisters') });
    const window = await Window.open(server().url);
    const { page } = window;
    await window.signIn(dora);
    await page.goto('/');
    await page.getByText('Between us').waitFor();
    // As from the bell: the page is not loaded again.
    await page.evaluate(() => history.pushState({}, '', '/auth/not-me'));
    await button(page, 'That wasn’t me').click();
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await page.evaluate(() => {
      Object.assign(globalThis, { wasSeen: false });
      new MutationObserver(() => {
        if (document.body.textContent.includes('Between us')) Object.assign(globalThis, { wasSeen: true });
      }).observe(document, { childList: true, subtree: true });
    });
    await signInByForm(page, finn.email);
    await page.getByText('No posts yet').waitFor();
    assert.equal(await page.evaluate((): unknown => Reflect.get(globalThis, 'wasSeen')), false);
    await window.close();
    for (const who of [dora, finn]) await server().mailsTo(who);
  });

  test('a page whose browser somebody else uses now shows nothing of its member', async () => {
    const [gina, hugo] = await server().members('Gina', 'Hugo');
    await gina.posts('For sisters', { to: await gina.makesCircle('Sisters') });
    const window = await Window.open(server().url);
    const { page } = window;
    await window.signIn(gina);
    const stream = page.waitForResponse('**/api/events');
    await page.goto('/');
    await page.getByText('For sisters').waitFor();
    await stream;
    await window.signIn(hugo);
    await server().visitor().ask(auth.login, { email: gina.email, password });
    await page.getByText('No posts yet').waitFor();
    await window.close();
    await server().mailsTo(gina);
  });

  test('an account whose owner must answer ‘Is this account yours?’ shows nothing else until then', async () => {
    const [una, vic] = await server().members('Una', 'Vic');
    await una.adds(vic, await una.makesCircle('Family'));
    await server().app.context.db.write(({ q }) =>
      q.updateTable('users').set({ claim_asked_at: 1 }).where('public_id', '=', una.id).execute(),
    );
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(una);
    await page.route('**/api/user/claim', (route) => route.abort());
    await page.goto('/circles');
    await page.getByRole('heading', { name: 'Is this account yours?' }).waitFor();
    const again = button(page, 'Try again');
    await again.waitFor();
    await page.unroute('**/api/user/claim');
    await again.click();
    await page.getByText('Vic Example').waitFor();
    await button(page, 'No, start empty').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Start empty' }).click();
    await page.getByText('Your account is empty now').first().waitFor();
    await page.getByRole('heading', { name: 'Sign-in and devices' }).waitFor();
    await window.close();
    await server().mailsTo(vic);
  });
});

onDatabase(
  'sqlite',
  'a required second factor, in the browser',
  (server) => {
    test('an administrator who lacks a required second factor is led to setting one up', async () => {
      const admin = await server().member('Admin', { isAdmin: true });
      const window = await Window.open(server().url, { screen: 'phone' });
      await window.signIn(admin);
      const { page } = window;
      await page.goto('/admin/audit');
      await page.getByText(/Administrators of this place need a second factor/).waitFor();
      await page.getByRole('link', { name: 'Set one up' }).click();
      await page.getByText(/administrators need a second factor. Set one up to go on/).waitFor();
      await window.isAccessible('my account of an administrator');
      await setUpTotp(server(), admin);
      await page.goto('/admin/audit');
      await page.getByText('Authenticator app set up').filter({ visible: true }).waitFor();
      await window.close();
    });
  },
  { REQUIRE_SECOND_FACTOR: 'admins' },
);
