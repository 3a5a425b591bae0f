import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { Made, VariantName } from './answer.ts';
import type { Order } from './order.ts';
import { UnfitPhoto } from './unfit.ts';

// Runs in the image processes only: the server itself never loads a decoder.
sharp.concurrency(1);
sharp.cache(false);
// Block all decoders but the three formats, above all SVG and those that start other programs.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });

const mebipixel = 1024 * 1024;

/**
 * The most pixels that are decoded. Counted in 1024 × 1024, so that photos of phones sold as '48 megapixels' (8064 ×
 * 6048) are accepted; JPEG may have more because it decodes in less memory.
 */
const maxPixels = {
  jpeg: 48 * mebipixel,
  png: 40 * mebipixel,
  webp: 40 * mebipixel,
  // Decoded before, into a PNG that sharp reads row by row.
  heic: 48 * mebipixel,
};

interface Size {
  width: number;
  height: number;
}

interface Pixels {
  data: Buffer;
  raw: Size & { channels: 1 | 2 | 3 | 4 };
}

/** The width of a variant, and the box that it must fit into. */
interface Box extends Size {
  name: VariantName;
}

// A column of screenshots can be fifty times as high as wide: WebP ends at 16,383 pixels and encoding them
// takes seconds, so nothing is made higher than four times the width of its name.
const photoBoxes: readonly Box[] = [
  { name: '480', width: 480, height: 4 * 480 },
  { name: '1080', width: 1080, height: 4 * 1080 },
  { name: '2048', width: 2048, height: 4 * 2048 },
];
const avatarBoxes: readonly Box[] = [
  { name: '96', width: 96, height: 96 },
  { name: '512', width: 512, height: 512 },
];

/** The longest side of a photo in a mail. */
const letterSide = 800;
/** The longest side of a photo on a picture frame: more than most tablets of ten years ago have. */
const frameSide = 1600;

/**
 * Makes the variants and the placeholder of a photo: upright, sRGB, WebP, without metadata, never enlarged.
 * The file is decoded once, to the largest width; each smaller one is made from the one before.
 * @param onHeader gets the number of pixels that are about to be decoded
 * @throws Unfit when the photo is not taken.
 */
export const makeVariants = async (
  order: Order,
  onHeader: (pixels: number) => void,
): Promise<Omit<Made, 'takenOn'>> => {
  const upright = await readHeader(order);
  onHeader(upright.width * upright.height);
  const [first, ...others] = boxesFor(order.kind, upright);
  if (!first) throw new Error('There is no box to fit a photo in.');

  let pixels = await decode(order, first, upright);
  const { width, height } = pixels.raw;
  const variants = [await encode(first.name, pixels)];
  for (const box of others) {
    pixels = await shrink(pixels, box);
    variants.unshift(await encode(box.name, pixels));
  }
  return { width, height, placeholder: await placeholderOf(pixels), variants };
};

const boxesFor = (kind: Order['kind'], upright: Size): Box[] => {
  if (kind === 'full') return [{ name: 'full', ...upright }];
  if (kind === 'letter') return [{ name: 'letter', width: letterSide, height: letterSide }];
  if (kind === 'frame') return [{ name: 'frame', width: frameSide, height: frameSide }];
  return kind === 'photo' ? sizesFor(photoBoxes, upright) : sizesFor(avatarBoxes, squareIn(upright));
};

const squareIn = ({ width, height }: Size): Size => {
  const side = Math.min(width, height);
  return { width: side, height: side };
};

/** Returns the boxes, largest first, without boxes that would give the same size as the next smaller one. */
const sizesFor = (boxes: readonly Box[], size: Size): Box[] =>
  boxes
    .filter((_, index) => {
      const smaller = boxes[index - 1];
      return !smaller || size.width > smaller.width || size.height > smaller.height;
    })
    .toReversed();

const readHeader = async ({ path, type }: Order): Promise<Size> => {
  const header = await refusing(sharp(path, { limitInputPixels: false }).metadata());
  if (header.format !== (type === 'heic' ? 'png' : type))
    throw new UnfitPhoto('photoType', `${type} by its first bytes, ${header.format} to the decoder`);
  if (header.width * header.height > maxPixels[type]) {
    throw new UnfitPhoto('photoTooManyPixels', `${header.width} × ${header.height}`);
  }
  return header.autoOrient;
};

const endOfJpeg = Buffer.from([0xff, 0xd9]);

const decode = async (order: Order, box: Box, upright: Size): Promise<Pixels> => {
  try {
    return await decodeFrom(order.path, 'error', order, box, upright);
  } catch (error) {
    if (!(error instanceof UnfitPhoto) || !error.message.includes('premature end of JPEG')) throw error;
    // Only the mark of the end may be missing, which browsers do not mind. A warning says that pixels are missing.
    const whole = Buffer.concat([await readFile(order.path), endOfJpeg]);
    return decodeFrom(whole, 'warning', order, box, upright);
  }
};

/**
 * Keep only the first picture of an animated WebP or PNG. Its type is accepted, so the error for wrong types would be
 * untrue, and photos are shown as stills. The other pictures are never decoded.
 */
const decodeFrom = async (
  file: string | Buffer,
  failOn: 'error' | 'warning',
  { type, kind }: Order,
  box: Box,
  upright: Size,
): Promise<Pixels> => {
  const source = sharp(file, { failOn, limitInputPixels: maxPixels[type], pages: 1 }).autoOrient();
  const { width: side } = squareIn(upright);
  const sized =
    kind !== 'avatar'
      ? source.resize({ width: box.width, height: box.height, fit: 'inside', withoutEnlargement: true })
      : source.resize(Math.min(box.width, side), Math.min(box.height, side), {
          fit: 'cover',
          position: sharp.strategy.attention,
        });
  return refusing(pixelsOf(sized.toColourspace('srgb')));
};

const shrink = (from: Pixels, { width, height }: Size): Promise<Pixels> =>
  pixelsOf(
    sharp(from.data, { raw: from.raw }).resize({ width, height, fit: 'inside', withoutEnlargement: true }),
  );

const pixelsOf = async (image: Sharp): Promise<Pixels> => {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
};

const encode = async (name: VariantName, { data, raw }: Pixels): Promise<Made['variants'][number]> => ({
  name,
  width: raw.width,
  height: raw.height,
  bytes: await encoder(name)(sharp(data, { raw })).toBuffer(),
});

const encoder = (name: VariantName): ((image: Sharp) => Sharp) => {
  if (name === 'full') return (image) => asJpeg(image, 90);
  if (name === 'letter' || name === 'frame') return (image) => asJpeg(image, 80);
  return (image) => asWebp(image, name);
};

// The largest variant takes most of the time and is fetched least: with effort 1 it takes 0.7 of the time of effort 2
// and 12 % more bytes.
const asWebp = (image: Sharp, name: VariantName): Sharp =>
  image.webp({ quality: 80, effort: name === '2048' ? 1 : 2 });

// Downloads and photos in mails are JPEG, which every program opens. JPEG has no transparency, so transparent areas get
// a paper background.
const asJpeg = (image: Sharp, quality: number): Sharp =>
  image.flatten({ background: '#ffffff' }).jpeg({ quality });

/**
 * A thumbhash of the photo at 32 pixels, base64: some 25 bytes that the browser paints until the photo is
 * there.
 */
const placeholderOf = async (from: Pixels): Promise<string> => {
  const image = sharp(from.data, { raw: from.raw })
    .resize({ width: 32, height: 32, fit: 'inside' })
    .ensureAlpha();
  const { data, raw } = await pixelsOf(image);
  return Buffer.from(rgbaToThumbHash(raw.width, raw.height, data)).toString('base64');
};

/** Every error of the decoder is the photo's fault, except a missing file. */
const refusing = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    if (detail.startsWith('Input file is missing')) throw error;
    throw new UnfitPhoto('photoBroken', detail);
  }
};
