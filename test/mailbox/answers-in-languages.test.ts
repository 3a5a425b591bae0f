// Answers to letters of Circle, as the mail programs of each language send them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Language } from '../../contract/shapes.ts';
import { letterLayout } from '../../server/features/letters/layout.ts';
import { readMail } from '../../server/platform/mail-in/read/mail.ts';
import { inventLetters } from '../mail/invented-letters.ts';

const address = 'Circle <circle+abcdefghijklmnopqrstuvwxyz@example.org>';
const to = 'Rosa <rosa@example.net>';
const fields = (...names: [from: string, date: string, to: string, subject: string]) =>
  `${names[0]} ${address}\n${names[1]} 2026-11-23 18:00\n${names[2]} ${to}\n${names[3]} Circle`;

/** Above the quoted letter, and below the words. */
interface Program {
  introductions: string[];
  /** Where the letter stands without marks. */
  headers: string[];
  notes: string[];
}

const programs: Readonly<Record<Language, Program>> = {
  en: {
    introductions: [`On Mon, 23 Nov 2026 at 18:00, ${address} wrote:`],
    headers: [fields('From:', 'Sent:', 'To:', 'Subject:')],
    notes: ['Sent from my iPhone'],
  },
  de: {
    introductions: [`Am Mo., 23. Nov. 2026 um 18:00 Uhr schrieb ${address}:`],
    headers: [fields('Von:', 'Gesendet:', 'An:', 'Betreff:')],
    notes: ['Von meinem iPhone gesendet'],
  },
  fr: {
    introductions: [
      `Le lun. 23 nov. 2026 à 18:00, ${address} a écrit\u00a0:`,
      `Le 23 nov. 2026 à 18:00, ${address} a écrit\u202f:`,
      `Le lundi 23 novembre 2026 à 18:00:10 UTC+1, ${address} a écrit :`,
    ],
    headers: [
      fields('De\u00a0:', 'Envoyé\u00a0:', 'À\u00a0:', 'Objet\u00a0:'),
      `-------- Message d'origine --------\n${fields('De :', 'Date :', 'À :', 'Objet :')}`,
      `----- Mail original -----\n${fields('De:', 'Envoyé:', 'À:', 'Objet:')}`,
      fields('Message du', 'De :', 'A :', 'Copie à :').replace('Message du', 'Message du :'),
    ],
    notes: [
      'Envoyé de mon iPhone',
      'Envoyé depuis mon téléphone Huawei',
      'Télécharger Outlook pour Android',
      'Envoyé depuis l’application Mail Orange',
    ],
  },
  es: {
    introductions: [
      `El lun, 23 nov 2026 a las 18:00, ${address} escribió:`,
      `El lun, 23 nov 2026 a la(s) 6:02 p.m., ${address} escribió:`,
      `El 23 nov 2026, a las 18:00, Circle de la Familia\n<circle+abcdefghijklmnopqrstuvwxyz@example.org> escribió:`,
    ],
    headers: [
      fields('De:', 'Enviado el:', 'Para:', 'Asunto:'),
      `-------- Mensaje original --------\n${fields('De:', 'Fecha:', 'Para:', 'Asunto:')}`,
    ],
    notes: [
      'Enviado desde mi iPhone',
      'Enviado desde mi celular',
      'Obtener Outlook para Android',
      'Enviado con Proton Mail',
    ],
  },
  it: {
    introductions: [
      `Il giorno lun 23 nov 2026 alle ore 18:00 ${address} ha scritto:`,
      `Il 23/11/2026 18:00, ${address} ha scritto:`,
      `Il giorno 23 nov 2026, alle ore 18:00, Circle della Famiglia\n<circle+abcdefghijklmnopqrstuvwxyz@example.org> ha scritto:`,
    ],
    headers: [
      fields('Da:', 'Inviato:', 'A:', 'Oggetto:'),
      `----Messaggio originale----\n${fields('Da:', 'Data:', 'A:', 'Ogg:')}`,
    ],
    notes: [
      'Inviato da iPhone',
      'Inviato dal mio telefono Huawei',
      'Ottieni Outlook per Android',
      'Inviato da Libero Mail per iOS',
    ],
  },
  pt: {
    introductions: [
      `Em seg., 23 de nov. de 2026 às 18:00, ${address} escreveu:`,
      `Em 23/11/2026 18:00, ${address} escreveu:`,
      `Em 23 de nov. de 2026, à(s) 18:00, Circle da Família\n<circle+abcdefghijklmnopqrstuvwxyz@example.org> escreveu:`,
    ],
    headers: [
      fields('De:', 'Enviada em:', 'Para:', 'Assunto:'),
      `-------- Mensagem original --------\n${fields('De:', 'Data:', 'Para:', 'Assunto:')}`,
    ],
    notes: [
      'Enviado do meu iPhone',
      'Enviada do meu iPhone',
      'Enviado do meu celular',
      'Obter o Outlook para Android',
    ],
  },
  nl: {
    introductions: [
      `Op ma 23 nov 2026 om 18:00 schreef ${address}:`,
      `Op 23 nov. 2026, om 18:00 heeft ${address} het volgende geschreven:`,
      `Op 23-11-2026 om 18:00 heeft ${address} geschreven:`,
      `Circle schreef op 2026-11-23 18:00:`,
    ],
    headers: [
      fields('Van:', 'Verzonden:', 'Aan:', 'Onderwerp:'),
      `-------- Oorspronkelijk bericht --------\n${fields('Van:', 'Datum:', 'Aan:', 'Onderwerp:')}`,
    ],
    notes: [
      'Verstuurd vanaf mijn iPhone',
      'Verzonden vanaf mijn Huawei mobiele telefoon',
      'Verzonden vanuit Outlook voor iOS',
      'Outlook voor Android downloaden',
    ],
  },
  pl: {
    introductions: [
      `pon., 23 lis 2026 o 18:00 ${address} napisał(a):`,
      `W dniu 23.11.2026 o 18:00, ${address} pisze:`,
      `Wiadomość napisana przez ${address} w dniu 23 lis 2026, o godz. 18:00:`,
      `Dnia 23 listopada 2026 18:00 ${address} napisał(a):`,
    ],
    headers: [
      fields('Od:', 'Wysłane:', 'Do:', 'Temat:'),
      `-------- Oryginalna wiadomość --------\n${fields('Od:', 'Data:', 'Do:', 'Temat:')}`,
    ],
    notes: [
      'Wysłane z iPhone’a',
      'Wysłano z telefonu Samsung Galaxy',
      'Pobierz aplikację Outlook dla systemu iOS',
    ],
  },
};

const words = 'Ciao Ben, 2 x ♥! Rosa';
const wordsIn = async (text: string): Promise<string> => {
  const mail = Buffer.from(
    `Content-Type: text/plain; charset=utf-8\r\n\r\n${text.replaceAll('\n', '\r\n')}\r\n`,
  );
  return (await readMail(mail, { trust: null, records: {} })).mail.text;
};

// MAILBOX-47, MAILBOX-48
for (const language of Language.options)
  test(`an answer to a letter contains only its sender’s words: ${language}`, async () => {
    const { introductions, headers, notes } = programs[language];
    const { content, mailbox, one } = inventLetters(language);
    for (const invented of [content, mailbox, one]) {
      const letter = letterLayout(invented).text;
      const marked = letter.replaceAll(/^/gm, '> ');
      for (const note of notes) assert.equal(await wordsIn(`${words}\n\n${note}`), words, note);
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
