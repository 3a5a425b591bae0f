/** Stands in a sentence for an element. No text of a member has this character. */
export const element = '\0';

/** The parts of a sentence before and after its element. */
export const around = (sentence: string): [before: string, after: string] => {
  const at = sentence.indexOf(element);
  return at < 0 ? [sentence, ''] : [sentence.slice(0, at), sentence.slice(at + 1)];
};
