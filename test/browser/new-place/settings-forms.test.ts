import assert from 'node:assert/strict';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import * as account from '../../../contract/account.ts';
import { messages } from '../../../contract/errors/errors.ts';
import * as settings from '../../../contract/settings.ts';
import { type SmtpPeer, startSmtp } from '../../../server/platform/mail/smtp.test-peer.ts';
import { startImap } from '../../../server/platform/mail-in/imap.test-peer.ts';
import { languages } from '../../../web/words/languages.ts';
import { onDatabase, password } from '../../harness/test-server.ts';
import { until } from '../../nodes/machines.ts';
import { longTest } from '../../runner/long-test.ts';
import { Window } from '../browser.ts';

const words = await languages.en();
const texts = words.settings;

/** Saves right values, and proves who does. */
const save = async (page: Page, { settings: said, account: { proof } }: typeof words): Promise<void> => {
  await page.getByRole('button', { name: said.save, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: said.proof.title });
  await dialog.getByLabel(proof.password).fill(password);
  await dialog.getByRole('button', { name: said.save }).click();
  await dialog.waitFor({ state: 'detached' });
};

onDatabase(
  'sqlite',
  'a place that is set up by forms, in the browser',
  (server) => {
    let smtp: SmtpPeer;
    before(async () => {
      smtp = await startSmtp();
    });
    after(() => smtp.stop());

    test('an administrator fills in mail, corrects a wrong password after a try, saves, and Home loses the step', async () => {
      const ada = await server().member('Ada', { isAdmin: true });
      const window = await Window.open(server().url, { screen: 'phone' });
      const { page } = window;
      await window.signIn(ada);
      await page.goto('/');
      await page.getByRole('link', { name: words.setup.todo.mail.title }).click();
      await page.getByRole('heading', { name: texts.mail.title, level: 1 }).waitFor();
      await page.getByLabel(texts.address, { exact: true }).fill('ada@gmail.com');
      assert.equal(await page.getByLabel(texts.provider).inputValue(), 'gmail');
      await page.getByLabel(texts.address, { exact: true }).fill('ada@posteo.de');
      assert.equal(await page.getByLabel(texts.provider).inputValue(), 'posteo');
      await page.getByRole('link', { name: texts.help({ provider: 'Posteo' }) }).waitFor();
      await window.isAccessible('mail by a provider');
      await window.fits('mail by a provider');
      await page.getByLabel(texts.provider).selectOption('other');
      await page.getByLabel(texts.address, { exact: true }).fill('ada@gmail.com');
      assert.equal(await page.getByLabel(texts.provider).inputValue(), 'other', 'it was chosen');
      await page.getByLabel(texts.user, { exact: true }).fill('circle');
      await page.getByLabel(texts.host, { exact: true }).fill(' 127.0.0.1 ');
      await page.getByLabel(texts.port, { exact: true }).fill('nothing');
      await page.getByLabel(texts.security).selectOption('none');
      await page.getByLabel(texts.password, { exact: true }).fill('wrong');
      await page.getByRole('button', { name: texts.try }).click();
      await page.getByText(messages.portInvalid).waitFor();
      await page.getByLabel(texts.port, { exact: true }).fill(String(smtp.port));
      await page.getByRole('button', { name: texts.try }).click();
      await page.getByText(texts.fails).waitFor();
      await page
        .locator('.trysteps .bad')
        .getByText(/127\.0\.0\.1 refused user name or password/)
        .waitFor();
      await window.isAccessible('a failed try');
      await window.fits('a failed try');
      assert.equal(await page.getByText(texts.mail.saved).count(), 0);
      assert.equal(await page.getByLabel(texts.host, { exact: true }).inputValue(), ' 127.0.0.1 ');

      await page.getByLabel(texts.password, { exact: true }).fill('secret');
      await page.locator('.trysteps .bad').waitFor();
      // A try speaks of the values that it got.
      const slow = Promise.withResolvers<void>();
      await page.route('**/api/admin/settings/mail/try', async (route) => {
        await slow.promise;
        await route.continue();
      });
      await page.getByRole('button', { name: texts.try }).click();
      await page.getByText(texts.mail.wait).waitFor();
      assert.ok(await page.getByLabel(texts.password, { exact: true }).isDisabled());
      slow.resolve();
      await page.getByText(texts.works).waitFor();
      assert.deepEqual(
        smtp.mails.map(({ to }) => to),
        [['ada@example.org']],
      );
      await save(page, words);
      await page.getByText(texts.mail.saved).waitFor();
      await page.getByText(texts.passwordKept).waitFor();
      assert.equal(await page.getByLabel(texts.password, { exact: true }).count(), 0);
      await window.isAccessible('saved mail');

      await page.goto('/');
      await page.getByText(words.setup.progress({ done: 1, total: 5 })).waitFor();
      assert.equal(await page.getByText(words.setup.todo.mail.title).count(), 0);

      // The kept password is for the server that it was typed for.
      await page.goto('/admin/system?show=mail');
      await page.getByText(texts.passwordKept).waitFor();
      assert.ok(!(await page.content()).includes('secret'));
      await page.getByLabel(texts.host, { exact: true }).fill('localhost');
      await page.getByLabel(texts.password, { exact: true }).waitFor();
      await page.getByLabel(texts.host, { exact: true }).press('Enter');
      await page.getByText(messages.settingPasswordRequired).waitFor();
      const submit = page.getByRole('button', { name: texts.save, exact: true });
      assert.ok(
        await submit.evaluate((element) => element === document.activeElement),
        'the focus is not lost',
      );
      await page.getByLabel(texts.host, { exact: true }).fill('127.0.0.1');
      await page.getByRole('button', { name: texts.changePassword }).click();
      await page.getByLabel(texts.password, { exact: true }).fill('secret');
      await save(page, words);
      await page.getByText(texts.mail.saved).waitFor();

      await page.getByRole('button', { name: texts.remove }).click();
      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.method()));
      const asked = page.getByRole('dialog', { name: texts.removeTitle });
      await asked.getByLabel(words.account.proof.password).fill(password);
      await asked.getByRole('button', { name: texts.remove }).click();
      await page.getByText(words.setup.todo.mail.title).waitFor();
      assert.ok(sent.includes('DELETE') && !sent.includes('PUT'), 'nothing is saved while it is removed');
      await window.close();
    });

    longTest('the second step of a new place stays where its place cannot be read again', async () => {
      const fay = await server().member('Fay', { isAdmin: true });
      const window = await Window.open(server().url, { screen: 'phone' });
      const { page } = window;
      await window.signIn(fay);
      await page.goto('/admin/system?step=2');
      const values = {
        host: 'posteo.de',
        port: 465,
        security: 'tls',
        user: 'fay@posteo.de',
        hasPassword: true,
      };
      const saved = { setOutside: false, values: { ...values, from: 'fay@posteo.de', name: null } };
      await page.getByLabel(texts.address, { exact: true }).fill('fay@posteo.de');
      await page.getByLabel(texts.password, { exact: true }).fill('secret');
      await page.route('**/api/admin/settings/mail', (route) => route.fulfill({ json: saved }));
      await page.route('**/api/admin/place', (route) => route.abort());
      const read = page.waitForRequest('**/api/admin/place');
      await page.getByRole('button', { name: texts.save }).click();
      await read;
      await page.getByText(texts.mail.saved).waitFor();
      await page.getByText(texts.passwordKept).waitFor();

      await page.reload();
      await page.getByText(words.ui.broken).waitFor();
      await window.isAccessible('a place that cannot be read');
      await page.unroute('**/api/admin/place');
      await page.getByRole('button', { name: words.ui.tryAgain }).click();
      await page.getByRole('heading', { name: words.firstRun.mail.title }).waitFor();
      await window.close();
    });

    longTest('backups are tried in a folder and saved, in German', async () => {
      const german = await languages.de();
      const folder = path.join(server().dataDir, 'backups');
      await mkdir(folder);
      const ben = await server().member('Ben', { isAdmin: true });
      await ben.ask(account.edit, { language: 'de' });
      const window = await Window.open(server().url, { colorScheme: 'dark', locale: 'de-DE' });
      const { page } = window;
      await window.signIn(ben);
      await page.goto('/admin/system');
      await page.getByRole('link', { name: german.setup.forms.backup }).click();
      const field = page.getByLabel(german.settings.backup.folder, { exact: true });
      await field.fill('backups');
      await page.getByRole('button', { name: german.settings.save, exact: true }).click();
      await page.getByText('Gib den ganzen Pfad des Ordners ein, mit / am Anfang.').waitFor();
      await field.fill(folder);
      await page.getByRole('button', { name: german.settings.try }).click();
      await page.getByText(german.settings.works).waitFor();
      assert.deepEqual(await readdir(folder), []);
      await save(page, german);
      await page.getByText(german.settings.backup.saved).waitFor();
      await window.isAccessible('backups');
      await window.fits('backups');
      await page.goto('/admin/system');
      await page.getByText(german.setup.rest.backup).waitFor();
      await window.close();
    });

    longTest('answers are tried: a wrong password is named, and a mail goes out and comes back', async () => {
      const imap = await startImap();
      const dora = await server().member('Dora', { isAdmin: true });
      const peer = { host: '127.0.0.1', security: 'none', password: 'secret', user: 'circle' } as const;
      const proof = { password };
      await dora.ask(settings.setMail, {
        ...peer,
        port: smtp.port,
        from: 'home@example.org',
        name: null,
        proof,
      });
      const window = await Window.open(server().url, { screen: 'phone' });
      const { page } = window;
      await window.signIn(dora);
      await page.goto('/admin/system?show=mail-in');
      await page.getByLabel(texts.mailIn.address, { exact: true }).fill('circle@example.org');
      await page.getByLabel(texts.provider).selectOption('other');
      const fields: [string, string][] = [
        [texts.user, 'rosa'],
        [texts.host, '127.0.0.1'],
        [texts.port, new URL(imap.url).port],
        [texts.password, 'wrong'],
      ];
      for (const [label, value] of fields) await page.getByLabel(label, { exact: true }).fill(value);
      await page.getByLabel(texts.security).selectOption('none');
      const tries = page.getByRole('button', { name: texts.try });
      await tries.click();
      await page.getByText(texts.fails).waitFor();
      const bad = page.locator('.trysteps .bad');
      assert.match((await bad.textContent()) ?? '', /127\.0\.0\.1 refused user name or password/);
      await window.isAccessible('a failed try of answers');
      await window.fits('a failed try of answers');

      await page.getByLabel(texts.password, { exact: true }).fill('secret');
      const sent = smtp.mails.length;
      await tries.click();
      await page.getByText(texts.mailIn.wait).waitFor();
      await until('the mail is sent', async () => smtp.mails.length > sent);
      const mail = smtp.mails.at(-1);
      assert.match(String(mail?.to), /^circle\+[a-z2-7]{26}@example\.org$/);
      imap.deliver(mail?.raw ?? '');
      await page.getByText(texts.works).waitFor();
      assert.equal(await bad.count(), 0);
      assert.equal((await dora.ask(settings.mailIn, {})).values, null, 'a try stores nothing');
      await window.isAccessible('a try of answers that works');
      await window.fits('a try of answers that works');
      await save(page, words);
      await page.getByText(texts.mailIn.saved).waitFor();
      assert.equal((await dora.ask(settings.mailIn, {})).values?.reply, 'circle+{key}@example.org');
      for (const group of ['mail-in', 'mail'] as const) await dora.ask(settings.clear, { group, proof });
      await window.close();
      await imap.stop();
    });

    test('what was typed stays through a lost connection', async () => {
      const cleo = await server().member('Cleo', { isAdmin: true });
      const window = await Window.open(server().url);
      const { page } = window;
      await window.signIn(cleo);
      await page.goto('/admin/system?show=mail-in');
      const address = page.getByLabel(texts.mailIn.address, { exact: true });
      await address.fill('cleo@mailbox.org');
      await page.getByText(texts.mailIn.replyTo({ reply: 'cleo+{key}@mailbox.org' })).waitFor();
      assert.equal(await page.getByLabel(texts.provider).inputValue(), 'mailbox');
      await window.isAccessible('answers by mail');
      await window.fits('answers by mail');
      await page.route('**/api/admin/settings/**', (route) => route.abort());
      await page.getByRole('button', { name: texts.save, exact: true }).click();
      await page.getByRole('alert').waitFor();
      assert.equal(await address.inputValue(), 'cleo@mailbox.org');
      assert.equal(await page.getByText(texts.mailIn.saved).count(), 0);
      await window.close();
    });
  },
  { SMTP_URL: '', MAIL_FROM: '' },
);

onDatabase(
  'sqlite',
  'a place that is set up outside, in the browser',
  (server) => {
    longTest('the forms show what the environment decides, and cannot change it', async () => {
      const ada = await server().member('Ada', { isAdmin: true });
      const window = await Window.open(server().url, { screen: 'phone' });
      const { page } = window;
      await window.signIn(ada);
      for (const [group, value] of [
        ['mail', '127.0.0.1'],
        ['backup', '/mnt/backups'],
      ]) {
        await page.goto(`/admin/system?show=${group}`);
        await page.getByText(texts.outside).waitFor();
        await page.getByText(value ?? '', { exact: true }).waitFor();
        assert.equal(await page.getByRole('textbox').count(), 0);
        assert.equal(await page.getByRole('button', { name: texts.save, exact: true }).count(), 0);
        await window.isAccessible(`${group} set outside`);
        await window.fits(`${group} set outside`);
      }
      await window.close();
    });
  },
  { BACKUP_DIR: '/mnt/backups' },
);
