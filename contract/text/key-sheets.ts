import { bech32, bech32m } from '@scure/base';

/*
 * The private key of the backups on three sheets of paper, of which any two restore it (Shamir's scheme over GF(256), in
 * steps of one byte: a line whose value at 0 is the secret). A sheet is written in the alphabet and with the checksum of
 * bech32m: 65 letters in groups of 5, which need no upper case.
 */

const prefix = 'circle';
const keyPrefix = 'age-secret-key-';

type SheetNumber = 1 | 2 | 3;

export interface Sheet {
  number: SheetNumber;
  /** The same on the three sheets that were made together, and random: it tells nothing about the key. */
  set: string;
  bytes: Uint8Array;
}

/** Letters of a sheet as it is printed, without spaces. */
export const sheetLength = 65;
const groupLength = 5;
/** 30 bits. */
const setLength = 6;

/** In the field of AES. */
const multiply = (a: number, b: number): number => {
  let [left, right, product] = [a, b, 0];
  for (; right > 0; right >>= 1) {
    if ((right & 1) === 1) product ^= left;
    left = (left << 1) ^ (left >= 128 ? 0x1_1b : 0);
  }
  return product;
};

/** For factors that are not 0. */
const divide = (a: number, b: number): number => {
  for (let quotient = 0; quotient < 256; quotient += 1) if (multiply(quotient, b) === a) return quotient;
  throw new RangeError('Nothing is divided by 0.');
};

/** @param slopes as many random bytes as the secret has, for this call alone */
export const shareOf = (secret: Uint8Array, slopes: Uint8Array, number: SheetNumber): Uint8Array =>
  secret.map((byte, at) => byte ^ multiply(slopes[at] ?? 0, number));

const bytesOfKey = (privateKey: string): Uint8Array | null => {
  const decoded = bech32.decodeUnsafe(privateKey.trim());
  if (decoded?.prefix !== keyPrefix) return null;
  const bytes = bech32.fromWordsUnsafe(decoded.words);
  return bytes instanceof Uint8Array && bytes.length === 32 ? bytes : null;
};

const random = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));

/** @returns the letters of three sheets; null if this is no private key (`AGE-SECRET-KEY-1…`) */
export const splitKey = (privateKey: string): string[] | null => {
  const secret = bytesOfKey(privateKey);
  if (secret === null) return null;
  const slopes = random(secret.length);
  const set = [...random(setLength)].map((byte) => byte % 32);
  return ([1, 2, 3] as const).map((number) =>
    bech32m
      .encode(prefix, [number, ...set, ...bech32m.toWords(shareOf(secret, slopes, number))])
      .slice(prefix.length + 1)
      .toUpperCase(),
  );
};

/** The text of the QR code, whose beginning tells what it belongs to. */
export const scannedSheet = (letters: string): string => `${prefix}1${letters}`.toUpperCase();

export const groupsOf = (letters: string): string[] =>
  Array.from({ length: sheetLength / groupLength }, (_, at) =>
    letters.slice(at * groupLength, (at + 1) * groupLength),
  );

export type SheetFault =
  | { fault: 'length'; letters: number }
  /** No sheet has these letters. */
  | { fault: 'letters'; letters: string }
  /** The group with the one wrong letter, from 1; null if more are wrong. */
  | { fault: 'mistyped'; group: number | null };

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

const wordsOf = (letters: string): number[] | null =>
  bech32m.decodeUnsafe(`${prefix}1${letters}`)?.words ?? null;

/** The checksum knows any one wrong letter by its place. */
const wrongGroup = (letters: string): number | null => {
  for (let at = 0; at < letters.length; at += 1) {
    for (const letter of alphabet) {
      if (wordsOf(letters.slice(0, at) + letter + letters.slice(at + 1)) !== null)
        return Math.floor(at / groupLength) + 1;
    }
  }
  return null;
};

/** Letters without spaces and other signs, and those that the alphabet lacks as the ones that look like them. */
const typedLetters = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/^circle1/, '')
    .replaceAll('o', '0')
    .replaceAll(/[i1]/g, 'l');

/** How many letters of a sheet a text has. */
export const countLetters = (text: string): number => typedLetters(text).length;

/** Reads a sheet as somebody typed it or a code reader read it. */
export const readSheet = (text: string): Sheet | SheetFault => {
  const letters = typedLetters(text);
  const strange = [...new Set(letters)].filter((letter) => !alphabet.includes(letter));
  if (strange.length > 0) return { fault: 'letters', letters: strange.join(' ') };
  if (letters.length !== sheetLength) return { fault: 'length', letters: letters.length };
  const [number, ...rest] = wordsOf(letters) ?? [];
  if (number === undefined) return { fault: 'mistyped', group: wrongGroup(letters) };
  const bytes = bech32m.fromWordsUnsafe(rest.slice(setLength));
  if ((number !== 1 && number !== 2 && number !== 3) || !(bytes instanceof Uint8Array))
    return { fault: 'mistyped', group: null };
  return { number, set: rest.slice(0, setLength).join('-'), bytes };
};

/** @returns the private key; `same` for one sheet twice, `strangers` for sheets that were not made together */
export const joinSheets = (a: Sheet, b: Sheet): { key: string } | { fault: 'same' | 'strangers' } => {
  if (a.set !== b.set) return { fault: 'strangers' };
  if (a.number === b.number) return { fault: 'same' };
  const slopes = a.bytes.map((byte, at) => divide(byte ^ (b.bytes[at] ?? 0), a.number ^ b.number));
  return { key: bech32.encodeFromBytes(keyPrefix, shareOf(a.bytes, slopes, a.number)).toUpperCase() };
};
