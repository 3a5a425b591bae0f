import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Highlight } from '../../../contract/search.ts';
import { findIn, type Wanted, type Word, wordsOf } from './terms.ts';

/** A text that the viewer sees. */
export interface SeenText {
  in: Highlight['in'];
  text: string;
}

/** The length of an excerpt, and of the text before the first word that was found (UTF-16 units). */
const excerptLength = 240;
const before = 60;

const excerpt = (text: string, first: Word): { from: number; to: number } => {
  if (text.length <= excerptLength) return { from: 0, to: text.length };
  const wanted = Math.max(0, Math.min(first.start - before, text.length - excerptLength));
  // Begin and end between words.
  const from = wanted === 0 ? 0 : Math.min(text.indexOf(' ', wanted) + 1, first.start);
  const end = Math.min(from + excerptLength, text.length);
  const to = end === text.length ? end : Math.max(text.lastIndexOf(' ', end), first.end);
  return { from, to };
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
    const places = wanted.map((part) => findIn(words, part));
    for (const [at, part] of wanted.entries()) if (places[at]?.length) missing.delete(part);
    const marked = [...new Set(places.flat())].toSorted((a, b) => a - b).flatMap((at) => words[at] ?? []);
    const [first] = marked;
    if (first) {
      const { from, to } = excerpt(text, first);
      const marks: [number, number][] = [];
      for (const { start, end } of marked.filter((word) => word.start >= from && word.end <= to)) {
        const last = marks.at(-1);
        // Letters of a script without spaces follow each other.
        if (last?.[1] === start - from) last[1] = end - from;
        else marks.push([start - from, end - from]);
      }
      inTexts.push({ in: where, text: text.slice(from, to), marks });
    }
    if (compared >= comparedTogether) {
      compared = 0;
      await nextTurn();
    }
  }
  return { isFound: missing.size === 0, inTexts };
};
