/** Bytes of photos that the page keeps. A tablet of ten years ago has 1 GB of memory. */
const maxKept = 48 * 1024 * 1024;

/** Keeps photos in memory, so that each is fetched once as long as they fit. Nothing is stored on the device. */
export const createKeptBytes = () => {
  let kept: { name: string; bytes: ArrayBuffer }[] = [];
  const size = (): number => kept.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  return {
    find: (name: string): ArrayBuffer | null => kept.find((photo) => photo.name === name)?.bytes ?? null,
    keep: (name: string, bytes: ArrayBuffer): void => {
      kept.push({ name, bytes });
      while (kept.length > 1 && size() > maxKept) kept.shift();
    },
    /** Drops every photo for which `stays` is false. */
    sift: (stays: (name: string) => boolean): void => {
      kept = kept.filter(({ name }) => stays(name));
    },
  };
};
