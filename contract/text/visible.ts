// Neither ignorable for Unicode nor seen: the empty pattern of Braille, a note without a head, marks of annotations.
const blank = String.raw`\u2800\u{1d159}\ufff9-\ufffb`;
// Characters that show nothing: those that Unicode lets programs ignore, spaces and controls.
const nothing = String.raw`\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\s${blank}`;
const something = new RegExp(`[^${nothing}]`, 'u');
const ignorable = new RegExp(String.raw`[\p{Default_Ignorable_Code_Point}${blank}]`, 'gu');

/** The text, or an empty one if a reader would see nothing. */
export const visible = (text: string): string => (something.test(text) ? text : '');

/** A name without the characters by which two equal names could differ. */
export const withoutIgnorable = (name: string): string => name.replaceAll(ignorable, '');

/** The text without invisible characters at its ends, which come with a copied address. */
export const withVisibleEnds = (text: string): string => {
  const signs = [...text];
  const isSeen = (sign: string) => something.test(sign);
  return signs.slice(Math.max(0, signs.findIndex(isSeen)), signs.findLastIndex(isSeen) + 1).join('');
};

/** Whether a text has a character that nobody sees, and so nobody types. */
export const hasInvisible = (text: string): boolean =>
  new RegExp(String.raw`[\p{Default_Ignorable_Code_Point}\p{Cf}${blank}]`, 'u').test(text);
