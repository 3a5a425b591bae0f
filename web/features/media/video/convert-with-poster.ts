import { type Converter, VideoRefused } from './converter.ts';
import { posterTime, posterQuality, posterSize } from './plan.ts';
import type { Choice, Converted } from './worker-messages.ts';

/** Milliseconds after which a browser counts as unable to play the video. */
const timeoutMs = 20_000;

const seek = (video: HTMLVideoElement, seconds: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('The browser shows no picture of the video.')),
      timeoutMs,
    );
    const stop = () => clearTimeout(timer);
    video.addEventListener('seeked', () => {
      stop();
      resolve();
    });
    video.addEventListener('error', () => {
      stop();
      reject(video.error ?? new Error('The browser cannot play the video.'));
    });
    video.addEventListener('loadeddata', () => {
      video.currentTime = seconds;
    });
  });

/** Draws one picture by a `<video>` element, for browsers without WebCodecs. Null if it cannot play the video. */
const drawElementPoster = async (file: Blob, seconds: number): Promise<Blob | null> => {
  const video = document.createElement('video');
  const address = URL.createObjectURL(file);
  try {
    video.muted = true;
    video.playsInline = true;
    video.preload = 'auto';
    const sought = seek(video, seconds);
    video.src = address;
    await sought;
    const size = posterSize({ width: video.videoWidth, height: video.videoHeight });
    const canvas = Object.assign(document.createElement('canvas'), size);
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', posterQuality);
    });
  } catch (error) {
    console.warn(error);
    return null;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(address);
  }
};

/** Reports of a conversion. */
interface Listener {
  onPoster?: (poster: Blob) => void;
  /** 0 to 1. */
  onProgress: (done: number) => void;
}

/** Converts a part of a video and draws its poster. @throws VideoRefused, an AbortError once stopped */
export const convertWithPoster = async (
  source: File,
  converter: Converter,
  choice: Choice,
  { onPoster, onProgress }: Listener,
): Promise<Converted & { poster: Blob }> => {
  let poster: Promise<Blob | null> = Promise.resolve(null);
  const converted = await converter.convert(choice, {
    onPoster: (drawn) => {
      poster = drawn ? Promise.resolve(drawn) : drawElementPoster(source, posterTime(choice.part));
      void poster.then((picture) => picture && onPoster?.(picture));
    },
    onProgress,
  });
  const drawn = await poster;
  if (!drawn) throw new VideoRefused('cannot');
  return { ...converted, poster: drawn };
};
