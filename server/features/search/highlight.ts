import type { Highlight } from '../../../contract/years/search.ts';
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

/**
 * The texts of a post in which the wanted words stand.
 * @returns null if one of them is in none of the texts
 */
export const highlight = (texts: readonly SeenText[], wanted: readonly Wanted[]): Highlight[] | null => {
  const found = texts.map((seen) => {
    const words = wordsOf(seen.text);
    return { ...seen, words, places: wanted.map((part) => findIn(words, part)) };
  });
  if (wanted.some((_, part) => found.every(({ places }) => places[part]?.length === 0))) return null;
  return found.flatMap(({ in: where, text, words, places }) => {
    const marked = [...new Set(places.flat())].toSorted((a, b) => a - b).flatMap((at) => words[at] ?? []);
    const [first] = marked;
    if (!first) return [];
    const { from, to } = excerpt(text, first);
    const marks = marked
      .filter(({ start, end }) => start >= from && end <= to)
      .map(({ start, end }): [number, number] => [start - from, end - from]);
    return [{ in: where, text: text.slice(from, to), marks }];
  });
};
