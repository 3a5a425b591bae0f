import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Language } from '../../contract/shapes.ts';
import { type LetterContent, letterLayout } from '../../server/features/letters/layout.ts';
import { readMail } from '../../server/platform/mail-in/read/mail.ts';
import { mailLayout } from '../../server/platform/mail/layout.ts';
import { wordsIn } from '../../server/words/words.ts';
import { weekdayAndTimeFor } from '../../server/words/reader.ts';
import { type Answer, answersTo, forwardsOf, type Quoted } from './answer-shapes.ts';

const page = 'https://circle.example.org/letter/abcdefghijklmnopqrstuvwxyz';
const addressOf = (letter: string) => `circle+${letter.repeat(26)}@example.org`;

const moment = (language: Language, letter: string, words: string) => ({
  author: 'Ann Byrne',
  when: weekdayAndTimeFor({ language, timeZone: 'UTC' }, new Date('2026-11-25T15:20:00Z')),
  photos: 0,
  videos: 0,
  sound: null,
  url: `${page}/posts/${'0'.repeat(32)}`,
  answerTo: addressOf(letter),
  content: { words, images: [], morePhotos: 0 },
});

const letterOf = (language: Language, count: 1 | 2): Quoted => {
  const content: LetterContent = {
    language,
    isWeekly: false,
    sections: [
      {
        circle: 'Choir',
        moments: [moment(language, 'a', 'The concert is on Friday\n\nAt eight: come all!')],
      },
      { circle: 'Family', moments: [moment(language, 'b', 'Paul can swim')], sendTo: addressOf('c') },
    ].slice(0, count),
    more: null,
    choicesUrl: 'https://circle.example.org/my-account/reach',
    placeUrl: 'https://circle.example.org/',
    byLetter: { letterUrl: page, mineUrl: `${page}/mine`, stopUrl: `${page}/stop` },
  };
  return letterLayout(content);
};

const questionOf = (language: Language): Quoted => {
  const { mailbox, letterPage, mail } = wordsIn(language);
  const subject = mailbox.ask.heading({ name: 'Ann Byrne', circle: 'Family' });
  const layout = mailLayout({
    language,
    heading: subject,
    paragraphs: [mailbox.ask.about({ name: 'Rosa' }), mailbox.ask.yes, mailbox.ask.stop],
    action: { text: mailbox.ask.action, url: page },
    choices: [
      { text: letterPage.ask.yes, to: page },
      { text: letterPage.ask.stop, to: `${page}/stop` },
    ],
    footer: [
      mail.invitation.notYou({ name: 'Ann Byrne' }),
      mailbox.ask.footer({ address: 'https://circle.example.org' }),
    ],
  });
  return { subject, ...layout };
};

const asMail = ({ text, html }: Answer, subject: string): Buffer => {
  const part = (type: string, body = '') => `Content-Type: ${type}; charset=utf-8\n\n${body}\n`;
  const content =
    text !== undefined && html !== undefined
      ? `Content-Type: multipart/alternative; boundary=alt\n\n--alt\n${part('text/plain', text)}--alt\n${part('text/html', html)}--alt--\n`
      : part(text === undefined ? 'text/html' : 'text/plain', text ?? html);
  return Buffer.from(`Subject: ${subject}\nMIME-Version: 1.0\n${content}`.replaceAll('\n', '\r\n'));
};

/** Words that look like those of a program or of a letter. */
const own = [
  'How lovely!\nOn Sunday I come.',
  'To bring:\n- cake\n\nFrom: me\nLove, Rosa',
  'Ann, you wrote “That is everything until tomorrow evening.” At 18:00?\nYes: 3.5. is fine',
];

for (const language of ['en', 'de'] as const)
  for (const [name, quoted] of [
    ['a letter of one moment', letterOf(language, 1)],
    ['a letter of two moments', letterOf(language, 2)],
    ['a question', questionOf(language)],
  ] as const)
    test(`an answer to ${name} is its sender's words, whatever program quotes it (${language})`, async () => {
      const wrong: string[] = [];
      for (const [at, answer] of answersTo(quoted, own).entries()) {
        const raw = asMail(answer, `Re: ${quoted.subject}`);
        const { mail } = await readMail(raw, { trust: null, records: {} });
        if (mail.text !== own[at % own.length]) wrong.push(`${answer.name}: ${mail.text.slice(0, 300)}`);
      }
      assert.deepEqual(wrong, []);
    });

test('a forwarded mail brings its photo and its words, without the lines of the program', async () => {
  const photo = 'Content-Type: image/jpeg; name=roses.jpg\r\nContent-ID: <one@x>\r\n\r\njpeg\r\n';
  for (const words of ['Look at these', ''])
    for (const answer of forwardsOf(words)) {
      const text = asMail(answer, 'Fwd: Garden').toString();
      const related = `Content-Type: multipart/related; boundary=r\r\n\r\n--r\r\n${text}--r\r\n${photo}--r--\r\n`;
      const { mail, photos } = await readMail(Buffer.from(related), { trust: null, records: {} });
      const name = `${answer.name} below ‘${words}’`;
      assert.equal(photos.length, 1, name);
      const forwarded = [words, 'The roses in November'].filter((line) => line !== '').join(' ');
      assert.ok([words, forwarded].includes(mail.text.replaceAll(/\s+/g, ' ')), `${name}: ${mail.text}`);
      assert.equal(mail.forwarded.replaceAll(/\s+/g, ' ').replace(' [cid:one@x]', ''), forwarded, name);
    }
});
