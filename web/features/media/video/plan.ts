import { limits } from '../../../../contract/limits.ts';

/** A video as its container describes it. Sizes are in pixels as shown, after rotation. */
export interface VideoFacts {
  width: number;
  height: number;
  seconds: number;
  bytes: number;
  /** Null for an unknown codec. */
  codec: string | null;
  /** Undefined without sound. */
  audioCodec: string | null | undefined;
  framesPerSecond: number;
}

/** The chosen part of a video, in seconds from its beginning. */
export interface Part {
  start: number;
  end: number;
}

export type Effort = 'usual' | 'smaller';

interface Size {
  width: number;
  height: number;
}

/** Videos above these limits are converted. The rate covers picture and sound. */
const copied = { shortSide: 1_080, longSide: 1_920, bitsPerSecond: 4_000_000 };

const targets = {
  usual: { shortSide: 720, bitsPerSecond: 2_500_000 },
  smaller: { shortSide: 480, bitsPerSecond: 1_000_000 },
} as const satisfies Record<Effort, object>;

export const audioBitsPerSecond = 128_000;
export const maxFramesPerSecond = 30;

/** Whether packets of this video may be copied unchanged into a container whose codecs these are. */
export const mayCopy = (
  facts: VideoFacts,
  codecs: { video: string; audio: string },
  effort: Effort,
): boolean => {
  const [short, long] = [Math.min(facts.width, facts.height), Math.max(facts.width, facts.height)];
  return (
    effort === 'usual' &&
    facts.codec === codecs.video &&
    (facts.audioCodec === undefined || facts.audioCodec === codecs.audio) &&
    short <= copied.shortSide &&
    long <= copied.longSide &&
    facts.bytes * 8 <= copied.bitsPerSecond * facts.seconds
  );
};

const even = (pixels: number): number => Math.max(2, 2 * Math.round(pixels / 2));

/** The size to convert to: never larger than the video, and even, as encoders require. */
export const targetSize = ({ width, height }: Size, effort: Effort): Size => {
  const { shortSide } = targets[effort];
  const longSide = (shortSide * 16) / 9;
  const scale = Math.min(1, shortSide / Math.min(width, height), longSide / Math.max(width, height));
  return { width: even(width * scale), height: even(height * scale) };
};

/** Small pictures need fewer bits than the effort's full size. */
export const videoBitsPerSecond = ({ width, height }: Size, effort: Effort): number => {
  const { shortSide, bitsPerSecond } = targets[effort];
  const fullSize = (shortSide * shortSide * 16) / 9;
  return Math.round(bitsPerSecond * Math.max(0.2, Math.min(1, (width * height) / fullSize)));
};

/** The time of the poster: a little after the start, which is often black or blurred. */
export const posterTime = ({ start, end }: Part): number => start + Math.min(1, (end - start) / 4);

/** The quality of a poster as JPEG, 0 to 1. */
export const posterQuality = 0.9;

/** The longest side of a poster in pixels. The largest variant that the server makes has 2,048. */
const maxPosterSide = 1_920;

/** The size in which a poster is drawn, at least one pixel. */
export const posterSize = ({ width, height }: Size): Size => {
  const scale = Math.min(1, maxPosterSide / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

/** Minutes that a conversion still takes, null while that is unknown or below a minute. */
export const minutesLeft = (elapsedMs: number, done: number): number | null => {
  // The first second includes loading the decoder.
  if (elapsedMs < 2_000 || done <= 0) return null;
  const left = (elapsedMs / done) * (1 - done);
  return left < 60_000 ? null : Math.round(left / 60_000);
};

/** The beginning and end of each upload part, in bytes. */
export const uploadParts = (bytes: number, partBytes: number): { start: number; end: number }[] =>
  Array.from({ length: Math.ceil(bytes / partBytes) }, (_, index) => ({
    start: index * partBytes,
    end: Math.min(bytes, (index + 1) * partBytes),
  }));

const minSeconds = 1;

const bounded = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value));

/** The part after one of its handles was moved. The other handle follows, so that the part is never too long. */
export const movedPart = (part: Part, handle: keyof Part, to: number, seconds: number): Part => {
  if (handle === 'start') {
    const start = bounded(to, 0, seconds - minSeconds);
    return {
      start,
      end: bounded(part.end, start + minSeconds, Math.min(seconds, start + limits.videoSeconds)),
    };
  }
  const end = bounded(to, minSeconds, seconds);
  return { start: bounded(part.start, Math.max(0, end - limits.videoSeconds), end - minSeconds), end };
};
