import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { createImagePipeline, type ImagePipeline } from '../../../server/platform/images/pipeline.ts';
import { peakMemory } from '../../harness/peak-memory.ts';
import { gridItems, heic as heicOf, profile, readEncoded, rotation } from '../../harness/heic.ts';
import { digits, type Figure, median, time } from '../figures.ts';

/** Microseconds of processor time of a process; Linux counts them in hundredths of a second. */
export const cpuOf = (pid: number): number => {
  const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return (user + system) * 10_000;
};

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

const processed = async (pipeline: ImagePipeline, file: string) => {
  const before = new Map(pipeline.pids.map((pid) => [pid, cpuOf(pid)]));
  await pipeline.process(file, { kind: 'photo', party: 'bench' });
  return sum(pipeline.pids.map((pid) => cpuOf(pid) - (before.get(pid) ?? 0)));
};

const blank = { create: { width: 8, height: 8, channels: 3, background: '#fff' } } as const;
const tile = readEncoded('tile.heic');
const deepTile = readEncoded('tile-10-bit.heic');

/**
 * The processor time of HEIC and JPEG with the same picture in Display P3, as iPhones write both, in turns, in processes
 * that have worked before.
 * @param isTurned whether both are rotated by a quarter turn to stand upright
 */
const compared = async (folder: string, isTurned: boolean): Promise<Figure> => {
  const pipeline = createImagePipeline({ tmpDir: folder });
  try {
    const [heic, jpeg] = [path.join(folder, 'photo.heic'), path.join(folder, 'photo.jpg')];
    const { icc } = await sharp(await sharp(blank).withIccProfile('p3').jpeg().toBuffer()).metadata();
    if (!icc) throw new Error('There is no profile');
    const write = (...properties: Buffer[]) =>
      writeFile(heic, heicOf(gridItems(tile, 8, 6, profile(icc), ...properties)));
    await write();
    const [copy] = (await pipeline.process(heic, { kind: 'full', party: 'bench' })).variants;
    if (!copy) throw new Error('No JPEG was made');
    const phone = sharp(copy.bytes)
      .withMetadata(isTurned ? { orientation: 6 } : {})
      .withIccProfile('p3');
    await phone.jpeg({ quality: 90 }).toFile(jpeg);
    if (isTurned) await write(rotation(3));
    const costs: { jpeg: number; heic: number }[] = [];
    for (let round = 0; round < 9; round++)
      costs.push({ jpeg: await processed(pipeline, jpeg), heic: await processed(pipeline, heic) });
    const warm = costs.slice(1);
    return {
      what: `12 MP HEIC, ${isTurned ? 'portrait' : 'landscape'}, to three WebP and its placeholder (processor time)`,
      floor: `JPEG of the same picture: ${time(median(warm.map((cost) => cost.jpeg)))}`,
      value: time(median(warm.map((cost) => cost.heic))),
      judged: median(warm.map((cost) => cost.heic / cost.jpeg)),
      budget: { atMost: 5, unit: '×' },
    };
  } finally {
    await pipeline.close();
  }
};

/** The peak memory of the HEIC process, which is the first that the pipeline starts. */
const memory = async (folder: string, what: string, photo: Buffer): Promise<Figure> => {
  const pipeline = createImagePipeline({ tmpDir: folder });
  try {
    const file = path.join(folder, 'photo.heic');
    await writeFile(file, photo);
    await pipeline.process(file, { kind: 'photo', party: 'bench' });
    const [pid = 0] = pipeline.pids;
    const peak = peakMemory(pid) / 1_024;
    return {
      what: `Peak memory of the HEIC process, ${what}`,
      floor: '',
      value: `${digits(peak)} MB`,
      judged: peak,
      budget: { atMost: 350, unit: 'MB' },
    };
  } finally {
    await pipeline.close();
  }
};

export const heic = async (): Promise<Figure[]> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-heic-'));
  try {
    return [
      await compared(folder, true),
      await compared(folder, false),
      await memory(
        folder,
        '48 megapixels with 8 bits, rotated',
        heicOf(gridItems(tile, 16, 12, rotation(1))),
      ),
      await memory(
        folder,
        '24 megapixels with 10 bits, rotated',
        heicOf(gridItems(deepTile, 12, 8, rotation(1))),
      ),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
};
