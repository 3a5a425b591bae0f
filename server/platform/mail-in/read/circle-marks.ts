import { allWords } from '../../../words/words.ts';

/** Stands in a text from HTML where a link of a letter or to a reply address began. No mail needs this character. */
export const linkSign = '\u{f8f2}';
/** A line in place of a quoted mail that was recognized. */
export const quoteLine = '>\u{f8f3}';

const gap = 'NAME';

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const withoutNumbers = (text: string): string => text.replaceAll(/\d+/g, '0');
const plain = (line: string): string => line.replaceAll(/[\s*_]+/g, ' ').trim();
/** A pattern of a heading without numbers, with any words in place of names. */
const patternOf = (heading: string): string => escaped(heading).replaceAll(gap, '.{1,300}');

const moment = { name: gap, isAlbum: false, albums: 1 };
// Polish has forms for 2 and for 5.
const counts = [0, 1, 2, 5];
const many = counts.slice(1);
const amounts = counts.flatMap((photos) => counts.map((videos) => ({ photos, videos })));

/** The headings of letters and questions, which are their subjects, too. */
const headings = allWords.flatMap(({ letters, mailbox }) => [
  ...many.map((count) => letters.news({ count, names: gap })),
  ...amounts.flatMap((amount) => [
    letters.shared({ ...moment, ...amount }),
    letters.shared({ ...moment, ...amount, isAlbum: true }),
    ...[2, 5].map((albums) => letters.shared({ ...moment, ...amount, albums })),
    ...(amount.photos + amount.videos > 0
      ? many.map((adders) => letters.added({ names: gap, ...amount, adders }))
      : []),
  ]),
  letters.onlyLater({ names: gap }),
  mailbox.ask.heading({ name: gap, circle: gap }),
  mailbox.ask.heading({ name: gap, circle: null }),
]);

/** The ends of a text that a heading shares with its pattern, or '' where names stand at both ends. */
const endsOf = (sentence: string): string => {
  const parts = sentence.split(gap);
  const [first = ''] = parts;
  const last = parts.at(-1) ?? '';
  if (first.length >= 3) return `<${first.slice(0, 3)}`;
  return last.length >= 3 ? `>${last.slice(-3)}` : '';
};
// By their ends: to try hundreds of patterns that begin with a name takes long for each line.
const headingsByEnds = new Map(
  [...Map.groupBy(new Set(headings.map((one) => withoutNumbers(plain(one)))), endsOf)].map(
    ([ends, group]) => [ends, new RegExp(`^(?:${group.map(patternOf).join('|')})$`, 'u')] as const,
  ),
);
const isHeading = (words: string): boolean => {
  const text = withoutNumbers(words);
  return ['', `<${text.slice(0, 3)}`, `>${text.slice(-3)}`].some((ends) =>
    headingsByEnds.get(ends)?.test(text),
  );
};

/** Shorter texts are labels, which others write, too. */
const minSentence = 30;

const sentencesIn = (words: unknown): string[] => {
  if (typeof words === 'string') return words.length >= minSentence ? [plain(words)] : [];
  if (typeof words !== 'object' || words === null) return [];
  return Object.values(words).flatMap(sentencesIn);
};

/** Sentences that no member writes, a line each: one search through them all is faster than one through each. */
const sentences = allWords
  .flatMap(({ letters, mailbox }) => [...sentencesIn(letters), ...sentencesIn(mailbox)])
  .join('\n');
/** Beginnings and ends of those with names in them. */
const pieces = allWords
  .flatMap(({ mailbox: { ask, welcome, replies } }) =>
    [
      ask.about({ name: gap }),
      welcome.photos({ circle: gap, address: gap }),
      replies.refused.about({ why: gap }),
    ].flatMap((text) => text.split(gap)),
  )
  .flatMap((piece) => [piece.slice(0, 2 * minSentence), piece.slice(-2 * minSentence)])
  .map(plain)
  .filter((piece) => piece.length >= minSentence);

/** Whether a line is a sentence of Circle, or a part of one that a program broke into lines. */
const isSentence = (words: string): boolean =>
  words.length >= minSentence && (sentences.includes(words) || pieces.some((piece) => words.includes(piece)));

const day = new Date(Date.UTC(2026, 0, 5, 12));
const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 5)));
const weekdays = Array.from({ length: 7 }, (_, at) => new Date(Date.UTC(2026, 0, 5 + at)));
/** The line with the time of a moment, as `weekdayAndTimeFor` writes it. */
const times = allWords.map(({ locale }) => {
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  });
  // From whole dates: in some languages a month has another form beside a day.
  const named = (dates: readonly Date[], name: 'weekday' | 'month') =>
    `(?:${dates.map((date) => format.formatToParts(date).find(({ type }) => type === name)?.value ?? '').join('|')})`;
  return format
    .formatToParts(day)
    .map(({ type, value }) => {
      if (type === 'weekday') return named(weekdays, 'weekday');
      if (type === 'month') return named(months, 'month');
      return type === 'literal' ? escaped(value).replaceAll(/\s/g, String.raw`\s+`) : String.raw`\d{1,2}`;
    })
    .join('');
});
const time = new RegExp(`^(?:${times.join('|')})$`, 'u');
const anyTime = new RegExp(times.join('|'), 'gu');

/** Reply addresses and links of letters, also as redirects write them, and the signs of such links in HTML. */
const key = String.raw`b?[a-z2-7]{26}`;
const addresses = new RegExp(
  String.raw`${linkSign}|(?:\/|%2f|_)letter(?:\/|%2f|_)(?:${key}|mine)(?![a-z2-7])|(?<![a-z0-9])(?:2b)?${key}(?:@|%40)`,
  'giu',
);

/** Whether an address leads to a letter, or to an answer. */
export const isCircleAddress = (url: string): boolean => url.search(addresses) >= 0;

/** How many keys and times of moments a line has. */
const countMarks = (line: string): number =>
  (line.match(addresses) ?? []).length + (line.match(anyTime) ?? []).length;

const signs = new RegExp(`[${linkSign}]`, 'gu');
const wordsOf = (line: string): string => plain(line.replaceAll(signs, ''));

/** The line of the name above a letter. */
const isBrand = (words: string): boolean => /^[○\s]*Circle(?: · .{1,100})?$/u.test(words);
/** The beginnings of the last line of a mail of Circle. */
const lastLines = allWords
  .flatMap(({ letters, mailbox }) => [letters.sentBy({ address: gap }), mailbox.ask.footer({ address: gap })])
  .map((sentence) => plain(sentence.slice(0, sentence.indexOf(gap))));
const isLast = (words: string): boolean => lastLines.some((beginning) => words.startsWith(beginning));

/** The subject of the answered mail: that of the answer, without what programs put before it. */
const answeredSubject = (subject: string): string =>
  plain(subject.replace(/^(?:\s*[\p{L}\p{M}.]{1,12}(?:\[\d+\])?\s*[:：])+/u, ''));

/** A line of a text, and its marks of a quoted mail of Circle. */
export interface Marked {
  /** The words of the line, on one line and without signs. */
  words: string;
  /** The heading of a letter or a question, or the subject of the answered mail. */
  isHeading: boolean;
  /** Such a line stands in no mail but one of Circle. */
  isSure: boolean;
  /** A sure line, or one with a key. */
  isMark: boolean;
  /** Several keys or times stand in the line. */
  isMany: boolean;
  /** The last line of a mail of Circle. */
  isLast: boolean;
  isBrand: boolean;
}

const unmarked: Marked = {
  words: '',
  isHeading: false,
  isSure: false,
  isMark: false,
  isMany: false,
  isLast: false,
  isBrand: false,
};

/**
 * The lines of a text, marked. Those that the program marked as quoted need no search, and count as blank.
 * @param subject that of the mail
 */
export const markLines = (lines: readonly string[], subject: string): Marked[] => {
  const answered = answeredSubject(subject);
  return lines.map((line) => {
    const words = wordsOf(line);
    if (words === '' || words.startsWith('>')) return { ...unmarked, isMark: line.includes(linkSign) };
    const count = countMarks(line);
    const isSure = time.test(words) || count >= 2 || isSentence(words);
    return {
      words,
      isHeading: isHeading(words) || (answered.length >= 8 && words === answered),
      isSure,
      isMark: isSure || count > 0,
      isMany: count >= 2,
      isLast: isLast(words),
      isBrand: isBrand(words),
    };
  });
};

/** Where a heading begins at the end of a line, such as behind the introduction of a quote; -1 without one. */
export const headingInLine = (line: string, subject: string): number => {
  const answered = answeredSubject(subject);
  const at = answered.length >= 8 ? line.indexOf(answered) : -1;
  if (at > 0) return at;
  // A heading that is followed by the whole letter is found by its subject alone.
  if (line.length > 1_000) return -1;
  for (const { 0: before, index } of line.matchAll(/[:：>][ \t\u00a0]+/g))
    if (isHeading(wordsOf(line.slice(index + before.length)))) return index + before.length;
  return -1;
};

export const withoutSigns = (text: string): string => text.replaceAll(signs, '');
