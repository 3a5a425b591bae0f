import { brand } from '../../platform/mail/frame.ts';
import type { Letter, LetterMoment, LetterSection } from './layout.ts';

// Each line is marked as a quote, so that words of a moment cannot pass for another part of the letter.
const quoted = (text: string): string => text.replaceAll(/^/gm, '> ');

/** The text of the link from a moment's words and photos to the moment. */
export const linkTo = (
  { images, morePhotos }: NonNullable<LetterMoment['content']>,
  { words: { letters } }: Letter,
): string => {
  if (morePhotos === 0) return letters.open;
  return images.length === 0 ? letters.noPhotos(morePhotos) : letters.morePhotos(morePhotos);
};

const moment = (it: LetterMoment, letter: Letter): string => {
  const { author, when, photos, url, content } = it;
  const { letters } = letter.words;
  const short = letter.texts.get(it);
  if (!content || !short) return `${letters.shared(author, photos)}: ${url}\n${when}`;
  return [
    `${author}\n${when}`,
    ...(short.text === '' ? [] : [quoted(short.text)]),
    ...(short.isCut ? [`${letters.readOn}: ${url}`] : []),
    ...content.images.map(({ alt }) => `[${alt ?? ''}]`),
    `${linkTo(content, letter)}: ${url}`,
  ].join('\n');
};

const section = ({ circle, moments }: LetterSection, letter: Letter): string => {
  const name = circle ?? letter.words.letters.sharedWithYou;
  return [`${name}\n${'='.repeat([...name].length)}`, ...moments.map((it) => moment(it, letter))].join(
    '\n\n',
  );
};

/** A letter as plain text. */
export const letterText = (letter: Letter): string => {
  const { content, subject, words } = letter;
  const { letters } = words;
  const { more, isWeekly, choicesUrl, placeUrl } = content;
  return `${[
    subject,
    ...content.sections.map((part) => section(part, letter)),
    ...(more ? [`${letters.more(more.count)}: ${more.url}`] : []),
    `${letters.openCircle}: ${placeUrl}`,
    letters.end[isWeekly ? 'sunday' : 'evening'],
    // Mail programs treat text after two dashes and a space as a signature.
    `-- \n${brand()}\n${letters.choices}: ${choicesUrl}\n${letters.sentBy(placeUrl)}`,
  ].join('\n\n')}\n`;
};
