import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const hour = 60 * 60_000;

/** Writes a new file, readable only by this account, and waits until its bytes are on the disk. */
export const writeSynced = async (file: string, bytes: Buffer): Promise<void> => {
  await using handle = await open(file, 'wx', 0o600);
  await handle.writeFile(bytes);
  await handle.sync();
};

/** Creates a folder and its parents, and syncs them, so that they survive a power cut. */
export const makeFolder = async (folder: string): Promise<void> => {
  const topmost = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (topmost === undefined) return;
  for (let made = folder; made.length >= topmost.length; made = path.dirname(made)) {
    await syncFolder(path.dirname(made));
  }
};

/** Waits until a folder's entries are on the disk. */
export const syncFolder = async (folder: string): Promise<void> => {
  // Windows cannot open a folder, and keeps its entries in a journal.
  if (process.platform === 'win32') return;
  await using handle = await open(folder);
  await handle.sync();
};

/** Renames files and folders in this order, all of them or none. @throws the error of the one that failed */
export const renameAll = async (renames: readonly { from: string; to: string }[]): Promise<void> => {
  const undo: (() => Promise<void>)[] = [];
  try {
    for (const { from, to } of renames) {
      await rename(from, to);
      undo.unshift(() => rename(to, from));
    }
  } catch (error) {
    for (const back of undo) await back();
    throw error;
  }
};

/** Deletes half-written files of a crash. Only old ones: another process may be writing at this moment. */
export const removeAbandoned = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const found = await unlessMissing(stat(file));
    if (found && found.mtimeMs < Date.now() - hour) await rm(file, { force: true });
  }
};

/** Null if there is no such file or folder. */
export const unlessMissing = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
};
