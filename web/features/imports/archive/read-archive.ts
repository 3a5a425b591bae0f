import { isCircleExport, readCircleExport } from './circle-export.ts';
import type { ArchiveTexts, Found, VideoOption } from './found.ts';
import { readFolder } from './folder.ts';
import { isOtherArchive, isZip, openZip } from './open-zip.ts';
import { isFacebook, isHtmlExport, isInstagram, readFacebook, readInstagram } from './social.ts';
import { BrokenArchive, OtherExport, type SourceFile, sorted, type UnsortedFile } from './source-file.ts';
import { isTakeout, readTakeout } from './takeout.ts';

/** A chosen file, with its path in the chosen folder. */
export interface ChosenFile {
  path: string;
  file: File;
}

/**
 * All files of the chosen files and archives. Archives are parts of one: a file that is in several counts once.
 * @throws BrokenArchive, OtherExport
 */
export const openFiles = async (chosen: readonly ChosenFile[]): Promise<SourceFile[]> => {
  const files = new Map<string, UnsortedFile>();
  for (const { path, file } of chosen) {
    if (!(await isZip(file))) {
      // In a folder it is one of many files.
      if (!path.includes('/') && (await isOtherArchive(file))) throw new OtherExport(file.name);
      files.set(path, { path, bytes: file.size, read: () => Promise.resolve(file) });
      continue;
    }
    try {
      for (const entry of await openZip(file)) if (!files.has(entry.path)) files.set(entry.path, entry);
    } catch (error) {
      throw new BrokenArchive(file.name, { cause: error });
    }
  }
  const all: SourceFile[] = [];
  for (const file of files.values()) if (!file.path.startsWith('__MACOSX/')) all.push(await sorted(file));
  return all;
};

/**
 * The albums of files from anywhere: what they are is found by their names and contents.
 * @throws OtherExport
 */
export const readArchive = async (
  files: readonly SourceFile[],
  options: ArchiveTexts & VideoOption,
  onStep: (done: number, total: number) => void,
): Promise<Found> => {
  if (await isCircleExport(files)) return readCircleExport(files, options);
  if (isInstagram(files)) return readInstagram(files, options, onStep);
  if (isFacebook(files)) return readFacebook(files, options, onStep);
  if (isHtmlExport(files)) throw new OtherExport(null);
  if (await isTakeout(files)) return readTakeout(files, options, onStep);
  return readFolder(files, options, onStep);
};
