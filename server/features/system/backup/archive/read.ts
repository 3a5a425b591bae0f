import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { CommandError } from '../../../../command-error.ts';
import { archiveFormat, Manifest, manifestName, sealOf, type Sum } from './manifest.ts';

export interface ArchiveReader {
  readonly manifest: Manifest;
  /** The bytes of an entry of the manifest, as a stream. @throws CommandError when there is none */
  read(name: string): Promise<Readable>;
  /** Reads everything and compares it with the manifest. @throws CommandError */
  verify(): Promise<void>;
  close(): void;
}

const damaged = (file: string, what: string): CommandError =>
  new CommandError(`${file} is damaged, and nothing was restored: ${what}.`);

/**
 * @param readPhoto gives the photos of a snapshot, which lie beside it
 * @throws CommandError for what is no whole backup, or one of a newer Circle
 */
export const openArchive = async (
  file: string,
  readPhoto: (object: string) => Promise<Buffer> = () =>
    Promise.reject(damaged(file, 'its photos lie elsewhere')),
): Promise<ArchiveReader> => {
  const zip = await openZip(file);
  try {
    const entries = await entriesOf(zip, file);
    const find = (name: string): Entry => {
      const entry = entries.get(name);
      if (!entry) throw damaged(file, `${name} is missing`);
      return entry;
    };
    const readEntry = (name: string): Promise<Readable> => zip.openReadStreamPromise(find(name));
    const manifest = readManifest(file, await buffer(await readEntry(manifestName)), zip.comment);
    const objects = new Map(manifest.entries.flatMap(({ name, object }) => (object ? [[name, object]] : [])));
    const read = async (name: string): Promise<Readable> => {
      const object = objects.get(name);
      return object === undefined ? readEntry(name) : Readable.from([await readPhoto(object)]);
    };
    return {
      manifest,
      read,
      verify: async () => {
        for (const sum of manifest.entries) {
          const found = await sumOf(sum.name, () => read(sum.name), file);
          if (found.sha256 !== sum.sha256 || found.size !== sum.size)
            throw damaged(file, `${sum.name} has changed`);
        }
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error instanceof CommandError ? error : damaged(file, String(error));
  }
};

const openZip = async (file: string): Promise<ZipFile> => {
  try {
    return await openPromise(file, { autoClose: false, lazyEntries: true, strictFileNames: true });
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null;
    if (typeof code === 'string') throw new CommandError(`${file} cannot be read (${code}).`);
    // The list of what is in a ZIP stands at its end.
    throw new CommandError(`${file} is no backup, or was cut off.`);
  }
};

const entriesOf = async (zip: ZipFile, file: string): Promise<Map<string, Entry>> => {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) throw damaged(file, `${entry.fileName} is there twice`);
    entries.set(entry.fileName, entry);
  }
  return entries;
};

const readManifest = (file: string, bytes: Buffer, comment: string): Manifest => {
  if (comment !== sealOf(createHash('sha256').update(bytes).digest('hex'))) {
    throw damaged(file, `${manifestName} has changed`);
  }
  const text: unknown = JSON.parse(bytes.toString());
  const format: unknown = typeof text === 'object' && text !== null ? Reflect.get(text, 'format') : null;
  if (typeof format === 'number' && format > archiveFormat) {
    throw new CommandError(`${file} was made by a newer Circle. Restore it with that version.`);
  }
  return Manifest.parse(text);
};

const sumOf = async (name: string, open: () => Promise<Readable>, file: string): Promise<Sum> => {
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const part of await open()) {
      if (!Buffer.isBuffer(part)) throw new TypeError('An archive is read as bytes.');
      hash.update(part);
      size += part.length;
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw damaged(file, `${name} cannot be read`);
  }
  return { name, size, sha256: hash.digest('hex') };
};
