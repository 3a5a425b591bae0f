import { limits } from '../../../contract/limits.ts';
import { type Box, optional, required, tableOf } from './boxes.ts';
import { UnfitVideo, unfit } from './unfit.ts';

/** The most samples of both tracks together: 180 seconds have about 20,000. */
export const maxSamples = 100_000;

/** The most seconds of a video; encoders round up the last frame. */
export const maxSeconds = limits.videoSeconds + 1;

/** The most steps for looking up all samples: the library takes n steps for each sample of a chunk of n. */
const maxSteps = 500_000_000;

export const sampleTables = ['stsd', 'stts', 'ctts', 'stsc', 'stsz', 'stco', 'co64', 'stss'];

/**
 * Checks the tables of a track against each other and against the size of the file, and returns how many samples it
 * has. The library would allocate and loop by these numbers.
 */
export const checkSampleTable = (
  bytes: Buffer,
  tables: readonly Box[],
  timescale: number,
  fileSize: number,
): number => {
  const { samples, sizeOf } = readSizes(bytes, required(tables, 'stsz', 12), fileSize);
  checkTimes(bytes, required(tables, 'stts'), timescale, samples);
  const offsets = optional(tables, 'ctts');
  if (offsets) checkOffsets(bytes, offsets, timescale, samples);
  const keys = optional(tables, 'stss');
  if (keys) checkKeys(bytes, keys, samples);
  checkChunks(bytes, tables, samples, sizeOf, fileSize);
  return samples;
};

const readSizes = (bytes: Buffer, box: Box, fileSize: number) => {
  const [all, samples] = [bytes.readUInt32BE(box.body + 4), bytes.readUInt32BE(box.body + 8)];
  if (samples > maxSamples) throw unfit(`${samples} samples`);
  if (all === 0 && box.body + 12 + 4 * samples > box.end) throw unfit(`stsz claims ${samples} samples`);
  if (all * samples > fileSize) throw unfit(`${samples} samples of ${all} bytes`);
  const sizeOf = (sample: number) => all || bytes.readUInt32BE(box.body + 12 + 4 * sample);
  return { samples, sizeOf };
};

const checkTimes = (bytes: Buffer, box: Box, timescale: number, samples: number) => {
  const { entries, at } = tableOf(bytes, box, 8);
  let [count, duration] = [0, 0];
  for (let entry = 0; entry < entries; entry += 1) {
    const repeated = bytes.readUInt32BE(at + 8 * entry);
    count += repeated;
    duration += repeated * bytes.readUInt32BE(at + 8 * entry + 4);
  }
  if (count !== samples) throw unfit(`stts has ${count} of ${samples} samples`);
  if (duration > maxSeconds * timescale) throw new UnfitVideo('videoTooLong', `${duration / timescale} s`);
};

const checkOffsets = (bytes: Buffer, box: Box, timescale: number, samples: number) => {
  const { entries, at } = tableOf(bytes, box, 8);
  let count = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    count += bytes.readUInt32BE(at + 8 * entry);
    const offset = bytes.readInt32BE(at + 8 * entry + 4);
    if (Math.abs(offset) > maxSeconds * timescale) throw unfit(`a frame is shown ${offset} ticks later`);
  }
  if (count > samples) throw unfit(`ctts has ${count} of ${samples} samples`);
};

const checkKeys = (bytes: Buffer, box: Box, samples: number) => {
  const { entries, at } = tableOf(bytes, box, 4);
  let before = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    const key = bytes.readUInt32BE(at + 4 * entry);
    if (key <= before || key > samples) throw unfit(`stss names sample ${key} of ${samples}`);
    before = key;
  }
};

const checkChunks = (
  bytes: Buffer,
  tables: readonly Box[],
  samples: number,
  sizeOf: (sample: number) => number,
  fileSize: number,
) => {
  const short = optional(tables, 'stco');
  if (short && optional(tables, 'co64')) throw unfit('both stco and co64');
  const places = tableOf(bytes, short ?? required(tables, 'co64'), short ? 4 : 8);
  const placeOf = (chunk: number) =>
    short ? bytes.readUInt32BE(places.at + 4 * chunk) : Number(bytes.readBigUInt64BE(places.at + 8 * chunk));
  const { entries, at } = tableOf(bytes, required(tables, 'stsc'), 12);
  let [sample, chunk, steps] = [0, 0, 0];
  for (let entry = 0; entry < entries; entry += 1) {
    const [first, inChunk] = [bytes.readUInt32BE(at + 12 * entry), bytes.readUInt32BE(at + 12 * entry + 4)];
    const next = entry + 1 < entries ? bytes.readUInt32BE(at + 12 * entry + 12) : places.entries + 1;
    if (first !== chunk + 1 || next <= first || next > places.entries + 1 || inChunk === 0)
      throw unfit(`stsc names chunks ${first} to ${next}`);
    steps += (next - first) * inChunk * inChunk;
    if (sample + (next - first) * inChunk > samples || steps > maxSteps)
      throw unfit(`chunks of ${inChunk} samples`);
    for (; chunk < next - 1; chunk += 1) {
      let end = placeOf(chunk);
      for (const last = sample + inChunk; sample < last; sample += 1) end += sizeOf(sample);
      if (end > fileSize) throw unfit(`a chunk ends at ${end} of ${fileSize}`);
    }
  }
  if (sample !== samples) throw unfit(`chunks have ${sample} of ${samples} samples`);
};
