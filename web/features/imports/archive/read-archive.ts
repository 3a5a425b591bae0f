import { type Reader, ZipReader } from '@zip.js/zip.js/lib/zip-core-reader.js';
import { takenDayOf, takenDayOfVideo } from '../../media/taken-day.ts';
import { isCircleExport, readCircleExport } from './circle-export.ts';
import {
  type ArchiveTexts,
  type Found,
  type VideoOption,
  counter,
  type FoundItem,
  forEach,
  inOrder,
} from './found.ts';
import { isFacebook, isHtmlExport, isInstagram, readFacebook, readInstagram } from './social.ts';
import {
  BrokenArchive,
  OtherExport,
  type SourceFile,
  sorted,
  type UnsortedFile,
  folderOf,
  nameOf,
} from './source-file.ts';
import { isTakeout, readTakeout } from './takeout.ts';
import { dayOfName } from './days.ts';
import { pairFilms } from './films.ts';
import { titleOf } from './texts.ts';

const isHidden = (path: string): boolean => path.split('/').some((part) => /^[.@]/.test(part));

/** Photos by the folder they are in, with the days that their files name. */
const readFolder = async (
  files: readonly SourceFile[],
  { videos }: VideoOption,
  onStep: (done: number, total: number) => void,
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

/** Reads an archive by slices, so that one of 50 GB needs no memory. */
const readerOf = (blob: Blob) => ({
  size: blob.size,
  readUint8Array: async (from: number, length: number): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(await blob.slice(from, from + length).arrayBuffer()),
  createReadable: ({ offset, size }: { offset: number; size: number }) =>
    blob.slice(offset, offset + size).stream(),
});

/** Collects what is written to it. */
const collector = () => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const writable = new WritableStream<Uint8Array<ArrayBuffer>>({
    write: (part) => {
      parts.push(part.slice());
    },
  });
  return { writable, toBlob: () => new Blob(parts) };
};

const start = [0x50, 0x4b];

/** Whether a file is a ZIP archive, by its first bytes. */
const isZip = async (file: Blob): Promise<boolean> => {
  const bytes = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return start.every((byte, index) => bytes[index] === byte);
};

/** The first bytes of gzip, 7-Zip and RAR, as letters. */
const otherStarts = ['\u001f\u008b', '7z\u00bc\u00af', 'Rar!'];
/** Behind the name of its first file. */
const markOfTar = { text: 'ustar', at: 257 };

/** Whether a file is an archive that is no ZIP file, by its first bytes. */
const isOtherArchive = async (file: Blob): Promise<boolean> => {
  const bytes = new Uint8Array(await file.slice(0, markOfTar.at + markOfTar.text.length).arrayBuffer());
  const text = String.fromCharCode(...bytes);
  return otherStarts.some((one) => text.startsWith(one)) || text.startsWith(markOfTar.text, markOfTar.at);
};

/**
 * The files of a ZIP archive, from its directory alone: no file is read before it is needed.
 * @throws an error if the directory cannot be read, as in an archive that was not downloaded completely
 */
const openZip = async (blob: Blob): Promise<UnsortedFile[]> => {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the part of a reader that ZipReader uses
  const zip = new ZipReader(readerOf(blob) as unknown as Reader<Blob>, {
    useWebWorkers: false,
    useCompressionStream: true,
  });
  const entries = await zip.getEntries();
  return entries.flatMap((entry) =>
    entry.directory
      ? []
      : [
          {
            path: entry.filename,
            bytes: entry.uncompressedSize,
            read: async () => {
              const { writable, toBlob } = collector();
              await entry.getData({ writable });
              return toBlob();
            },
          },
        ],
  );
};

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
