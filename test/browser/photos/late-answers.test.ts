import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import * as auth from '../../../contract/auth.ts';
import * as circles from '../../../contract/circles.ts';
import * as notifications from '../../../contract/notifications.ts';
import * as verification from '../../../contract/verification.ts';
import { makeAlbum } from '../../harness/albums.ts';
import type { Person } from '../../harness/person.ts';
import { onDatabase, password } from '../../harness/test-server.ts';
import { longTest } from '../../runner/long-test.ts';
import { button, Window } from '../browser.ts';

/** Holds the first request of this method to this path back, until the returned function is called. */
const holdFirst = async (page: Page, path: string, method: string) => {
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const sent: string[] = [];
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    sent.push(route.request().postData() ?? '');
    if (sent.length > 1) return route.fallback();
    begun.resolve();
    await held.promise;
    return route.fallback();
  });
  return { begun: begun.promise, sent, release: () => held.resolve() };
};

onDatabase('sqlite', 'answers that come late, in the browser', (server) => {
  let ana: Person;
  before(async () => {
    ana = await server().member('Ana');
  });

  test('the last choice wins, and what was chosen before stays, however late answers come', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    await page.goto('/my-account/privacy');
    const findable = page.getByRole('switch', { name: 'Let people find me by my e-mail address' });
    const listed = page.getByRole('switch', { name: 'Show me in the directory' });
    const chosen = [await findable.isChecked(), await listed.isChecked()];
    const first = await holdFirst(page, '**/api/user', 'PATCH');
    await findable.click();
    await first.begun;
    await listed.click();
    // Both choices show, and the second one waits.
    assert.deepEqual(
      [await findable.isChecked(), await listed.isChecked()],
      chosen.map((on) => !on),
    );
    assert.equal(first.sent.length, 1);
    const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('listed') === true);
    first.release();
    await saved;
    const { findableByEmail, listed: isListed } = await ana.ask(auth.currentUser, {});
    assert.deepEqual(
      [findableByEmail, isListed],
      chosen.map((on) => !on),
    );

    await page.goto('/my-account/reach');
    const likes = page.getByRole('combobox', { name: /^Likes/ });
    const slow = await holdFirst(page, '**/api/notification-preferences', 'PUT');
    await likes.selectOption('Off');
    await slow.begun;
    await likes.selectOption('In Circle');
    // Requests from before this answer are known.
    await page.evaluate(() => fetch('/healthz').then(({ ok }) => ok));
    assert.equal(slow.sent.length, 1);
    const last = page.waitForResponse(
      (answer) => answer.request().postData()?.includes('"bell":true') === true,
    );
    slow.release();
    await last;
    assert.equal((await ana.ask(notifications.preferences, {})).like.bell, true);
    await window.close();
  });

  longTest('a circle that is ticked while another is added to is not said to be added to', async () => {
    const ben = await server().member('Ben');
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    await ana.makesCircle('Choir');
    await ana.makesCircle('Hiking');
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    await page.goto(`/profile/${ben.id}`);
    await button(page, /^Add to circles/)
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: /Choir/ }).check();
    const first = await holdFirst(page, '**/api/circles/*/members', 'POST');
    await button(page, 'Add to 1 circle').click();
    await first.begun;
    await dialog.getByRole('checkbox', { name: /Hiking/ }).click({ force: true });
    first.release();
    await page.getByText('Ben Example is in Choir now.').first().waitFor();
    await dialog.waitFor({ state: 'detached' });
    const there = (await ana.ask(circles.list, {})).filter(({ members }) =>
      members.some(({ id }) => id === ben.id),
    );
    assert.deepEqual(there.map(({ name }) => name).toSorted(), ['Choir', 'Family']);
    await window.close();
  });

  longTest('a code is not said to be used because the list of invitations could not be read', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    await page.goto('/invite');
    await button(page, 'Show a code').click();
    await page.route('**/api/invites', (route) =>
      route.request().method() === 'GET' ? route.abort('connectionreset') : route.fallback(),
    );
    await page.getByLabel('Who is this for?').press('Enter');
    await page.getByRole('img', { name: 'QR code of the invitation link' }).waitFor();
    await window.close();
  });

  longTest('a refused note stays with its member, also while another note is typed', async () => {
    const chief = await server().member('Chief', { isAdmin: true });
    for (const name of ['Cleo', 'Dan']) {
      const asking = await server().member(name, { isVerified: false });
      await asking.ask(verification.submit, { personalStatement: `I am ${name}.` });
    }
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(chief);
    await page.goto('/admin/verifications');
    const held = Promise.withResolvers<void>();
    await page.route('**/api/admin/verifications/*', async (route) => {
      await held.promise;
      await route.abort();
    });
    const dialog = page.getByRole('dialog');
    await button(page, 'Reject Cleo Example').click();
    await dialog.getByLabel('Note').fill('Who are you, Cleo?');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await button(page, 'Reject Dan Example').click();
    await dialog.getByLabel('Note').fill('Who are you, Dan?');
    held.resolve();
    await page.getByText('Error', { exact: true }).first().waitFor();
    assert.match((await dialog.getByRole('heading').textContent()) ?? '', /Dan/);
    assert.equal(await dialog.getByLabel('Note').inputValue(), 'Who are you, Dan?');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await button(page, 'Reject Cleo Example').click();
    assert.equal(await dialog.getByLabel('Note').inputValue(), 'Who are you, Cleo?');
    await window.close();
  });

  longTest(
    'a dialog that was closed while it saved closes no later one, and sent words clear no others',
    async () => {
      const window = await Window.open(server().url, { screen: 'phone' });
      const { page } = window;
      await window.signIn(ana);
      await page.goto('/my-account/sign-in');
      await button(page, /^E-mail/).click();
      const dialog = page.getByRole('dialog');
      const first = await holdFirst(page, '**/api/user/email', 'PUT');
      await dialog.getByLabel('New e-mail address').fill('new@example.org');
      await dialog.getByLabel('Your password').fill(password);
      await dialog.locator('[type=submit]').click();
      await first.begun;
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await button(page, /^Password/).click();
      await dialog.getByLabel('Current password').fill('typed');
      first.release();
      await page.getByText('new@example.org').first().waitFor();
      assert.equal(await dialog.getByLabel('Current password').inputValue(), 'typed');

      await page.goto('/send-invitations');
      const slow = await holdFirst(page, '**/api/auth/send-invite', 'POST');
      const field = page.getByLabel('E-mail');
      await field.fill('mum@example.org');
      await button(page, 'Send invitation').click();
      await slow.begun;
      await field.fill('dad@example.org');
      slow.release();
      await page.getByText('mum@example.org').first().waitFor();
      assert.equal(await field.inputValue(), 'dad@example.org');
      for (const email of [ana.email, 'new@example.org', 'mum@example.org'])
        await server().mailsTo({ email });
      await window.close();
    },
  );

  longTest('words that are typed while a form is saved are not lost with it', async () => {
    const circle = await ana.makesCircle('Rowing');
    const album = await makeAlbum(ana, circle);
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    await page.goto(`/circle-management?id=${circle.id}&tab=settings`);
    await button(page, 'Edit Profile').click();
    const first = await holdFirst(page, '**/api/circles/*', 'PUT');
    const description = page.getByLabel('Description');
    await description.fill('On Sundays');
    await button(page, 'Save').click();
    await first.begun;
    await description.fill('On Sundays, at eight');
    first.release();
    await page.getByText('Circle Updated').first().waitFor();
    assert.equal(await description.inputValue(), 'On Sundays, at eight');
    await button(page, 'Save').click();
    await description.waitFor({ state: 'detached' });
    assert.equal((await ana.ask(circles.get, { id: circle.id })).description, 'On Sundays, at eight');

    await page.goto(`/post/${album.id}`);
    await button(page, 'Album options').click();
    await page.getByRole('menuitem', { name: 'Album settings' }).click();
    const slow = await holdFirst(page, '**/api/albums/*', 'PATCH');
    const title = page.getByLabel('Title');
    await title.fill('Regatta');
    await button(page, 'Save').click();
    await slow.begun;
    await title.fill('Regatta in May');
    slow.release();
    await page.getByRole('heading', { name: 'Regatta', exact: true, includeHidden: true }).waitFor();
    assert.equal(await title.inputValue(), 'Regatta in May');
    await button(page, 'Save').click();
    await page.getByRole('heading', { name: 'Regatta in May' }).waitFor();
    await window.close();
  });
});
