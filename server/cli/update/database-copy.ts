import { existsSync } from 'node:fs';
import { chown, copyFile, mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const main = 'circle.db';
const log = 'circle.db-wal';

const folderFor = (dataDir: string): string => path.join(dataDir, 'before-update');

/** Copies the files of SQLite, while no program has them open. */
export const copyDatabase = async (dataDir: string): Promise<void> => {
  const folder = folderFor(dataDir);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  // The main file last: without it nothing is put back.
  for (const name of [log, main]) {
    const file = path.join(dataDir, name);
    if (existsSync(file)) await copyFile(file, path.join(folder, name));
  }
};

/** Puts the copy back, with the owner of the files that it replaces. @returns false where no copy was made */
export const putBackDatabase = async (dataDir: string): Promise<boolean> => {
  const copyOf = (name: string): string => path.join(folderFor(dataDir), name);
  if (!existsSync(copyOf(main))) return false;
  const { uid, gid } = await stat(path.join(dataDir, main));
  for (const name of ['circle.db-shm', log]) await rm(path.join(dataDir, name), { force: true });
  for (const name of [main, log].filter((one) => existsSync(copyOf(one)))) {
    await copyFile(copyOf(name), path.join(dataDir, name));
    await chown(path.join(dataDir, name), uid, gid);
  }
  return true;
};

export const removeDatabaseCopy = (dataDir: string): Promise<void> =>
  rm(folderFor(dataDir), { recursive: true, force: true });
