import { useEffect, useState } from 'react';

type PlaceholderOf = (thumbhash: string) => string | null;

/** Null until the first card has been painted: its text would wait for the decoding. */
let placeholderOf: PlaceholderOf | null = null;

const load = async (): Promise<PlaceholderOf> =>
  (placeholderOf ??= (await import('../../media/placeholder-image.ts')).placeholderOf);

/** The blurred placeholder of a photo as a CSS image; null if there is none yet. */
export const usePlaceholder = (thumbhash: string): string | null => {
  const [image, setImage] = useState(() => placeholderOf?.(thumbhash) ?? null);
  useEffect(() => {
    load().then(
      (decode) => setImage(decode(thumbhash)),
      (error: unknown) => console.warn(error),
    );
  }, [thumbhash]);
  return image;
};
