import { limits } from '../../../../contract/limits.ts';
import { newIdempotencyKey } from '../../../data/idempotency-key.ts';
import { type Converter, converterFor, VideoRefused } from '../../media/video/converter.ts';
import { convertWithPoster } from '../../media/video/convert-with-poster.ts';
import { fileOf, keepVideo, type KeptVideo, storedStart } from '../../media/video/kept-video.ts';
import { type Effort, minutesLeft, type Part } from '../../media/video/plan.ts';
import { takenDayOfVideo } from '../../media/taken-day.ts';
import { deleteStoredVideos } from '../../media/video/stored-videos.ts';
import { type ChosenPhoto, setPoster } from './draft.ts';
import { showUpload } from './upload-states.ts';

/** A converted video and its file. */
export interface PreparedVideo {
  kept: KeptVideo;
  file: Blob;
}

interface Order {
  source: File;
  /** Null for the whole video. */
  part: Part | null;
  effort: Effort;
}

const warnBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Converts a video of the draft and keeps it. Null if the member has to choose a part of it first. */
export const prepareVideo = async (
  { key, keptAs }: ChosenPhoto,
  order: Order,
  owner: string,
  signal: AbortSignal,
): Promise<PreparedVideo | null> => {
  const converter = converterFor(order.source);
  signal.addEventListener('abort', converter.stop);
  addEventListener('beforeunload', warnBeforeLeaving, { signal });
  try {
    showUpload(key, { state: 'reading' });
    const seconds = await converter.look();
    if (!order.part && seconds > limits.videoSeconds) {
      showUpload(key, { state: 'choosing', seconds });
      return null;
    }
    const part = order.part ?? { start: 0, end: seconds };
    // A new name for each attempt: a worker that was just terminated may still lock its file.
    const start = storedStart(owner, keptAs);
    await deleteStoredVideos(start);
    signal.throwIfAborted();
    const kept = await convert(key, { ...order, part }, converter, start + newIdempotencyKey());
    const file = await fileOf(kept);
    if (!file) throw new VideoRefused('broken');
    if (file.size > limits.videoBytes) throw new VideoRefused('tooLarge');
    signal.throwIfAborted();
    await keepVideo(owner, keptAs, kept);
    return { kept, file };
  } finally {
    removeEventListener('beforeunload', warnBeforeLeaving);
    converter.stop();
  }
};

const convert = async (
  key: number,
  { source, part, effort }: Order & { part: Part },
  converter: Converter,
  name: string,
): Promise<KeptVideo> => {
  const began = performance.now();
  const onPoster = (picture: Blob) => setPoster(key, picture, part.end - part.start);
  const onProgress = (done: number) => {
    const minutes = minutesLeft(performance.now() - began, done);
    showUpload(key, { state: 'preparing', progress: done, minutes, smaller: effort === 'smaller' });
  };
  onProgress(0);
  const choice = { part, effort, name };
  const converted = await convertWithPoster(source, converter, choice, { onPoster, onProgress });
  const takenOn = await takenDayOfVideo(source);
  return {
    at: Date.now(),
    uploadId: null,
    ...(takenOn !== null && { takenOn }),
    ...converted,
  };
};
