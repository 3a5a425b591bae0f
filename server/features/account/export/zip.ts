import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipWriter {
  /** Writes an entry while its bytes arrive. @throws the errors of the source and of the taker of the parts */
  add(
    name: string,
    source: AsyncIterable<Uint8Array | string>,
    options?: { compress: boolean },
  ): Promise<void>;
  /** Resolves when the last part was taken. */
  finish(): Promise<{ parts: number; bytes: number }>;
}

/**
 * Writes a ZIP and passes it on in parts of about `partBytes`. Only one part is in memory, however large the ZIP is,
 * and every storage accepts parts of that size.
 */
export const createZip = (
  partBytes: number,
  take: (part: number, bytes: Buffer) => Promise<void>,
): ZipWriter => {
  const zip = new ZipFile();

  const handOn = async (): Promise<{ parts: number; bytes: number }> => {
    let waiting: Buffer[] = [];
    let size = 0;
    let bytes = 0;
    let parts = 0;
    const flush = async () => {
      if (size === 0) return;
      await take(parts, Buffer.concat(waiting));
      parts += 1;
      bytes += size;
      waiting = [];
      size = 0;
    };
    for await (const piece of zip.outputStream) {
      const buffer = Buffer.from(piece);
      waiting.push(buffer);
      size += buffer.length;
      if (size >= partBytes) await flush();
    }
    await flush();
    return { parts, bytes };
  };
  const written = handOn();
  // The promise is awaited beside each entry and at the end. This handler keeps a rejection in between from being
  // unhandled.
  written.catch(() => undefined);

  return {
    add: async (name, source, { compress } = { compress: true }) => {
      const stream = Readable.from(source, { objectMode: false });
      const { promise: read, resolve, reject } = Promise.withResolvers<void>();
      stream.once('end', resolve).once('error', reject);
      zip.addReadStreamLazy(name, { compress, mode: 0o600 }, (give) => give(null, stream));
      await Promise.race([read, written]);
    },
    finish: () => {
      zip.end();
      return written;
    },
  };
};
