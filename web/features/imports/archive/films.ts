import { extensionOf, folderOf, hasVideoEnd, nameOf, type SourceFile } from './source-file.ts';

/** The film of a Live Photo lasts three seconds; a larger video with the name of a photo is one in its own right. */
const maxFilmBytes = 30 * 1024 * 1024;

const withoutEnd = (path: string): string => path.slice(0, path.length - extensionOf(path).length);

/**
 * Videos by the photo whose film they are: `IMG_1.HEIC` with `IMG_1.MOV` beside it, `PXL_1.MP.jpg` with `PXL_1.MP`,
 * `MVIMG_1.jpg` with `MVIMG_1`. The others stand alone.
 * @param originals the names of the photos that edited ones were made of
 */
export const pairFilms = (
  photos: readonly SourceFile[],
  files: readonly SourceFile[],
  originals: ReadonlyMap<string, string> = new Map(),
): { films: ReadonlyMap<string, SourceFile>; alone: SourceFile[] } => {
  const videos = files.filter(({ kind }) => kind === 'video');
  const byName = new Map<string, SourceFile>();
  for (const video of videos.filter(({ bytes }) => bytes <= maxFilmBytes)) {
    const path = video.path.toLowerCase();
    byName.set(hasVideoEnd(path) ? withoutEnd(path) : path, video);
  }
  const films = new Map<string, SourceFile>();
  for (const { path } of photos) {
    const original = originals.get(nameOf(path));
    const paths = original === undefined ? [path] : [path, [folderOf(path), original].join('/')];
    const film = paths.flatMap((one) => byName.get(withoutEnd(one).toLowerCase()) ?? [])[0];
    if (film) films.set(path, film);
  }
  const paired = new Set(films.values());
  return { films, alone: videos.filter((video) => !paired.has(video)) };
};
