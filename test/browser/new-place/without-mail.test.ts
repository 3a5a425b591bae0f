import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as account from '../../../contract/account.ts';
import * as notifications from '../../../contract/notifications.ts';
import { languages } from '../../../web/words/languages.ts';
import { onDatabase, password } from '../../harness/test-server.ts';
import { longTest } from '../../runner/long-test.ts';
import { areThere, Window } from '../browser.ts';

const words = await languages.en();
const { unmailed } = words.invitations;

/** Claims that would be false here. The sentences of places with a mail server show that they would be found. */
const walks = [
  {
    language: 'en',
    claims:
      /we(?:’ll|’ve| will| have)? (?:send|sent|mail|mailed)|send you a link|check your e-?mail|invitation sent|is on its way|letters come|evening letter|always by e-mail/i,
    link: 'An administrator made a link for a new password',
  },
  {
    language: 'de',
    claims:
      /wir schicken|schicken (?:wir )?dir|geschickt haben|schau in dein|einladung gesendet|(?:link|adresse) unterwegs|briefe kommen|brief am abend|immer per e-mail/i,
    link: 'hat einen Link für ein neues Passwort',
  },
] as const;

onDatabase(
  'sqlite',
  'a place that sends no mail, in the browser',
  (server) => {
    // OPERATE-12
    longTest('the form says that nothing can be mailed, and shows code and link', async () => {
      const ana = await server().member('Ana');
      const family = await ana.makesCircle('Family');
      const window = await Window.open(server().url, { screen: 'phone' });
      const { page } = window;
      await window.signIn(ana);
      for (const path of ['/send-invitations', '/invite', `/send-invitations?circleId=${family.id}`]) {
        await page.goto(path);
        await page.getByText(unmailed.before).waitFor();
        await page.getByLabel('E-mail').fill('ben@example.org');
        await page.getByRole('button', { name: 'Send invitation' }).click();
        await page.getByText(unmailed.text({ email: 'ben@example.org' })).waitFor();
        const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue();
        assert.match(link, new RegExp(`^${server().url}/join/\\w{10}$`));
        const code = link.slice(-10);
        await page.getByText(`${code.slice(0, 5)} ${code.slice(5)}`).waitFor();
        await page.getByRole('img', { name: 'QR code of the invitation link' }).waitFor();
        assert.equal(await page.getByText('Invitation Sent!').count(), 0);
        await window.isAccessible(path);
        await window.fits(path);
        await page.getByRole('button', { name: unmailed.another }).click();
        assert.equal(await page.getByLabel('E-mail').inputValue(), '');
      }
      await page.goto('/send-invitations');
      await areThere(page.getByText(unmailed.badge), 3);
      await window.close();
    });

    // OPERATE-12
    test('the forgotten password leads to the administrator, whatever the address', async () => {
      const boss = await server().member('Boss', { isAdmin: true });
      const window = await Window.open(server().url);
      const { page } = window;
      for (const email of [boss.email, 'nobody@example.org']) {
        await page.goto('/forgot-password');
        await page.getByText(words.auth.forgotten.unmailed.intro).waitFor();
        await page.getByLabel('E-mail').fill(email);
        await page.getByRole('button', { name: words.auth.forgotten.unmailed.submit }).click();
        await page.getByText('This place can’t send e-mail. Ask Boss Example for a link.').waitFor();
        await window.isAccessible('the answer');
      }
      await window.close();
    });

    // SIGNIN-23
    test('an administrator makes a link in three presses, shown as code and link, and its member is back in', async () => {
      const [chief, ben] = [await server().member('Chief', { isAdmin: true }), await server().member('Ben')];
      const texts = words.account.resetLink;
      const name = 'Ben Example';
      const phone = await Window.open(server().url, { screen: 'phone', colorScheme: 'dark' });
      await phone.signIn(chief);
      const { page } = phone;
      await page.goto('/admin/members');
      await page.getByLabel(words.moderation.members.search).fill('Ben');
      await page.getByRole('button', { name: words.moderation.members.options({ name }) }).click();
      await page.getByRole('menuitem', { name: texts.open }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(texts.text({ name })).waitFor();
      await dialog.getByLabel(words.account.proof.password).fill(password);
      await dialog.getByRole('button', { name: texts.action }).click();
      await dialog.getByRole('img', { name: texts.qr }).waitFor();
      await dialog.getByText(words.unreachable.how).waitFor();
      await phone.isAccessible('the link');
      await phone.fits('the link');
      const link = await dialog.getByRole('textbox', { name: texts.label }).inputValue();
      await phone.close();

      const window = await Window.open(server().url);
      await window.page.goto(link);
      await window.page.getByLabel(words.auth.reset.password, { exact: true }).fill('two-old-spoons');
      await window.page.getByLabel(words.auth.reset.confirmPassword).fill('two-old-spoons');
      await window.page.getByRole('button', { name: words.auth.reset.submit }).click();
      await window.page.getByText(words.auth.reset.done).waitFor();
      await ben.signIn('two-old-spoons');
      await window.close();
    });

    // OPERATE-12
    test('My Account offers no mail and claims none', async () => {
      const cleo = await server().member('Cleo');
      const window = await Window.open(server().url);
      const { page } = window;
      await window.signIn(cleo);
      await page.goto('/my-account/reach');
      await page.getByText(words.account.choices.unmailed).waitFor();
      await page.getByRole('button', { name: new RegExp(words.account.choices.single) }).click();
      assert.equal(await page.getByText(words.account.choices.always).count(), 0);
      assert.equal(await page.getByRole('option', { name: /mail/i }).count(), 0);
      assert.equal(await page.getByLabel(words.delivery.hour).count(), 0);
      await page.getByLabel(words.delivery.hourUnmailed).waitFor();
      await page.goto('/my-account/sign-in');
      await page.getByRole('button', { name: new RegExp(`^${words.account.signIn.email}`) }).click();
      await page.getByText(words.account.email.unmailed.text).waitFor();
      await window.close();
    });

    for (const { language, claims, link } of walks) {
      // OPERATE-12
      const define = language === 'en' ? test : longTest;
      define(
        `no page, entry of the bell or step of the first run says that a mail left or will (${language})`,
        async () => {
          const said = await languages[language]();
          const { forgotten, notMe } = said.auth;
          const elsewhere = [forgotten.intro, forgotten.sentTitle, notMe.doneText, said.invitations.sent];
          for (const text of [
            ...elsewhere,
            said.delivery.hour,
            said.delivery.ask.evening,
            said.account.choices.always,
          ])
            assert.match(text, claims);

          const chief = await server().member(`Fritz${language}`, { isAdmin: true });
          const gil = await server().member(`Gil${language}`);
          for (const person of [chief, gil]) await person.ask(account.edit, { language });
          const family = await chief.makesCircle('Our family');
          await chief.adds(gil, family);
          await server().app.context.db.write(({ q }) =>
            q.updateTable('users').set({ email_confirmed_at: null }).execute(),
          );
          await chief.ask(account.makeResetLink, { id: gil.id, password });
          const window = await Window.open(server().url, { screen: 'phone', locale: language });
          const { page } = window;
          const saysNothing = async (paths: readonly string[], seen = page) => {
            for (const path of paths) {
              await seen.goto(path);
              await seen.waitForLoadState('networkidle');
              assert.equal(await seen.locator('html').getAttribute('lang'), language);
              const text = await seen.locator('body').innerText();
              assert.ok(text.length > 20, `${path} is empty`);
              assert.doesNotMatch(text, claims, path);
            }
          };
          await saysNothing(['/', '/auth', '/forgot-password', '/install']);
          await window.signIn(gil);
          const circle = `/circle-management?id=${family.id}`;
          const people = ['/contacts', '/send-invitations', '/invite', '/notifications', '/auth/not-me'];
          const sections = ['', '/profile', '/sign-in', '/reach', '/privacy', '/data', '/by-mail', '/mails'];
          await saysNothing(['/', circle, ...people, ...sections.map((section) => `/my-account${section}`)]);
          await page.goto('/notifications');
          await page.getByText(link).waitFor();
          await window.close();
          await server().visitor(`Gil${language}`).signIn(password);
          const { items } = await gil.ask(notifications.list, {});
          assert.ok(items.some(({ kind }) => kind === 'new_sign_in'));
          for (const { kind, message } of items) assert.doesNotMatch(message, claims, kind);

          const admin = await Window.open(server().url, { locale: language });
          await admin.signIn(chief);
          await saysNothing(['/', '/admin/system', '/admin/members', '/admin/verifications'], admin.page);
          await admin.page.goto('/admin/system');
          await admin.page.getByRole('link', { name: said.firstRun.again.name }).click();
          for (const title of [
            said.firstRun.name.title,
            said.firstRun.mail.title,
            said.firstRun.circle.title,
          ]) {
            await admin.page.getByRole('heading', { name: title }).waitFor();
            assert.doesNotMatch(await admin.page.locator('body').innerText(), claims, title);
            if (title !== said.firstRun.circle.title)
              await admin.page.getByRole('link', { name: said.firstRun.skip, exact: true }).click();
          }
          await admin.close();
        },
      );
    }
  },
  { SMTP_URL: '' },
);
