import { setImmediate } from 'node:timers/promises';
import {
  type EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  type EncodedVideoPacketSource,
  type InputAudioTrack,
  type InputVideoTrack,
} from 'mediabunny';
import type { Expected } from './mp4-input.ts';
import { maxSeconds } from './sample-table.ts';
import type { AudioTrack, VideoTrack } from './tracks.ts';
import { UnfitVideo, unfit } from './unfit.ts';

interface Copy<Track, Input, Output> {
  track: Track;
  input: Input;
  output: Output;
  expected: Expected;
}

type VideoCopy = Copy<VideoTrack, InputVideoTrack, EncodedVideoPacketSource>;
export type AudioCopy = Copy<AudioTrack, InputAudioTrack, EncodedAudioPacketSource>;

/** The most seconds of sound before the start. Players skip it; encoders need a few hundredths. */
const maxPriming = 0.2;

/** After how many packets the timers run that limit time and memory. */
const pauseAfter = 16;
/** After how many bytes the memory of copied packets is freed. */
const freeAfter = 4 * 1024 * 1024;

/** Copies all packets, in the order of their times; a voice has no pictures. Returns the length in milliseconds. */
export const copyPackets = async (video: VideoCopy | null, audio: AudioCopy | null): Promise<number> => {
  const [pictures, sound] = [video && readerOf(video), audio && readerOf(audio)];
  const first = [await pictures?.next(), await sound?.next()].flatMap((packet) => packet?.timestamp ?? []);
  // A recording may count its time from the start of the camera. Sound that starts before 0 is skipped by players.
  const start = Math.max(0, Math.min(...first));
  let [end, copied, unfreed] = [0, 0, 0];
  for (;;) {
    if (++copied % pauseAfter === 0) await setImmediate();
    if (unfreed > freeAfter) {
      globalThis.gc?.();
      unfreed = 0;
    }
    const [picture, audible] = [pictures?.packet, sound?.packet];
    const isPicture = picture && (!audible || picture.timestamp <= audible.timestamp);
    const packet = isPicture ? picture : audible;
    if (!packet) break;
    const [timestamp, duration] = [packet.timestamp - start, packet.duration];
    if (!(Math.abs(timestamp) <= maxSeconds && duration >= 0 && timestamp + duration <= maxSeconds))
      throw new UnfitVideo('videoTooLong', `a packet at ${timestamp} s of ${duration} s`);
    end = Math.max(end, timestamp + duration);
    unfreed += packet.byteLength;
    const data = (isPicture ? video : audio)?.track.clean(packet);
    const copy = data && new EncodedPacket(data, packet.type, timestamp, duration);
    if (copy && isPicture) await video?.output.add(copy, { decoderConfig: video.track.config });
    else if (copy) await audio?.output.add(copy, { decoderConfig: audio.track.config });
    await (isPicture ? pictures : sound)?.next();
  }
  if (!(end > 0)) throw unfit('a video of no length');
  return Math.ceil(end * 1000);
};

/**
 * Reads the packets of a track. A file that was cut without being converted still has what was cut away: the reader
 * skips that, but for the frames that the first visible one needs.
 */
const readerOf = ({ input, output, expected }: VideoCopy | AudioCopy) => {
  const sink = new EncodedPacketSink(input);
  let [packet, count, start]: [EncodedPacket | null, number, number] = [null, 0, 0];
  const isSkipped = ({ sequenceNumber, timestamp }: EncodedPacket) =>
    input.isVideoTrack() ? sequenceNumber < start : timestamp < -maxPriming;
  const read = async () => {
    packet = packet ? await sink.getNextPacket(packet) : await sink.getFirstPacket();
    if (packet) count += 1;
    if (count > expected.packets || (!packet && count < expected.packets))
      throw unfit(`${count} of ${expected.packets} packets`);
    if (packet && count === 1 && packet.timestamp < 0)
      start = (await sink.getKeyPacket(0, { metadataOnly: true }))?.sequenceNumber ?? 0;
    return packet;
  };
  return {
    get packet() {
      return packet;
    },
    async next() {
      do await read();
      while (packet && isSkipped(packet));
      if (packet?.type === 'key' && packet.timestamp >= expected.end) packet = null;
      // The library would keep the packets of the other track until this one continues.
      if (!packet) output.close();
      return packet;
    },
  };
};
