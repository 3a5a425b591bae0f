import { thumbHashToDataURL } from 'thumbhash';

// Painting one takes half a millisecond, and a feed that grows draws the same ones again and again.
const painted = new Map<string, string | null>();
const most = 300;

const paint = (thumbhash: string): string | null => {
  try {
    const bytes = Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));
    return `url(${thumbHashToDataURL(bytes)})`;
  } catch {
    return null;
  }
};

/** The blurred picture behind a photo until it is there, as a CSS image; null where the hash cannot be read. */
export const placeholderOf = (thumbhash: string): string | null => {
  const known = painted.get(thumbhash);
  if (known !== undefined) return known;
  if (painted.size >= most) painted.clear();
  const image = paint(thumbhash);
  painted.set(thumbhash, image);
  return image;
};
