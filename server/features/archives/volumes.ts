import { pieceBytes, pieceKey } from '../../platform/storage/pieces.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { createZip, type ZipWriter } from '../../platform/storage/zip.ts';

const prefix = (publicId: string) => `${publicId}-archive-`;

/** The name under which the pieces of one ZIP of an archive are stored. Parts count from 1. */
export const partName = (publicId: string, part: number): string => `${prefix(publicId)}${part}.zip`;

/** Deletes all stored pieces of an archive, including those of an attempt that failed. */
export const removeArchiveFiles = async (storage: Storage, publicId: string): Promise<void> => {
  let keys: string[] = [];
  for await (const { key } of storage.list(prefix(publicId))) {
    keys.push(key);
    if (keys.length < 500) continue;
    await storage.remove(keys);
    keys = [];
  }
  if (keys.length > 0) await storage.remove(keys);
};

export interface ArchiveFile {
  name: string;
  source: AsyncIterable<Uint8Array | string>;
  /** Expected size in bytes, to decide where a new ZIP begins. */
  size: number;
  modifiedAt: Date;
  compress: boolean;
}

/** Bytes that a file needs in a ZIP beside its own: two headers, with its name in both. */
const overheadBytes = 500;

/** Writes files into ZIPs of at most `maxBytes`, each of which opens without the others. */
export const createVolumes = (storage: Storage, publicId: string, maxBytes: number) => {
  const sizes: number[] = [];
  let zip: ZipWriter | null = null;
  let held = 0;

  const open = (): ZipWriter => {
    const name = partName(publicId, sizes.length + 1);
    return createZip(pieceBytes, (piece, bytes) => storage.put(pieceKey(name, piece), bytes));
  };

  const close = async (): Promise<void> => {
    if (!zip) return;
    sizes.push((await zip.finish()).bytes);
    zip = null;
    held = 0;
  };

  return {
    add: async ({ name, source, size, modifiedAt, compress }: ArchiveFile): Promise<void> => {
      if (held > 0 && held + size + overheadBytes > maxBytes) await close();
      zip ??= open();
      held += size + overheadBytes;
      await zip.add(name, source, { compress, modifiedAt });
    },
    /** Resolves with the size of each ZIP in bytes. */
    finish: async (): Promise<number[]> => {
      await close();
      return sizes;
    },
    /** Writes no further piece, and resolves when the last one is written. */
    abandon: (): Promise<void> => zip?.abandon() ?? Promise.resolve(),
  };
};

export type Volumes = ReturnType<typeof createVolumes>;
