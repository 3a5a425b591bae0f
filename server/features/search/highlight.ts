import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Highlight } from '../../../contract/search.ts';
import { findIn, type Span, type Wanted, wordsOf } from './terms.ts';

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

/** UTF-16 units that are compared without a pause for others: 10 ms. */
const comparedTogether = 20_000;

/** The result of a look at the texts of a post. */
interface Found {
  /** Each of the wanted words stands in one of the texts. */
  isFound: boolean;
  /** The texts in which at least one of them stands. */
  inTexts: Highlight[];
}

/** Looks for the wanted words in the texts of a post, with pauses for others. */
export const highlight = async (texts: readonly SeenText[], wanted: readonly Wanted[]): Promise<Found> => {
  const missing = new Set(wanted);
  const inTexts: Highlight[] = [];
  let compared = 0;
  for (const { in: where, text } of texts) {
    compared += text.length;
    const words = wordsOf(text);
    const places = wanted.map((part) => findIn(text, words, part));
    for (const [at, part] of wanted.entries()) if (places[at]?.length) missing.delete(part);
    const marked = joined(places.flat());
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
  return { isFound: missing.size === 0, inTexts };
};
