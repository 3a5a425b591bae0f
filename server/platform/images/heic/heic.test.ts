import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import sharp, { type Sharp } from 'sharp';
import { messages } from '../../../../contract/errors/errors.ts';
import { chart, chartSize, differenceOf } from '../../../../test/harness/chart.ts';
import {
  auxiliary,
  box,
  fixture,
  gridItems,
  heic,
  type Item,
  mirror,
  numberedColours,
  pictureItem,
  profile,
  readEncoded,
  rotation,
  secretItems,
  size,
  thumbnail,
  withoutColours,
} from '../../../../test/harness/heic.ts';
import { statusOf } from '../../problem.ts';
import type { PhotoKind } from '../order.ts';
import { colourAt, grainy, secret, withSecrets } from '../photos.test-peer.ts';
import { createImagePipeline, type ImagePipeline } from '../pipeline.ts';
import { isUpload } from '../receive.ts';
import { PhotoRefused } from '../refused.ts';
import { createHeicPool } from './pool.ts';

// Pictures that heif-enc encoded are compared with the chart that they show. HEVC with 4:2:0 and JPEG in quality 90
// change a value by up to 3; wrong colours, rotations or bit depths change values by 20 and more.
const tolerance = 4;

let folder: string;
let pipeline: ImagePipeline;

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'heic-'));
  pipeline = createImagePipeline({ tmpDir: folder });
});
after(async () => {
  await pipeline.close();
  await rm(folder, { recursive: true });
});

const processed = async (photo: Buffer, kind: PhotoKind, charge?: (megapixels: number) => Promise<void>) => {
  const file = path.join(folder, `source-${crypto.randomUUID()}`);
  await writeFile(file, photo);
  try {
    return await pipeline.process(file, { kind, party: 'test', ...(charge && { charge }) });
  } finally {
    await rm(file);
  }
};

/** The largest variant. */
const make = async (photo: Buffer, kind: PhotoKind = 'full'): Promise<Buffer> =>
  (await processed(photo, kind)).variants.at(-1)?.bytes ?? Buffer.alloc(0);

const picture = readEncoded('chart.heic');
const deep = readEncoded('chart-10-bit.heic');
const p3 = readEncoded('p3.heic');
const { icc: srgbProfile } = await sharp(await chart().withIccProfile('srgb').jpeg().toBuffer()).metadata();
assert(srgbProfile);

/** The last function undoes the rotation of the HEIC, whose turns are counter-clockwise. */
const looks: [string, Buffer, (image: Sharp) => Sharp][] = [
  ['8 bits', fixture('chart.heic'), (image) => image],
  ['10 bits', fixture('chart-10-bit.heic'), (image) => image],
  ['Display P3 by profile', fixture('p3.heic'), (image) => image],
  ['Display P3 by numbers', heic([pictureItem(p3, numberedColours(12, 13))]), (image) => image],
  ['a range without colours', heic([pictureItem(withoutColours(picture, true))]), (image) => image],
  [
    'tiles whose range has no colours',
    heic(gridItems(withoutColours(picture, true), 1, 1, profile(srgbProfile))),
    (image) => image,
  ],
  ['one quarter turn', heic([pictureItem(picture, rotation(1))]), (image) => image.rotate(90)],
  ['two quarter turns', heic([pictureItem(picture, rotation(2))]), (image) => image.rotate(180)],
  ['three quarter turns', heic([pictureItem(picture, rotation(3))]), (image) => image.rotate(270)],
  ['left and right exchanged', heic([pictureItem(picture, mirror(1))]), (image) => image.flop()],
  ['top and bottom exchanged', heic([pictureItem(deep, mirror(0))]), (image) => image.flip()],
];
for (const [name, photo, undo] of looks) {
  test(`a HEIC looks like its reference image: ${name}`, async () => {
    const made = await undo(sharp(await make(photo)))
      .png()
      .toBuffer();
    const difference = await differenceOf(made, await chart().png().toBuffer());
    assert.ok(difference <= tolerance, `differs by ${difference}`);
  });
}

test('the reference images tell Display P3 from sRGB', async () => {
  const unread = await make(heic([pictureItem(p3)]));
  assert.ok((await differenceOf(unread, await chart().png().toBuffer())) > 20);
});

test('a HEIC that names limited range without colours is stretched to full range', async () => {
  const made = await make(heic([pictureItem(withoutColours(picture, false))]));
  const [dark] = await colourAt(made, chartSize.width - 30, 30);
  assert.ok(dark !== undefined && Math.abs(dark - ((20 - 16) * 255) / 219) <= tolerance, `${dark}`);
});

/** As a phone writes it: tiles, a thumbnail, an HDR gain map, place and camera, an orientation in EXIF, and a video after the photo. */
const phonePhoto = async (): Promise<Buffer> => {
  const { exif } = await sharp(await withSecrets(8, 8)).metadata();
  const { icc } = await sharp(await chart().withIccProfile('p3').jpeg().toBuffer()).metadata();
  assert(exif && icc);
  const photo = heic(
    [
      ...gridItems(p3, 2, 2, rotation(3), profile(icc)),
      thumbnail(picture),
      auxiliary(deep, 'urn:com:apple:photos:2020:aux:hdrgainmap'),
      ...secretItems(exif.subarray(6), `<x:xmpmeta>${secret}</x:xmpmeta>`),
    ],
    { brands: ['mif1', 'MiHE', 'MiPr', 'miaf', 'MiHB', 'heic'] },
  );
  return Buffer.concat([photo, box('mpvd', Buffer.from(`ftypmp42 ${secret}`))]);
};

// PHOTO-3
test('a phone photo of tiles gives the still, upright and in sRGB, without metadata', async () => {
  const photo = await phonePhoto();
  assert.ok(photo.includes(secret));
  const made = await processed(photo, 'photo');
  assert.deepEqual(
    made.variants.map(({ name, width, height }) => `${name}: ${width}×${height}`),
    ['480: 480×720', '1080: 512×768'],
  );
  const { width, height } = chartSize;
  const all = await chart().png().toBuffer();
  const tiles = [0, 1, 2, 3].map((at) => ({ input: all, left: (at % 2) * width, top: at > 1 ? height : 0 }));
  const grid = sharp({ create: { width: 2 * width, height: 2 * height, channels: 3, background: '#000' } });
  const upright = await sharp(await grid.composite(tiles).png().toBuffer())
    .rotate(90)
    .png()
    .toBuffer();
  const [copy] = (await processed(photo, 'full')).variants;
  assert(copy);
  for (const [left, top] of [
    [20, 30],
    [300, 30],
    [20, 100],
    [490, 500],
    [250, 700],
    [440, 740],
  ] as [number, number][]) {
    const found: number[] = await colourAt(copy.bytes, left, top);
    const expected: number[] = await colourAt(upright, left, top);
    const isNear = found.every((value, index) => Math.abs(value - (expected[index] ?? -99)) <= tolerance);
    assert.ok(isNear, `${left}, ${top}: ${String(found)} is not ${String(expected)}`);
  }
  for (const { bytes } of [copy, ...made.variants]) {
    const { exif, xmp, icc, iptc, orientation } = await sharp(bytes).metadata();
    assert.deepEqual([exif, xmp, icc, iptc, orientation], Array(5).fill(undefined));
    assert.ok(!bytes.includes(secret));
  }
});

test('HDR photos are tone-mapped: paper white is bright, and highlights stay distinct', async () => {
  for (const [transfer, paperWhite] of [
    [16, 0.58],
    [18, 0.75],
  ] as const) {
    const made = await make(heic([pictureItem(deep, numberedColours(9, transfer, 9))]));
    const greyAt = async (signal: number) =>
      (await colourAt(made, Math.round(signal * (chartSize.width - 1)), chartSize.height - 20))[0] ?? 0;
    const [white, brighter] = [await greyAt(paperWhite), await greyAt(paperWhite + 0.1)];
    assert.ok(Math.abs(white - 233) < 8, `transfer ${transfer}: ${white}`);
    assert.ok(brighter > white + 5 && brighter < 255, `transfer ${transfer}: ${brighter}`);
  }
});

test('an avatar is made from a HEIC', async () => {
  const made = await processed(fixture('chart.heic'), 'avatar');
  assert.deepEqual(
    made.variants.map(({ width, height }) => `${width}×${height}`),
    ['96×96', '256×256'],
  );
});

/** A picture whose header says another size. */
const sized = (width: number, height: number): Buffer =>
  heic([{ ...pictureItem(picture), properties: [size(width, height), picture.configuration] }]);

// PHOTO-12
test('the pixels of a HEIC are limited before it is decoded, and charged', async () => {
  const charged: number[] = [];
  const charge = async (megapixels: number) => void charged.push(megapixels);
  const large: [string, Buffer][] = [
    ['over 48 megapixels', heic(gridItems(readEncoded('tile.heic'), 16, 13))],
    ['over 24 megapixels with 10 bits', heic(gridItems(readEncoded('tile-10-bit.heic'), 12, 9))],
    ['as large as can be', sized(2 ** 31, 2 ** 31)],
    ['as wide as can be', sized(2 ** 31, 1)],
  ];
  for (const [name, photo] of large) {
    const started = performance.now();
    await assert.rejects(processed(photo, 'photo', charge), refused(413, messages.photoTooManyPixels), name);
    assert.ok(performance.now() - started < 5_000, name);
  }
  await processed(fixture('chart.heic'), 'photo', charge);
  assert.deepEqual(charged, [0, 0, 0, 0, 1]);
});

const refused = (status: number, message: string) => (error: unknown) =>
  error instanceof PhotoRefused && statusOf[error.code] === status && error.message === message;
const wrongType = refused(415, messages.photoType);
const tooManyPixels = refused(413, messages.photoTooManyPixels);
const broken = refused(400, messages.photoBroken);

const renamed = (photo: Buffer, from: string, to: string): Buffer =>
  Buffer.from(photo.toString('latin1').replaceAll(from, to), 'latin1');

const manyTiles = (columns: number, rows: number) => gridItems(readEncoded('tile.heic'), columns, rows);

/** A grid that claims to show a picture of another size. */
const claiming = (width: number, height: number, [grid, ...tiles]: Item[]): Item[] => [
  {
    ...(grid ?? assert.fail('no grid')),
    data: Buffer.concat([grid?.data.subarray(0, 4) ?? Buffer.alloc(0), size(width, height).subarray(12)]),
    properties: [size(width, height)],
  },
  ...tiles,
];

/** A grid of tiles that claim 16 × 16 pixels each. */
const smallTiles = (): Item[] => {
  const [grid, ...tiles] = manyTiles(8, 8);
  const { configuration } = readEncoded('tile.heic');
  const small = tiles.map((tile) => ({ ...tile, properties: [size(16, 16), configuration] }));
  return claiming(128, 128, [grid ?? assert.fail('no grid'), ...small]);
};

const unfit: [string, () => Buffer | Promise<Buffer>, typeof broken][] = [
  ['AVIF', () => chart().avif().toBuffer(), wrongType],
  [
    'AVIF that claims to be HEIC',
    async () => renamed(await chart().avif().toBuffer(), 'avif', 'heic'),
    wrongType,
  ],
  [
    'a video',
    () => Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0isommp42')), Buffer.alloc(99)]),
    wrongType,
  ],
  ['a grid of other tiles', () => renamed(heic(gridItems(picture, 2, 1)), 'hvc1', 'jpeg'), wrongType],
  ['its first box alone', () => fixture('chart.heic').subarray(0, 28), broken],
  ['half of a HEIC', () => half(fixture('chart.heic')), broken],
  ['a HEIC without its last byte', () => fixture('chart.heic').subarray(0, -1), broken],
  ['a small picture with many large tiles', () => heic(claiming(16, 16, manyTiles(8, 8))), broken],
  ['a grid with a column more than it needs', () => heic(claiming(500, 500, manyTiles(2, 1))), broken],
  ['tiles that are larger than they say', () => heic(smallTiles()), tooManyPixels],
  ['a grid without its tiles', () => heic(gridItems(picture, 2, 2).slice(0, 1)), wrongType],
  ['a picture larger than its header says', () => sized(16, 16), tooManyPixels],
];
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
for (const [name, photo, expected] of unfit) {
  test(`the HEIC process refuses ${name}`, async () => {
    await assert.rejects(processed(await photo(), 'photo'), expected);
  });
}

test('mutated HEICs are accepted or refused, and have no other outcome', async () => {
  const sound = [await phonePhoto(), fixture('chart-10-bit.heic'), fixture('p3.heic')];
  for (let round = 0; round < 60; round += 1) {
    const bytes = Buffer.from(sound[round % sound.length] ?? '');
    // A small seeded generator, so that a failure can be reproduced.
    for (let change = 0; change < 1 + (round % 5); change += 1) {
      const at = 24 + ((round * 7919 + change * 104_729) % (bytes.length - 24));
      bytes[at] = (round * 31 + change * 17) % 256;
    }
    await processed(bytes, 'avatar').catch((error: unknown) => {
      assert(error instanceof PhotoRefused, `round ${round}: ${String(error)}`);
    });
  }
});

test('HEICs are decoded one at a time', async () => {
  const photo = heic(gridItems(readEncoded('tile.heic'), 4, 2));
  let most = 0;
  const making = Promise.all(Array.from({ length: 3 }, () => make(photo, 'photo')));
  const done = making.then(() => true);
  while (!(await Promise.race([done, setTimeout(5, false)])))
    most = Math.max(most, (await readdir(folder)).filter(isUpload).length);
  assert.equal(most, 1);
});

test('a HEIC does not wait for the many other photos of one member', async () => {
  const file = async (bytes: Buffer) => {
    const source = path.join(folder, `source-${crypto.randomUUID()}`);
    await writeFile(source, bytes);
    return source;
  };
  const jpeg = await file(await (await grainy(1600, 1200)).jpeg().toBuffer());
  const photo = await file(fixture('chart.heic'));
  // Starts the processes, so that only the order of the photos counts below.
  await Promise.all(['a', 'b', 'c'].map((party) => pipeline.process(jpeg, { kind: 'photo', party })));
  await pipeline.process(photo, { kind: 'avatar', party: 'a' });
  let made = 0;
  const jpegs = Array.from({ length: 16 }, () =>
    pipeline.process(jpeg, { kind: 'photo', party: 'a' }).then(() => (made += 1)),
  );
  const madeBefore = await Promise.all(
    (['full', 'photo'] as const).map(async (kind, at) => {
      await pipeline.process(photo, { kind, party: at === 0 ? 'a' : 'b' });
      return made;
    }),
  );
  assert.ok(Math.max(...madeBefore) < jpegs.length, 'a HEIC waited for all other photos');
  await Promise.all(jpegs);
  await Promise.all([rm(jpeg), rm(photo)]);
});

test('a HEIC process that is killed at work is replaced', async () => {
  const photo = heic(gridItems(readEncoded('tile.heic'), 6, 4));
  await make(fixture('chart.heic'));
  const earlier = pipeline.pids;
  const making = make(photo, 'photo');
  // The process writes its file while it works.
  while (!(await readdir(folder)).some(isUpload)) await setTimeout(5);
  for (const pid of earlier) process.kill(pid, 'SIGKILL');
  assert.equal((await sharp(await making).metadata()).width, 2048);
});

test('the HEIC process reads and writes the folder of uploads alone, at a low priority', async (t) => {
  const pool = createHeicPool(folder);
  t.after(() => pool.close());
  const source = path.join(folder, 'source');
  await writeFile(source, fixture('chart.heic'));
  const run = (order: object) => pool.run(order, { party: 'test' });
  for (const order of [
    { source: '/etc/passwd', target: path.join(folder, 'x') },
    { source, target: path.join(os.tmpdir(), 'heic-outside') },
  ]) {
    const answer = await run(order);
    assert.ok(typeof answer === 'object' && answer && 'failed' in answer, JSON.stringify(answer));
    assert.match(String(answer.failed), /Access to this API has been restricted/);
  }
  for (const pid of pool.pids) assert.equal(os.getPriority(pid), os.constants.priority.PRIORITY_BELOW_NORMAL);
  await rm(source);
});

test('no file remains in the folder of uploads after HEICs were processed', async () => {
  assert.deepEqual(await readdir(folder), []);
});
