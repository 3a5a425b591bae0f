import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

interface EntryOptions {
  compress: boolean;
  /** Time of the file. ZIP knows no time before 1980: an earlier one becomes 1 January 1980. */
  modifiedAt?: Date;
}

export interface ZipWriter {
  /** Writes an entry while its bytes arrive. @throws the errors of the source and of the taker of the parts */
  add(name: string, source: AsyncIterable<Uint8Array | string>, options?: EntryOptions): Promise<void>;
  /** Resolves when the last part was taken. */
  finish(): Promise<{ parts: number; bytes: number }>;
  /** Passes no further part on, and resolves when the last one was taken or refused: what was written can then be deleted. */
  abandon(): Promise<void>;
}

/**
 * Writes a ZIP and passes it on in parts of `partBytes`; the last one may be smaller. Only one part is in memory, however
 * large the ZIP is, and every storage accepts parts of that size.
 */
export const createZip = (
  partBytes: number,
  take: (part: number, bytes: Buffer) => Promise<void>,
): ZipWriter => {
  const zip = new ZipFile();
  let taking = Promise.resolve();
  let isAbandoned = false;

  const handOn = async (): Promise<{ parts: number; bytes: number }> => {
    let waiting: Buffer[] = [];
    let size = 0;
    let bytes = 0;
    let parts = 0;
    const flush = async (length: number) => {
      const joined = Buffer.concat(waiting);
      if (isAbandoned) throw new Error('The ZIP was abandoned');
      taking = take(parts, joined.subarray(0, length));
      await taking;
      parts += 1;
      bytes += length;
      size -= length;
      waiting = size > 0 ? [joined.subarray(length)] : [];
    };
    for await (const piece of zip.outputStream) {
      const buffer = Buffer.from(piece);
      waiting.push(buffer);
      size += buffer.length;
      while (size >= partBytes) await flush(partBytes);
    }
    if (size > 0) await flush(size);
    return { parts, bytes };
  };
  const written = handOn();
  // The promise is awaited beside each entry and at the end. This handler keeps a rejection in between from being
  // unhandled.
  written.catch(() => undefined);

  return {
    add: async (name, source, { compress, modifiedAt } = { compress: true }) => {
      const stream = Readable.from(source, { objectMode: false });
      const { promise: read, resolve, reject } = Promise.withResolvers<void>();
      stream.once('end', resolve).once('error', reject);
      // The library fails at an extended time before 1970.
      const time = modifiedAt && { mtime: modifiedAt, forceDosTimestamp: modifiedAt.getTime() < 0 };
      zip.addReadStreamLazy(name, { compress, mode: 0o600, ...time }, (give) => give(null, stream));
      await Promise.race([read, written]);
    },
    finish: () => {
      zip.end();
      return written;
    },
    abandon: () => {
      isAbandoned = true;
      return taking.catch(() => undefined);
    },
  };
};
