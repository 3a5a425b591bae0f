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
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .slice(0, maxLength);

/** The words of a text, in order: letters, digits and marks. */
export const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap((match) => {
    const word = foldWord(match[0]);
    return word === '' ? [] : [{ word, start: match.index, end: match.index + match[0].length }];
  });

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
    if (words.length === 0) return [];
    return [{ words, isPhrase: phrase !== undefined }];
  });
  return wanted.slice(0, limits.searchWords);
};

const startsHere = (words: readonly Word[], at: number, { words: wanted, isPhrase }: Wanted): boolean =>
  wanted.every((word, index) => {
    const here = words[at + index]?.word;
    if (here === undefined) return false;
    const isLast = index === wanted.length - 1;
    if (isPhrase || !isLast) return here === word;
    return here.startsWith(word) || (wanted.length === 1 && endsOf(here).some((end) => end.startsWith(word)));
  });

/** Where the wanted words stand in a text, as places of words. */
export const findIn = (words: readonly Word[], wanted: Wanted): number[] =>
  words.flatMap((_, at) =>
    startsHere(words, at, wanted) ? wanted.words.map((_word, index) => at + index) : [],
  );

/** A word under which a post is found, with its position, which ends of words share with nothing else. */
export interface Term {
  word: string;
  position: number;
}

/** Between texts, so that no phrase goes across. */
const gap = 10;

/** The terms of a post: each word, and each end of a long word. @param most how many at most */
export const termsOf = (texts: readonly string[], most: number): Term[] => {
  const plain: Term[] = [];
  const ends: Term[] = [];
  let position = 1;
  for (const text of texts) {
    for (const { word } of wordsOf(text)) {
      plain.push({ word, position });
      position += 1;
    }
    position += gap;
  }
  for (const { word } of plain)
    for (const end of endsOf(word)) {
      ends.push({ word: end, position });
      position += 2;
    }
  return [...plain, ...ends].slice(0, most);
};
