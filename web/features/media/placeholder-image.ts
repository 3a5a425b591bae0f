// Separate from placeholder.ts: loads after the first paint.
import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash';

// Decoding takes half a millisecond, and a growing feed renders the same placeholders repeatedly.
const painted = new Map<string, string | null>();
const maxCount = 300;

const bytesOf = (thumbhash: string): Uint8Array =>
  Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));

const paint = (thumbhash: string): string | null => {
  try {
    return `url(${thumbHashToDataURL(bytesOf(thumbhash))})`;
  } catch {
    return null;
  }
};

/** The blurred placeholder of a photo as a CSS image; null if the hash is invalid. */
export const placeholderOf = (thumbhash: string): string | null => {
  const known = painted.get(thumbhash);
  if (known !== undefined) return known;
  if (painted.size >= maxCount) painted.clear();
  const image = paint(thumbhash);
  painted.set(thumbhash, image);
  return image;
};

/** The placeholder, if it has been decoded before. */
export const knownPlaceholder = (thumbhash: string): string | null => painted.get(thumbhash) ?? null;

/** The average colour of a photo as a CSS colour, which takes no time to decode. */
export const averageColor = (thumbhash: string): string => {
  try {
    const { r, g, b } = thumbHashToAverageRGBA(bytesOf(thumbhash));
    return `rgb(${[r, g, b].map((part) => Math.round(part * 255)).join(' ')})`;
  } catch {
    return 'var(--sunken)';
  }
};
