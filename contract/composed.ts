/** More marks on one letter than any language writes: Unicode's stream-safe text (UAX 15) has thirty. */
const surplus = /(\p{M}{30})\p{M}{1,2000}/gu;

/**
 * A text without more marks on a letter than any language has. Putting marks in their order takes the square of how many
 * there are in a row: a text of nothing else would hold everybody up.
 */
export const withFewMarks = (text: string): string => {
  // Matched in bounded pieces: one pattern over millions of characters would run out of memory.
  const fewer = text.replaceAll(surplus, '$1');
  return fewer.length === text.length ? text : withFewMarks(fewer);
};

/** Text in NFC, in a time that grows with its length and no faster. */
export const composed = (text: string): string => withFewMarks(text).normalize('NFC');
