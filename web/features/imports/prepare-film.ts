// Loads with the first video of an import.
import { limits } from '../../../contract/limits.ts';
import { newIdempotencyKey } from '../../data/idempotency-key.ts';
import { convertWithPoster } from '../media/video/convert-with-poster.ts';
import { converterFor, VideoRefused } from '../media/video/converter.ts';
import { storedStart } from '../media/video/kept-video.ts';
import { deleteStoredVideos, readStoredVideo } from '../media/video/stored-videos.ts';
import type { ReadyVideo } from '../media/video/upload-video.ts';

export { retrying, uploadVideo } from '../media/video/upload-video.ts';

/** A video that is longer than videos may be. */
class TooLong extends Error {
  override name = 'TooLong';
}

/** Why a video cannot be imported, as a key of the report's words; null for another failure. */
export const refusalOf = (error: unknown): string | null => {
  if (error instanceof TooLong) return 'tooLong';
  return error instanceof VideoRefused ? error.reason : null;
};

const convert = async (
  source: File,
  still: Blob | null,
  name: string,
  signal: AbortSignal,
): Promise<ReadyVideo> => {
  signal.throwIfAborted();
  const converter = converterFor(source);
  signal.addEventListener('abort', converter.stop);
  try {
    const end = await converter.look();
    if (end > limits.videoSeconds) throw new TooLong();
    const choice = { part: { start: 0, end }, effort: 'usual' as const, name };
    const { stored, type, seconds, poster } = await convertWithPoster(source, converter, choice, {
      onProgress: () => undefined,
    });
    const file = typeof stored === 'string' ? await readStoredVideo(stored) : stored;
    if (!file) throw new VideoRefused('broken');
    if (file.size > limits.videoBytes) throw new VideoRefused('tooLarge');
    return { file, type, seconds, poster: still ?? poster };
  } finally {
    signal.removeEventListener('abort', converter.stop);
    converter.stop();
  }
};

// One conversion at a time: two would need twice the memory.
let turn: Promise<unknown> = Promise.resolve();

/**
 * Converts a video of an import, and deletes what the browser stored of it after `send`. The still of a Live Photo is its
 * poster. @throws errors that `refusalOf` explains
 */
export const withFilm = async <T>(
  { source, still, userId }: { source: File; still: Blob | null; userId: string },
  signal: AbortSignal,
  send: (ready: ReadyVideo) => Promise<T>,
): Promise<T> => {
  const name = `${storedStart(userId, 'import')}${newIdempotencyKey()}`;
  const converted = turn.then(() => convert(source, still, name, signal));
  turn = converted.catch(() => undefined);
  try {
    return await send(await converted);
  } finally {
    await deleteStoredVideos(name);
  }
};
