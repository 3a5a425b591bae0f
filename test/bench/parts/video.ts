import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import type { Order } from '../../../server/platform/videos/order.ts';
import { Answer } from '../../../server/platform/videos/answer.ts';
import { caged } from '../../../server/platform/processes/cage.ts';
import { poolOfOne } from '../../harness/built.ts';
import { projectFile } from '../../../server/platform/programs.ts';
import { peakMemory } from '../../harness/peak-memory.ts';
import { digits, type Figure } from '../figures.ts';
import { cpuOf } from './heic.ts';

const seconds = 180;
const frames = 60;
/** The bytes of one frame, so that all have nearly 100 MB. */
const frameBytes = 9_400;

/** A unit of H.264 of a type, with content that nobody decodes. */
const unit = (type: number, bytes: number): Buffer => {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(bytes + 1);
  head[4] = type;
  return Buffer.concat([head, randomBytes(bytes)]);
};

/** Writes a video of three minutes at 60 frames a second, with a note in each frame and the sound of a fixture. */
const makeVideo = async (file: string): Promise<void> => {
  using input = new Input({
    formats: [MP4],
    source: new FilePathSource(projectFile('test/fixtures/videos/phone.mp4')),
  });
  const [picture, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const [config, soundConfig] = [await picture?.getDecoderConfig(), await sound?.getDecoderConfig()];
  const piece = sound && (await new EncodedPacketSink(sound).getFirstPacket());
  if (!config || !soundConfig || !piece) throw new Error('The fixture has no sound.');
  const [video, audio] = [new EncodedVideoPacketSource('avc'), new EncodedAudioPacketSource('aac')];
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new FilePathTarget(file),
  });
  output.addVideoTrack(video);
  output.addAudioTrack(audio);
  await output.start();
  const step = 1_024 / soundConfig.sampleRate;
  for (let [frame, heard] = [0, 0]; frame < seconds * frames; frame += 1) {
    const [isKey, at] = [frame % (2 * frames) === 0, frame / frames];
    const data = Buffer.concat([unit(6, 100), unit(isKey ? 5 : 1, frameBytes)]);
    await video.add(new EncodedPacket(data, isKey ? 'key' : 'delta', at, 1 / frames), {
      decoderConfig: config,
    });
    for (; heard * step < at; heard += 1)
      await audio.add(new EncodedPacket(piece.data, 'key', heard * step, step), {
        decoderConfig: soundConfig,
      });
  }
  await output.finalize();
};

/** The processor time and memory of a built video process that copies one video of 100 MB and ends, its start included. */
const measure = async (folder: string, file: string) => {
  const { env, execArgv } = caged(folder);
  const built = projectFile('dist/server');
  const pool = poolOfOne(path.join(built, 'videos.js'), {
    env,
    execArgv: [...execArgv, `--allow-fs-read=${path.join(built, '*')}`],
  });
  try {
    const [target, scratch] = [path.join(folder, 'target'), path.join(folder, 'scratch')];
    const order: Order = { source: file, target, scratch, as: 'video' };
    const answer = Answer.parse(await pool.run(order, { party: 'bench' }));
    if (!('made' in answer)) throw new Error(JSON.stringify(answer));
    const [pid = 0] = pool.pids;
    return { processor: cpuOf(pid) / 1_000_000, peak: peakMemory(pid) / 1_024 };
  } finally {
    await pool.close();
  }
};

export const video = async (): Promise<Figure[]> => {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'bench-video-')));
  try {
    const file = path.join(folder, 'video');
    await makeVideo(file);
    const megabytes = (await stat(file)).size / 1_024 / 1_024;
    const runs: { processor: number; peak: number; floor: number }[] = [];
    for (let round = 0; round < 5; round++) {
      const before = process.cpuUsage();
      await copyFile(file, path.join(folder, 'copy'));
      const { user, system } = process.cpuUsage(before);
      runs.push({ ...(await measure(folder, file)), floor: (user + system) / 1_000_000 });
    }
    const worst = (pick: (run: (typeof runs)[number]) => number) => Math.max(...runs.map(pick));
    return [
      {
        what: `Copy of a video of ${digits(megabytes)} MB without its metadata, processor time with the start of the process`,
        floor: `copying the file: ${digits(worst(({ floor }) => floor))} s`,
        value: `${digits(worst(({ processor }) => processor))} s`,
        judged: worst(({ processor }) => processor),
        budget: { atMost: 2, unit: 's' },
      },
      {
        what: 'Memory of the process at most',
        floor: '',
        value: `${digits(worst(({ peak }) => peak))} MB`,
        judged: worst(({ peak }) => peak),
        budget: { atMost: 128, unit: 'MB' },
      },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
};
