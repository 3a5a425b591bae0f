import type { House } from '../../../house.ts';

/** No more of a ZIP than this is in memory. */
export const partBytes = 8 * 1024 * 1024;

const prefix = (publicId: string) => `${publicId}-export-`;

/** Where one part of an export lies in the storage. */
export const partKey = (publicId: string, part: number): string =>
  `${prefix(publicId)}${String(part).padStart(6, '0')}.zip`;

/** Deletes all parts of an export, also those of a try that broke off. */
export const removeParts = async ({ storage }: House, publicId: string): Promise<void> => {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix(publicId))) keys.push(key);
  if (keys.length > 0) await storage.remove(keys);
};
