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

const foldWord = (text: string): string =>
  fold(text)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .slice(0, maxLength);

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
  return ends;
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
  const letters = text.match(/\P{M}\p{M}*/gu) ?? [];
  const before = (length: number): number => {
    let at = 0;
    for (const letter of letters) {
      if (folded(text.slice(0, at)).length >= length) break;
      at += letter.length;
    }
    return at;
  };
  return [before(from), before(to)];
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
    const inside = wanted.length === 1 ? endsOf(here).find((end) => end.startsWith(word)) : undefined;
    if (isWhole ? here === word : here.startsWith(word)) found.push([0, word.length]);
    else if (!isWhole && inside !== undefined)
      found.push([here.length - inside.length, here.length - inside.length + word.length]);
    else return null;
  }
  return found;
};

/** Where the wanted words stand in a text of these words. */
export const findIn = (text: string, words: readonly Word[], wanted: Wanted): Span[] =>
  words.flatMap((_, at) =>
    (startsHere(words, at, wanted) ?? []).flatMap((letters, index): Span[] => {
      const word = words[at + index];
      if (!word) return [];
      const [from, to] = unfolded(text.slice(word.start, word.end), letters);
      return [[word.start + from, word.start + to]];
    }),
  );

/** The terms of a post: each word, and each end of a long word. @param most how many at most */
export const termsOf = (texts: readonly string[], most: number): string[] => {
  const words = [...new Set(texts.flatMap((text) => wordsOf(text).map(({ word }) => word)))];
  return [...new Set([...words, ...words.flatMap(endsOf)])].slice(0, most);
};
