import { betterDay, dayOfName, dayOfSeconds } from './days.ts';
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
import { findSidecar, originalOf } from './sidecars.ts';
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

interface Sidecar {
  takenOn: string | null;
  caption: string;
  /** The photo's name when it was uploaded. */
  title: string;
}

const sidecarOf = (json: unknown): Sidecar | null => {
  if (!isRecord(json) || !isRecord(json['photoTakenTime'])) return null;
  return {
    takenOn: dayOfSeconds(json['photoTakenTime']['timestamp']),
    caption: cut(textOf(json['description']), limits.photoCaption),
    title: textOf(json['title']),
  };
};

/** Whether files are an archive of Google Photos: a photo has a JSON file beside it, or the folders say so. */
export const isTakeout = (files: readonly SourceFile[]): boolean =>
  files.some(({ path }) => /(?:^|\/)Takeout\/|(?:^|\/)Google (?:Photos|Fotos|Foto)\//.test(path)) ||
  files.some(({ path }) => /\.(?:jpe?g|heic|png|webp)\.(?:json|supp[a-z-]*\.json)$/i.test(path));

type Sidecars = ReadonlyMap<string, Sidecar>;

const itemOf = (file: SourceFile, names: ReadonlySet<string>, sidecars: Sidecars) => {
  const name = nameOf(file.path);
  const original = originalOf(name);
  const found = findSidecar(name, names) ?? (original === null ? null : findSidecar(original, names));
  const sidecar =
    (found === null ? undefined : sidecars.get(found)) ??
    // The name was cut or changed: the JSON file names the photo inside.
    [...sidecars.values()].find(({ title }) => title !== '' && (title === name || title === original));
  return {
    key: file.path,
    file,
    takenOn: betterDay(sidecar?.takenOn ?? null, null) ?? dayOfName(name),
    caption: sidecar?.caption ?? '',
    words: '',
  };
};

/** Albums of Google Photos, from one or several archives: a photo's JSON file may be in another one. */
export const readTakeout = async (
  files: readonly SourceFile[],
  { videos }: VideoOption,
  onStep?: (done: number, total: number) => void,
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
    const photos = inside.filter(({ kind }) => kind === 'photo');
    leftOut.add('format', inside.filter(({ kind }) => kind === 'other').length);
    const jsons = inside.filter(({ path }) => extensionOf(path) === '.json');
    const sidecars = new Map(
      jsons.flatMap(({ path }) => {
        const sidecar = sidecarOf(contents.get(path));
        return sidecar ? [[nameOf(path), sidecar] as const] : [];
      }),
    );
    const about = jsons
      .map(({ path }) => contents.get(path))
      .find((json) => isRecord(json) && !isRecord(json['photoTakenTime']) && textOf(json['title']) !== '');
    const names = new Set(sidecars.keys());
    const edited = new Set(photos.flatMap(({ path }) => originalOf(nameOf(path)) ?? []));
    const kept = photos.filter(({ path }) => !edited.has(nameOf(path)));
    leftOut.add('original', photos.length - kept.length);
    const { films, alone } = pairFilms(kept, inside);
    if (!videos) leftOut.add('video', films.size + alone.length);
    const items: FoundItem[] = kept.map((file) => ({
      ...itemOf(file, names, sidecars),
      film: videos ? films.get(file.path) : undefined,
    }));
    if (videos) for (const file of alone) items.push({ ...itemOf(file, names, sidecars), isVideo: true });
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
