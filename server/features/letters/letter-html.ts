import {
  address,
  back,
  brand,
  button,
  faces,
  ink,
  light,
  linkedLines,
  lines,
  mailFrame,
  mailTo,
} from '../../platform/mail/frame.ts';
import { escapeHtml as escape } from '../../platform/text/html.ts';
import { answerSubject, heart, howToAnswer, linkTo, questionSubject, sentenceOf } from './letter-text.ts';
import type { Letter, LetterImage, LetterMoment, LetterSection } from './layout.ts';
import { shortTime } from '../../../contract/text/short-time.ts';

// Outlook draws mails with Word. That knows tables, the attributes `width` and `align`, and borders and padding of cells,
// but neither `max-width` nor automatic margins nor rounded borders, and it replaces a list of unknown typefaces by Times.
// Only Outlook reads the comments for `mso`.
const outlook = (html: string): string => `<!--[if mso]>${html}<![endif]-->`;
const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';
const outlookHead = `${outlook(
  '<style>td, p, h1, h2, a { font-family: Arial, sans-serif !important; } .people { font-family: Georgia, serif !important; }</style>',
)}
`;

/** The column's width in CSS pixels, and that of a photo in it, inside of the card's border. */
const columnWidth = 600;
const photoBox = { width: columnWidth - 2, height: 800 };

const plainType = (size: number, line: number): string =>
  `font-family: ${faces.plain}; font-size: ${size}px; line-height: ${line}px;`;
const peopleType = (size: number, line: number): string =>
  `font-family: ${faces.people}; font-size: ${size}px; line-height: ${line}px;`;

// Two widths and four radii make a ring that looks drawn by hand.
const ring = `${outlook(`<span style="color: ${light('pencil')}; font-size: 24px;">&#9675;</span>&nbsp;`)}<!--[if !mso]><!--><span class="pencil-ring" style="display: inline-block; width: 19px; height: 18px; margin-right: 9px; border: 3px solid ${light('pencil')}; border-top-width: 4px; border-radius: 52% 48% 47% 53%; vertical-align: -5px;"></span><!--<![endif]-->`;

// With its padding 44 px high, enough for a finger.
const pencilLink = (url: string, text: string, weight: 400 | 630 = 400): string =>
  `<a class="ink pencil-line" href="${address(url)}" style="display: inline-block; padding: 10px 0; ${ink('ink')} ${plainType(16, 24)} font-weight: ${weight}; text-decoration: underline; text-decoration-color: ${light('pencil')};">${escape(text)}</a>`;

/** Buttons of 48 pixels, as HTML, in one type: once for all, since a letter has up to forty. */
const pills = (content: string, padding: string): string =>
  `<div style="padding: ${padding}; ${plainType(16, 24)} font-weight: 630;">${content}</div>`;
const pill = (href: string, text: string, look: { class: string; style: string }): string =>
  `<a class="${look.class}" href="${href}" style="display: inline-block; margin: 4px 8px 4px 0; padding: 12px 21px; border-radius: 999px; ${look.style} text-decoration: none;">${escape(text)}</a>`;
const dark = { class: 'primary-back on-primary', style: `${back('primary')} ${ink('onPrimary')}` };
const pale = {
  class: 'surface-back ink',
  style: `${back('surface')} ${ink('ink')} border: 1px solid ${light('faint')};`,
};

const row = (content: string, padding: string): string =>
  `<tr><td style="padding: ${padding};">${content}</td></tr>`;

const author = (text: string): string =>
  `<p class="ink" style="margin: 0; ${ink('ink')} ${plainType(16, 24)} font-weight: 630;">${escape(text)}</p>`;

const when = (text: string): string =>
  `<p class="faint" style="margin: 0; ${ink('faint')} ${plainType(16, 24)}">${escape(text)}</p>`;

// Never larger than the photo, which is at most 800 pixels wide and high.
const picture = ({ cid, alt, width, height }: LetterImage, at: number): string => {
  const scale = Math.min(photoBox.width / width, photoBox.height / height, 1);
  const [wide, high] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  return `<tr><td class="sunken-back faint" align="center" style="padding: ${at === 0 ? 0 : 3}px 0 0; ${back('sunken')} ${ink('faint')} ${plainType(16, 24)}"><img src="cid:${escape(cid)}" alt="${escape(alt ?? '')}" width="${wide}" height="${high}" style="display: block; width: 100%; max-width: ${wide}px; height: auto; border: 0;"></td></tr>`;
};

// Mail programs play no videos: the link beneath leads to it.
const lengthOf = ({ videoSeconds }: LetterImage, { words }: Letter): string[] =>
  videoSeconds === null
    ? []
    : [
        row(
          `<p class="faint" style="margin: 0; ${ink('faint')} ${plainType(16, 24)}">${escape(words.letters.video({ length: shortTime(videoSeconds) }))}</p>`,
          '6px 24px 0',
        ),
      ];

/** Answer, and ♥ for a member who takes part by mail alone. */
const actions = (moment: LetterMoment, letter: Letter): string[] => {
  const { answer, like } = letter.words.letters.byLetter;
  const { answerTo } = moment;
  const subject = answerSubject(moment);
  const likeTo = answerTo ? mailTo(answerTo, subject, heart) : address(moment.url);
  const buttons = [
    ...(answerTo ? [pill(mailTo(answerTo, subject), answer, dark)] : []),
    ...(letter.content.byLetter ? [pill(likeTo, like, pale)] : []),
  ];
  return buttons.length > 0 ? [row(pills(buttons.join(''), '0'), '0 24px 16px')] : [];
};

const namesOnly = (moment: LetterMoment, letter: Letter): string =>
  [
    row(
      `${pencilLink(moment.url, sentenceOf(moment, letter.words), 630)}${when(moment.when)}`,
      '8px 24px 18px',
    ),
    ...actions(moment, letter),
  ].join('\n');

const textOf = (moment: LetterMoment, { words, texts }: Letter): string => {
  const { text, isCut } = texts.get(moment) ?? { text: '', isCut: true };
  const shown = `<div class="ink people" dir="auto" style="${ink('ink')} ${peopleType(17, 27)} word-break: break-word; overflow-wrap: anywhere;">${isCut ? lines(text) : linkedLines(text)}</div>`;
  return row(`${shown}${isCut ? pencilLink(moment.url, words.letters.readOn) : ''}`, '0 24px 16px');
};

const bars = '▁▂▃▄▅▆▇█';
/** Numbers of a wave that one bar stands for. */
const widthOfBar = 4;

/** A wave in characters, since mail programs ask before they load pictures. Screen readers pass over it. */
const waveOf = (wave: readonly number[]): string => {
  const levels = Array.from({ length: wave.length / widthOfBar }, (_, bar) =>
    Math.max(...wave.slice(bar * widthOfBar, (bar + 1) * widthOfBar)),
  );
  const drawn = levels.map((level) => bars.charAt(Math.floor(level / 32))).join('');
  return `<span class="faint" aria-hidden="true" style="${ink('faint')} font-size: 12px; letter-spacing: 2px; white-space: nowrap;">${drawn}</span>`;
};

// The sound itself is never part of a letter.
const voiceOf = (
  { url }: LetterMoment,
  { voice }: NonNullable<LetterMoment['content']>,
  { words }: Letter,
): string[] => {
  if (!voice) return [];
  const link = pencilLink(url, words.letters.voice({ length: shortTime(voice.seconds) }), 630);
  return [row(`${link}${voice.wave ? ` ${waveOf(voice.wave)}` : ''}`, '0 24px 8px')];
};

const withContent = (
  moment: LetterMoment,
  content: NonNullable<LetterMoment['content']>,
  letter: Letter,
): string => {
  const { images } = content;
  return [
    row(`${author(moment.author)}${when(moment.when)}`, '18px 24px 12px'),
    ...(content.words === '' ? [] : [textOf(moment, letter)]),
    ...voiceOf(moment, content, letter),
    ...images.flatMap((image, at) => [picture(image, at), ...lengthOf(image, letter)]),
    row(pencilLink(moment.url, linkTo(content, letter)), images.length > 0 ? '8px 24px' : '0 24px 8px'),
    ...actions(moment, letter),
  ].join('\n');
};

const card = (rows: readonly string[], margin = '0 0 16px'): string =>
  `<table ${table} class="surface-back line-edge" style="table-layout: fixed; margin: ${margin}; ${back('surface')} border: 1px solid ${light('line')}; border-collapse: separate; border-radius: 18px;">
${rows.join(`\n<tr><td class="line-edge" style="padding: 0; border-top: 1px solid ${light('line')}; font-size: 0; line-height: 0;"></td></tr>\n`)}
</table>`;

const small = (content: string): string =>
  `<p class="faint" style="margin: 0 0 8px; padding: 0 4px; ${ink('faint')} ${plainType(16, 24)}">${content}</p>`;

const sharing = ({ circle, sendTo }: LetterSection, { words }: Letter): string =>
  circle !== null && sendTo
    ? `\n${pills(pill(mailTo(sendTo, null), words.letters.byLetter.send({ circle }), pale), '0 4px')}${small(escape(words.letters.byLetter.sendHow({ circle })))}`
    : '';

const section = (part: LetterSection, letter: Letter): string => {
  const { circle, moments } = part;
  const cards: { names: boolean; rows: string[] }[] = [];
  for (const moment of moments) {
    const last = cards.at(-1);
    if (moment.content) cards.push({ names: false, rows: [withContent(moment, moment.content, letter)] });
    else if (last?.names) last.rows.push(namesOnly(moment, letter));
    else cards.push({ names: true, rows: [namesOnly(moment, letter)] });
  }
  return `<h2 class="ink people" style="margin: 28px 0 12px; padding: 0 4px; ${ink('ink')} ${peopleType(20, 26)} font-weight: 600;">${escape(circle ?? letter.words.letters.sharedWithYou)}</h2>
${cards.map(({ rows }) => card(rows)).join('\n')}${sharing(part, letter)}`;
};

const question = ({ content, words: { letters } }: Letter): string[] => {
  if (!content.question) return [];
  const { name, circle, words, answerTo, declineUrl } = content.question;
  const asked = `<div class="ink people" dir="auto" style="${ink('ink')} ${peopleType(20, 30)} word-break: break-word; overflow-wrap: anywhere;">${lines(words)}</div>`;
  const answer = answerTo
    ? [
        row(
          pills(pill(mailTo(answerTo, questionSubject(words)), letters.byLetter.answer, dark), '0'),
          '0 24px 8px',
        ),
      ]
    : [];
  return [
    card(
      [
        [
          row(author(letters.question.title({ name })), '18px 24px 8px'),
          row(`${asked}${when(letters.question.about({ circle }))}`, '0 24px 12px'),
          ...answer,
          row(pencilLink(declineUrl, letters.question.decline), '0 24px 8px'),
        ].join('\n'),
      ],
      '28px 0 16px',
    ),
  ];
};

const paragraph = (content: string, space: string): string =>
  `<p class="soft" style="margin: ${space}; padding: 0 4px; ${ink('soft')} ${plainType(16, 24)}">${content}</p>`;

// A member who takes part by mail alone cannot sign in: no link of their letter leads into the app.
const footerOf = ({ content: { byLetter, choicesUrl, placeUrl }, words: { letters } }: Letter) =>
  byLetter
    ? {
        main: { text: letters.byLetter.open, url: byLetter.letterUrl },
        links: [
          { text: letters.byLetter.mine, url: byLetter.mineUrl },
          { text: letters.byLetter.stop, url: byLetter.stopUrl },
        ],
      }
    : {
        main: { text: letters.openCircle, url: placeUrl },
        links: [{ text: letters.choices, url: choicesUrl }],
      };

const column = (letter: Letter): string => {
  const { content, subject, words } = letter;
  const { letters } = words;
  const { more, placeUrl } = content;
  const { main, links } = footerOf(letter);
  return [
    `<p class="ink" style="margin: 0 0 28px; padding: 0 4px; ${ink('ink')} ${plainType(20, 28)} font-weight: 650; letter-spacing: -0.01em;">${ring}${escape(brand())}</p>`,
    `<h1 class="ink" style="margin: 0; padding: 0 4px; ${ink('ink')} ${plainType(26, 32)} font-weight: 640; letter-spacing: -0.016em;">${escape(subject)}</h1>`,
    ...howToAnswer(letter).map((sentence) => paragraph(escape(sentence), '16px 0 0')),
    ...content.sections.map((part) => section(part, letter)),
    ...(more ? [paragraph(pencilLink(more.url, letters.more({ count: more.count })), '0 0 8px')] : []),
    ...question(letter),
    // Outlook ignores the padding of a link.
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 12px 4px 24px;"><tr><td class="primary-back" style="${back('primary')} border-radius: 999px; mso-padding-alt: 12px 22px; ${plainType(16, 24)}">${button(main)}</td></tr></table>`,
    paragraph(escape(letters.end[content.isWeekly ? 'sunday' : 'evening']), '0 0 24px'),
    ...links.map(({ text, url }) => paragraph(pencilLink(url, text), '0')),
    small(escape(letters.sentBy({ address: placeUrl }))),
  ].join('\n');
};

/** A letter as HTML: one column of 600 pixels. */
export const letterHtml = (letter: Letter): string =>
  mailFrame({
    language: letter.content.language,
    title: letter.subject,
    head: outlookHead,
    body: `<table ${table} class="paper-back" style="${back('paper')}"><tr><td align="center" style="padding: 24px 12px;">
${outlook(`<table role="presentation" width="${columnWidth}" cellpadding="0" cellspacing="0" border="0"><tr><td>`)}
<div style="max-width: ${columnWidth}px; margin: 0 auto; text-align: left;">
${column(letter)}
</div>
${outlook('</td></tr></table>')}
</td></tr></table>`,
  });
