import { EncodedPacket } from 'mediabunny';
import { cleanAac, cleanAacConfig } from './codecs/sound.ts';
import { maxSamples, maxSeconds } from './sample-table.ts';
import { UnfitVideo, unfit } from './unfit.ts';
import type { Sound } from './voice.ts';

/** Samples a second by their index (ISO/IEC 14496-3 table 1.18). */
const rates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];
const samplesPerPacket = 1024;

/** The bytes of the notes that some programs put before and after the sound; 0 where there are none. */
const notesAt = (bytes: Buffer, at: number): number => {
  const mark = bytes.toString('latin1', at, at + 3);
  if (mark === 'TAG') return bytes.length - at;
  if (mark !== 'ID3' || at + 10 > bytes.length) return 0;
  const size = bytes.subarray(at + 6, at + 10).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
  return 10 + size + ((bytes[at + 5] ?? 0) & 0x10 ? 10 : 0);
};

interface Header {
  /** The fields that all packets of a file share. */
  object: number;
  rate: number;
  channels: number;
  length: number;
  bytes: number;
}

const readHeader = (bytes: Buffer, at: number): Header => {
  if (at + 7 > bytes.length || (bytes.readUInt16BE(at) & 0xff_f6) !== 0xff_f0)
    throw unfit(`no packet of AAC at ${at}`);
  const [, flags = 0, format = 0, more = 0] = bytes.subarray(at, at + 4);
  const header = {
    object: (format >> 6) + 1,
    rate: (format >> 2) & 15,
    channels: ((format & 1) << 2) | (more >> 6),
    length: ((bytes.readUInt32BE(at + 3) >> 13) >>> 0) & 0x1f_ff,
    bytes: flags & 1 ? 7 : 9,
  };
  // Packets of several frames are as rare as they are hard to cut.
  if (((bytes[at + 6] ?? 0) & 3) !== 0) throw unfit('several frames in a packet');
  if (header.length <= header.bytes || at + header.length > bytes.length)
    throw unfit('a packet of AAC is cut off');
  return header;
};

/**
 * Reads a file of raw AAC (ADTS, ISO/IEC 14496-3 1.A.2.2).
 * @throws UnfitVideo
 */
export const readAdts = (bytes: Buffer): Sound => {
  let first: Header | undefined;
  const packets = [];
  let time = 0;
  for (let at = notesAt(bytes, 0); at < bytes.length; ) {
    const notes = notesAt(bytes, at);
    if (notes > 0) {
      at += notes;
      continue;
    }
    const header = readHeader(bytes, at);
    first ??= header;
    const { object, rate, channels } = first;
    if (header.object !== object || header.rate !== rate || header.channels !== channels)
      throw unfit('the sound changes its format');
    const perSecond = rates[rate];
    if (perSecond === undefined) throw unfit('a rate that AAC has not');
    const duration = samplesPerPacket / perSecond;
    if (!(time + duration <= maxSeconds)) throw new UnfitVideo('videoTooLong', `a packet at ${time} s`);
    const data = cleanAac(bytes.subarray(at + header.bytes, at + header.length));
    packets.push(new EncodedPacket(data, 'key', time, duration));
    if (packets.length > maxSamples) throw unfit('too many packets');
    time += duration;
    at += header.length;
  }
  const sampleRate = first && rates[first.rate];
  if (!first || sampleRate === undefined) throw unfit('no packet of AAC');
  const numberOfChannels = first.channels === 7 ? 8 : first.channels;
  const config = Buffer.alloc(2);
  config.writeUInt16BE((first.object << 11) | (first.rate << 7) | (first.channels << 3));
  return {
    track: {
      codec: 'aac',
      config: {
        codec: `mp4a.40.${first.object}`,
        numberOfChannels,
        sampleRate,
        description: cleanAacConfig(config),
      },
      clean: ({ data }) => data,
    },
    packets,
  };
};
