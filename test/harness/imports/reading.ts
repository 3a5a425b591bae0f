import type { Found } from '../../../web/features/imports/archive/found.ts';
import { openFiles, readArchive } from '../../../web/features/imports/archive/read-archive.ts';
import { type Contents, zipOf } from './archives.ts';

/** Options of the tests. */
export const words = {
  videos: false,
  othersTitle: 'In albums of others',
  yearTitle: (year: string) => `Moments ${year}`.trim(),
  dated: (time: string, text: string) => `${time.slice(0, 10)}: ${text}`,
};

/** Reads ZIP archives that were chosen together; files stand for one archive of them. */
export const readWith = async (
  options: typeof words,
  ...parts: (Readonly<Record<string, Contents>> | Uint8Array)[]
): Promise<Found> => {
  const chosen = await Promise.all(
    parts.map(async (part, at) => {
      const bytes = part instanceof Uint8Array ? part : await zipOf(part);
      const name = `takeout-00${at + 1}.zip`;
      return { path: name, file: new File([new Uint8Array(bytes)], name) };
    }),
  );
  return readArchive(await openFiles(chosen), options, () => undefined);
};

export const read = (...parts: (Readonly<Record<string, Contents>> | Uint8Array)[]) =>
  readWith(words, ...parts);

/** Title, and path (without folder), day and caption of each photo. */
export const shown = ({ albums }: Found) =>
  albums.map(({ title, items }) => [
    title,
    items.map(({ key, takenOn, caption }) => [key.slice(key.lastIndexOf('/') + 1), takenOn, caption]),
  ]);
