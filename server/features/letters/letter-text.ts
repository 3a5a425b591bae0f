import { brand } from '../../platform/mail/frame.ts';
import type { Words } from '../../words/words.ts';
import { withColon } from '../../platform/text/colon.ts';
import { shorten } from '../../platform/text/shorten.ts';
import type { Letter, LetterMoment, LetterSection } from './layout.ts';
import { shortTime } from '../../../contract/text/short-time.ts';

// Each line is marked as a quote, so that words of a moment cannot pass for another part of the letter.
const quoted = (text: string): string => text.replaceAll(/^/gm, '> ');

/** The sentence for a moment, or for later photos of an album, without words or title. */
export const sentenceOf = (moment: LetterMoment, { letters }: Words): string => {
  const { author, later, photos, videos, isAlbum = false, albums = 1 } = moment;
  return later
    ? letters.added({ names: author, photos, videos, adders: later.names.length + later.others })
    : letters.shared({ name: author, photos, videos, isAlbum, albums });
};

/** The text of the link from a moment's words and photos to the moment. */
export const linkTo = (
  { images, morePhotos, moreAlbums = 0 }: NonNullable<LetterMoment['content']>,
  { words: { letters } }: Letter,
): string => {
  if (moreAlbums > 0) return letters.moreAlbums({ count: moreAlbums, photos: morePhotos });
  if (morePhotos === 0) return letters.open;
  return images.length === 0
    ? letters.noPhotos({ count: morePhotos })
    : letters.morePhotos({ count: morePhotos });
};

/** The subject of the mail that answers a moment. Short, because it stands in a letter twenty times. */
export const answerSubject = ({ author, when: at }: Pick<LetterMoment, 'author' | 'when'>): string =>
  `Re: ${shorten(author, 40)}, ${at}`;

/** The subject of the mail that answers a question. */
export const questionSubject = (words: string): string => `Re: ${shorten(words.replaceAll(/\s+/g, ' '), 80)}`;

/** The body of a mail that likes a moment. */
export const heart = '♥';

/** The sentence above the first moment, in a letter that can be answered by mail. */
export const howToAnswer = ({ content, words }: Letter): string[] => {
  const moments = content.sections.flatMap((section) => section.moments);
  const { byLetter, howToAnswer: short } = words.letters;
  const { one, several } = content.byLetter ? byLetter.howToAnswer : short;
  if (!moments.some(({ answerTo }) => answerTo)) return [];
  return [moments.length === 1 && !content.more && !content.question ? one : several];
};

const labelled = (label: string, address: string, { content: { language } }: Letter): string =>
  `${withColon(label, language)} ${address}`;

const actions = ({ answerTo }: LetterMoment, letter: Letter): string[] => {
  const { answer, like } = letter.words.letters.byLetter;
  // Each address stands once: hearts go to that for answers, or to the page of the moment.
  return [
    ...(answerTo ? [labelled(answer, answerTo, letter)] : []),
    ...(letter.content.byLetter ? [like] : []),
  ];
};

const moment = (it: LetterMoment, letter: Letter): string => {
  const { author, when, url, content } = it;
  const { letters } = letter.words;
  const short = letter.texts.get(it);
  if (!content || !short)
    return [`${labelled(sentenceOf(it, letter.words), url, letter)}\n${when}`, ...actions(it, letter)].join(
      '\n',
    );
  return [
    `${author}\n${when}`,
    ...(short.text === '' ? [] : [quoted(short.text)]),
    ...(short.isCut ? [labelled(letters.readOn, url, letter)] : []),
    ...(content.voice ? [letters.voice({ length: shortTime(content.voice.seconds) })] : []),
    ...content.images.flatMap(({ alt, videoSeconds }) => [
      `[${alt ?? ''}]`,
      ...(videoSeconds === null ? [] : [letters.video({ length: shortTime(videoSeconds) })]),
    ]),
    short.isCut ? linkTo(content, letter) : labelled(linkTo(content, letter), url, letter),
    ...actions(it, letter),
  ].join('\n');
};

const section = ({ circle, moments, sendTo }: LetterSection, letter: Letter): string => {
  const { letters } = letter.words;
  const name = circle ?? letters.sharedWithYou;
  return [
    `${name}\n${'='.repeat([...name].length)}`,
    ...moments.map((it) => moment(it, letter)),
    ...(circle !== null && sendTo
      ? [
          `${labelled(letters.byLetter.send({ circle }), sendTo, letter)}\n${letters.byLetter.sendHow({ circle })}`,
        ]
      : []),
  ].join('\n\n');
};

const question = (letter: Letter): string[] => {
  const { content, words: texts } = letter;
  const { letters } = texts;
  if (!content.question) return [];
  const { name, circle, words, answerTo, declineUrl } = content.question;
  const title = letters.question.title({ name });
  return [
    `${title}\n${'='.repeat([...title].length)}`,
    [
      quoted(words),
      letters.question.about({ circle }),
      ...(answerTo ? [labelled(letters.byLetter.answer, answerTo, letter)] : []),
      labelled(letters.question.decline, declineUrl, letter),
    ].join('\n'),
  ];
};

/** A letter as plain text. */
export const letterText = (letter: Letter): string => {
  const { content, subject, words } = letter;
  const { letters } = words;
  const { more, isWeekly, choicesUrl, placeUrl, byLetter } = content;
  return `${[
    subject,
    ...howToAnswer(letter),
    ...content.sections.map((part) => section(part, letter)),
    // The link below leads to these.
    ...(more ? [letters.more({ count: more.count })] : []),
    ...question(letter),
    byLetter
      ? labelled(letters.byLetter.open, byLetter.letterUrl, letter)
      : labelled(letters.openCircle, placeUrl, letter),
    letters.end[isWeekly ? 'sunday' : 'evening'],
    // Mail programs treat text after two dashes and a space as a signature.
    [
      `-- \n${brand()}`,
      ...(byLetter
        ? [
            labelled(letters.byLetter.mine, byLetter.mineUrl, letter),
            labelled(letters.byLetter.stop, byLetter.stopUrl, letter),
          ]
        : [labelled(letters.choices, choicesUrl, letter)]),
      letters.sentBy({ address: placeUrl }),
    ].join('\n'),
  ].join('\n\n')}\n`;
};
