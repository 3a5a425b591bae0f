import { limits } from '../../../contract/limits.ts';
import { withNames } from '../../../contract/text/mention-tokens.ts';
import { fold } from '../../platform/text/fold.ts';

/** A word of a text: folded, and where it stands (UTF-16 units). */
export interface Word {
  word: string;
  start: number;
  end: number;
}

/** Longer words are cut. */
const maxLength = 64;

/** Folding changes nothing in them but the case, and takes most of the time of a search. */
const plainWord = /^[a-z\d]+$/i;

const cut = (text: string): string => text.slice(0, maxLength);

// The cut may leave half of a letter, which PostgreSQL refuses.
const foldWord = (text: string): string =>
  plainWord.test(text)
    ? cut(text.toLowerCase())
    : cut(fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '')).replace(/\p{Cs}$/u, '');

/** A letter of a script that is written without spaces: Chinese, Japanese, Thai, Lao, Khmer and Burmese. */
const unspaced =
  '(?=[\\p{L}\\p{N}])[\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]';
/** Apostrophes that count as letters; others end a word, too. */
const apostrophes = '\\u02b9\\u02bb-\\u02bd';
const runs = new RegExp(`${unspaced}\\p{M}*|(?:(?!${unspaced}|[${apostrophes}])[\\p{L}\\p{N}\\p{M}])+`, 'gu');
const isUnspaced = new RegExp(`^(?:${unspaced})`, 'u');

/**
 * The words of a text, in order: letters, digits and marks. Where a script has no spaces, each letter is a word that goes
 * on with the next letter, so that a part is found wherever it begins.
 */
export const wordsOf = (text: string): Word[] => {
  const all = [...text.matchAll(runs)];
  return all.flatMap((match, at) => {
    const [run] = match;
    const end = match.index + run.length;
    const next = all[at + 1];
    const goesOn = next?.index === end && isUnspaced.test(run) && isUnspaced.test(next[0]);
    const word = foldWord(goesOn ? run + next[0] : run);
    return word === '' ? [] : [{ word, start: match.index, end }];
  });
};

/** Ids of mentioned members are no words. */
export const withoutMentions = (content: string): string => withNames(content, [], '');

/** From this length on, a word is found by its parts too: German puts words together ('Gartenhaus'). */
const longWord = 7;
/** The shortest part that is found, and the shortest beginning before it. */
const minPart = 4;
const minBefore = 3;

/** The ends of a long word, so that a part of it is the beginning of a term. */
const endsOf = (word: string): string[] => {
  if (word.length < longWord) return [];
  const ends: string[] = [];
  for (let at = minBefore; at <= word.length - minPart; at += 1) ends.push(word.slice(at));
  // PostgreSQL refuses half of a letter.
  return ends.filter((end) => end.isWellFormed());
};

/** Words that follow each other in a text. The last one may be the beginning of a word, except in a phrase. */
export interface Wanted {
  words: readonly string[];
  isPhrase: boolean;
}

/** The parts of a search: words, and phrases in quotation marks; further ones than eight are ignored. */
export const wantedIn = (query: string): Wanted[] => {
  const parts = [...query.matchAll(/["„“”«»]([^"„“”«»]+)["„“”«»]|([^\s"„“”«»]+)/gu)];
  const wanted = parts.flatMap(([, phrase, plain]): Wanted[] => {
    const words = wordsOf(phrase ?? plain ?? '').map(({ word }) => word);
    const last = words.at(-1);
    if (last === undefined) return [];
    // The last letter of a script without spaces goes on in texts.
    return [{ words, isPhrase: phrase !== undefined && !isUnspaced.test(last) }];
  });
  return wanted.slice(0, limits.searchWords);
};

/** One word that the index looks up: itself, or everything that begins with it. */
export interface Lookup {
  word: string;
  isWhole: boolean;
}

/** The longest word of a part of a search. */
export const lookupOf = ({ words, isPhrase }: Wanted): Lookup => {
  const word = words.reduce((best, other) => (other.length > best.length ? other : best), '');
  return { word, isWhole: isPhrase || words.lastIndexOf(word) < words.length - 1 };
};

/** A part of a text, from `start` up to and without `end` (UTF-16 units). */
export type Span = [start: number, end: number];

/**
 * The part of a text at these letters of its folded form.
 * @param folded how it was folded
 */
export const unfolded = (
  text: string,
  [from, to]: Span,
  folded: (text: string) => string = foldWord,
): Span => {
  // Folding keeps their number.
  if (/^\p{ASCII}*$/u.test(text)) return [from, to];
  const letters = text.match(/\P{M}\p{M}*/gu) ?? [];
  const before = (length: number): number => {
    let at = 0;
    let passed = 0;
    for (const letter of letters) {
      if (passed >= length) break;
      passed += folded(letter).length;
      at += letter.length;
    }
    return at;
  };
  return [before(from), before(to)];
};

/** Where the beginning of a part of a long word stands in it; -1 if none begins like this. */
const insideAt = (word: string, beginning: string): number => {
  const at = word.indexOf(beginning, minBefore);
  return at <= word.length - minPart ? at : -1;
};

/** Whether the index finds a text with this word. It has the ends of long words, too. */
export const isLookedUp = ({ word }: Word, { word: wanted, isWhole }: Lookup): boolean => {
  if (!isWhole) return word.startsWith(wanted) || insideAt(word, wanted) >= 0;
  const isEnd = wanted.length >= minPart && word.length - wanted.length >= minBefore;
  return word === wanted || (isEnd && word.endsWith(wanted));
};

/** Which letters of the folded words stand in the text at this word; null where a word is another one. */
const startsHere = (
  words: readonly Word[],
  at: number,
  { words: wanted, isPhrase }: Wanted,
): Span[] | null => {
  const found: Span[] = [];
  for (const [index, word] of wanted.entries()) {
    const here = words[at + index]?.word ?? '';
    const isWhole = isPhrase || index < wanted.length - 1;
    const inside = wanted.length === 1 ? insideAt(here, word) : -1;
    if (isWhole ? here === word : here.startsWith(word)) found.push([0, word.length]);
    else if (!isWhole && inside >= 0) found.push([inside, inside + word.length]);
    else return null;
  }
  return found;
};

/** A word that was found, and which letters of its folded form. */
export interface Place {
  word: Word;
  letters: Span;
}

/** Where the wanted words stand among the words of a text, in order. */
export const findIn = (words: readonly Word[], wanted: Wanted): Place[] =>
  words.flatMap((_, at) =>
    (startsHere(words, at, wanted) ?? []).flatMap((letters, index): Place[] => {
      const word = words[at + index];
      return word ? [{ word, letters }] : [];
    }),
  );

/** The part of the text at a place. */
export const spanOf = (text: string, { word, letters }: Place): Span => {
  const [from, to] = unfolded(text.slice(word.start, word.end), letters);
  return [word.start + from, word.start + to];
};

/** The terms of a post: each word, and each end of a long word. @param most how many at most */
export const termsOf = (texts: readonly string[], most: number): string[] => {
  const words = [...new Set(texts.flatMap((text) => wordsOf(text).map(({ word }) => word)))];
  return [...new Set([...words, ...words.flatMap(endsOf)])].slice(0, most);
};
