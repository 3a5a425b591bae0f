/** More marks on one letter than any language writes: Unicode's stream-safe text (UAX 15) has thirty. */
const surplus = /(\p{M}{30})\p{M}{1,2000}/gu;

/**
 * A text without more marks on a letter than any language has. Putting marks in their order takes the square of how many
 * there are in a row: a text of nothing else would hold everybody up.
 */
export const withFewMarks = (text: string): string => {
  // In parts and over again: a pattern that takes millions at once has no room to remember them.
  const fewer = text.replaceAll(surplus, '$1');
  return fewer.length === text.length ? text : withFewMarks(fewer);
};

/** Text in NFC, in a time that grows with its length and no faster. */
export const composed = (text: string): string => withFewMarks(text).normalize('NFC');
