import { randomBytes } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { access, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, removeAbandoned, syncFolder, unlessMissing, writeSynced } from './durable-files.ts';
import {
  type ByteRange,
  checkKey,
  checkPrefix,
  checkRange,
  isKey,
  RangeOutside,
  type Storage,
  type Stored,
  storageFailed,
} from './storage.ts';

/** Files being written; on the same file system as the rest, so that a rename finishes them. */
const writingFolder = '.writing';

/**
 * Stores photos as files under a folder. `ab12…-480.webp` is in `ab/12/`, so that folders stay small; a short key is
 * padded with `_`. A file is written elsewhere, synced, renamed, and its folder synced: after any crash it is
 * complete or absent.
 */
export const createFileStorage = (root: string): Storage => {
  const writing = path.join(root, writingFolder);
  let prepared: Promise<void> | undefined;

  // One folder at a time: a photo must not be reported as stored while its folder, just created by another write, is
  // not on the disk yet.
  let folderQueue: Promise<void> = Promise.resolve();
  const makeInTurn = (folder: string): Promise<void> => {
    const made = folderQueue.then(() => makeFolder(folder));
    folderQueue = made.catch(() => undefined);
    return made;
  };

  const prepare = (): Promise<void> => {
    prepared ??= makeFolder(writing)
      .then(() => removeAbandoned(writing))
      .catch((error: unknown) => {
        prepared = undefined;
        throw error;
      });
    return prepared;
  };

  return {
    put: (key, bytes) =>
      orUnavailable(async () => {
        const target = path.join(root, pathOf(key));
        const beside = path.join(writing, randomBytes(16).toString('hex'));
        await prepare();
        try {
          await writeSynced(beside, bytes);
          await makeInTurn(path.dirname(target));
          await rename(beside, target);
        } catch (error) {
          await rm(beside, { force: true });
          throw error;
        }
        await syncFolder(path.dirname(target));
      }),

    read: (key, range) =>
      orUnavailable(async () => {
        if (range) checkRange(range);
        const file = await unlessMissing(open(path.join(root, pathOf(key))));
        if (!file) return null;
        try {
          const { size } = await file.stat();
          if (range && range.start >= size) throw new RangeOutside(size);
          return { stream: file.createReadStream(within(range)), size };
        } catch (error) {
          await file.close();
          throw error;
        }
      }),

    size: (key) =>
      orUnavailable(async () => (await unlessMissing(stat(path.join(root, pathOf(key)))))?.size ?? null),

    remove: (keys) =>
      orUnavailable(async () => {
        const paths = keys.map((key) => path.join(root, pathOf(key)));
        for (const file of paths) await rm(file, { force: true });
        // Without this sync, a power cut could bring deleted photos back.
        for (const folder of new Set(paths.map((file) => path.dirname(file)))) {
          await unlessMissing(syncFolder(folder));
        }
      }),

    list: (prefix = '') => listFiles(root, prefix),

    ready: () =>
      orUnavailable(async () => {
        await prepare();
        await access(writing, constants.W_OK);
      }),
  };
};

const pathOf = (key: string): string => {
  checkKey(key);
  return path.join(key.slice(0, 2).padEnd(2, '_'), key.slice(2, 4).padEnd(2, '_'), key);
};

const within = (range: ByteRange | undefined): { start?: number; end?: number } =>
  range ? { start: range.start, ...(range.end === undefined ? {} : { end: range.end }) } : {};

async function* listFiles(root: string, prefix: string): AsyncGenerator<Stored> {
  checkPrefix(prefix);
  for (const first of await folders(root, prefix.slice(0, 2))) {
    for (const second of await folders(path.join(root, first), prefix.slice(2, 4))) {
      const folder = path.join(root, first, second);
      for (const file of await entries(folder)) {
        const key = file.name;
        if (!file.isFile() || !key.startsWith(prefix) || !isKey(key)) continue;
        // It may have been deleted since the folder was read.
        const found = await orUnavailable(() => unlessMissing(stat(path.join(folder, key))));
        if (found) yield { key, size: found.size, modifiedAt: Math.floor(found.mtimeMs) };
      }
    }
  }
}

const folders = async (parent: string, start: string): Promise<string[]> =>
  (await entries(parent)).flatMap((entry) =>
    entry.isDirectory() && entry.name !== writingFolder && entry.name.startsWith(start) ? entry.name : [],
  );

const entries = (folder: string): Promise<Dirent[]> =>
  orUnavailable(async () => (await unlessMissing(readdir(folder, { withFileTypes: true }))) ?? []);

const orUnavailable = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    const code = 'code' in error ? error.code : '';
    throw storageFailed(`The folder of photos failed: ${String(code)} in ${String(error.syscall)}`);
  }
};
