import { createHash } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { syncFolder, unlessMissing } from '../../../../platform/storage/durable-files.ts';
import { CommandError } from '../../../../command-error.ts';
import { type Manifest, manifestName, sealOf, type Sum } from './manifest.ts';

export interface ArchiveWriter {
  /** Writes an entry as its bytes come. @throws what the source throws, or the disk */
  add(name: string, source: AsyncIterable<Uint8Array>, options: { compress: boolean }): Promise<Sum>;
  /** Writes the manifest and makes the file appear under its name, once all of it is on the disk. */
  finish(manifest: Manifest): Promise<void>;
  /** Takes away what was written. To be called whatever happens; after `finish` it does nothing. */
  abandon(): Promise<void>;
}

/**
 * Writes a ZIP archive beside `file`, under its name with `.partial`; nothing but a whole archive ever has its name.
 * @throws CommandError when there is such a file already
 */
export const createArchive = async (file: string): Promise<ArchiveWriter> => {
  const partial = `${file}.partial`;
  const refuse = async () => {
    if (await unlessMissing(stat(file))) throw new CommandError(`${file} is there already.`);
  };
  await refuse();
  // Photos and hashes of passwords are in it: for this account alone.
  const handle = await open(partial, 'wx', 0o600).catch((error: unknown) => {
    throw new CommandError(writeError(error, partial));
  });
  const zip = new ZipFile();
  const written = pipeline(Readable.from(zip.outputStream), async (bytes: AsyncIterable<unknown>) => {
    for await (const part of bytes) if (Buffer.isBuffer(part)) await handle.appendFile(part);
  });
  // Awaited beside each entry and at the end; a failure in between must not go unheard.
  written.catch(() => undefined);
  let isOpen = true;

  const add: ArchiveWriter['add'] = async (name, source, { compress }) => {
    const hash = createHash('sha256');
    let size = 0;
    const { promise: read, resolve, reject } = Promise.withResolvers<void>();
    const measured = Readable.from(
      (async function* measure() {
        for await (const part of source) {
          hash.update(part);
          size += part.length;
          yield part;
        }
      })(),
      { objectMode: false },
    );
    measured.once('end', resolve).once('error', reject);
    zip.addReadStreamLazy(name, { compress, mode: 0o600 }, (take) => take(null, measured));
    await Promise.race([read, written]);
    return { name, size, sha256: hash.digest('hex') };
  };

  return {
    add,
    finish: async (manifest) => {
      const text = Buffer.from(JSON.stringify(manifest));
      const { sha256 } = await add(manifestName, Readable.from([text]), { compress: true });
      zip.end({ forceZip64Format: false, comment: sealOf(sha256) });
      await written;
      await handle.sync();
      await handle.close();
      isOpen = false;
      await refuse();
      await rename(partial, file);
      await syncFolder(path.dirname(file));
    },
    abandon: async () => {
      if (isOpen) await handle.close();
      isOpen = false;
      await rm(partial, { force: true });
    },
  };
};

const writeError = (error: unknown, partial: string): string => {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null;
  if (code === 'EEXIST') {
    return `${partial} is there: another backup is being made, or one broke off. Delete it if none is.`;
  }
  return `${partial} cannot be written (${String(code)}).`;
};
