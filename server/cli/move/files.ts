import { createHash, hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Storage, Stored } from '../../platform/storage/storage.ts';
import { CommandError } from '../../command-error.ts';
import type { Pace } from './pace.ts';

/** Files copied concurrently: each copy waits for a disk or the network. */
const concurrency = 8;

export interface FileMeasure {
  files: number;
  bytes: number;
}

interface CopiedFiles extends FileMeasure {
  /** Those of them that were there already, and the same. */
  wereThere: number;
}

const eachOf = async (files: AsyncIterable<Stored>, act: (file: Stored) => Promise<void>): Promise<void> => {
  const queue = files[Symbol.asyncIterator]();
  const work = async () => {
    for (let next = await queue.next(); !next.done; next = await queue.next()) await act(next.value);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
};

/** @throws CommandError for a place where a file lies that is not one of ours */
export const assertOnlyOurFiles = async (from: Storage, into: Storage): Promise<void> => {
  await eachOf(into.list(), async ({ key }) => {
    if ((await from.size(key)) !== null) return;
    throw new CommandError(
      `There are files of something else where the photos are to go, ${key} for one. Nothing was moved.`,
    );
  });
};

const hashAt = async (storage: Storage, key: string): Promise<string | null> => {
  const found = await storage.read(key);
  if (!found) return null;
  const sum = createHash('sha256');
  for await (const part of found.stream) {
    if (!Buffer.isBuffer(part) && !(part instanceof Uint8Array))
      throw new TypeError('Files are read as bytes.');
    sum.update(part);
  }
  return sum.digest('hex');
};

/** @returns whether it was there already */
const carryFile = async (from: Storage, into: Storage, key: string): Promise<boolean> => {
  const found = await from.read(key);
  if (!found) throw new CommandError(`The file ${key} went away meanwhile: is a server still running?`);
  const bytes = await buffer(found.stream);
  const sum = hash('sha256', bytes);
  if ((await into.size(key)) === bytes.length && (await hashAt(into, key)) === sum) return true;
  await into.put(key, bytes);
  if ((await hashAt(into, key)) === sum) return false;
  throw new CommandError(`The file ${key} is not the same where it was written. The source is as it was.`);
};

/** Copies every file, reads each again where it went, and leaves out what is there already. */
export const carryFiles = async (from: Storage, into: Storage, pace: Pace): Promise<CopiedFiles> => {
  const carried: CopiedFiles = { files: 0, bytes: 0, wereThere: 0 };
  await eachOf(from.list(), async ({ key, size }) => {
    const wasThere = await carryFile(from, into, key);
    carried.files += 1;
    carried.bytes += size;
    if (wasThere) carried.wereThere += 1;
    pace.now(`  ${carried.files} files so far`);
  });
  pace.done(`  ${carried.files} files, of which ${carried.wereThere} were there already`);
  return carried;
};

export const measureFiles = async (storage: Storage): Promise<FileMeasure> => {
  const measure: FileMeasure = { files: 0, bytes: 0 };
  for await (const { size } of storage.list()) {
    measure.files += 1;
    measure.bytes += size;
  }
  return measure;
};
