import {
  type AudioCodec,
  canEncodeAudio,
  canEncodeVideo,
  Conversion,
  type InputAudioTrack,
  Mp4OutputFormat,
  Output,
  Quality,
  WebMOutputFormat,
  StreamTarget,
  type StreamTargetChunk,
} from 'mediabunny';
import { limits } from '../../../../contract/limits.ts';
import { audioBitsPerSecond, maxFramesPerSecond, mayCopy, targetSize, videoBitsPerSecond } from './plan.ts';
import type { OpenVideo } from './read-video.ts';
import type { Choice, Converted } from './worker-messages.ts';
import { folderOfVideos } from './stored-videos.ts';

/** A file that a conversion writes. */
interface VideoFile {
  target: StreamTarget;
  /** Closes the file. Returns the name under which `readStoredVideo` finds it, or the file itself. */
  finish: () => string | Blob;
}

/** Bytes that are collected before they are written. */
const chunkSize = 4 * 1024 * 1024;

/** Writes to the browser's private file system, where a converted video outlives a reload. */
const toDisk = async (name: string): Promise<VideoFile> => {
  const folder = await folderOfVideos();
  const entry = await folder.getFileHandle(name, { create: true });
  const access = await entry.createSyncAccessHandle();
  access.truncate(0);
  const write = ({ data, position }: StreamTargetChunk) => {
    if (access.write(data, { at: position }) < data.byteLength)
      throw new DOMException('', 'QuotaExceededError');
  };
  return {
    target: new StreamTarget(new WritableStream({ write }), { chunked: true, chunkSize }),
    finish: () => {
      access.flush();
      access.close();
      return name;
    },
  };
};

/** Collects the file as a chain of blobs, which browsers move to the disk when they become large. */
const toBlob = (type: string): VideoFile => {
  let file = new Blob([], { type });
  const write = ({ data, position }: StreamTargetChunk) => {
    file = new Blob([file.slice(0, position), data, file.slice(position + data.byteLength)], { type });
  };
  return {
    target: new StreamTarget(new WritableStream({ write }), { chunked: true, chunkSize }),
    finish: () => file,
  };
};

/** Creates the file under this name, on the disk where the browser allows it. */
const createVideoFile = async (name: string, type: string): Promise<VideoFile> => {
  try {
    return await toDisk(name);
  } catch {
    // Private windows and old browsers have no private file system.
    return toBlob(type);
  }
};

/** Thrown when this browser can neither copy nor convert the video. */
export class CannotConvert extends Error {
  override readonly name = 'CannotConvert';
}

interface Container {
  type: 'video/mp4' | 'video/webm';
  video: 'avc' | 'vp9';
  /** In order of preference. */
  audio: readonly [AudioCodec, ...AudioCodec[]];
}

const mp4: Container = { type: 'video/mp4', video: 'avc', audio: ['aac', 'opus'] };
const webm: Container = { type: 'video/webm', video: 'vp9', audio: ['opus'] };

/** Seconds by which a copied part may exceed its limits: packets of sound take some 40 ms. */
const boundaryTolerance = 0.1;

interface Plan {
  container: Container;
  /** Null without sound. */
  audio: AudioCodec | null;
  /** Copy all packets. */
  copies: boolean;
}

/** The first codec to which this browser can convert the sound; null if none. Sound in that codec is copied. */
const audioCodecFor = async (
  audio: InputAudioTrack,
  { audio: wanted }: Container,
): Promise<AudioCodec | null> => {
  const codec = await audio.getCodec();
  const same = wanted.find((one) => one === codec);
  if (same) return same;
  if (!(await audio.canDecode())) return null;
  const quality = new Quality({ bitrate: audioBitsPerSecond });
  for (const one of wanted) if (await canEncodeAudio(one, { quality })) return one;
  return null;
};

const planFor = async (
  { video, audio, facts }: OpenVideo,
  { part, effort }: Choice,
  containers: readonly Container[],
): Promise<Plan> => {
  const canDecode = await video.canDecode();
  const size = targetSize(facts, effort);
  const quality = new Quality({ bitrate: videoBitsPerSecond(size, effort) });
  for (const container of containers) {
    const soundCodec = audio ? await audioCodecFor(audio, container) : null;
    if (audio && !soundCodec) continue;
    const codecs = { video: container.video, audio: container.audio[0] };
    // A part with a later start is converted: copied, it would begin at the key frame before.
    if (part.start === 0 && mayCopy(facts, codecs, effort)) {
      return { container, audio: soundCodec, copies: true };
    }
    if (canDecode && (await canEncodeVideo(container.video, { ...size, quality }))) {
      return { container, audio: soundCodec, copies: false };
    }
  }
  const wholeFile = part.start === 0 && facts.bytes <= limits.videoBytes;
  const isCommon = facts.codec === 'avc' && (facts.audioCodec === 'aac' || facts.audioCodec === undefined);
  if (wholeFile && isCommon) return { container: mp4, audio: audio && 'aac', copies: true };
  throw new CannotConvert();
};

type Report = (done: number) => void;

/** Copies or converts the part into a container that the server accepts. Only a few megabytes are in memory at a time. */
export const convert = async (open: OpenVideo, choice: Choice, onProgress: Report): Promise<Converted> => {
  const plan = await planFor(open, choice, [mp4, webm]);
  try {
    return await execute(open, choice, plan, onProgress);
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    if (plan.copies || plan.container === webm || isFull) throw error;
    // Some devices promise to encode H.264 in this size, and then fail.
    console.warn(error);
    return execute(open, choice, await planFor(open, choice, [webm]), onProgress);
  }
};

const execute = async (
  open: OpenVideo,
  { part, effort, name }: Choice,
  { container, audio, copies }: Plan,
  onProgress: Report,
): Promise<Converted> => {
  const { facts } = open;
  const size = targetSize(facts, effort);
  const file = await createVideoFile(name, container.type);
  const format =
    container.type === 'video/mp4'
      ? // A fragment needs memory for a second of video only, and the index comes first.
        new Mp4OutputFormat({ fastStart: 'fragmented' })
      : new WebMOutputFormat();
  const conversion = await Conversion.init({
    input: open.input,
    output: new Output({ format, target: file.target }),
    trim: { end: part.end, ...(part.start > 0 && { start: part.start }) },
    copy: { boundaryPolicy: part.start > 0 ? 'shrink' : 'expand', boundaryTolerance },
    tags: {},
    showWarnings: false,
    video: (track) =>
      track !== open.video
        ? { discard: true }
        : copies
          ? { codec: container.video }
          : {
              ...size,
              fit: 'fill',
              codec: container.video,
              quality: new Quality({ bitrate: videoBitsPerSecond(size, effort) }),
              keyFrameInterval: 2,
              forceTranscode: true,
              // Rotate the pixels: players may ignore a flag.
              allowTransformationMetadata: false,
              ...(facts.framesPerSecond > maxFramesPerSecond + 1 && { frameRate: maxFramesPerSecond }),
            },
    audio: (track) =>
      track !== open.audio || audio === null
        ? { discard: true }
        : facts.audioCodec === audio
          ? { codec: audio }
          : { codec: audio, quality: new Quality({ bitrate: audioBitsPerSecond }) },
  });
  const kept = new Set<unknown>(conversion.utilizedTracks);
  if (!kept.has(open.video) || (open.audio && !kept.has(open.audio))) throw new CannotConvert();
  conversion.onProgress = onProgress;
  try {
    await conversion.execute();
  } catch (error) {
    await conversion.cancel();
    // Another attempt needs the file.
    file.finish();
    throw error;
  }
  return { type: container.type, seconds: part.end - part.start, stored: file.finish() };
};
