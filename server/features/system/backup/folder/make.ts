import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../../../../app-context.ts';
import { makeFolder, syncFolder, writeSynced } from '../../../../platform/storage/durable-files.ts';
import { type Manifest, photoKey, snapshotFormat } from '../archive/manifest.ts';
import { createArchive } from '../archive/write.ts';
import { copyAll } from '../copy.ts';
import { type Made, sealFile } from '../make.ts';
import { type KnownPhoto, writeKnown } from './known.ts';
import { backupsIn, listOf, nameAt, photosIn, snapshotsIn, timeOf, writtenList } from './layout.ts';
import { lockFolder } from './lock.ts';
import { openPhotos } from './photos.ts';
import { sweepBroken } from './sweep.ts';

interface Place {
  folder: string;
  publicKey: string | null;
  /** An empty folder, to which what is encrypted also goes as it is, to be restored on trial; null for no trial. */
  trial: string | null;
}

interface MadeSnapshot extends Made {
  /** The photos that it names, as they lie in the folder. */
  known: KnownPhoto[];
}

const photosOf = ({ entries }: Manifest): { keys: string[]; objects: Set<string> } => ({
  keys: entries.flatMap(({ name }) => photoKey(name) ?? []),
  objects: new Set(entries.flatMap(({ object }) => object ?? [])),
});

const write = async (
  context: AppContext,
  { folder, publicKey, trial }: Place,
  plain: string,
): Promise<MadeSnapshot> => {
  const photos = await openPhotos(context, { folder, publicKey, trial: publicKey === null ? null : trial });
  const file = path.join(snapshotsIn(folder), path.basename(plain) + (publicKey === null ? '' : '.age'));
  const archive = await createArchive(plain);
  try {
    const { manifest, lost } = await copyAll(context, { archive, keep: photos.keep, format: snapshotFormat });
    const { keys, objects } = photosOf(manifest);
    await photos.sync();
    const known = photos.known(keys);
    await writeKnown(context.db, folder, publicKey, known);
    await writeSynced(listOf(file), writtenList(objects));
    await syncFolder(snapshotsIn(folder));
    // From here on it counts: everything that it names is on the disk.
    await archive.finish(manifest);
    if (publicKey !== null) await sealFile(plain, file, publicKey);
    return { tables: manifest.tables.length, photos: keys.length, lost, file, known };
  } finally {
    await archive.abandon();
  }
};

/**
 * A snapshot in a folder of backups: the rows of one moment, and of the photos those that the folder has not yet. One that
 * broke off leaves nothing that counts.
 * @throws CommandError
 */
export const makeSnapshot = async (context: AppContext, place: Place): Promise<MadeSnapshot> => {
  const { folder, publicKey, trial } = place;
  await makeFolder(snapshotsIn(folder));
  await makeFolder(photosIn(folder));
  await using _held = await lockFolder(folder);
  await sweepBroken(folder);
  // A clock may have been ahead: the newest by its name is the one that is restored, and the last to be deleted.
  const newest = timeOf((await backupsIn(folder)).at(-1) ?? '');
  const name = nameAt(Math.max(Date.now(), newest + 1));
  // Awaited here: the folder is let go when this function is left.
  if (publicKey === null) return await write(context, place, path.join(snapshotsIn(folder), name));
  if (trial !== null) {
    await makeFolder(snapshotsIn(trial));
    return await write(context, place, path.join(snapshotsIn(trial), name));
  }
  const passing = await mkdtemp(path.join(context.tmpDir, 'backup-'));
  try {
    return await write(context, place, path.join(passing, name));
  } finally {
    await rm(passing, { recursive: true, force: true });
  }
};
