import { createHash } from 'node:crypto';
import { readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { CommandError } from '../../../../command-error.ts';
import type { AppContext } from '../../../../app-context.ts';
import {
  makeFolder,
  syncFolder,
  unlessMissing,
  writeSynced,
} from '../../../../platform/storage/durable-files.ts';
import { newId } from '../../../../platform/text/ids.ts';
import { photoName } from '../archive/manifest.ts';
import type { KeepPhoto } from '../copy.ts';
import { decryptBytes, encryptBytes, isEncryptedBytes, needsKey } from '../crypt.ts';
import { type KnownPhoto, readKnown } from './known.ts';
import { objectFile } from './layout.ts';

export interface PhotoFolder {
  keep: KeepPhoto;
  /** Looks up the known photos among these storage keys. */
  known(keys: Iterable<string>): KnownPhoto[];
  /** Waits until the names of all files are on the disk. */
  sync(): Promise<void>;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const writeObject = async (folder: string, name: string, bytes: Uint8Array): Promise<void> => {
  const file = objectFile(folder, name);
  await makeFolder(path.dirname(file));
  const partial = `${file}.${newId()}.partial`;
  await writeSynced(partial, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  // Overwrite: a file with this content-addressed name is identical or corrupt.
  await rename(partial, file);
};

/**
 * Photos in a folder of backups, each once. A file of photos never changes under its storage key, so what an earlier run
 * has put there is not read again.
 * @param trial a folder to which every photo is copied as it is, for a rehearsal
 */
export const openPhotos = async (
  context: Pick<AppContext, 'db' | 'storage' | 'log'>,
  { folder, publicKey, trial }: { folder: string; publicKey: string | null; trial: string | null },
): Promise<PhotoFolder> => {
  const byKey = await readKnown(context, folder, publicKey);
  const byContent = new Map([...byKey.values()].map((known) => [known.sha256, known]));
  const stored = new Set<string>();
  for await (const { key } of context.storage.list()) stored.add(key);
  const touched = new Set<string>();

  const isWhole = async (known: KnownPhoto | undefined): Promise<boolean> => {
    if (!known) return false;
    const found = await unlessMissing(stat(objectFile(folder, known.object)));
    return found?.size === known.storedSize;
  };

  const write = async (key: string, bytes: Buffer): Promise<KnownPhoto> => {
    const hash = sha256(bytes);
    const same = byContent.get(hash);
    if (same && touched.has(same.object)) return { ...same, key };
    const sealed = publicKey === null ? bytes : await encryptBytes(bytes, publicKey);
    const object = publicKey === null ? hash : `${newId()}.age`;
    await writeObject(folder, object, sealed);
    touched.add(object);
    return {
      key,
      size: bytes.length,
      sha256: hash,
      object,
      storedSize: sealed.length,
      storedSha256: sha256(sealed),
    };
  };

  const keep: KeepPhoto = async (key) => {
    let known = byKey.get(key);
    const isKept = await isWhole(known);
    // Its row may say otherwise: then the photo was lost, and what an earlier run has kept of it is all there is.
    const isThere = stored.has(key) || !isKept;
    if (!isKept || (trial !== null && isThere)) {
      const found = await context.storage.read(key);
      if (!found) return null;
      const bytes = await buffer(found.stream);
      if (!known || !isKept || known.sha256 !== sha256(bytes)) known = await write(key, bytes);
      if (trial !== null) await writeObject(trial, known.object, bytes);
      byKey.set(key, known);
      byContent.set(known.sha256, known);
    }
    if (!known) return null;
    const { size, sha256: hash, object } = known;
    return { sum: { name: photoName(key), size, sha256: hash, object }, isThere };
  };

  return {
    keep,
    known: (keys) => [...keys].flatMap((key) => byKey.get(key) ?? []),
    sync: async () => {
      const folders = new Set([...touched].map((name) => path.dirname(objectFile(folder, name))));
      for (const one of folders) await syncFolder(one);
    },
  };
};

/** A photo of a folder of backups, opened with the private key where it is encrypted. @throws CommandError */
export const readPhoto = async (folder: string, object: string, keyText: string | null): Promise<Buffer> => {
  const file = objectFile(folder, object);
  const bytes = await unlessMissing(readFile(file));
  if (bytes === null) throw new CommandError(`${file} is missing, and nothing was restored.`);
  if (!isEncryptedBytes(bytes)) return bytes;
  if (keyText === null) throw needsKey(file);
  return decryptBytes(bytes, file, keyText);
};
