/** More marks on one letter than any language writes: Unicode's stream-safe text (UAX 15) has thirty. */
const surplus = /(\p{M}{30})\p{M}{1,2000}/gu;

/**
 * The text, with no more marks on a letter than any language uses. Sorting marks takes quadratic time in the number of
 * marks in a row, so a text of nothing else could block the server.
 */
export const withFewMarks = (text: string): string => {
  // Matched in bounded pieces: one pattern over millions of characters would run out of memory.
  const fewer = text.replaceAll(surplus, '$1');
  return fewer.length === text.length ? text : withFewMarks(fewer);
};

/** Text in NFC, in linear time. */
export const composed = (text: string): string => withFewMarks(text).normalize('NFC');
