import { existsSync } from 'node:fs';
import { copyFile, lchown, lstat, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '../../command-error.ts';

const main = 'circle.db';
const log = 'circle.db-wal';

const folderFor = (dataDir: string): string => path.join(dataDir, 'before-update');

/** The service's account owns the folder: a link that it put there would lead root to any file. */
const assertFile = async (file: string): Promise<void> => {
  if (!(await lstat(file)).isFile()) throw new CommandError(`${file} is no file.`);
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
    await copyFile(file, path.join(folder, name));
  }
};

/** Puts the copy back, with the owner of the files that it replaces. @returns false where no copy was made */
export const putBackDatabase = async (dataDir: string): Promise<boolean> => {
  const copyOf = (name: string): string => path.join(folderFor(dataDir), name);
  if (!existsSync(copyOf(main))) return false;
  await assertFile(path.join(dataDir, main));
  const { uid, gid } = await lstat(path.join(dataDir, main));
  for (const name of ['circle.db-shm', log]) await rm(path.join(dataDir, name), { force: true });
  for (const name of [main, log].filter((one) => existsSync(copyOf(one)))) {
    await assertFile(copyOf(name));
    await copyFile(copyOf(name), path.join(dataDir, name));
    await lchown(path.join(dataDir, name), uid, gid);
  }
  return true;
};

export const removeDatabaseCopy = (dataDir: string): Promise<void> =>
  rm(folderFor(dataDir), { recursive: true, force: true });
