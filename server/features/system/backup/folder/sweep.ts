import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { unlessMissing } from '../../../../platform/storage/durable-files.ts';
import {
  backupsIn,
  isPartial,
  isWhole,
  listOf,
  namesIn,
  objectName,
  photosIn,
  readList,
  snapshotsIn,
} from './layout.ts';
import { lockFolder } from './lock.ts';

const day = 24 * 60 * 60_000;

/** Deletes half-written files of earlier runs. The caller must hold the folder's lock. */
export const sweepBroken = async (folder: string): Promise<void> => {
  const snapshots = snapshotsIn(folder);
  const names = await namesIn(snapshots);
  const lists = new Set(names.filter(isWhole).map(listOf));
  for (const name of names) {
    const isLeft = /^circle-.*\.photos$/.test(name) && !lists.has(name);
    if (isLeft || isPartial(name)) await rm(path.join(snapshots, name), { force: true });
  }
};

/** Single files of earlier versions, or made by hand at this moment. */
const sweepFiles = async (folder: string): Promise<void> => {
  for (const name of (await namesIn(folder)).filter(isPartial)) {
    const found = await unlessMissing(stat(path.join(folder, name)));
    if (found && found.mtimeMs < Date.now() - day) await rm(path.join(folder, name), { force: true });
  }
};

/**
 * Leaves the newest backups in a folder, and of the photos those that they name.
 * @throws CommandError where the photos of one that stays are not known
 */
export const sweepFolder = async (folder: string, keep: number): Promise<void> => {
  await using _held = await lockFolder(folder);
  const backups = await backupsIn(folder);
  for (const file of backups.slice(0, -keep)) await rm(file, { force: true });
  await sweepBroken(folder);
  await sweepFiles(folder);
  const snapshots = backups.slice(-keep).filter((file) => path.dirname(file) === snapshotsIn(folder));
  const named = new Set((await Promise.all(snapshots.map(readList))).flat());
  const parts = (await namesIn(photosIn(folder))).filter((name) => /^[0-9a-f]{2}$/.test(name));
  for (const part of parts) {
    const place = path.join(photosIn(folder), part);
    for (const name of await namesIn(place)) {
      const isOurs = objectName.test(name) || name.endsWith('.partial');
      if (isOurs && !named.has(name)) await rm(path.join(place, name), { force: true });
    }
  }
};
