// Separate from placeholder.ts: loads after the first paint.
import { thumbHashToDataURL } from 'thumbhash';

// Decoding takes half a millisecond, and a growing feed renders the same placeholders repeatedly.
const painted = new Map<string, string | null>();
const maxCount = 300;

const paint = (thumbhash: string): string | null => {
  try {
    const bytes = Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));
    return `url(${thumbHashToDataURL(bytes)})`;
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
