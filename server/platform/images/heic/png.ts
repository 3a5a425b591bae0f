import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflate, deflateSync } from 'node:zlib';
import type { Decoded } from './decode.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Bytes of rows that are compressed and written together. */
const stripBytes = 1024 * 1024;

const chunk = (name: string, content: Buffer): Buffer => {
  const bytes = Buffer.alloc(content.length + 12);
  bytes.writeUInt32BE(content.length);
  bytes.write(name, 4, 'latin1');
  bytes.set(content, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), content.length + 8);
  return bytes;
};

function* strips({ width, height, copyRow }: Decoded): Generator<Buffer> {
  const rowBytes = 1 + 3 * width;
  const rows = Math.max(1, Math.floor(stripBytes / rowBytes));
  for (let first = 0; first < height; first += rows) {
    const count = Math.min(rows, height - first);
    // The first byte of each row stays 0: no filter.
    const strip = Buffer.alloc(count * rowBytes);
    for (let row = 0; row < count; row++) copyRow(first + row, strip, row * rowBytes + 1);
    yield strip;
  }
}

/**
 * Writes a PNG (RFC 2083) with the pixels and the colour profile and nothing else. It is not compressed, because it is
 * read once and then deleted.
 */
export const writePng = async (file: string, decoded: Decoded): Promise<void> => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(decoded.width, 0);
  header.writeUInt32BE(decoded.height, 4);
  header.set([8, 2], 8);
  // Opened first: a stream that opens the file itself could still create it after a failure has removed it.
  const target = await open(file, 'w', 0o600);
  await pipeline(
    strips(decoded),
    createDeflate({ level: 0, chunkSize: stripBytes }),
    async function* (compressed: AsyncIterable<Buffer>) {
      yield signature;
      yield chunk('IHDR', header);
      if (decoded.profile)
        yield chunk(
          'iCCP',
          Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(decoded.profile)]),
        );
      for await (const bytes of compressed) yield chunk('IDAT', bytes);
      yield chunk('IEND', Buffer.alloc(0));
    },
    target.createWriteStream(),
  );
};
