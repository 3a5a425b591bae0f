import { existsSync } from 'node:fs';
import { constants, copyFile, lchown, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '../../command-error.ts';
import { syncFolder } from '../../platform/storage/durable-files.ts';

const main = 'circle.db';
const log = 'circle.db-wal';

const folderFor = (dataDir: string): string => path.join(dataDir, 'before-update');

/** The service's account owns the folder: a link that it put there would lead root to any file. */
const assertFile = async (file: string): Promise<void> => {
  if (!(await lstat(file)).isFile()) throw new CommandError(`${file} is no file.`);
};

/** Makes a new file, in the place of no link. */
const copySynced = async (from: string, to: string): Promise<void> => {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  await using handle = await open(to);
  await handle.sync();
};

/** Copies the files of SQLite, while no program has them open. */
export const copyDatabase = async (dataDir: string): Promise<void> => {
  const folder = folderFor(dataDir);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  // The main file last: without it nothing is put back.
  for (const name of [log, main]) {
    const file = path.join(dataDir, name);
    if (!existsSync(file)) continue;
    await assertFile(file);
    await copySynced(file, path.join(folder, name));
  }
  await syncFolder(folder);
};

/**
 * Puts the copy back, with the owner of the files that it replaces. Its main file, which comes last, replaces the newer one
 * in one step: after a kill before that, the next call begins again.
 * @returns false where no copy was made, or it is back already
 */
export const putBackDatabase = async (dataDir: string): Promise<boolean> => {
  const copyOf = (name: string): string => path.join(folderFor(dataDir), name);
  if (!existsSync(copyOf(main))) return false;
  const [newer, logFile] = [path.join(dataDir, main), path.join(dataDir, log)];
  await assertFile(newer);
  const { uid, gid } = await lstat(newer);
  for (const file of [path.join(dataDir, 'circle.db-shm'), logFile]) await rm(file, { force: true });
  if (existsSync(copyOf(log))) {
    await assertFile(copyOf(log));
    await copySynced(copyOf(log), logFile);
    await lchown(logFile, uid, gid);
  }
  await assertFile(copyOf(main));
  await lchown(copyOf(main), uid, gid);
  await rename(copyOf(main), newer);
  await syncFolder(dataDir);
  return true;
};

export const removeDatabaseCopy = (dataDir: string): Promise<void> =>
  rm(folderFor(dataDir), { recursive: true, force: true });
