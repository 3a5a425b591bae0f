import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '../../../../command-error.ts';
import { unlessMissing } from '../../../../platform/storage/durable-files.ts';

/*
 * A folder of backups (docs/decisions/0010):
 *
 *   snapshots/circle-TIME.backup      rows and manifest, an archive; with .age where it is encrypted
 *   snapshots/circle-TIME.photos      the names of its files under photos/, so that one knows what is still needed
 *   photos/ab/abcd…                   each photo once: by its hash, or under a random name where it is encrypted
 *   known-photos                      which photos are there already, for this installation alone to read
 *   deletions.jsonl                   the ledger
 */

export const photosIn = (folder: string): string => path.join(folder, 'photos');
export const snapshotsIn = (folder: string): string => path.join(folder, 'snapshots');
export const knownIn = (folder: string): string => path.join(folder, 'known-photos');
export const lockIn = (folder: string): string => path.join(folder, 'lock');

/** The folder that a snapshot lies in, and with it its photos. */
export const folderOf = (snapshot: string): string => path.dirname(path.dirname(snapshot));

/** The name of a photo's file: its SHA-256, or a random name with `.age`. */
export const objectName = /^(?:[0-9a-f]{64}|[0-9a-f]{32}\.age)$/;

export const objectFile = (folder: string, name: string): string =>
  path.join(photosIn(folder), name.slice(0, 2), name);

const wholeName = /^circle-[\dTZ-]+\.backup(?:\.age)?$/;

export const nameAt = (time: number): string =>
  `circle-${new Date(time).toISOString().replaceAll(/[:.]/g, '-')}.backup`;

/** When a backup was begun, by its name; 0 for a name without a time. */
export const timeOf = (file: string): number => {
  const time = path.basename(file).replace(/^circle-(.{10}T..)-(..)-(..)-(...Z).*$/, '$1:$2:$3.$4');
  return Date.parse(time) || 0;
};

export const isWhole = (name: string): boolean => wholeName.test(name);

/** Files that broke off, or are being written. */
export const isPartial = (name: string): boolean =>
  name.endsWith('.partial') && wholeName.test(name.slice(0, -'.partial'.length));

/** The list of a snapshot's photos, from the name of the snapshot. */
export const listOf = (snapshot: string): string => snapshot.replace(/\.backup(?:\.age)?$/, '.photos');

/** Names in a folder, none where there is no folder. */
export const namesIn = async (folder: string): Promise<string[]> =>
  (await unlessMissing(readdir(folder))) ?? [];

/**
 * Every whole backup in a folder, the oldest first: snapshots, and the single files that earlier versions made every
 * night.
 */
export const backupsIn = async (folder: string): Promise<string[]> => {
  const places = [folder, snapshotsIn(folder)];
  const found = await Promise.all(
    places.map(async (place) => (await namesIn(place)).filter(isWhole).map((name) => path.join(place, name))),
  );
  const name = (file: string) => path.basename(file);
  return found.flat().toSorted((a, b) => (name(a) < name(b) ? -1 : 1));
};

const lastLine = 'end';

export const writtenList = (names: ReadonlySet<string>): Buffer =>
  Buffer.from([...names, lastLine].map((line) => `${line}\n`).join(''));

/** The photos that a snapshot names. @throws CommandError where the list is not whole: then nobody knows */
export const readList = async (snapshot: string): Promise<string[]> => {
  const file = listOf(snapshot);
  const lines = (await unlessMissing(readFile(file, 'utf8')))?.split('\n') ?? [];
  if (lines.at(-2) !== lastLine) {
    throw new CommandError(`${file} is missing or was cut off. No photo is taken away while it is.`);
  }
  return lines.slice(0, -2);
};
