import { limits } from '../../../../contract/limits.ts';

/** Instagram and Facebook write each byte of UTF-8 as a letter: `JÃ¶rg` for `Jörg`. Other texts stay as they are. */
export const repaired = (text: string): string => {
  const codes = Array.from(text, (letter) => letter.charCodeAt(0));
  if (codes.some((code) => code > 0xff) || codes.every((code) => code < 0x80)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(codes));
  } catch {
    return text;
  }
};

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A text of at most so many characters; a longer one ends with an ellipsis. */
export const cut = (text: string, maxLength: number): string => {
  const letters = [...text];
  return letters.length <= maxLength ? text : `${letters.slice(0, maxLength - 1).join('')}…`;
};

/** A description fits a photo as a whole; a longer one becomes words of the album. */
export const fitsPhoto = (text: string): boolean => [...text].length <= limits.photoCaption;

/** A title of an album: one line, never empty. */
export const titleOf = (text: string, otherwise: string): string =>
  cut(text.replaceAll(/\s+/g, ' ').trim() || otherwise, limits.albumTitle);
