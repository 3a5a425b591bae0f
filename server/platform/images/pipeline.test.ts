import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { thumbHashToApproximateAspectRatio } from 'thumbhash';
import { messages } from '../../../contract/errors/errors.ts';
import { colourAt, grainy, halves, secret, withSecrets } from './photos.test-peer.ts';
import type { PhotoKind } from './order.ts';
import { createImagePipeline, type ImagePipeline, type Processed } from './pipeline.ts';

let folder: string;
let pipeline: ImagePipeline;

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'pipeline-'));
  pipeline = createImagePipeline({ tmpDir: folder });
});
after(async () => {
  await pipeline.close();
  await rm(folder, { recursive: true });
});

const make = async (photo: Buffer, kind: PhotoKind = 'photo'): Promise<Processed> => {
  const file = path.join(folder, `source-${crypto.randomUUID()}`);
  await writeFile(file, photo);
  try {
    return await pipeline.process(file, { kind, party: 'test' });
  } finally {
    await rm(file);
  }
};

const sizes = ({ variants }: Processed) =>
  variants.map(({ name, width, height }) => `${name}: ${width}×${height}`);

const near = (colour: number[], expected: number[]) =>
  assert(
    colour.every((value, index) => Math.abs(value - (expected[index] ?? -1)) < 12),
    `${String(colour)} is not near ${String(expected)}`,
  );

test('the copy for letters is one JPEG of at most 800 pixels, upright and without camera metadata', async () => {
  const [copy, ...others] = (await make(await withSecrets(3000, 2400), 'letter')).variants;
  assert(copy);
  assert.deepEqual(others, []);
  const metadata = await sharp(copy.bytes).metadata();
  assert.deepEqual([metadata.format, metadata.width, metadata.height], ['jpeg', 640, 800]);
  assert.deepEqual([metadata.exif, metadata.icc, metadata.orientation], [undefined, undefined, undefined]);
  assert(!copy.bytes.includes(secret));
  near(await colourAt(copy.bytes, 320, 200), [255, 0, 0]);
});

// PHOTO-3
test('a photo gets three widths, all upright, in sRGB and without camera metadata', async () => {
  const photo = await withSecrets(3000, 2400);
  assert(photo.includes(secret), 'the photo must hold the secret');

  const made = await make(photo);
  assert.deepEqual(sizes(made), ['480: 480×600', '1080: 1080×1350', '2048: 2048×2560']);
  assert.deepEqual([made.width, made.height], [2048, 2560]);
  for (const { width, height, bytes } of made.variants) {
    const metadata = await sharp(bytes).metadata();
    assert.deepEqual(
      [metadata.format, metadata.width, metadata.height, metadata.space, metadata.orientation],
      ['webp', width, height, 'srgb', undefined],
    );
    assert.deepEqual([metadata.exif, metadata.icc, metadata.xmp, metadata.iptc], Array(4).fill(undefined));
    assert(!bytes.includes(secret) && !bytes.includes('GPS') && !bytes.includes('Exif'));
    // The photo is turned clockwise, so its left half is now on top. Its colours were written in another profile.
    near(await colourAt(bytes, Math.floor(width / 2), Math.floor(height / 4)), [255, 0, 0]);
    near(await colourAt(bytes, Math.floor(width / 2), Math.floor((height * 3) / 4)), [0, 0, 255]);
  }
});

test('the placeholder of a photo is a small thumbhash with the same proportions', async () => {
  const { placeholder } = await make(await halves(1200, 800).jpeg().toBuffer());
  const hash = Buffer.from(placeholder, 'base64');
  assert(hash.length <= 30, `${hash.length} bytes`);
  assert(Math.abs(thumbHashToApproximateAspectRatio(hash) - 1.5) < 0.2);
});

const widths: [string, number, number, string[]][] = [
  ['small', 50, 50, ['480: 50×50']],
  ['one pixel', 1, 1, ['480: 1×1']],
  ['as wide as the first', 480, 320, ['480: 480×320']],
  ['between the first two', 800, 600, ['480: 480×360', '1080: 800×600']],
  ['as wide as the second', 1080, 720, ['480: 480×320', '1080: 1080×720']],
  ['between the last two', 1500, 1000, ['480: 480×320', '1080: 1080×720', '2048: 1500×1000']],
  ['a long screenshot', 300, 6000, ['480: 96×1920', '1080: 216×4320', '2048: 300×6000']],
  ['a thread', 20_000, 4, ['480: 480×1', '1080: 1080×1', '2048: 2048×1']],
];
for (const [name, width, height, expected] of widths) {
  test(`sizes of a photo are never enlarged or duplicated: ${name}`, async () => {
    assert.deepEqual(sizes(await make(await halves(width, height).png().toBuffer())), expected);
  });
}

test('an avatar is upright, square, and never enlarged', async () => {
  const made = await make(await withSecrets(1600, 1200), 'avatar');
  assert.deepEqual(sizes(made), ['96: 96×96', '512: 512×512']);
  const bytes = made.variants[1]?.bytes ?? Buffer.alloc(0);
  near(await colourAt(bytes, 256, 10), [255, 0, 0]);
  near(await colourAt(bytes, 256, 500), [0, 0, 255]);
  assert.deepEqual(sizes(await make(await halves(300, 60).png().toBuffer(), 'avatar')), ['96: 60×60']);
  assert.deepEqual(sizes(await make(await halves(300, 200).png().toBuffer(), 'avatar')), [
    '96: 96×96',
    '512: 200×200',
  ]);
});

const orange = { create: { width: 600, height: 300, channels: 3, background: '#ff8000' } } as const;
const kinds: [string, () => Promise<Buffer>][] = [
  ['JPEG in shades of ink (CMYK)', () => sharp(orange).toColourspace('cmyk').jpeg().toBuffer()],
  ['progressive JPEG', () => sharp(orange).jpeg({ progressive: true }).toBuffer()],
  ['PNG of 16 bits', () => sharp(orange).toColourspace('rgb16').png().toBuffer()],
  ['PNG with a palette', () => sharp(orange).png({ palette: true }).toBuffer()],
  ['WebP without loss', () => sharp(orange).webp({ lossless: true }).toBuffer()],
];
for (const [name, photo] of kinds) {
  test(`${name} keeps its colours when it is processed`, async () => {
    const { variants } = await make(await photo());
    near(await colourAt(variants[0]?.bytes ?? Buffer.alloc(0), 100, 100), [255, 128, 0]);
  });
}

test('a JPEG of which only the mark of the end is missing is processed, one that lacks pixels is refused', async () => {
  for (const progressive of [false, true]) {
    const photo = await (await grainy(900, 600)).jpeg({ progressive }).toBuffer();
    const whole = await make(photo);
    for (const missing of [1, 2]) assert.deepEqual(await make(photo.subarray(0, -missing)), whole);
    // The last byte of the picture may be nothing but filling.
    for (const missing of [5, 40, 4_000])
      await assert.rejects(make(photo.subarray(0, -missing)), { message: messages.photoBroken });
  }
});

test('grey photos stay grey and transparent pictures stay transparent', async () => {
  const grey = await make(await halves(600, 300).greyscale().png().toBuffer());
  const [red, green, blue] = await colourAt(grey.variants[0]?.bytes ?? Buffer.alloc(0), 10, 10);
  assert(red === green && green === blue);

  const glass = { create: { width: 900, height: 300, channels: 4, background: '#ff800080' } } as const;
  const { variants } = await make(await sharp(glass).png().toBuffer());
  for (const { bytes } of variants) {
    const pixel = await sharp(bytes).extract({ left: 5, top: 5, width: 1, height: 1 }).raw().toBuffer();
    near([...pixel], [255, 128, 0, 128]);
  }
});

test('of an animated WebP only the first picture is kept', async () => {
  const frames = await Promise.all(
    ['#ff0000', '#0000ff'].map((background) =>
      sharp({ create: { width: 60, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const animated = await sharp(frames, { join: { animated: true } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
  assert.equal((await sharp(animated).metadata()).pages, 2);
  const made = await make(animated);
  assert.deepEqual(sizes(made), ['480: 60×40']);
  near(await colourAt(made.variants[0]?.bytes ?? Buffer.alloc(0), 30, 20), [255, 0, 0]);
});

// PHOTO-3
test('bytes appended to a photo file are removed', async () => {
  const hidden = Buffer.from(`PK\u0003\u0004${secret}<script>alert(1)</script>`);
  const made = await make(Buffer.concat([await halves(600, 300).jpeg().toBuffer(), hidden]));
  for (const { bytes } of made.variants) assert(!bytes.includes(secret) && !bytes.includes('script'));
});

test('many photos are processed concurrently', async () => {
  const photo = await (await grainy(1200, 900)).jpeg().toBuffer();
  const made = await Promise.all(Array.from({ length: 10 }, () => make(photo)));
  for (const one of made) assert.deepEqual(one, made[0]);
  assert(pipeline.pids.length <= Math.max(3, os.availableParallelism() - 1));
});

test('no file remains in the folder of uploads after processing', async () => {
  assert.deepEqual(await readdir(folder), []);
});
