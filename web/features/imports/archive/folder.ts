import { takenDayOf, takenDayOfVideo } from '../../media/taken-day.ts';
import { dayOfName } from './days.ts';
import { pairFilms } from './films.ts';
import { counter, type Found, type FoundItem, forEach, inOrder, type VideoOption } from './found.ts';
import { folderOf, nameOf, type SourceFile } from './source-file.ts';
import { titleOf } from './texts.ts';

const isHidden = (path: string): boolean => path.split('/').some((part) => /^[.@]/.test(part));

/** Photos by the folder they are in, with the days that their files name. */
export const readFolder = async (
  files: readonly SourceFile[],
  { videos }: VideoOption,
  onStep?: (done: number, total: number) => void,
): Promise<Found> => {
  const leftOut = counter();
  const shown = files.filter(({ path }) => !isHidden(path));
  const photos = shown.filter(({ kind }) => kind === 'photo');
  leftOut.add('format', shown.filter(({ kind }) => kind === 'other').length);
  const { films, alone } = pairFilms(photos, shown);
  if (!videos) leftOut.add('video', films.size + alone.length);
  const standing = new Set(alone);
  const folders = new Map<string, FoundItem[]>();
  await forEach(
    videos ? [...photos, ...alone] : photos,
    async (file) => {
      try {
        const isVideo = standing.has(file);
        const read = isVideo ? takenDayOfVideo : takenDayOf;
        const takenOn = (await read(await file.read())) ?? dayOfName(nameOf(file.path));
        const item: FoundItem = {
          key: file.path,
          file,
          takenOn,
          caption: '',
          words: '',
          ...(isVideo && { isVideo }),
          film: videos ? films.get(file.path) : undefined,
        };
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
