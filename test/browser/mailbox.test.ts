import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import * as circles from '../../contract/circles.ts';
import * as mailbox from '../../contract/mailbox.ts';
import * as posts from '../../contract/posts.ts';
import * as contract from '../../contract/audience/audience.ts';
import type { Circle } from '../../contract/shapes.ts';
import {
  answerAsked,
  composeMail,
  deliver,
  joinByLetter,
  mailInSettings,
} from '../harness/mailbox-members.ts';
import type { Person } from '../harness/person.ts';
import { landscapePhoto } from '../harness/photos.ts';
import { onDatabase, password } from '../harness/test-server.ts';
import { longTest } from '../runner/long-test.ts';
import { button, chooseAudience, Window } from './browser.ts';

const rosa = { firstName: 'Rosa', lastName: 'Lima', email: 'rosa@example.org' };

onDatabase(
  'sqlite',
  'members who take part by letter, in the browser',
  (server) => {
    const circleOf = async (owner: Person, lettersCarry: 'names' | 'content'): Promise<Circle> =>
      owner.makesCircle('Family', { lettersCarry });

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
      await row.getByText('by e-mail', { exact: true }).waitFor();
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

    longTest('the composer names readers by letter and leaves them out, also after a reload', async () => {
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

onDatabase(
  'sqlite',
  'sharing by e-mail, in the browser',
  (server) => {
    const addressOf = async (person: Person, { id }: Circle): Promise<string> =>
      (await person.ask(mailbox.mailAddress, { id })).address;

    const mails = async (person: Person, circle: Circle, text: string, photo?: Buffer) => {
      const to = await addressOf(person, circle);
      const attachments = photo ? [{ filename: 'a.jpg', content: photo }] : [];
      const raw = await composeMail({ from: person.email, to, text, attachments });
      await deliver(server(), raw, [to], { sender: person.email });
    };

    // LETTERBOX-4, LETTERBOX-5
    longTest('a member copies, saves and replaces an address, and turns their mails off and on', async () => {
      const ann = await server().member('Ann');
      const family = await ann.makesCircle('Family; and friends');
      const window = await Window.open(server().url, { screen: 'phone', colorScheme: 'dark' });
      const { page } = window;
      await window.signIn(ann);
      await page.goto(`/circle-management?id=${family.id}&tab=settings`);
      await page.getByRole('link', { name: 'Share by e-mail' }).click();
      await page.getByText(`Only e-mails from ${ann.email} count.`, { exact: false }).waitFor();
      const address = await addressOf(ann, family);
      await page.getByText(address).waitFor();
      assert.match((await page.locator('.mail-address').first().textContent()) ?? '', /^Family; and friends/);
      await window.isAccessible('share by e-mail');
      await window.fits('share by e-mail');

      const saved = page.waitForEvent('download');
      await button(page, 'Save Family; and friends as a contact').click();
      const file = await saved;
      assert.match(file.suggestedFilename(), /\.vcf$/);
      const card = (await readFile(await file.path(), 'utf8')).replaceAll('\r\n ', '');
      assert.match(card, /^BEGIN:VCARD\r\nVERSION:3\.0\r\nN:;Family\\; and friends \(Circle\);;;\r\n/);
      assert.ok(card.includes(`\r\nEMAIL;TYPE=INTERNET:${address}\r\n`));
      assert.match(card, /\r\nPHOTO;ENCODING=b;TYPE=PNG:iVBOR/);
      assert.ok((await readFile(await file.path(), 'utf8')).split('\r\n').every((line) => line.length <= 75));

      await button(page, 'Options for the address of Family; and friends').click();
      await page.getByRole('menuitem', { name: 'New address' }).click();
      await page.getByText('The old one stops working immediately', { exact: false }).waitFor();
      await button(page, 'New address').click();
      await page.getByText(address).waitFor({ state: 'detached' });
      await page.getByText(await addressOf(ann, family)).waitFor();

      const count = page.getByRole('switch', { name: 'E-mails in my name count' });
      await count.click();
      await page.locator('.mail-address').first().waitFor({ state: 'detached' });
      await count.click();
      await page.getByLabel('Your password').fill(password);
      await window.isAccessible('turning mails on');
      await button(page, 'Turn on').click();
      await page.locator('.mail-address').first().waitFor();
      await page.goto('/my-account');
      const row = page.getByRole('link', { name: 'Share by e-mail' });
      assert.match((await row.textContent()) ?? '', /On$/);
      await window.close();
    });

    longTest('of more than ten circles the last four are shown, and a search finds the others', async () => {
      const bea = await server().member('Bea');
      for (let at = 1; at <= 11; at += 1) await bea.makesCircle(`Circle ${at}`);
      const window = await Window.open(server().url, {});
      const { page } = window;
      await window.signIn(bea);
      await page.goto('/my-account/by-mail');
      await page.locator('.mail-address').nth(3).waitFor();
      assert.equal(await page.locator('.mail-address').count(), 4);
      await page.getByRole('searchbox').fill('circle 11');
      await page.getByText('Circle 11', { exact: true }).waitFor();
      assert.equal(await page.locator('.mail-address').count(), 1);
      await window.close();
    });

    // LETTERBOX-6, LETTERBOX-7
    test('a mail rings, is undone from the bell, and another one is taken back after ‘That wasn’t me’', async () => {
      const [cleo, dan] = await server().members('Cleo', 'Dan');
      const family = await cleo.makesCircle('Garden');
      await cleo.adds(dan, family);
      await mails(cleo, family, 'Roses by mail', await landscapePhoto());
      const window = await Window.open(server().url, { screen: 'phone' });
      const { page } = window;
      await window.signIn(cleo);
      await page.goto('/notifications');
      const entry = page.locator('.ni').filter({ hasText: 'Your e-mail became a moment in Garden' });
      await entry.getByText('Roses by mail').waitFor();
      await window.isAccessible('the entry of a mail');
      await window.fits('the entry of a mail');
      await entry.getByRole('button', { name: 'Undo' }).click();
      await entry.waitFor({ state: 'detached' });
      assert.ok(!(await dan.feed({})).items.some(({ content }) => content === 'Roses by mail'));
      await button(page, 'Receipt').click();
      await page.getByText('Circle shows it to nobody but you', { exact: false }).waitFor();
      await button(page, 'Done').click();

      const told = await dan.posts('Told by Dan', { to: family });
      await page.goto(`/my-account/mails?heart=${told.id}`);
      await page.getByRole('link', { name: /^Your e-mail became a heart/ }).waitFor();
      await button(page, 'That wasn’t me').waitFor();

      await mails(cleo, family, 'Nor by Cleo');
      await mails(cleo, family, 'Not by Cleo');
      const [forged] = (await dan.feed({})).items;
      assert.equal(forged?.content, 'Not by Cleo');
      await page.goto('/notifications');
      await page.locator('.ni').getByRole('button', { name: 'That wasn’t me' }).first().click();
      await page.getByText('E-mails in your name no longer count').waitFor();
      assert.equal((await cleo.call(mailbox.mailAddress, { id: family.id })).status, 409);
      assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 1);
      await window.isAccessible('what came by e-mail');
      await window.fits('what came by e-mail');
      await page.getByRole('checkbox', { name: /^Nor by Cleo/ }).check();
      const taken: string[] = [];
      await page.route('**/take-back', (route) => {
        taken.push(route.request().url());
        return taken.length === 1 ? route.continue() : route.abort();
      });
      await button(page, 'Take back 2').click();
      // The receipt of the first one, while the second one stays.
      await page.getByText('Circle shows it to nobody but you', { exact: false }).waitFor();
      assert.equal((await dan.call(posts.get, { id: forged.id })).status, 404);
      await window.close();
    });
  },
  { ...mailInSettings, RATE_LIMIT_FACTOR: '1' },
);
