import {
  CustomSource,
  EncodedAudioPacketSource,
  EncodedVideoPacketSource,
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
import type { Made } from './answer.ts';
import { copyPackets } from './copy-packets.ts';
import { checkMp4 } from './mp4-input.ts';
import { finishMp4 } from './mp4-output.ts';
import type { Order } from './order.ts';
import { SourceFile } from './source-file.ts';
import { TargetFile } from './target-file.ts';
import { readAudioTrack, readVideoTrack } from './tracks.ts';
import { UnfitVideo, unfit } from './unfit.ts';
import { checkWebm } from './webm-input.ts';
import { elementsIn, ids, readElement } from './elements.ts';

/** How many first bytes contain the description of the segment. */
const startSize = 64 * 1024;

/** Replaces the library's name, which the format requires, by one that tells nothing. */
export const finishWebm = (written: TargetFile): void => {
  const bytes = written.read(0, Buffer.alloc(startSize));
  const segment = readElement(bytes, readElement(bytes, 0, written.size).end, written.size);
  for (let at = segment.body; ; ) {
    const element = readElement(bytes, at, written.size);
    at = element.end;
    if (element.id !== ids.info) continue;
    for (const { id, body, end } of elementsIn(bytes, element.body, element.end)) {
      if (id !== ids.muxingApp && id !== ids.writingApp) continue;
      const name = Buffer.alloc(end - body);
      name.write('Circle');
      written.write(name, body);
    }
    return;
  }
};

/**
 * Copies the frames and the sound of a video into a new file, and nothing else.
 * @throws UnfitVideo when it is no video that is accepted; the library throws plain errors for the same reason.
 */
export const rewrap = async ({ source: path, target, scratch }: Omit<Order, 'as'>): Promise<Made> => {
  const source = new SourceFile(path);
  try {
    if (source.fileSize > limits.videoBytes)
      throw new UnfitVideo('videoTooLarge', `${source.fileSize} bytes`);
    const isWebm = source.fileSize >= 8 && source.read(0, 4).readUInt32BE() === ebml;
    const expected = isWebm ? checkWebm(source) : checkMp4(source);
    using input = new Input({
      formats: isWebm ? [WEBM, MATROSKA] : [MP4, QTFF],
      source: new CustomSource({
        getSize: () => source.size,
        read: (start, end) => source.read(start, end - start),
        maxCacheSize,
      }),
    });
    const hasSound = expected.audio.packets > 0;
    const [videoInput] = await input.getVideoTracks();
    const [audioInput] = hasSound ? await input.getAudioTracks() : [];
    if (!videoInput || (hasSound && !audioInput)) throw unfit('a track cannot be read');
    const video = await readVideoTrack(videoInput);
    const audio = audioInput ? await readAudioTrack(audioInput) : null;
    if (isWebm && (video.codec === 'avc' || audio?.codec === 'aac')) throw unfit('not the codecs of WebM');

    let movie: { bytes: Uint8Array; at: number } | undefined;
    using written = new TargetFile(isWebm ? target : scratch);
    const output = new Output({
      format: isWebm
        ? new WebMOutputFormat()
        : new Mp4OutputFormat({ fastStart: false, onMoov: (bytes, at) => (movie = { bytes, at }) }),
      target: new StreamTarget(
        new WritableStream({ write: ({ data, position }) => written.write(data, position) }),
      ),
    });
    const videoOutput = new EncodedVideoPacketSource(video.codec);
    output.addVideoTrack(videoOutput, { rotation: video.rotation, flip: video.isFlipped });
    const audioOutput = audio && new EncodedAudioPacketSource(audio.codec);
    if (audioOutput) output.addAudioTrack(audioOutput);
    await output.start();
    const ms = await copyPackets(
      { input: videoInput, output: videoOutput, track: video, expected: expected.video },
      audioInput && audio && audioOutput
        ? { input: audioInput, output: audioOutput, track: audio, expected: expected.audio }
        : null,
    );
    await output.finalize();
    if (movie) finishMp4(written, movie, target);
    else finishWebm(written);
    return { type: isWebm ? 'video/webm' : 'video/mp4', ms, ...video.size };
  } finally {
    source.close();
  }
};

/** The first bytes of every WebM file. */
const ebml = 0x1a_45_df_a3;

/** How many bytes of the source the library keeps; it reads nearly in order. */
const maxCacheSize = 2 * 1024 * 1024;
