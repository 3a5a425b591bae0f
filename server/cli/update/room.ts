import { readdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '../../command-error.ts';
import { unlessMissing } from '../../platform/storage/durable-files.ts';

const megabyte = 1024 * 1024;

/** The bytes of all files of a folder, or of one file; 0 for none. Each counts once, whatever its links. */
export const bytesOf = async (place: string): Promise<number> => {
  const found = await unlessMissing(stat(place));
  if (!found) return 0;
  if (!found.isDirectory()) return found.size;
  let sum = 0;
  for (const entry of await readdir(place, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    sum += (await unlessMissing(stat(path.join(entry.parentPath, entry.name))))?.size ?? 0;
  }
  return sum;
};

/** Bytes that are about to be written to the disk of a folder. */
export interface Need {
  folder: string;
  bytes: number;
}

/** @throws CommandError where a disk has less room than all needs on it together */
export const assertRoom = async (needs: readonly Need[]): Promise<void> => {
  const disks = new Map<number, Need>();
  for (const { folder, bytes } of needs) {
    const { dev } = await stat(folder);
    disks.set(dev, { folder, bytes: bytes + (disks.get(dev)?.bytes ?? 0) });
  }
  for (const { folder, bytes } of disks.values()) {
    const { bavail, bsize } = await statfs(folder);
    const lacking = bytes - bavail * bsize;
    if (lacking > 0) {
      throw new CommandError(
        `The disk of ${folder} lacks ${Math.ceil(lacking / megabyte)} MB for an update.`,
      );
    }
  }
};
