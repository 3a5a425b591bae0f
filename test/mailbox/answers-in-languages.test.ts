// Answers to letters of Circle and to other mails, as the mail programs of each language send them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Language } from '../../contract/shapes.ts';
import { letterLayout } from '../../server/features/letters/layout.ts';
import { readMail } from '../../server/platform/mail-in/read/mail.ts';
import { inventLetters } from '../mail/invented-letters.ts';
import { mailPrograms } from './mail-programs.ts';

const programs = mailPrograms('Circle', 'circle+abcdefghijklmnopqrstuvwxyz@example.org');
const otherPrograms = mailPrograms('Ann', 'ann@example.net');

const words = 'Ciao Ben, 2 x ♥! Rosa';
const wordsIn = async (text: string): Promise<string> => {
  const mail = Buffer.from(
    `Content-Type: text/plain; charset=utf-8\r\n\r\n${text.replaceAll('\n', '\r\n')}\r\n`,
  );
  return (await readMail(mail, { trust: null, records: {} })).mail.text;
};

// MAILBOX-46
test('sentences that read like a program’s are their sender’s words', async () => {
  for (const sentence of [
    'Envoyé via la poste ce matin',
    'Enviado via celular da Maria ontem',
    'Enviado por la tarde con el celular de Ana',
    'Enviado con el móvil de Ana',
    'Envoyé avec le portable de Jean',
  ])
    assert.equal(await wordsIn(`${words}\n\n${sentence}`), `${words}\n\n${sentence}`, sentence);
  for (const note of [
    'Envoyé via l’application La Poste',
    'Enviado pelo app do celular',
    'Enviado do meu celular',
  ])
    assert.equal(await wordsIn(`${words}\n\n${note}`), words, note);
});

test('words below a sentence that says when somebody wrote are the sender’s, but for a marked mail', async () => {
  for (const sentence of [
    'A Maria escreveu (segunda, 3/11/2025 às 10:02):',
    'Ola napisała dnia 3.11.2025 o 10:02:',
  ]) {
    const own = `${words}\n\n${sentence}\nTwo apples for Ben`;
    assert.equal(await wordsIn(own), own, sentence);
    assert.equal(await wordsIn(`${words}\n\n${sentence}\n\n> Two apples for Ben`), words, sentence);
  }
});

// MAILBOX-46
for (const language of Language.options)
  test(`an answer to a letter contains only its sender’s words: ${language}`, async () => {
    const { introductions, headers, notes } = programs[language];
    const { content, mailbox, one } = inventLetters(language);
    for (const invented of [content, mailbox, one]) {
      const letter = letterLayout(invented).text;
      const marked = letter.replaceAll(/^/gm, '> ');
      for (const introduction of introductions)
        for (const quoted of [marked, letter])
          assert.equal(
            await wordsIn(`${words}\n\n${notes[0]}\n\n${introduction}\n\n${quoted}`),
            words,
            introduction,
          );
      for (const header of headers)
        assert.equal(await wordsIn(`${words}\n\n${notes[0]}\n\n${header}\n\n${letter}`), words, header);
      if (invented === content) continue;
      // The letter alone, as programs leave it that introduce nothing.
      assert.equal(await wordsIn(`${words}\n\n${letter}`), words);
      assert.equal(await wordsIn(`${words}\n\n${letter.replaceAll(/[\u00a0\u202f]/g, ' ')}`), words);
    }
  });

for (const language of Language.options)
  test(`an answer to a mail of somebody else contains only its sender’s words: ${language}`, async () => {
    const { introductions, headers, notes } = otherPrograms[language];
    const quoted = 'Hello Rosa, the apples are ripe.\nCome on Sunday at ten.\n\nAnn';
    const mark = (text: string) => text.replaceAll(/^/gm, '> ');
    for (const note of notes) assert.equal(await wordsIn(`${words}\n\n${note}`), words, note);
    for (const introduction of introductions)
      for (const below of [
        `${introduction}\n\n${quoted}`,
        `${introduction}\n\n${mark(quoted)}`,
        mark(`${introduction}\n\n${quoted}`),
      ])
        assert.equal(await wordsIn(`${words}\n\n${below}`), words, introduction);
    for (const header of headers)
      assert.equal(await wordsIn(`${words}\n\n${header}\n\n${quoted}`), words, header);
  });
