import { crc32, deflateSync } from 'node:zlib';

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/**
 * A PNG (RFC 2083) with stripes, made without an image library, because the server itself never loads one.
 * @param more extra chunks, such as a text with a secret
 * @param drawn the number of rows that are really there
 */
export const drawPhoto = (
  width = 240,
  height = 160,
  more: Record<string, string> = {},
  drawn = height,
): Uint8Array<ArrayBuffer> => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.alloc(1 + width * 3);
  for (let x = 0; x < width; x++) row.set([(x * 7) % 256, (x * 3) % 256, 120], 1 + x * 3);
  const pixels = Buffer.concat(Array.from({ length: drawn }, () => row));
  return Uint8Array.from(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      ...Object.entries(more).map(([type, text]) => chunk(type, Buffer.from(text, 'latin1'))),
      chunk('IDAT', deflateSync(pixels)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
};
