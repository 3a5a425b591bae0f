import { type Converter, VideoRefused } from './converter.ts';
import { drawElementPoster } from './element-poster.ts';
import { posterTime } from './plan.ts';
import type { Choice, Converted } from './worker-messages.ts';

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
