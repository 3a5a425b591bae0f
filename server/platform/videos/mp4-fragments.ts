import { type Box, boxesIn, hide, keepOnly, required } from './boxes.ts';
import { maxSamples } from './sample-table.ts';
import { unfit } from './unfit.ts';

/** The sums of a track while its fragments are checked. */
export interface FragmentTrack {
  id: number;
  samples: number;
  /** The bytes of all samples in fragments. */
  bytes: number;
  defaultSize: number;
}

/** The bits of `tfhd` and `trun` that say which fields are present. */
const has = { offset: 1, description: 2, first: 4, duration: 8, size: 16, flags: 32 };
const each = { duration: 0x1_00, size: 0x2_00, flags: 0x4_00, shift: 0x8_00 };

/** Checks one `moof` box, and counts the samples of the chosen tracks. */
export const checkFragment = (bytes: Buffer, tracks: readonly FragmentTrack[]): void => {
  const fragment = required(boxesIn(bytes, 0, bytes.length), 'moof');
  for (const box of keepOnly(bytes, fragment, ['mfhd', 'traf'])) {
    if (box.type !== 'traf') continue;
    const parts = keepOnly(bytes, box, ['tfhd', 'tfdt', 'trun']);
    const header = required(parts, 'tfhd', 8);
    const track = tracks.find(({ id }) => id === bytes.readUInt32BE(header.body + 4));
    if (!track) {
      hide(bytes, box.at);
      continue;
    }
    const size = defaultSize(bytes, header) ?? track.defaultSize;
    for (const run of parts) if (run.type === 'trun') countRun(bytes, run, track, size);
  }
};

const defaultSize = (bytes: Buffer, header: Box): number | undefined => {
  const flags = bytes.readUInt32BE(header.body);
  const present = (bit: number, length: number) => (flags & bit ? length : 0);
  const at =
    header.body + 8 + present(has.offset, 8) + present(has.description, 4) + present(has.duration, 4);
  if (at + present(has.size, 4) + present(has.flags, 4) > header.end) throw unfit('tfhd is cut off');
  return flags & has.size ? bytes.readUInt32BE(at) : undefined;
};

const countRun = (bytes: Buffer, run: Box, track: FragmentTrack, size: number): void => {
  required([run], 'trun', 8);
  const [flags, samples] = [bytes.readUInt32BE(run.body), bytes.readUInt32BE(run.body + 4)];
  const start = run.body + 8 + (flags & has.offset ? 4 : 0) + (flags & has.first ? 4 : 0);
  const fields = Object.values(each).filter((bit) => flags & bit).length;
  if (start + 4 * fields * samples > run.end || track.samples + samples > maxSamples)
    throw unfit(`trun claims ${samples} samples`);
  track.samples += samples;
  const sizeAt = start + (flags & each.duration ? 4 : 0);
  for (let sample = 0; sample < samples; sample += 1)
    track.bytes += flags & each.size ? bytes.readUInt32BE(sizeAt + 4 * fields * sample) : size;
};
