import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import * as circles from '../../contract/circles.ts';
import * as mailbox from '../../contract/mailbox.ts';
import * as contract from '../../contract/audience/audience.ts';
import type { Circle } from '../../contract/shapes.ts';
import { answerAsked, joinByLetter, mailInSettings } from '../harness/mailbox-members.ts';
import type { Person } from '../harness/person.ts';
import { landscapePhoto } from '../harness/photos.ts';
import { onDatabase } from '../harness/test-server.ts';
import { chooseAudience, Window } from './browser.ts';

const rosa = { firstName: 'Rosa', lastName: 'Lima', email: 'rosa@example.org' };

onDatabase(
  'sqlite',
  'members who take part by letter, in the browser',
  (server) => {
    const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
    const circleOf = async (owner: Person, lettersCarry: 'names' | 'content'): Promise<Circle> =>
      owner.makesCircle('Family', { lettersCarry });

    // MAILBOX-90, MAILBOX-91, MAILBOX-92, MAILBOX-95
    test('the owner asks by mail, withdraws, sees who said yes, and offers an account', async () => {
      const ann = await server().member('Ann');
      const family = await circleOf(ann, 'names');
      const window = await Window.open(server().url, { screen: 'phone', colorScheme: 'dark' });
      const { page } = window;
      await window.signIn(ann);
      await page.goto(`/circle-management?id=${family.id}&tab=people`);
      await button(page, 'Add people').click();
      await page.getByRole('button', { name: /^Only e-mail, no app/ }).click();
      await page.getByText('Letters from Family carry names only.').waitFor();
      await button(page, 'Let letters carry words and photos').click();
      await page.getByText('One e-mail asks them. They are in the circle once they say yes.').waitFor();
      await page.getByLabel('First name').fill('Rosa');
      await page.getByLabel('Last name').fill('Lima');
      await page.getByLabel('E-mail', { exact: true }).fill('rosa@');
      await button(page, 'Ask by e-mail').click();
      await page.getByText('Please enter a valid email address.').waitFor();
      assert.equal(await page.getByLabel('First name').inputValue(), 'Rosa');
      await window.isAccessible('asking by mail');
      await window.fits('asking by mail');
      await page.getByLabel('E-mail', { exact: true }).fill(rosa.email);
      await button(page, 'Ask by e-mail').click();
      await page.getByText('Rosa is in Family once they say yes.', { exact: false }).first().waitFor();
      // The toast covers the button for some seconds.
      await button(page, 'Withdraw the question to Rosa Lima').press('Enter');
      await page.getByText('Question withdrawn').first().waitFor();
      await button(page, 'Withdraw the question to Rosa Lima').waitFor({ state: 'detached' });

      await ann.ask(mailbox.ask, { id: family.id, ...rosa });
      await answerAsked(server(), rosa.email, 'yes');
      const row = page.locator('.members li').filter({ hasText: 'Rosa Lima' });
      await row.getByText('by e-mail').waitFor();
      await page.getByText('Not answered yet').waitFor({ state: 'detached' });
      await server().mailsTo(rosa);
      await button(page, 'Options for Rosa Lima').click();
      await page.getByRole('menuitem', { name: 'Make it an account' }).click();
      await button(page, 'Send the link').click();
      await page.getByText('Nothing changes until Rosa uses it.').first().waitFor();
      assert.equal((await server().mailsTo(rosa)).length, 1);

      // Letters of mailbox members need words and photos.
      await page.getByRole('link', { name: 'Settings of Family' }).click();
      await button(page, 'Edit Profile').click();
      await page.getByText('Names only').click();
      await button(page, 'Save').click();
      await page
        .getByText('People in this circle take part by e-mail: Rosa Lima.', { exact: false })
        .waitFor();
      assert.equal((await ann.ask(circles.get, { id: family.id })).lettersCarry, 'content');
      await button(page, 'Cancel').click();
      await page.goto(`/circle-management?id=${family.id}&tab=people`);
      await button(page, 'Options for Rosa Lima').click();
      await page.getByRole('menuitem', { name: 'Remove Rosa Lima from Family' }).click();
      await page.getByText('Rosa Lima gets no more letters from this circle', { exact: false }).waitFor();
      await button(page, 'Remove').click();
      await row.waitFor({ state: 'detached' });
      await window.close();
    });

    // MAILBOX-90, MAILBOX-93
    test('the composer names readers by letter and leaves them out, also after a reload', async () => {
      const ben = await server().member('Ben');
      const family = await circleOf(ben, 'content');
      await joinByLetter(server(), ben, family, 'Rosa');
      const window = await Window.open(server().url);
      const { page } = window;
      await window.signIn(ben);
      await page.goto('/create-post');
      await page.getByLabel('Caption, or just text').fill('Not for letters');
      await chooseAudience(page, 'Family');
      await page.getByText('1 person besides you will see this, Rosa by e-mail. Nobody else.').waitFor();
      const leaveOutRosa = async () => {
        await button(page, /Change who it is for/).click();
        await page.getByText('Takes part by e-mail alone. An e-mail cannot be taken back.').waitFor();
        await page.getByRole('switch', { name: 'Leave out Rosa' }).click();
        await button(page, 'Done · only you').click();
      };
      await leaveOutRosa();
      await page.getByText('Nobody but you will see this. Rosa won’t see this.').waitFor();
      await window.isAccessible('the composer');
      await page.reload();
      await button(page, /^Family · only you/).waitFor();
      await button(page, 'Share with 1 circle').click();
      await page.getByText('Moment shared').first().waitFor();
      const [post] = (await ben.feed()).items;
      assert.deepEqual((await ben.ask(contract.audience, { id: post?.id ?? '' })).items, []);

      // The daily photo.
      await page.goto('/camera');
      const chooser = page.waitForEvent('filechooser');
      await button(page, 'Take Photo').click();
      const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await landscapePhoto() };
      await (await chooser).setFiles([photo]);
      await button(page, 'Use This Photo').click();
      await chooseAudience(page, 'Family');
      await leaveOutRosa();
      await button(page, 'Share with 1 circle').click();
      await page.waitForURL((url) => url.pathname === '/');
      const [daily] = (await ben.feed()).items;
      assert.notEqual(daily?.id, post?.id);
      assert.deepEqual((await ben.ask(contract.audience, { id: daily?.id ?? '' })).items, []);
      await window.close();
    });
  },
  { ...mailInSettings, VERIFICATION: 'vouch' },
);
