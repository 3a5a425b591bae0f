import {
  BlobSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  QTFF,
  WEBM,
} from 'mediabunny';
import type { VideoFacts } from './plan.ts';

/** An opened video: one picture track, at most one sound track. */
export interface OpenVideo {
  input: Input;
  video: InputVideoTrack;
  audio: InputAudioTrack | null;
  facts: VideoFacts;
}

/** Packets that are read to estimate the frame rate. */
const sampledPackets = 120;

/** Opens a file by its container. Reads a few megabytes of it, never the whole file. Null if it is no video. */
export const openVideo = async (file: File): Promise<OpenVideo | null> => {
  const input = new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source: new BlobSource(file) });
  if (!(await input.canRead())) return null;
  const video = await input.getPrimaryVideoTrack();
  if (!video) return null;
  // Phones add a track of surround sound in a codec that browsers do not know.
  const isKnown = async (track: InputAudioTrack) => (await track.getCodec()) !== null;
  const audio =
    (await input.getPrimaryAudioTrack({ filter: isKnown })) ?? (await input.getPrimaryAudioTrack());
  const { averagePacketRate } = await video.computePacketStats(sampledPackets);
  const end = await input.computeDuration(audio ? [video, audio] : [video]);
  return {
    input,
    video,
    audio,
    facts: {
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
      seconds: end,
      bytes: file.size,
      codec: await video.getCodec(),
      audioCodec: audio ? await audio.getCodec() : undefined,
      framesPerSecond: averagePacketRate,
    },
  };
};
