/** Marks beyond the thirtieth on one letter (Unicode's stream-safe text, UAX 15): no language writes so many. */
const surplus = /(\p{M}{30})\p{M}+/gu;

/**
 * A text without more marks on a letter than any language has. Putting marks in their order takes the square of how many
 * there are in a row: a text of nothing else would hold everybody up.
 */
export const withFewMarks = (text: string): string => text.replaceAll(surplus, '$1');

/** Text in NFC, in a time that grows with its length and no faster. */
export const composed = (text: string): string => withFewMarks(text).normalize('NFC');
