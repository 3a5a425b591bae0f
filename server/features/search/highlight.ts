import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Highlight } from '../../../contract/search.ts';
import {
  findIn,
  isLookedUp,
  type Lookup,
  type Place,
  type Span,
  spanOf,
  type Wanted,
  wordsOf,
} from './terms.ts';

/** A text that the viewer sees. */
export interface SeenText {
  in: Highlight['in'];
  text: string;
}

/** The length of an excerpt, and of the text before the first word that was found (UTF-16 units). */
const excerptLength = 240;
const before = 60;

const excerpt = (text: string, [start, end]: Span): { from: number; to: number } => {
  if (text.length <= excerptLength) return { from: 0, to: text.length };
  const wanted = Math.max(0, Math.min(start - before, text.length - excerptLength));
  // Begin and end between words.
  const from = wanted === 0 ? 0 : Math.min(text.indexOf(' ', wanted) + 1, start);
  const last = Math.min(from + excerptLength, text.length);
  const to = last === text.length ? last : Math.max(text.lastIndexOf(' ', last), end);
  return { from, to };
};

/** In order, and as one where they meet, as letters of a script without spaces do. */
export const joined = (spans: readonly Span[]): Span[] => {
  const all: Span[] = [];
  for (const [start, end] of spans.toSorted(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last && last[1] >= start) last[1] = Math.max(last[1], end);
    else all.push([start, end]);
  }
  return all;
};

/** The parts of a text at its first place, and at others that an excerpt around that one can have. */
const firstSpans = (text: string, places: readonly Place[]): Span[] => {
  const [first] = places.toSorted((a, b) => a.word.start - b.word.start || a.letters[0] - b.letters[0]);
  if (!first) return [];
  const end = spanOf(text, first)[0] + excerptLength;
  // Words of a search often find the same letters.
  const near = new Map(
    places
      .filter(({ word }) => word.start < end)
      .map((place) => [[place.word.start, ...place.letters].join(' '), place]),
  );
  return joined([...near.values()].map((place) => spanOf(text, place)));
};

/** UTF-16 units that are compared without a pause for others: 10 ms. */
const comparedTogether = 20_000;

/** The result of a look at the texts of a post. */
interface Found {
  /** Each of the wanted words stands in one of the texts. */
  isFound: boolean;
  /** The texts in which at least one of them stands. */
  inTexts: Highlight[];
  /** The index would have proposed the post by these texts alone. */
  isProposed: boolean;
}

/**
 * Looks for the wanted words in the texts of a post, with pauses for others.
 * @param lookups the words by which the index proposed the post
 */
export const highlight = async (
  texts: readonly SeenText[],
  wanted: readonly Wanted[],
  lookups: readonly Lookup[],
): Promise<Found> => {
  const missing = new Set(wanted);
  const inTexts: Highlight[] = [];
  const unseen = new Set(lookups);
  let compared = 0;
  for (const { in: where, text } of texts) {
    compared += text.length;
    const words = wordsOf(text);
    for (const lookup of unseen) if (words.some((word) => isLookedUp(word, lookup))) unseen.delete(lookup);
    const places = wanted.map((part) => findIn(words, part));
    for (const [at, part] of wanted.entries()) if (places[at]?.length) missing.delete(part);
    const marked = firstSpans(text, places.flat());
    const [first] = marked;
    if (first) {
      const { from, to } = excerpt(text, first);
      const marks = marked
        .filter(([start, end]) => start >= from && end <= to)
        .map(([start, end]): Span => [start - from, end - from]);
      inTexts.push({ in: where, text: text.slice(from, to), marks });
    }
    if (compared >= comparedTogether) {
      compared = 0;
      await nextTurn();
    }
  }
  return { isFound: missing.size === 0, inTexts, isProposed: unseen.size === 0 };
};
