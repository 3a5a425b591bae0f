import type { Language } from '../../../contract/shapes.ts';
import { wordsIn, type Words } from '../../words/words.ts';
import { letterHtml } from './letter-html.ts';
import { letterText } from './letter-text.ts';
import { shorten, shortenAll, type ShortText } from './shorten.ts';

/** A letter as data, in the order of reading, for `letterLayout`. All texts are plain text, not HTML. */
export interface LetterContent {
  language: Language;
  /** The next letter comes on Sunday, not tomorrow evening. */
  isWeekly: boolean;
  sections: readonly LetterSection[];
  /** The moments that the letter does not show. */
  more: { count: number; url: string } | null;
  /** Where the reader chooses when moments reach them. */
  choicesUrl: string;
  /** This Circle's start page. */
  placeUrl: string;
}

export interface LetterSection {
  /** The circle's name; null for all private circles of others together. */
  circle: string | null;
  moments: readonly LetterMoment[];
}

export interface LetterMoment {
  author: string;
  /** Day and time in the reader's language and time zone. */
  when: string;
  /** The number of photos of the moment. */
  photos: number;
  url: string;
  /** Null where a letter carries names only. */
  content: null | {
    /** Names stand in place of mentions. */
    words: string;
    images: readonly LetterImage[];
    /** The number of photos of the moment that the letter does not show. */
    morePhotos: number;
  };
}

export interface LetterImage {
  /** The Content-ID of the picture in the mail. */
  cid: string;
  alt: string | null;
  /** In pixels, of the photo itself or any copy of the same shape. */
  width: number;
  height: number;
}

/** A letter ready to be written as HTML or plain text. */
export interface Letter {
  content: LetterContent;
  subject: string;
  words: Words;
  /** The words of moments, shortened to the size of a letter. */
  texts: ReadonlyMap<LetterMoment, ShortText>;
}

/**
 * Gmail cuts the HTML of a mail after 102 KB (102,400 bytes). With the longest names and descriptions, everything
 * but the words of moments takes 81,000 bytes.
 */
const maxBytes = 100_000;
/** In characters (code points). */
const nameLength = 110;
const altLength = 200;

const heading = ({ sections, more }: LetterContent, words: Words): string => {
  const moments = sections.flatMap((section) => section.moments);
  const [first] = moments;
  if (first && moments.length === 1 && !more) return words.letters.shared(first.author, first.photos);
  const authors = [...new Set(moments.map(({ author }) => author))];
  const named = authors.slice(0, authors.length === 3 ? 3 : 2);
  const unnamed = authors.length - named.length;
  // Moments that the letter does not show may have more authors, who are not counted.
  const others = more ? [words.letters.someOthers] : unnamed > 0 ? [words.letters.others(unnamed)] : [];
  const names = new Intl.ListFormat(words.locale).format([...named, ...others]);
  return words.letters.news(moments.length + (more?.count ?? 0), names);
};

const oneLine = (text: string, maxLength: number): string => shorten(text.replaceAll(/\s+/g, ' '), maxLength);

// Shortens names and descriptions, and gives each photo a description.
const bounded = (content: LetterContent, words: Words): LetterContent => ({
  ...content,
  sections: content.sections.map(({ circle, moments }) => ({
    circle: circle === null ? null : oneLine(circle, nameLength),
    moments: moments.map((moment) => {
      const author = oneLine(moment.author, nameLength);
      return {
        ...moment,
        author,
        content: moment.content && {
          ...moment.content,
          images: moment.content.images.map((image) => ({
            ...image,
            alt: image.alt === null ? words.letters.photo(author) : oneLine(image.alt, altLength),
          })),
        },
      };
    }),
  })),
});

/**
 * The round-up of new moments, as subject, HTML and plain text with the same content. All text is escaped. The letter
 * loads nothing from the network: its pictures are parts of the mail. Long words end with a link to the moment, so
 * that the HTML stays below 102,400 bytes.
 * @throws TypeError for an address that is not http or https
 */
export const letterLayout = (given: LetterContent): { subject: string; html: string; text: string } => {
  const words = wordsIn(given.language);
  const content = bounded(given, words);
  const subject = heading(content, words);
  const moments = content.sections.flatMap((section) => section.moments);
  const frame = letterHtml({ content, subject, words, texts: new Map() });
  const texts = shortenAll(
    new Map(moments.flatMap((moment) => (moment.content ? [[moment, moment.content.words]] : []))),
    maxBytes - Buffer.byteLength(frame),
  );
  const letter: Letter = { content, subject, words, texts };
  return { subject, html: letterHtml(letter), text: letterText(letter) };
};
