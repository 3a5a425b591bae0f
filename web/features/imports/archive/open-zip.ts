import { type Reader, ZipReader } from '@zip.js/zip.js/lib/zip-core-reader.js';
import type { UnsortedFile } from './source-file.ts';

/** Reads an archive by slices, so that one of 50 GB needs no memory. */
const readerOf = (blob: Blob) => ({
  size: blob.size,
  readUint8Array: async (from: number, length: number): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(await blob.slice(from, from + length).arrayBuffer()),
  createReadable: ({ offset, size }: { offset: number; size: number }) =>
    blob.slice(offset, offset + size).stream(),
});

/** Collects what is written to it. */
const collector = () => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const writable = new WritableStream<Uint8Array<ArrayBuffer>>({
    write: (part) => {
      parts.push(part.slice());
    },
  });
  return { writable, toBlob: () => new Blob(parts) };
};

const start = [0x50, 0x4b];

/** Whether a file is a ZIP archive, by its first bytes. */
export const isZip = async (file: Blob): Promise<boolean> => {
  const bytes = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return start.every((byte, index) => bytes[index] === byte);
};

/** The first bytes of gzip, 7-Zip and RAR, as letters. */
const otherStarts = ['\u001f\u008b', '7z\u00bc\u00af', 'Rar!'];
/** Behind the name of its first file. */
const markOfTar = { text: 'ustar', at: 257 };

/** Whether a file is an archive that is no ZIP file, by its first bytes. */
export const isOtherArchive = async (file: Blob): Promise<boolean> => {
  const bytes = new Uint8Array(await file.slice(0, markOfTar.at + markOfTar.text.length).arrayBuffer());
  const text = String.fromCharCode(...bytes);
  return otherStarts.some((one) => text.startsWith(one)) || text.startsWith(markOfTar.text, markOfTar.at);
};

/**
 * The files of a ZIP archive, from its directory alone: no file is read before it is needed.
 * @throws an error if the directory cannot be read, as in an archive that was not downloaded completely
 */
export const openZip = async (blob: Blob): Promise<UnsortedFile[]> => {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the part of a reader that ZipReader uses
  const zip = new ZipReader(readerOf(blob) as unknown as Reader<Blob>, {
    useWebWorkers: false,
    useCompressionStream: true,
  });
  const entries = await zip.getEntries();
  return entries.flatMap((entry) =>
    entry.directory
      ? []
      : [
          {
            path: entry.filename,
            bytes: entry.uncompressedSize,
            read: async () => {
              const { writable, toBlob } = collector();
              await entry.getData({ writable });
              return toBlob();
            },
          },
        ],
  );
};
