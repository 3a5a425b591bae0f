import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** The snapshots in a folder of backups, the oldest first. */
export const snapshotsOf = async (folder: string): Promise<string[]> =>
  (await readdir(path.join(folder, 'snapshots'))).filter((name) => /\.(?:backup|age)$/.test(name)).toSorted();

/** Every photo file in a folder of backups. */
export const photosOf = async (folder: string): Promise<string[]> =>
  (await readdir(path.join(folder, 'photos'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
