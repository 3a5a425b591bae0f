import { dayOfName } from './days.ts';
import { pairFilms } from './films.ts';
import {
  counter,
  type Found,
  type FoundAlbum,
  type FoundItem,
  forEach,
  inOrder,
  type VideoOption,
} from './found.ts';
import { originalsOf, sidecarOf, Sidecars } from './sidecars.ts';
import { extensionOf, folderOf, nameOf, readJson, type SourceFile } from './source-file.ts';
import { cut, isRecord, textOf, titleOf } from './texts.ts';
import { limits } from '../../../../contract/limits.ts';

const trash = /^(?:trash|bin|papierkorb|corbeille|papelera|cestino|prullenbak|lixeira)$/i;
const years = /^\D+ (?:19|20)\d\d$/;

const byFolder = (files: readonly SourceFile[]): Map<string, SourceFile[]> => {
  const folders = new Map<string, SourceFile[]>();
  for (const file of files) {
    const folder = folderOf(file.path);
    const inside = folders.get(folder);
    if (inside) inside.push(file);
    else folders.set(folder, [file]);
  }
  return folders;
};

/** How many JSON files are read to learn whether files are an archive of Google Photos. */
const maxRead = 50;

/** Whether files are an archive of Google Photos: the folders say so, or JSON files about photos. */
export const isTakeout = async (files: readonly SourceFile[]): Promise<boolean> => {
  if (files.some(({ path }) => /(?:^|\/)Takeout\/|(?:^|\/)Google (?:Photos|Fotos|Foto)\//.test(path)))
    return true;
  const jsons = files.filter(({ path }) => extensionOf(path) === '.json');
  for (const file of jsons.slice(0, maxRead)) if (sidecarOf(await readJson(file))) return true;
  return false;
};

/** Albums of Google Photos, from one or several archives: a photo's JSON file may be in another one. */
export const readTakeout = async (
  files: readonly SourceFile[],
  { videos }: VideoOption,
  onStep: (done: number, total: number) => void,
): Promise<Found> => {
  const leftOut = counter();
  const folders = byFolder(files);
  const jsonFiles = files.filter(({ path }) => extensionOf(path) === '.json');
  const contents = new Map<string, unknown>();
  await forEach(
    jsonFiles.filter(({ path }) => !trash.test(nameOf(folderOf(path)))),
    async (file) => {
      contents.set(file.path, await readJson(file));
    },
    onStep,
  );
  const albums: FoundAlbum[] = [];
  for (const [folder, inside] of folders) {
    if (trash.test(nameOf(folder))) {
      leftOut.add('trash', inside.filter(({ kind }) => kind !== null).length);
      continue;
    }
    leftOut.add('format', inside.filter(({ kind }) => kind === 'other').length);
    const jsons = inside.filter(({ path }) => extensionOf(path) === '.json');
    const sidecars = new Sidecars(
      jsons.flatMap(({ path }) => {
        const sidecar = sidecarOf(contents.get(path));
        return sidecar ? [[nameOf(path), sidecar] as const] : [];
      }),
    );
    const about = jsons
      .map(({ path }) => contents.get(path))
      .find((json) => isRecord(json) && !isRecord(json['photoTakenTime']) && textOf(json['title']) !== '');
    const photos = inside.filter(({ kind }) => kind === 'photo');
    const originals = originalsOf(
      photos.map(({ path }) => nameOf(path)),
      sidecars,
    );
    const edited = new Set(originals.values());
    const kept = photos.filter(({ path }) => !edited.has(nameOf(path)));
    leftOut.add('original', photos.length - kept.length);
    const { films, alone } = pairFilms(kept, inside, originals);
    if (!videos) leftOut.add('video', films.size + alone.length);
    const items: FoundItem[] = [];
    for (const file of videos ? [...kept, ...alone] : kept) {
      const name = nameOf(file.path);
      const sidecar = sidecars.find(originals.get(name) ?? name);
      const film = videos ? films.get(file.path) : undefined;
      if (sidecar?.isTrashed) {
        leftOut.add('trash', film ? 2 : 1);
        continue;
      }
      items.push({
        key: file.path,
        file,
        ...(file.kind === 'video' && { isVideo: true as const }),
        takenOn: sidecar?.takenOn ?? dayOfName(name),
        caption: sidecar?.caption ?? '',
        words: '',
        film,
      });
    }
    if (items.length === 0) continue;
    albums.push({
      key: folder,
      title: titleOf(isRecord(about) ? textOf(about['title']) : '', nameOf(folder) || 'Google Photos'),
      words: isRecord(about) ? cut(textOf(about['description']), limits.textPost) : '',
      items: items.toSorted(inOrder),
    });
  }
  // A photo of an album is also in the folder of its year: the album comes first and gets it.
  const rank = ({ key }: FoundAlbum) => (years.test(nameOf(key)) ? 1 : 0);
  return {
    source: 'google',
    albums: albums.toSorted((one, other) => rank(one) - rank(other) || one.title.localeCompare(other.title)),
    leftOut: leftOut.counts,
  };
};
