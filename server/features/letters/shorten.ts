import { linkedLines } from '../../platform/mail/frame.ts';
import { cutBefore } from '../../platform/text/shorten.ts';

/** Words of a moment, and whether the rest of them stands only in Circle. */
export interface ShortText {
  text: string;
  isCut: boolean;
}

const bytesOf = (text: string): number => Buffer.byteLength(linkedLines(text));

/** Bytes of the character that marks a cut. */
const markBytes = Buffer.byteLength('…');

// Bytes are those of the text as HTML, where `&` has five.
const shortenTo = (text: string, maxBytes: number): ShortText => {
  if (bytesOf(text) <= maxBytes) return { text, isCut: false };
  let room = maxBytes - markBytes;
  let end = 0;
  for (const character of text) {
    room -= bytesOf(character);
    if (room < 0) break;
    end += character.length;
  }
  return { text: cutBefore(text, end), isCut: true };
};

/**
 * Shortens texts so that they fit into some bytes of HTML together. Short texts stay whole; the long ones get the same
 * room each.
 */
export const shortenAll = <Key>(
  texts: ReadonlyMap<Key, string>,
  maxBytes: number,
): ReadonlyMap<Key, ShortText> => {
  let room = maxBytes;
  let left = texts.size;
  const bySize = [...texts]
    .map(([key, text]) => ({ key, text, bytes: bytesOf(text) }))
    .toSorted((one, other) => one.bytes - other.bytes);
  return new Map(
    bySize.map(({ key, text, bytes }) => {
      const share = Math.floor(room / left);
      left -= 1;
      room -= Math.min(bytes, share);
      return [key, shortenTo(text, share)];
    }),
  );
};
