import { brand } from '../../platform/mail/frame.ts';
import type { Letter, LetterMoment, LetterSection } from './layout.ts';

// Each line is marked as a quote, so that words of a moment cannot pass for another part of the letter.
const quoted = (text: string): string => text.replaceAll(/^/gm, '> ');

const moment = (it: LetterMoment, { words: { letters }, texts }: Letter): string => {
  const { author, when, photos, url, content } = it;
  const short = texts.get(it);
  if (!content || !short) return `${letters.shared(author, photos)}\n${when}\n${letters.open}: ${url}`;
  const { images, morePhotos } = content;
  const unseen = images.length === 0 ? letters.noPhotos(morePhotos) : letters.morePhotos(morePhotos);
  return [
    `${author}\n${when}`,
    ...(short.text === '' ? [] : [quoted(short.text)]),
    ...(images.length > 0 ? [images.map(({ alt }) => `[${alt ?? ''}]`).join('\n')] : []),
    ...(morePhotos > 0 ? [unseen] : []),
    `${short.isCut ? letters.readOn : letters.open}: ${url}`,
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
