/** A photo of the circle, as the server lists it. */
export interface ListedPhoto {
  name: string;
  alt: string;
}

/** Which photo comes next: each once in a round, in the order of the list. A new photo comes next in any round. */
export const createOrder = () => {
  let photos: readonly ListedPhoto[] = [];
  let shown: Record<string, true> = {};
  const isListed = (name: string): boolean => photos.some((photo) => photo.name === name);
  return {
    isListed,
    get isEmpty() {
      return photos.length === 0;
    },
    list: (listed: readonly ListedPhoto[]): void => {
      photos = listed;
    },
    /** The photo was shown, or cannot be shown in this round. */
    pass: (name: string): void => {
      shown[name] = true;
    },
    /** The next photo, besides the one on screen. */
    next: (current: string | null): ListedPhoto | null => {
      const fresh = photos.find(({ name }) => !shown[name] && name !== current);
      if (fresh) return fresh;
      shown = {};
      return photos.find(({ name }) => name !== current) ?? null;
    },
  };
};
