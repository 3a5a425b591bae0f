import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as circles from '../../../contract/circles.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { languages } from '../../../web/words/languages.ts';
import { onDatabase } from '../../harness/test-server.ts';
import { longTest } from '../../runner/long-test.ts';
import { Window } from '../browser.ts';

const words = await languages.en();
const { todo } = words.setup;

onDatabase(
  'sqlite',
  'a new place that is not set up, in the browser',
  (server) => {
    test('every administrator’s home page offers the open steps, on each device, and System begins with them', async () => {
      const [ada, ben] = [await server().member('Ada', { isAdmin: true }), await server().member('Ben')];
      const titles = [todo.address, todo.https, todo.mail, todo.backup, todo.administrator];
      for (const screen of ['desktop', 'phone'] as const) {
        const window = await Window.open(server().url, { screen });
        const { page } = window;
        await window.signIn(ada);
        await page.goto('/');
        for (const { title } of titles) await page.getByRole('link', { name: title }).waitFor();
        await page.getByText(words.setup.progress({ done: 0, total: titles.length })).waitFor();
        await window.isAccessible('Home');
        await window.fits('Home');
        await page.reload();
        await page.getByRole('link', { name: todo.administrator.title }).click();
        await page.getByText(todo.administrator.how).waitFor();
        assert.equal(await page.getByRole('heading', { level: 2 }).first().textContent(), words.setup.title);
        assert.equal(await page.getByText(words.system.refused).count(), 0, 'no mail is sent');
        await window.isAccessible('System');
        await window.fits('System');

        // The three steps lead on and back.
        await page.getByRole('link', { name: words.firstRun.again.name }).click();
        await page.getByRole('link', { name: words.firstRun.skip, exact: true }).click();
        await page.getByRole('heading', { name: words.firstRun.mail.title }).waitFor();
        await page.getByRole('link', { name: words.firstRun.skip, exact: true }).click();
        await page.getByRole('heading', { name: words.firstRun.circle.title }).waitFor();
        for (const title of [words.firstRun.mail.title, words.firstRun.name.title]) {
          await page.getByRole('link', { name: words.controls.back, exact: true }).click();
          await page.getByRole('heading', { name: title }).waitFor();
        }
        await window.close();
      }

      const window = await Window.open(server().url);
      await window.signIn(ada);
      await window.page.goto('/');
      await window.page.getByRole('button', { name: words.setup.hide }).click();
      await window.page.reload();
      await window.page.getByText('No posts yet').waitFor();
      assert.equal(await window.page.getByText(words.setup.title).count(), 0);
      await window.close();

      const other = await Window.open(server().url);
      await other.signIn(ben);
      await other.page.goto('/');
      await other.page.getByText('No posts yet').waitFor();
      assert.equal(await other.page.getByText(words.setup.title).count(), 0);
      await other.close();
    });

    longTest(
      'a first circle whose answer is lost is made once, and its page leads nobody away later',
      async () => {
        const eva = await server().member('Eva', { isAdmin: true });
        const window = await Window.open(server().url, { screen: 'phone' });
        const { page } = window;
        await window.signIn(eva);
        const answer = Promise.withResolvers<void>();
        let asked = 0;
        await page.route('**/api/circles', async (route) => {
          if (route.request().method() !== 'POST') return route.continue();
          const response = await route.fetch();
          asked += 1;
          if (asked === 1) return route.abort('connectionreset');
          await answer.promise;
          return route.fulfill({ response });
        });
        await page.goto('/admin/system?step=3');
        await page.getByLabel(words.firstRun.circle.name).fill('Family');
        await page.getByRole('button', { name: words.firstRun.circle.submit }).click();
        await page.getByRole('alert').waitFor();
        await page.getByRole('button', { name: words.firstRun.circle.submit }).click();
        await page.getByRole('link', { name: words.firstRun.skip, exact: true }).click();
        await page.getByRole('heading', { name: 'Your Feed' }).waitFor();
        const read = page.waitForResponse(
          (response) => response.url().endsWith('/api/circles') && response.request().method() === 'GET',
        );
        answer.resolve();
        await read;
        await page.waitForTimeout(300);
        assert.equal(new URL(page.url()).pathname, '/');
        const made = (await eva.ask(circles.list, {})).filter(({ name }) => name === 'Family');
        assert.equal(made.length, 1);
        await window.close();
      },
    );

    longTest(
      'each code for other devices says that none of them reaches this place, and what to set',
      async () => {
        const [cleo, dan] = [await server().member('Cleo', { isAdmin: true }), await server().member('Dan')];
        const said = words.unreachable.text({ host: new URL(server().url).host });
        for (const [person, links] of [
          [cleo, 1],
          [dan, 0],
        ] as const) {
          await person.makesCircle('Family');
          const window = await Window.open(server().url, { screen: 'phone' });
          const { page } = window;
          await window.signIn(person);
          await page.goto('/send-invitations');
          await page.getByRole('button', { name: words.invitations.code.show }).click();
          await page.getByRole('button', { name: words.invitations.code.make }).click();
          await page.getByRole('img', { name: words.invitations.code.qr }).waitFor();
          await page.getByText(said).waitFor();
          await page.getByText(words.unreachable.how).waitFor();
          assert.equal(await page.getByRole('link', { name: words.unreachable.more }).count(), links);
          await window.isAccessible('the code');
          const link = await page.getByRole('textbox', { name: words.invitations.link.label }).inputValue();
          await page.goto(link);
          await page.getByRole('heading', { name: words.invitations.own.title }).waitFor();
          await page.getByText(said).waitFor();
          await window.close();
        }
      },
    );
  },
  { SMTP_URL: '' },
);

onDatabase(
  'sqlite',
  'a new place whose administrators need a second factor, in the browser',
  (server) => {
    test('the home page leads an administrator to the second factor before the steps', async () => {
      const window = await Window.open(server().url);
      await window.signIn(await server().member('Ada', { isAdmin: true }));
      await window.page.goto('/');
      await window.page.getByRole('heading', { name: words.setup.title }).waitFor();
      await window.page.getByText(messages.adminSecondFactor).waitFor();
      await window.page.getByRole('link', { name: words.denied.protect }).waitFor();
      // A mail would carry a link that no other device opens.
      await window.page.goto('/send-invitations');
      await window.page.getByText(words.unreachable.text({ host: new URL(server().url).host })).waitFor();
      await window.close();
    });
  },
  { REQUIRE_SECOND_FACTOR: 'admins' },
);
