import type { Storage } from '../../../platform/storage/storage.ts';

/** The maximum part of a ZIP that is held in memory. */
export const partBytes = 8 * 1024 * 1024;

const prefix = (publicId: string) => `${publicId}-export-`;

/** The storage key of one part of an export. */
export const partKey = (publicId: string, part: number): string =>
  `${prefix(publicId)}${String(part).padStart(6, '0')}.zip`;

/** Deletes all parts of an export, including those of an attempt that failed. */
export const removeParts = async (storage: Storage, publicId: string): Promise<void> => {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix(publicId))) keys.push(key);
  if (keys.length > 0) await storage.remove(keys);
};
