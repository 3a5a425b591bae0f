import { limits } from '../../../contract/limits.ts';
import type { Language, Voice } from '../../../contract/shapes.ts';
import { wordsIn, type Words } from '../../words/words.ts';
import { letterHtml } from './letter-html.ts';
import { letterText, sentenceOf } from './letter-text.ts';
import { shorten } from '../../platform/text/shorten.ts';
import { shortenAll, type ShortText } from './shorten.ts';

/** A letter as data, in the order of reading, for `letterLayout`. All texts are plain text, not HTML. */
export interface LetterContent {
  language: Language;
  /** The next letter comes on Sunday, not tomorrow evening. */
  isWeekly: boolean;
  sections: readonly LetterSection[];
  /** The moments that the letter does not show. */
  more: { count: number; url: string } | null;
  /** A question to the reader, at the end. */
  question?: {
    name: string;
    circle: string;
    words: string;
    /** Null for a reader who may not share. */
    answerTo: string | null;
    declineUrl: string;
  };
  /** Where the reader chooses when moments reach them. */
  choicesUrl: string;
  /** This Circle's start page. */
  placeUrl: string;
  /** For a member who takes part by mail alone: pages that need no sign-in, in place of links into the app. */
  byLetter?: { letterUrl: string; mineUrl: string; stopUrl: string };
}

export interface LetterSection {
  /** The circle's name; null for all private circles of others together. */
  circle: string | null;
  moments: readonly LetterMoment[];
  /** The address to which the reader can send photos for the circle. */
  sendTo?: string | null;
}

export interface LetterMoment {
  author: string;
  /** Day and time in the reader's language and time zone. */
  when: string;
  /** The numbers of photos and of videos of the moment. */
  photos: number;
  videos: number;
  /** Its title stands before the words. */
  isAlbum?: boolean;
  /** The number of albums: an import is one moment of a letter. */
  albums?: number;
  /** Photos that members added to an album that the reader knows of: the names of the first members, and how many others. */
  later?: { names: readonly string[]; others: number };
  url: string;
  /** The address to which the reader can send an answer. */
  answerTo?: string | null;
  /** Null where a letter carries names only. */
  content: null | {
    /** Names stand in place of mentions. The words of an album begin with its title. */
    words: string;
    voice?: Pick<Voice, 'seconds' | 'wave'> | null;
    images: readonly LetterImage[];
    /** The number of photos and videos of the moment that the letter does not show. */
    morePhotos: number;
    /** The number of further albums of an import. */
    moreAlbums?: number;
  };
}

export interface LetterImage {
  /** The Content-ID of the picture in the mail. */
  cid: string;
  alt: string | null;
  /** In pixels, of the photo itself or any copy of the same shape. */
  width: number;
  height: number;
  /** The length of the video whose poster this is; null for a photo. */
  videoSeconds: number | null;
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
const questionLength = limits.question;

const heading = ({ sections, more }: LetterContent, words: Words): string => {
  const all = sections.flatMap((section) => section.moments);
  const shared = all.filter(({ later }) => !later);
  const moments = shared.length > 0 ? shared : all;
  const [first] = moments;
  if (first && moments.length === 1 && !more) return sentenceOf(first, words);
  const authors = [...new Set(moments.flatMap(({ author, later }) => later?.names ?? author))];
  const named = authors.slice(0, authors.length === 3 ? 3 : 2);
  const unnamed = authors.length - named.length;
  // Moments that the letter does not show may have more authors, who are not counted.
  const hasMore = more ?? moments.find(({ later }) => (later?.others ?? 0) > 0);
  const others = hasMore
    ? [words.letters.someOthers]
    : unnamed > 0
      ? [words.letters.others({ count: unnamed })]
      : [];
  const names = new Intl.ListFormat(words.locale).format([...named, ...others]);
  if (shared.length === 0 && !more) return words.letters.onlyLater({ names });
  return words.letters.news({ count: moments.length + (more?.count ?? 0), names });
};

const oneLine = (text: string, maxLength: number): string => shorten(text.replaceAll(/\s+/g, ' '), maxLength);

const describe = ({ videoSeconds }: LetterImage, author: string, { letters }: Words): string =>
  videoSeconds === null ? letters.photo({ name: author }) : letters.videoFrom({ name: author });

// Shortens names and descriptions, and gives each photo a description.
const bounded = (content: LetterContent, words: Words): LetterContent => ({
  ...content,
  ...(content.question && {
    question: {
      ...content.question,
      name: oneLine(content.question.name, nameLength),
      circle: oneLine(content.question.circle, nameLength),
      words: oneLine(content.question.words, questionLength),
    },
  }),
  sections: content.sections.map(({ circle, moments, ...section }) => ({
    ...section,
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
            alt: image.alt === null ? describe(image, author, words) : oneLine(image.alt, altLength),
          })),
        },
      };
    }),
  })),
});

/** Words of moments get at least so many bytes together. */
const wordBytes = 10_000;

/** Leaves out the last moment, and counts it among those that the letter does not show. */
const withoutLast = (content: LetterContent, url: string): LetterContent => {
  const last = content.sections.at(-1);
  const kept = last && last.moments.length > 1 ? [{ ...last, moments: last.moments.slice(0, -1) }] : [];
  return {
    ...content,
    sections: [...content.sections.slice(0, -1), ...kept],
    more: { count: (content.more?.count ?? 0) + 1, url },
  };
};

const frameOf = (content: LetterContent, words: Words): string =>
  letterHtml({ content, subject: heading(content, words), words, texts: new Map() });

// The buttons of a letter that can be answered take up to 3,000 bytes a moment.
const fitting = (content: LetterContent, words: Words): LetterContent => {
  const { byLetter, placeUrl } = content;
  const isAnswered = content.sections.some(({ moments }) => moments.some(({ answerTo }) => answerTo));
  if (!byLetter && !isAnswered) return content;
  if (Buffer.byteLength(frameOf(content, words)) <= maxBytes - wordBytes) return content;
  return fitting(withoutLast(content, byLetter?.letterUrl ?? placeUrl), words);
};

/**
 * The round-up of new moments, as subject, HTML and plain text with the same content. All text is escaped. The letter
 * loads nothing from the network: its pictures are parts of the mail. Long words end with a link to the moment, so
 * that the HTML stays below 102,400 bytes. `moments` is how many of them it shows, the first ones.
 * @throws TypeError for an address that is not http or https
 */
export const letterLayout = (
  given: LetterContent,
): { subject: string; html: string; text: string; moments: number } => {
  const words = wordsIn(given.language);
  const content = fitting(bounded(given, words), words);
  const subject = heading(content, words);
  const moments = content.sections.flatMap((section) => section.moments);
  const frame = frameOf(content, words);
  const texts = shortenAll(
    new Map(moments.flatMap((moment) => (moment.content ? [[moment, moment.content.words]] : []))),
    maxBytes - Buffer.byteLength(frame),
  );
  const letter: Letter = { content, subject, words, texts };
  return { subject, html: letterHtml(letter), text: letterText(letter), moments: moments.length };
};
