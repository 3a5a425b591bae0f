import { takenDayOf } from '../../media/taken-day.ts';
import { dayOfName } from './days.ts';
import { counter, type Found, type FoundItem, forEach, inOrder } from './found.ts';
import { folderOf, isPhotoName, isVideoName, nameOf, type SourceFile } from './source-file.ts';
import { titleOf } from './texts.ts';

const isHidden = (path: string): boolean => path.split('/').some((part) => /^[.@]/.test(part));

/** Photos by the folder they are in, with the days that their files name. */
export const readFolder = async (
  files: readonly SourceFile[],
  onStep?: (done: number, total: number) => void,
): Promise<Found> => {
  const leftOut = counter();
  const shown = files.filter(({ path }) => !isHidden(path));
  leftOut.add('video', shown.filter(({ path }) => isVideoName(path)).length);
  const folders = new Map<string, FoundItem[]>();
  await forEach(
    shown.filter(({ path }) => isPhotoName(path)),
    async (file) => {
      try {
        const takenOn = (await takenDayOf(await file.read())) ?? dayOfName(nameOf(file.path));
        const item = { key: file.path, file, takenOn, caption: '', words: '' };
        const folder = folderOf(file.path);
        const inside = folders.get(folder);
        if (inside) inside.push(item);
        else folders.set(folder, [item]);
      } catch (error) {
        console.warn(error);
        leftOut.add('unreadable');
      }
    },
    onStep,
  );
  const albums = [...folders].map(([key, items]) => ({
    key,
    title: titleOf(nameOf(key), ''),
    words: '',
    items: items.toSorted(inOrder),
  }));
  return {
    source: 'folder',
    albums: albums.toSorted((one, other) => one.key.localeCompare(other.key)),
    leftOut: leftOut.counts,
  };
};
