import { rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '../../../command-error.ts';
import type { AppContext } from '../../../app-context.ts';
import { syncFolder, unlessMissing } from '../../../platform/storage/durable-files.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { fileFormat, photoName } from './archive/manifest.ts';
import { type ArchiveWriter, createArchive } from './archive/write.ts';
import { copyAll, type KeepPhoto } from './copy.ts';
import { encryptFile } from './crypt.ts';

const into =
  (storage: Storage, archive: ArchiveWriter): KeepPhoto =>
  async (key) => {
    const found = await storage.read(key);
    if (!found) return null;
    // Photos are compressed already.
    const sum = await archive.add(photoName(key), found.stream, { compress: false });
    return { sum, isThere: true };
  };

export interface Made {
  tables: number;
  photos: number;
  /** Photos some of whose files are not there any more. */
  lost: number;
  /** The file as it is called: with .age where it is encrypted. */
  file: string;
}

/** Makes an encrypted file appear under its name once all of it is on the disk, and was read back. @throws CommandError */
export const sealFile = async (plain: string, file: string, publicKey: string): Promise<void> => {
  if (await unlessMissing(stat(file))) throw new CommandError(`${file} is there already.`);
  await encryptFile(plain, `${file}.partial`, publicKey);
  await rename(`${file}.partial`, file);
  await syncFolder(path.dirname(file));
};

/**
 * One file with everything that members put into Circle, consistent, while the server goes on. With a public key it is
 * encrypted, and `plain` is left with what is in it: the caller takes that away.
 * @throws CommandError
 */
export const makeBackup = async (
  context: Pick<AppContext, 'settings' | 'storage' | 'shutdownSignal'>,
  file: string,
  { publicKey, plain }: { publicKey: string | null; plain: string },
): Promise<Made> => {
  const archive = await createArchive(publicKey === null ? file : plain);
  try {
    const keep = into(context.storage, archive);
    const { manifest, lost } = await copyAll(context, { archive, keep, format: fileFormat });
    await archive.finish(manifest);
    const photos = manifest.entries.length - manifest.tables.length;
    const made = { tables: manifest.tables.length, photos, lost };
    if (publicKey === null) return { ...made, file };
    const encrypted = file.endsWith('.age') ? file : `${file}.age`;
    await sealFile(plain, encrypted, publicKey);
    return { ...made, file: encrypted };
  } finally {
    await archive.abandon();
  }
};
