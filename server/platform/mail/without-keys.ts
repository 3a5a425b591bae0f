import type { ReplyKeys, Span } from './reply-keys.ts';

/** Links that open or stop somebody's letters without a key, also as redirects write them. */
const letterLinks =
  /(?:\/|%2f)(?:letter(?:\/|%2f)mine|api(?:\/|%2f)delivery(?:\/|%2f)stop)(?:\/|%2f)[\w~.-]{20,}/gi;

const linksIn = (text: string): Span[] =>
  [...text.matchAll(letterLinks)].map(({ 0: found, index }) => ({
    first: index,
    last: index + found.length - 1,
  }));

interface Split {
  pattern: RegExp;
  joint: string;
}
const lines: Split = { pattern: /\n/, joint: '\n' };
const words: Split = { pattern: /\s/, joint: ' ' };

/** Removes the parts of a text in which one of these spans begins, goes on or ends. */
const withoutParts = (text: string, { pattern, joint }: Split, spans: readonly Span[]): string => {
  let start = 0;
  const kept = text.split(pattern).filter((part) => {
    const [from, to] = [start, start + part.length];
    start = to + 1;
    return !spans.some(({ first, last }) => first < to && last >= from);
  });
  return kept.join(joint).trim();
};

/**
 * Removes the lines with the key of a letter, a reply address or a link of a letter from a text that others may see
 * (MAILBOX-57). If no line would be left, the other words of these lines stay.
 */
export const withoutKeys = (keys: Pick<ReplyKeys, 'find'>, text: string): string => {
  const spans = [...keys.find(text), ...linksIn(text)];
  if (spans.length === 0) return text;
  return withoutParts(text, lines, spans) || withoutParts(text, words, spans);
};
