import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { tmpdir } from 'node:os';
import sharp from 'sharp';
import { root } from '../setup/sources.ts';

/** The path of a photo as a phone takes it: 12 megapixels, 3 to 5 MB, rotated by its metadata. */
export const telephonePhoto = async (): Promise<string> => {
  const file = path.join(
    tmpdir(),
    `circle-bench-${createHash('sha256')
      .update(import.meta.filename)
      .digest('hex')
      .slice(0, 8)}.jpg`,
  );
  if (existsSync(file)) return file;
  const size = { width: 4_032, height: 3_024 };
  const grain = await sharp({
    create: { ...size, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 6 } },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  await sharp(path.join(root, 'server/cli/demo/photos/lemons.jpg'))
    .resize({ ...size, fit: 'cover' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toFile(file);
  return file;
};
