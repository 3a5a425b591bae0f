import { EncodedPacket } from 'mediabunny';
import { cleanOpus, cleanOpusHead } from './codecs/sound.ts';
import { maxSamples, maxSeconds } from './sample-table.ts';
import { UnfitVideo, unfit } from './unfit.ts';
import type { Sound } from './voice.ts';

/** The bits of a page that say whether it continues a packet, and whether it begins or ends its stream (RFC 3533 6). */
const flags = { continued: 1, first: 2, last: 4 };

/** Opus always counts its time in 48,000 steps a second (RFC 7845 4). */
const rate = 48_000;

/** The most bytes of a packet of Opus: 120 ms at its highest rate have fewer. */
const maxPacket = 64 * 1024;

interface Page {
  flags: number;
  stream: number;
  /** The segments of its packets: pieces with fewer than 255 bytes end one. */
  segments: Buffer[];
  end: number;
}

const readPage = (bytes: Buffer, at: number): Page => {
  if (at + 27 > bytes.length || bytes.toString('latin1', at, at + 4) !== 'OggS' || bytes[at + 4] !== 0)
    throw unfit(`no page of Ogg at ${at}`);
  const count = bytes[at + 26] ?? 0;
  let end = at + 27 + count;
  if (end > bytes.length) throw unfit('a page is cut off');
  const segments = [];
  for (const size of bytes.subarray(at + 27, end)) {
    if (end + size > bytes.length) throw unfit('a page is cut off');
    segments.push(bytes.subarray(end, end + size));
    end += size;
  }
  return { flags: bytes[at + 5] ?? 0, stream: bytes.readUInt32LE(at + 14), segments, end };
};

/** The seconds that a packet lasts (RFC 6716 3.1). */
export const lengthOf = (packet: Uint8Array): number => {
  const [config = 0, frames = 0] = packet;
  const mode = config >> 3;
  const step =
    mode < 12
      ? (rate / 100) * ([1, 2, 4, 6][mode & 3] ?? 0)
      : mode < 16
        ? (rate / 100) * (1 + (mode & 1))
        : (rate / 400) * 2 ** (mode & 3);
  const count = [1, 2, 2, frames & 63][config & 3] ?? 0;
  if (packet.length === 0 || count === 0 || step * count > (rate * 120) / 1_000)
    throw unfit('a packet of Opus has no length');
  return (step * count) / rate;
};

/** The packets of the first stream of Opus, with its two headers. Other streams, such as covers, are left out. */
const packetsIn = (bytes: Buffer): Buffer[] => {
  const packets: Buffer[] = [];
  let stream: number | undefined;
  let open: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const page = readPage(bytes, at);
    at = page.end;
    const isHead =
      (page.flags & flags.first) !== 0 && page.segments[0]?.toString('latin1', 0, 8) === 'OpusHead';
    if (stream === undefined && isHead) stream = page.stream;
    if (page.stream !== stream) continue;
    if ((page.flags & flags.continued) === 0 && open.length > 0) throw unfit('a packet is cut off');
    for (const segment of page.segments) {
      open.push(segment);
      if (open.length > maxPacket / 255 + 1 && packets.length > 1) throw unfit('a packet is too long');
      if (segment.length === 255) continue;
      packets.push(Buffer.concat(open));
      open = [];
      if (packets.length > maxSamples) throw unfit('too many packets');
    }
    if ((page.flags & flags.last) !== 0) break;
  }
  return packets;
};

/**
 * Reads a file of Ogg with sound in Opus. The second packet, which has the tags, is dropped.
 * @throws UnfitVideo
 */
export const readOgg = (bytes: Buffer): Sound => {
  const [head, tags, ...sound] = packetsIn(bytes);
  if (!head || tags?.toString('latin1', 0, 8) !== 'OpusTags') throw unfit('no stream of Opus');
  const description = cleanOpusHead(head);
  const numberOfChannels = description[9] ?? 0;
  let time = 0;
  const packets = [];
  for (const packet of sound) {
    const duration = lengthOf(packet);
    if (time + duration > maxSeconds) throw new UnfitVideo('videoTooLong', `a packet at ${time} s`);
    packets.push(new EncodedPacket(cleanOpus(packet), 'key', time, duration));
    time += duration;
  }
  return {
    track: {
      codec: 'opus',
      config: { codec: 'opus', numberOfChannels, sampleRate: rate, description },
      clean: ({ data }) => data,
    },
    packets,
  };
};
