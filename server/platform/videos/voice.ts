import {
  CustomSource,
  EncodedAudioPacketSource,
  type EncodedPacket,
  Input,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  StreamTarget,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { limits } from '../../../contract/limits.ts';
import { readAdts } from './adts-input.ts';
import type { Copied } from './answer.ts';
import { copyPackets } from './copy-packets.ts';
import { checkMp4 } from './mp4-input.ts';
import { finishMp4 } from './mp4-output.ts';
import { lengthOf, readOgg } from './ogg-input.ts';
import type { Order } from './order.ts';
import type { RefusedReason } from './refused.ts';
import { finishWebm } from './rewrap.ts';
import { maxSeconds } from './sample-table.ts';
import { SourceFile } from './source-file.ts';
import { TargetFile } from './target-file.ts';
import { type AudioTrack, readAudioTrack } from './tracks.ts';
import { UnfitVideo, unfit } from './unfit.ts';
import { checkWebm } from './webm-input.ts';

/** A track of sound that was read without the library, whose packets follow one another without a gap. */
export interface Sound {
  track: AudioTrack;
  packets: EncodedPacket[];
}

type Written = 'video/mp4' | 'video/webm';

/** The format of a file by its first bytes. A file of raw AAC may begin with notes. */
const formatOf = (source: SourceFile): 'webm' | 'ogg' | 'mp4' | 'adts' => {
  const start = source.peek(0, 8);
  if (start.length < 8) throw unfit('an empty file');
  if (start.readUInt32BE() === 0x1a_45_df_a3) return 'webm';
  if (start.toString('latin1', 0, 4) === 'OggS') return 'ogg';
  if (start.toString('latin1', 4, 8) === 'ftyp') return 'mp4';
  if (start.toString('latin1', 0, 3) === 'ID3' || (start.readUInt16BE() & 0xff_f6) === 0xff_f0) return 'adts';
  throw unfit('not a sound');
};

/** Writes a copy with one track of sound. `copy` writes the packets, and returns their length in milliseconds. */
const writeSound = async (
  type: Written,
  { target, scratch }: Omit<Order, 'as'>,
  track: AudioTrack,
  copy: (output: EncodedAudioPacketSource) => Promise<number>,
): Promise<Copied> => {
  let movie: { bytes: Uint8Array; at: number } | undefined;
  using written = new TargetFile(type === 'video/webm' ? target : scratch);
  const output = new Output({
    format:
      type === 'video/webm'
        ? new WebMOutputFormat()
        : new Mp4OutputFormat({ fastStart: false, onMoov: (bytes, at) => (movie = { bytes, at }) }),
    target: new StreamTarget(
      new WritableStream({ write: ({ data, position }) => written.write(data, position) }),
    ),
  });
  const audio = new EncodedAudioPacketSource(track.codec);
  output.addAudioTrack(audio);
  await output.start();
  const ms = await copy(audio);
  await output.finalize();
  if (movie) finishMp4(written, movie, target);
  else finishWebm(written);
  return { type, ms };
};

/** Copies a track that the library reads. */
const copyTrack = async (source: SourceFile, order: Omit<Order, 'as'>, type: Written): Promise<Copied> => {
  const isWebm = type === 'video/webm';
  const { audio: expected } = isWebm ? checkWebm(source, 'audio') : checkMp4(source, 'audio');
  using reading = new Input({
    formats: isWebm ? [WEBM, MATROSKA] : [MP4, QTFF],
    source: new CustomSource({
      getSize: () => source.size,
      read: (start, end) => source.read(start, end - start),
      maxCacheSize: limits.voiceBytes,
    }),
  });
  const [input] = await reading.getAudioTracks();
  if (!input) throw unfit('a track cannot be read');
  const track = await readAudioTrack(input);
  if (isWebm && track.codec !== 'opus') throw unfit('not the codec of WebM');
  // A player may follow the packets instead of the times that the file has for them.
  let seconds = 0;
  const measured: AudioTrack = {
    ...track,
    clean: (packet) => {
      if (track.codec === 'opus') seconds += lengthOf(packet.data);
      if (seconds > maxSeconds) throw new UnfitVideo('videoTooLong', `packets of ${seconds} s`);
      return track.clean(packet);
    },
  };
  // Awaited here: the input is closed at the end of this function.
  return await writeSound(type, order, track, async (output) => {
    const ms = await copyPackets(null, { input, output, track: measured, expected });
    return Math.max(ms, Math.round(seconds * 1_000));
  });
};

/** Copies packets that were read already. */
const copySound = (order: Omit<Order, 'as'>, type: Written, { track, packets }: Sound): Promise<Copied> =>
  writeSound(type, order, track, async (output) => {
    let end = 0;
    for (const packet of packets) {
      end = packet.timestamp + packet.duration;
      if (end > maxSeconds) throw new UnfitVideo('videoTooLong', `a packet ends at ${end} s`);
      await output.add(packet, { decoderConfig: track.config });
    }
    output.close();
    if (!(end > 0)) throw unfit('a sound of no length');
    return Math.ceil(end * 1_000);
  });

/**
 * Copies the sound of a file into a new one, and nothing else.
 * @throws UnfitVideo when it is no sound that is accepted; the library throws plain errors for the same reason.
 */
export const rewrapVoice = async (order: Omit<Order, 'as'>): Promise<Copied> => {
  const source = new SourceFile(order.source);
  try {
    if (source.fileSize > limits.voiceBytes)
      throw new UnfitVideo('videoTooLarge', `${source.fileSize} bytes`);
    const format = formatOf(source);
    if (format === 'ogg')
      return await copySound(order, 'video/webm', readOgg(source.read(0, source.fileSize)));
    if (format === 'adts')
      return await copySound(order, 'video/mp4', readAdts(source.read(0, source.fileSize)));
    return await copyTrack(source, order, format === 'webm' ? 'video/webm' : 'video/mp4');
  } finally {
    source.close();
  }
};

/** The reason in the words of voices. */
export const voiceReason = (reason: RefusedReason): RefusedReason =>
  reason === 'videoTooLong' ? 'voiceTooLong' : reason === 'videoTooLarge' ? 'voiceTooLarge' : 'voiceType';
