import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { messages } from '../../../contract/errors/errors.ts';
import { PoolError } from '../processes/pool.ts';
import { Problem, statusOf } from '../problem.ts';
import { bomb, grainy, halves } from './photos.test-peer.ts';
import { createImagePipeline, type ImagePipeline } from './pipeline.ts';
import { PhotoRefused } from './refused.ts';

let folder: string;
let pipeline: ImagePipeline;

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'trouble-'));
  pipeline = createImagePipeline({ tmpDir: folder });
});
after(async () => {
  await pipeline.close();
  await rm(folder, { recursive: true });
});

const source = async (bytes: Buffer | string): Promise<string> => {
  const file = path.join(folder, 'source');
  await writeFile(file, bytes);
  return file;
};

const refused = (status: number, message: string) => (error: unknown) =>
  error instanceof PhotoRefused && statusOf[error.code] === status && error.message === message;
const wrongType = refused(415, messages.photoType);
const tooManyPixels = refused(413, messages.photoTooManyPixels);
const broken = refused(400, messages.photoBroken);

const jpeg = () => halves(600, 400).jpeg().toBuffer();
const png = async () => (await grainy(300, 200)).png().toBuffer();
const webp = async () => (await grainy(300, 200)).webp().toBuffer();
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
const html = '<!doctype html><script>alert(document.cookie)</script>';
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>`;
const riff = Buffer.from('RIFF\u0000\u0000\u0000\u0000WEBP', 'latin1');

const unfit: [string, () => Promise<Buffer | string>, typeof broken][] = [
  ['an empty file', async () => '', wrongType],
  ['SVG', async () => svg, wrongType],
  ['SVG behind white space', async () => `\n\n   ${svg}`, wrongType],
  ['HTML', async () => html, wrongType],
  ['GIF', () => halves(10, 10).gif().toBuffer(), wrongType],
  ['TIFF', () => halves(10, 10).tiff().toBuffer(), wrongType],
  ['AVIF', () => halves(10, 10).avif().toBuffer(), wrongType],
  [
    'HTML that starts like a JPEG',
    async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(html)]),
    broken,
  ],
  [
    'HTML that starts like a PNG',
    async () => Buffer.concat([(await png()).subarray(0, 8), Buffer.from(html)]),
    broken,
  ],
  ['SVG that starts like a WebP', async () => Buffer.concat([riff, Buffer.from(svg)]), broken],
  ['half a JPEG', async () => half(await jpeg()), broken],
  ['half a PNG', async () => half(await png()), broken],
  ['half a WebP', async () => half(await webp()), broken],
  ['the first twelve bytes of a JPEG', async () => (await jpeg()).subarray(0, 12), broken],
  ['a PNG of 256 million pixels', async () => bomb(16_000, 16_000), tooManyPixels],
  ['a PNG just over the limit', async () => bomb(8192, 5121), tooManyPixels],
  ['a PNG that says it is as large as can be', async () => bombHeader(0x7fffffff), broken],
  ['a JPEG just over the limit', () => flat(8192, 6145).jpeg().toBuffer(), tooManyPixels],
];
for (const [name, photo, expected] of unfit) {
  test(`the image pipeline refuses ${name}`, async () => {
    await assert.rejects(
      pipeline.process(await source(await photo()), { kind: 'photo', party: 'test' }),
      expected,
    );
  });
}

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#357' }, limitInputPixels: false });

/** A decompression bomb whose header was changed afterwards, so its checksum is wrong too. */
const bombHeader = (side: number): Buffer => {
  const bytes = bomb(8, 8);
  bytes.writeUInt32BE(side, 16);
  bytes.writeUInt32BE(side, 20);
  return bytes;
};

test('a phone photo of 48 megapixels is accepted', async () => {
  const made = await pipeline.process(await source(await flat(8064, 6048).jpeg().toBuffer()), {
    kind: 'photo',
    party: 'test',
  });
  assert.deepEqual([made.width, made.height], [2048, 1536]);
});

test('mutated photos are accepted or refused, and have no other outcome', async () => {
  const sound = [await jpeg(), await png(), await webp()];
  for (let round = 0; round < 60; round += 1) {
    const bytes = Buffer.from(sound[round % sound.length] ?? '');
    // A small seeded generator, so that a failure can be reproduced.
    for (let change = 0; change < 1 + (round % 7); change += 1) {
      const at = 12 + ((round * 7919 + change * 104_729) % (bytes.length - 12));
      bytes[at] = (round * 31 + change * 17) % 256;
    }
    try {
      await pipeline.process(await source(bytes), { kind: round % 2 ? 'photo' : 'avatar', party: 'test' });
    } catch (error) {
      assert(error instanceof PhotoRefused, `round ${round}: ${String(error)}`);
    }
  }
});

test('a missing photo file is reported as a fault of the server, not of the photo', async () => {
  await assert.rejects(
    pipeline.process(path.join(folder, 'nothing'), { kind: 'photo', party: 'test' }),
    (error) => !(error instanceof Problem),
  );
});

test('an image process that is killed at work is replaced, and the photo is still processed', async () => {
  const photo = await source(await (await grainy(2400, 1600)).jpeg().toBuffer());
  await pipeline.process(photo, { kind: 'photo', party: 'test' });
  const earlier = pipeline.pids;
  assert(earlier.length > 0);
  const making = pipeline.process(photo, { kind: 'photo', party: 'test' });
  // No event tells when the process starts its work; a tenth of a second is well within the time that it needs.
  await setTimeout(100);
  for (const pid of earlier) process.kill(pid, 'SIGKILL');
  assert.equal((await making).width, 2048);
  assert(pipeline.pids.every((pid) => !earlier.includes(pid)));
});

test('a photo whose image process is killed twice is not refused', async (t) => {
  const photo = await source(await jpeg());
  const killed = () => Promise.reject(new PoolError('died', 'ended with SIGKILL\n'));
  const close = () => Promise.resolve();
  const other = createImagePipeline({
    tmpDir: folder,
    pool: { run: killed, runThen: killed, pids: [], close },
  });
  t.after(() => other.close());
  await assert.rejects(other.process(photo, { kind: 'frame', party: 'test' }), { code: 'unavailable' });
});

test('an image process has a low priority, sees no settings of the server, and survives a Ctrl-C', {
  skip: process.platform !== 'linux',
}, async () => {
  const photo = await source(await jpeg());
  await pipeline.process(photo, { kind: 'photo', party: 'test' });
  for (const pid of pipeline.pids) {
    assert.equal(os.getPriority(pid), 10);
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
    assert(!environment.includes('PATH='), environment);
    process.kill(pid, 'SIGINT');
    process.kill(pid, 'SIGTERM');
  }
  const earlier = pipeline.pids;
  await pipeline.process(photo, { kind: 'photo', party: 'test' });
  assert.deepEqual(pipeline.pids, earlier);
});

test('closing the image pipeline defers waiting photos and leaves no process', async () => {
  const other = createImagePipeline({ tmpDir: folder });
  const photo = await source(await jpeg());
  const making = assert.rejects(
    other.process(photo, { kind: 'photo', party: 'test' }),
    (error) => error instanceof Problem && error.code === 'unavailable',
  );
  await new Promise((resolve) => setImmediate(resolve));
  await other.close();
  await making;
  assert.deepEqual(other.pids, []);
  await assert.rejects(other.process(photo, { kind: 'photo', party: 'test' }), { code: 'unavailable' });
});

test('a starting server deletes the uploads left by an earlier run, and nothing else', async () => {
  const tmpDir = path.join(folder, 'uploads');
  await mkdir(tmpDir);
  await writeFile(path.join(tmpDir, `upload-${'0a'.repeat(16)}`), 'GPS');
  await writeFile(path.join(tmpDir, 'upload-list.txt'), 'not ours');
  const other = createImagePipeline({ tmpDir });
  assert.deepEqual(await readdir(tmpDir), ['upload-list.txt']);
  await other.close();
});
