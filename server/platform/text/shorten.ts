const graphemes = new Intl.Segmenter();

/** Characters within which a cut looks for the end of a word. */
const wordWithin = 60;

/** Cuts before a position: after the last whole word near it, and never inside a letter or emoji of several parts. */
export const cutBefore = (text: string, end: number): string => {
  const whole = text.slice(0, graphemes.segment(text).containing(end)?.index ?? end);
  const space = whole.search(/\s\S*$/);
  return `${(space > whole.length - wordWithin ? whole.slice(0, space) : whole).trimEnd()}…`;
};

/** A text of at most so many characters (code points). */
export const shorten = (text: string, maxLength: number): string => {
  const characters = [...text];
  return characters.length <= maxLength
    ? text
    : cutBefore(text, characters.slice(0, maxLength - 1).join('').length);
};
