import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import * as circles from '../../contract/circles.ts';
import * as invitations from '../../contract/invitations.ts';
import * as members from '../../contract/members.ts';
import { landscapePhoto } from '../harness/photos.ts';
import { onDatabase } from '../harness/test-server.ts';
import { longTest } from '../runner/long-test.ts';
import { areThere, button, signInByForm, Window } from './browser.ts';

const fromMenu = async (page: Page, item: string | RegExp) => {
  await button(page, 'Profile options').click();
  await page.getByRole('menuitem', { name: item }).click();
};

onDatabase('sqlite', 'finding people and profiles, in the browser', (server) => {
  test('a member edits their profile, and finds, adds, mutes and blocks somebody', async () => {
    const [ana, ben] = await server().members('Ana', 'Benedikt');
    const family = await ana.makesCircle('Family');
    const phone = await Window.open(server().url, { screen: 'phone', colorScheme: 'dark' });
    const { page } = phone;
    await phone.signIn(ana);

    // The member's own profile, with a picture; Cancel changes nothing.
    await page.goto('/profile');
    await button(page, 'Edit Profile').click();
    await page.getByLabel('Username').fill('somebody');
    await button(page, 'Cancel').click();
    await button(page, 'Edit Profile').click();
    assert.equal(await page.getByLabel('Username').inputValue(), '');
    await page.getByLabel('Username').fill('search');
    await button(page, 'Save').click();
    await page.getByText('This username cannot be used. Please choose another one.').waitFor();
    await page.getByLabel('Username').fill('Ana.Lima');
    await page.getByLabel('Bio').fill('Two lemons\nand a half');
    const files = page.locator('input[type=file]');
    await files.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
    await page.getByText('Please choose a JPEG, PNG, WebP or HEIC photo.').waitFor();
    await files.setInputFiles({
      name: 'me.jpg',
      mimeType: 'image/jpeg',
      buffer: await landscapePhoto(),
    });
    await page.getByText('Your new photo appears after you save.').waitFor();
    await phone.isAccessible('the form');
    await phone.fits('the form');
    await button(page, 'Save').click();
    await page.getByText('Profile updated successfully').first().waitFor();
    await page.getByText('@ana.lima').first().waitFor();
    await page.getByText('Two lemons').waitFor();
    const worn = page.locator('.av.xl img');
    await worn.waitFor();
    assert.equal(
      await worn.evaluate(async (image: HTMLImageElement) => (await image.decode(), image.naturalWidth)),
      512,
    );
    await phone.isAccessible('the own profile');

    // Finds a member in the contacts, and adds them to a circle.
    await page.getByRole('link', { name: 'Contacts' }).click();
    await page.getByText('No contacts yet').waitFor();
    const search = page.getByRole('searchbox', { name: 'Search for users' });
    await search.fill('bene');
    await page.getByText('Type at least 5 characters to search for users').waitFor();
    await search.fill('nedikt');
    await page.getByText('1 person found').waitFor();
    await phone.isAccessible('the search');
    await button(page, 'Add Benedikt Example to circles').click();
    const dialog = page.getByRole('dialog');
    assert.ok(await button(page, 'Add to circles').isDisabled(), 'nothing is chosen yet');
    await dialog.getByText('sees everyone in it and all its moments').waitFor();
    await dialog.getByRole('checkbox', { name: /Family/ }).check();
    await phone.isAccessible('the dialog');
    await button(page, 'Add to 1 circle').click();
    await page.getByText('Added to circles').first().waitFor();
    await page.getByRole('list', { name: 'Search results' }).getByText('Family').waitFor();
    assert.equal((await ana.ask(circles.get, { id: family.id })).memberCount, 2);
    await button(page, 'Add Benedikt Example to circles').click();
    await dialog.getByText('Already in this circle').waitFor();
    assert.ok(await dialog.getByRole('checkbox', { name: /Family/ }).isDisabled());
    await button(page, 'Cancel').click();
    await search.fill('');
    await button(page, /Benedikt Example/).click();
    await dialog
      .getByText("This user hasn't added you to any of their circles yet. Only their name is visible.")
      .waitFor();
    await phone.isAccessible('the person');
    await button(page, 'Close').click();
    await button(page, 'View Connections').click();
    await dialog.getByText('1 person is in the circles that you own.').waitFor();

    // The profile, through the name in the list.
    await ben.posts('By Benedikt', { to: family });
    await ben.ask(account.edit, { username: 'benedikt' });
    await dialog.getByRole('link', { name: 'Benedikt Example' }).click();
    await page.getByRole('heading', { name: 'Posts by @benedikt' }).waitFor();
    await page.getByText('By Benedikt', { exact: true }).waitFor();
    await phone.isAccessible('the profile');
    await phone.fits('the profile');
    await button(page, 'Add to Contacts: Benedikt Example').click();
    await page.getByText('Benedikt Example has been added to your contacts').first().waitFor();
    assert.ok(await button(page, 'In your contacts').isDisabled());

    // Muting keeps the moments out of the feed and nothing else; lifting brings them back.
    await fromMenu(page, "Don't show me moments from Benedikt Example");
    await page.getByText(/^You don’t see moments from Benedikt Example in your feed/).waitFor();
    await page.getByText('By Benedikt', { exact: true }).waitFor();
    await page.goto('/');
    await page.getByText('No posts yet').waitFor();
    await page.goto(`/profile/${ben.id}`);
    await fromMenu(page, 'Show me moments from Benedikt Example');
    await page.getByText('You see moments from Benedikt Example again').first().waitFor();
    await page.goto('/');
    await page.getByText('By Benedikt', { exact: true }).waitFor();

    // Muting from a moment's menu can be undone; the focus moves to the heading, as the menu is gone.
    await button(page, 'Post options').click();
    await page.getByRole('menuitem', { name: "Don't show me moments from Benedikt Example" }).click();
    await page.getByText('No posts yet').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1');
    await button(page, 'Undo').click();
    await page.getByText('By Benedikt', { exact: true }).waitFor();

    // The dialog says what blocking does. Only the blocker can find the profile, to unblock it.
    await page.goto(`/profile/${ben.id}`);
    await fromMenu(page, 'Block Benedikt Example');
    const alert = page.getByRole('alertdialog');
    await alert.getByText(/won’t find each other/).waitFor();
    await phone.isAccessible('the question');
    await alert.getByRole('button', { name: 'Block' }).click();
    await page.getByRole('heading', { name: 'You’ve blocked Benedikt Example' }).waitFor();
    assert.equal((await ana.ask(circles.get, { id: family.id })).memberCount, 1);
    await page.goto('/contacts');
    await button(page, 'Blocked and muted').click();
    await dialog.getByText('Benedikt Example').waitFor();
    await dialog.getByText('You haven’t muted anybody.').waitFor();
    await button(page, 'Unblock Benedikt Example').click();
    await alert.getByRole('button', { name: 'Unblock' }).click();
    await dialog.getByText('You haven’t blocked anybody.').waitFor();
    await page.goto(`/profile/${ben.id}`);
    await page.getByRole('heading', { name: 'Benedikt Example', level: 1 }).waitFor();
    await phone.close();
  });

  longTest('a member browses the directory, and a visitor must sign in there and at a profile', async () => {
    const [eva] = await server().members('Eva');
    const window = await Window.open(server().url);
    const { page } = window;
    // These texts are shown for half a second before a redirect, and nothing can be read from a page while a
    // navigation is pending: the page itself records them.
    const required = 'Authentication required. Redirecting to login...';
    const unauthorized = 'Unauthorized, you are logged out';
    await page.addInitScript(
      (texts) => {
        new MutationObserver(() => {
          const shown = document.documentElement.textContent;
          for (const text of texts) if (shown.includes(text)) sessionStorage.setItem(text, 'shown');
        }).observe(document, { childList: true, subtree: true });
      },
      [required, unauthorized],
    );
    const wasShown = (text: string) => page.evaluate((key) => sessionStorage.getItem(key), text);
    await page.goto('/all-profiles', { waitUntil: 'commit' });
    await page.getByText('Authentication Required', { exact: true }).first().waitFor();
    await page.waitForURL('**/auth');
    assert.equal(await wasShown(required), 'shown');
    await page.goto(`/profile/${eva.id}`, { waitUntil: 'commit' });
    await page.waitForURL('**/auth');
    assert.equal(await wasShown(unauthorized), 'shown');
    await signInByForm(page, eva.email);
    await page.getByRole('heading', { name: 'Eva Example', level: 1 }).waitFor();
    await server().mailsTo(eva);
    await window.isAccessible('the empty profile');

    await Promise.all(Array.from({ length: 27 }, (_, at) => server().member(`Crowd${at}`)));
    // The members of the test before this one are in the directory too.
    const { total } = await eva.ask(members.directory, {});
    await page.goto('/all-profiles');
    await page.getByText(`${total} total members`).waitFor();
    await areThere(page.locator('.dc'), 24);
    await window.isAccessible('the directory');
    await button(page, 'Add to Contacts: Crowd0 Example').click();
    await page.getByText('Crowd0 Example has been added to your contacts').first().waitFor();
    await button(page, 'Next').click();
    await page.getByText('Page 2').waitFor();
    await page
      .locator('.dc')
      .nth(total - 24)
      .waitFor({ state: 'detached' });
    await areThere(page.locator('.dc'), total - 24);
    assert.ok(await button(page, 'Next').isDisabled());
    await page.goBack();
    await areThere(page.locator('.dc'), 24);
    await button(page, 'In your contacts').waitFor();

    const search = page.getByRole('searchbox', { name: 'Search members' });
    await search.fill('crowd2');
    await page.getByText('Found 8 users matching "crowd2"').waitFor();
    await page.getByText('total members').waitFor({ state: 'detached' });
    await search.fill('nobody of that name');
    await page.getByText('No users match your search for "nobody of that name"').waitFor();
    await page.goto('/all-profiles?page=7');
    await page.getByText('Page 1').waitFor();
    await areThere(page.locator('.dc'), 24);

    // The page that the notification about Contacts links to.
    const [gil] = await server().members('Gil');
    await page.goto(`/contacts?add=${gil.id}`);
    await page.getByRole('heading', { name: 'Add Gil to circles' }).waitFor();
    await page.getByRole('checkbox', { name: /Contacts/ }).check();
    await button(page, 'Add to 1 circle').click();
    await button(page, /Gil Example/).waitFor();
    assert.ok(!page.url().includes('add='));
    await page.goto('/profile/nobody');
    await page.getByText('/profile/nobody').waitFor();
    await page.getByRole('link', { name: 'Browse All Profiles' }).waitFor();
    await window.close();
  });

  // JOIN-18
  test('a code is shown as QR code and link until somebody has used it', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    const ana = await server().member('Asks');
    await window.signIn(ana);
    await page.goto('/invite');
    await page.getByRole('button', { name: 'Show a code' }).click();
    await page.getByLabel('Who is this for?').fill('Mum');
    // She may not vouch.
    assert.equal(await page.getByRole('checkbox').count(), 0);
    await page.getByLabel('Who is this for?').press('Enter');
    await page.getByRole('img', { name: 'QR code of the invitation link' }).waitFor();
    await window.isAccessible('a code');
    await window.fits('a code');
    const url = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue();
    const guest = await server().member('Guest');
    await guest.ask(invitations.accept, { code: url.replace(`${server().url}/join/`, '') });
    await page.getByText('This code is used up.').waitFor();
    await window.close();
  });

  // VERIFY-6, JOIN-18
  test('a code vouches once its sender says whom it is for, unless they untick it', async () => {
    const chief = await server().member('Chief', { isAdmin: true });
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(chief);
    await page.goto('/invite');
    await page.getByRole('button', { name: 'Show a code' }).click();
    const name = page.getByLabel('Who is this for?');
    const knows = page.getByRole('checkbox', { name: /^I know who this is/ });
    await name.fill('Mum');
    assert.ok(await knows.isChecked());
    await window.isAccessible('whom a code is for');
    await window.fits('whom a code is for');
    await name.fill(' ');
    await knows.waitFor({ state: 'detached' });
    await name.fill('Mum');
    await page.getByRole('button', { name: 'Show the code' }).click();
    const url = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('Mum', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Withdraw the invitation to Mum' }).waitFor();
    const guest = await server().member('Joined', { isVerified: false });
    await guest.ask(invitations.accept, { code: url.replace(`${server().url}/join/`, '') });
    assert.equal((await guest.ask(auth.currentUser, {})).isVerified, true);
    await server().mailsTo(guest);
    await window.close();
  });
});
