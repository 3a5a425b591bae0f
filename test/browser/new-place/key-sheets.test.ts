import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { identityToRecipient } from 'age-encryption';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import * as account from '../../../contract/account.ts';
import { joinSheets, readSheet, type Sheet } from '../../../contract/text/key-sheets.ts';
import { newBackupKey } from '../../../server/features/system/backup/crypt.ts';
import { languages } from '../../../web/words/languages.ts';
import { onDatabase } from '../../harness/test-server.ts';
import { longTest } from '../../runner/long-test.ts';
import { areThere, Window } from '../browser.ts';
import { asksBeforeLeaving } from '../photos/kept-items.ts';

const words = await languages.en();

/** Reads a PDF as somebody reads its paper. */
const onPaper = async <T>(pdf: Buffer, look: (document: PDFiumDocument) => Promise<T>): Promise<T> => {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(pdf);
    const seen = await look(document);
    document.destroy();
    return seen;
  } finally {
    library.destroy();
  }
};

const scanned = (pdf: Buffer): Promise<string[]> =>
  onPaper(pdf, async (document) => {
    const codes: string[] = [];
    for (const page of document.pages()) {
      const { data, width, height } = await page.render({ scale: 2, render: 'bitmap' });
      codes.push(decodeQR({ data, width, height }));
    }
    return codes;
  });

/** Without spaces: a PDF has letters at their places instead. */
const bare = (text: string): string => text.replaceAll(/\s/g, '');

const printedWords = (pdf: Buffer): Promise<string[]> =>
  onPaper(pdf, async (document) => [...document.pages()].map((page) => bare(page.getText())));

const sheet = (text: string): Sheet => {
  const read = readSheet(text);
  assert.ok('number' in read, text);
  return read;
};

const keyOf = ([first = '', second = '']: string[]): string => {
  const joined = joinSheets(sheet(first), sheet(second));
  assert.ok('key' in joined);
  return joined.key;
};

onDatabase('sqlite', 'what an administrator prints', (server) => {
  // OPERATE-30
  longTest('three sheets with a new key are made without the server, printed, and read back', async () => {
    const ada = await server().member('Ada', { isAdmin: true });
    for (const [screen, language] of [
      ['desktop', 'en'],
      ['phone', 'de'],
    ] as const) {
      const { keySheets: said } = await languages[language]();
      await ada.ask(account.edit, { language });
      const window = await Window.open(server().url, { screen, colorScheme: 'dark', locale: language });
      const { page } = window;
      await window.signIn(ada);
      await page.goto('/admin/system');
      await page.getByRole('link', { name: said.title }).click();
      await page.getByRole('heading', { name: said.title, level: 1 }).waitFor();
      await window.isAccessible('key sheets');
      await window.fits('key sheets');
      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.postData() ?? ''));
      await page.getByRole('button', { name: said.make }).click();
      await areThere(page.getByRole('img', { name: said.sheet.qr({ number: 1 }).slice(0, -1) }), 3);
      await window.isAccessible('the sheets');
      await window.fits('the sheets');
      const publicKey = await page.getByLabel(said.publicKey).inputValue();

      let codes: string[] = [];
      for (const format of ['A4', 'Letter']) {
        const pdf = await page.pdf({ format });
        codes = await scanned(pdf);
        assert.equal(codes.length, 3, `pages of ${format}`);
        for (const pair of [codes.slice(0, 2), codes.slice(1)])
          assert.equal(await identityToRecipient(keyOf(pair)), publicKey);
        for (const [at, text] of (await printedWords(pdf)).entries()) {
          assert.ok(text.startsWith(bare(said.sheet.title({ number: at + 1 }))), text);
          assert.ok(!text.includes(bare(said.check.title)), 'the form is not printed');
        }
        for (const body of sent) {
          for (const code of codes) assert.ok(!body.toUpperCase().includes(code.slice(20, 30)));
        }
      }

      if (screen === 'desktop') {
        await page.getByRole('img', { name: said.sheet.qr({ number: 1 }) }).scrollIntoViewIfNeeded();
        const seen = await sharp(await page.screenshot())
          .ensureAlpha()
          .raw()
          .toBuffer({ resolveWithObject: true });
        assert.ok(codes.includes(decodeQR({ ...seen.info, data: seen.data })), 'the screen shows it');
        await page.getByRole('button', { name: 'Report a Bug' }).click();
        await page.getByRole('switch', { name: 'Blur people’s photos, names and texts' }).click();
        await page.getByRole('button', { name: 'Capture this page' }).click();
        const picture = page.locator('.shot img');
        await picture.waitFor();
        const url = (await picture.getAttribute('src')) ?? '';
        const { data, info } = await sharp(Buffer.from(url.split(',')[1] ?? '', 'base64'))
          .ensureAlpha()
          .raw()
          .toBuffer({ resolveWithObject: true });
        assert.throws(() => decodeQR({ ...info, data }), 'the picture of a bug report has no sheet');
        await page.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }

      // Typed from the screen, as somebody types it from paper.
      const letters = await page.locator('.groups').allTextContents();
      await page.getByLabel(said.check.first).fill(letters[0] ?? '');
      await page.getByLabel(said.check.second).fill(letters[2]?.toLowerCase() ?? '');
      await page.getByRole('button', { name: said.check.submit }).click();
      await page.getByText(said.check.good).waitFor();
      await window.isAccessible('the check');
      assert.ok(await asksBeforeLeaving(page));
      assert.equal(
        await page.evaluate(() =>
          JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]).includes('AGE-'),
        ),
        false,
      );
      await page.evaluate(() => Object.assign(window, { print: () => undefined }));
      await page.getByRole('button', { name: said.print }).click();
      assert.equal(await asksBeforeLeaving(page), false);
      await window.close();
    }
  });

  // OPERATE-30
  longTest('the sheets of a key that is typed restore that key, and wrong sheets say so', async () => {
    const ben = await server().member('Ben', { isAdmin: true });
    const { privateKey, publicKey } = await newBackupKey();
    const window = await Window.open(server().url);
    const { page } = window;
    await window.signIn(ben);
    await page.goto('/admin/system?show=key-sheets');
    const texts = words.keySheets;
    await page.getByText(texts.own).click();
    await page.getByLabel(texts.key, { exact: true }).fill(privateKey.slice(0, -1));
    await page.getByRole('button', { name: texts.make }).click();
    await page.getByText(texts.noKey).waitFor();
    await page.getByLabel(texts.key, { exact: true }).fill(privateKey);
    await page.getByRole('button', { name: texts.make }).click();
    await areThere(page.getByRole('img', { name: /^QR code of key sheet/ }), 3);
    assert.equal(await page.getByLabel(texts.publicKey).inputValue(), publicKey);
    const codes = await scanned(await page.pdf());
    assert.equal(keyOf(codes.slice(1)), privateKey);

    const check = async (first: string, second: string, said: string) => {
      await page.getByLabel(texts.check.first).fill(first);
      await page.getByLabel(texts.check.second).fill(second);
      await page.getByRole('button', { name: texts.check.submit }).click();
      await page.getByText(said).first().waitFor();
    };
    const [first = '', second = ''] = codes;
    await check(first, first, texts.check.same);
    await check(first, second.slice(0, -1), texts.check.length({ count: 64 }));
    await check(first, '', texts.check.length({ count: 0 }));
    await check(first, `${second.slice(0, -1)}B`, texts.check.letters({ letters: 'B' }));
    const wrong = second.endsWith('Q') ? 'P' : 'Q';
    await check(first, second.slice(0, -1) + wrong, texts.check.mistyped({ group: '13' }));
    await window.isAccessible('a mistyped sheet');
    await page.reload();
    await check(first, second, texts.check.good);
    await page.getByRole('button', { name: texts.make }).click();
    await check(first, second, texts.check.otherKey);
    await window.close();
  });

  // OPERATE-32
  test('the page for the person who takes over is printed as it was filled in, and stays in this browser', async () => {
    const cleo = await server().member('Cleo', { isAdmin: true });
    const window = await Window.open(server().url, { screen: 'phone', colorScheme: 'dark' });
    const { page } = window;
    await window.signIn(cleo);
    await page.goto('/admin/system');
    await page.getByRole('link', { name: words.handover.link }).click();
    const machine = page.getByLabel(words.handover.fields.machine.label, { exact: true });
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await machine.fill('A small box under the stairs');
    await window.isAccessible('the page to print');
    await window.fits('the page to print');
    await page.reload();
    assert.equal(await machine.inputValue(), 'A small box under the stairs');
    const [text = '', ...more] = await printedWords(await page.pdf({ format: 'A4' }));
    assert.deepEqual(more, []);
    assert.ok(text.includes(bare('A small box under the stairs')));
    for (const { label } of Object.values(words.handover.fields))
      assert.ok(text.includes(bare(label)), label);
    assert.ok(!text.includes(bare(words.handover.fields.machine.hint)));
    assert.ok(sent.every((request) => !request.includes('stairs')));
    await window.signOut();
    await page.getByRole('link', { name: 'Login' }).waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem('circle_handover')), null);
    await window.close();
  });
});
