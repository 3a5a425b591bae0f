import type { ImportSource } from '../../../../contract/imports.ts';
import type { SourceFile } from './source-file.ts';

/** A photo or video of an archive, or words without one. */
export interface FoundItem {
  /** Its path, or for words something else that no other item has. It never leaves the device. */
  key: string;
  file: SourceFile | null;
  isVideo?: true;
  /** The film of a Live Photo. */
  film?: SourceFile | undefined;
  /** The day, `YYYY-MM-DD`, that the archive names; null if only the photo's file can name it, or nothing does. */
  takenOn: string | null;
  /** The description of the photo. */
  caption: string;
  /** Words for the album, in place of a description that is too long or has no photo. */
  words: string;
}

export interface FoundAlbum {
  key: string;
  title: string;
  words: string;
  items: FoundItem[];
}

/** Whether videos and the films of Live Photos are offered. */
export interface VideoOption {
  videos: boolean;
}

/** Texts of albums that an archive does not name. */
export interface ArchiveTexts {
  yearTitle: (year: string) => string;
  dated: (day: string, text: string) => string;
  /** The title for photos in albums of others. */
  othersTitle: string;
}

/** Why files of an archive are not offered. */
export const leftOutReasons = [
  'video',
  'format',
  'original',
  'trash',
  'unlisted',
  'missing',
  'unreadable',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export interface Found {
  source: ImportSource;
  albums: FoundAlbum[];
  /** How many files are not offered, by reason. */
  leftOut: Readonly<Partial<Record<LeftOutReason, number>>>;
}

/** Counts files that are left out. */
export const counter = () => {
  const counts: Partial<Record<LeftOutReason, number>> = {};
  return {
    counts,
    add: (reason: LeftOutReason, count = 1) => {
      if (count > 0) counts[reason] = (counts[reason] ?? 0) + count;
    },
  };
};

/** By day, those without a day last; then by path. */
export const inOrder = (one: FoundItem, other: FoundItem): number =>
  (one.takenOn ?? '9999').localeCompare(other.takenOn ?? '9999') || one.key.localeCompare(other.key);

/** Runs `work` for each entry, several at a time, and reports after each one. */
export const forEach = async <T>(
  entries: readonly T[],
  work: (entry: T) => Promise<void>,
  onStep: (done: number, total: number) => void = () => undefined,
): Promise<void> => {
  let next = 0;
  let done = 0;
  const worker = async (): Promise<void> => {
    for (let entry = entries[next]; entry !== undefined; entry = entries[next]) {
      next += 1;
      await work(entry);
      done += 1;
      onStep(done, entries.length);
    }
  };
  await Promise.all(Array.from({ length: 6 }, worker));
};
