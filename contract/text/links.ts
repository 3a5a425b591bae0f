// Control characters, and those that change the direction of what follows, could make an address look like another one.
const address = /https?:\/\/[^\s<>"“”«»`{}|\\^\p{Cc}\p{Cf}]+/giu;

/** Signs that end a sentence, which hardly ever belong to an address. */
const trailing = new Set(".,;:!?'’…*_~");

const count = (text: string, sign: string): number => text.split(sign).length - 1;

/** An address without what follows it in a sentence. A bracket belongs to it if it opens in it. */
const trimmed = (text: string): string => {
  const unopened = new Map([
    [')', count(text, ')') - count(text, '(')],
    [']', count(text, ']') - count(text, '[')],
  ]);
  let end = text.length;
  for (; end > 0; end -= 1) {
    const last = text.charAt(end - 1);
    const surplus = unopened.get(last) ?? 0;
    if (surplus > 0) unopened.set(last, surplus - 1);
    else if (!trailing.has(last)) break;
  }
  return text.slice(0, end);
};

/** A text in pieces: words, and web addresses (http and https) as they stand in it. */
export const splitLinks = (text: string): ({ words: string } | { link: string })[] => {
  const pieces: ({ words: string } | { link: string })[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const link = trimmed(found);
    if (!URL.canParse(link)) continue;
    if (index > from) pieces.push({ words: text.slice(from, index) });
    pieces.push({ link });
    from = index + link.length;
  }
  if (from < text.length) pieces.push({ words: text.slice(from) });
  return pieces;
};
