import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

// Generates photos for the tests beside this file, so that none is stored in the repository.

/** A photo whose left half is red and whose right half is blue. */
export const halves = (width: number, height: number): Sharp => {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    pixels[at * 3 + (at % width < width / 2 ? 0 : 2)] = 255;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

/** A word that must not survive processing: `withSecrets` puts it into every kind of metadata. */
export const secret = 'GREENWICH-MERIDIAN-HOUSE';

/** A photo as a phone takes it: lying on its side (EXIF orientation 6), with place, owner, colour profile and XMP. */
export const withSecrets = async (width: number, height: number): Promise<Buffer> =>
  halves(width, height)
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Copyright: secret, Artist: secret },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 28/1 3840/100', GPSProcessingMethod: secret },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>${secret}</note></x:xmpmeta>`)
    .withIccProfile('p3')
    .jpeg({ quality: 95 })
    .toBuffer();

/** An image with shapes and grain, so that its file is about as large as that of a photo. */
export const grainy = async (width: number, height: number): Promise<Sharp> => {
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return halves(width, height).composite([
    { input: { create: { width: 40, height: 40, channels: 3, background: '#ffcc00' } }, gravity: 'centre' },
    { input: grain, blend: 'soft-light' },
  ]);
};

/** A valid PNG of one bit a pixel: 16,000 × 16,000 pixels take 31 KB. */
export const bomb = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const chunk = (name: string, content: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** The colour at a place of a picture, as [red, green, blue]. */
export const colourAt = async (picture: Buffer, left: number, top: number): Promise<number[]> => {
  const pixel = sharp(picture).extract({ left, top, width: 1, height: 1 }).removeAlpha();
  return [...(await pixel.raw().toBuffer())];
};
