import type { EncodedPacket, InputAudioTrack, InputVideoTrack } from 'mediabunny';
import { cleanAv1 } from './codecs/av1.ts';
import { cleanAvc, readAvcConfig } from './codecs/avc.ts';
import { checkSize, type Size } from './codecs/picture-size.ts';
import { cleanAac, cleanAacConfig, cleanOpus, cleanOpusHead } from './codecs/sound.ts';
import { unfit } from './unfit.ts';
import { checkVp9Key } from './codecs/vp9.ts';

/** Returns the content of a packet without metadata, or null when nothing is left of it. */
type Clean = (packet: EncodedPacket) => Uint8Array | null;

export interface VideoTrack {
  codec: 'avc' | 'vp9' | 'av1';
  config: VideoDecoderConfig;
  rotation: 0 | 90 | 180 | 270;
  isFlipped: boolean;
  /** The size as shown: square pixels, upright. */
  size: Size;
  clean: Clean;
}

export interface AudioTrack {
  codec: 'aac' | 'opus';
  config: AudioDecoderConfig;
  clean: Clean;
}

/** Reads what the copy needs of a track of video, and nothing else. */
export const readVideoTrack = async (track: InputVideoTrack): Promise<VideoTrack> => {
  const [codec, read] = [await track.getCodec(), await track.getDecoderConfig()];
  if (codec !== 'avc' && codec !== 'vp9' && codec !== 'av1') throw unfit(`the codec ${codec}`);
  if (!read) throw unfit('no configuration of the decoder');
  const [codedWidth, codedHeight] = [await track.getCodedWidth(), await track.getCodedHeight()];
  checkSize({ width: codedWidth, height: codedHeight });
  const size = {
    width: Math.round(await track.getDisplayWidth()),
    height: Math.round(await track.getDisplayHeight()),
  };
  checkSize(size);
  const avc = codec === 'avc' ? readAvcConfig(bytesOf(read.description)) : null;
  const config: VideoDecoderConfig = { codec: read.codec, codedWidth, codedHeight };
  if (avc) config.description = avc.record;
  if (read.colorSpace) config.colorSpace = read.colorSpace;
  if (read.displayAspectWidth !== undefined && read.displayAspectHeight !== undefined) {
    config.displayAspectWidth = read.displayAspectWidth;
    config.displayAspectHeight = read.displayAspectHeight;
  }
  const clean: Clean = ({ data, type }) => {
    if (avc) return cleanAvc(data, avc.lengthSize);
    if (codec === 'av1') return cleanAv1(data);
    if (type === 'key') checkVp9Key(data);
    return data;
  };
  return {
    codec,
    config,
    rotation: await track.getRotation(),
    isFlipped: await track.getFlip(),
    size,
    clean,
  };
};

/** Reads what the copy needs of a track of sound, and nothing else. */
export const readAudioTrack = async (track: InputAudioTrack): Promise<AudioTrack> => {
  const [codec, read] = [await track.getCodec(), await track.getDecoderConfig()];
  if (codec !== 'aac' && codec !== 'opus') throw unfit(`the codec ${codec}`);
  if (!read) throw unfit('no configuration of the decoder');
  const { codec: name, numberOfChannels, sampleRate } = read;
  if (!(numberOfChannels >= 1 && numberOfChannels <= 8 && sampleRate >= 7_000 && sampleRate <= 96_000))
    throw unfit(`sound with ${numberOfChannels} channels at ${sampleRate} Hz`);
  const cleanConfig = codec === 'aac' ? cleanAacConfig : cleanOpusHead;
  const clean = codec === 'aac' ? cleanAac : cleanOpus;
  return {
    codec,
    config: {
      codec: name,
      numberOfChannels,
      sampleRate,
      description: cleanConfig(bytesOf(read.description)),
    },
    clean: ({ data }) => clean(data),
  };
};

const bytesOf = (source: AllowSharedBufferSource | undefined): Uint8Array => {
  if (!source) throw unfit('no description of the codec');
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
};
