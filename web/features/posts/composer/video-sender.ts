// Loads with the first video.
import * as z from 'zod/mini';
import { limits } from '../../../../contract/limits.ts';
import * as media from '../../../../contract/media.ts';
import { newIdempotencyKey } from '../../../data/idempotency-key.ts';
import { api } from '../../../data/api.ts';
import { inputChange, type Item } from '../../../outbox/item.ts';
import { Refused, type Sender } from '../../../outbox/kinds.ts';
import { changeItem, itemOf, keepFile } from '../../../outbox/outbox.ts';
import { besides } from '../../../outbox/stored-items.ts';
import { words } from '../../../words/words.ts';
import { uploadedOf } from '../../media/photo-request.ts';
import { takenDayOfVideo } from '../../media/taken-day.ts';
import { convertWithPoster } from '../../media/video/convert-with-poster.ts';
import { type Converter, converterFor, VideoRefused } from '../../media/video/converter.ts';
import {
  fileOf,
  forgetKeptVideo,
  keepVideo,
  type KeptVideo,
  readKeptVideo,
  storedStart,
} from '../../media/video/kept-video.ts';
import { minutesLeft } from '../../media/video/plan.ts';
import { deleteStoredVideos } from '../../media/video/stored-videos.ts';
import { cancelUpload, uploadVideo } from '../../media/video/upload-video.ts';
import { showStep } from './video-progress.ts';

const texts = words.composeVideo;

/** The input of an item that is a video. */
export const VideoInput = z.object({
  name: z.string(),
  /** The length of the chosen part, or of the whole video; null until it was read. */
  seconds: z.nullable(z.number()),
  /** Null for the whole video. */
  part: z.nullable(z.object({ start: z.number(), end: z.number() })),
  effort: z.enum(['usual', 'smaller']),
});

const changeInput = (id: string, changed: Partial<z.infer<typeof VideoInput>>): void =>
  changeItem(id, inputChange(changed));

interface Prepared {
  kept: KeptVideo;
  file: Blob;
}

const convert = async (
  item: Item,
  source: File,
  part: { start: number; end: number },
  converter: Converter,
): Promise<KeptVideo> => {
  const { owner, id } = item;
  const { effort } = VideoInput.parse(item.input);
  const began = performance.now();
  const onPoster = async (picture: Blob) => {
    await keepFile(besides(item, 'poster'), picture);
    changeInput(id, { seconds: part.end - part.start });
  };
  const onProgress = (progress: number) => {
    const minutes = minutesLeft(performance.now() - began, progress);
    showStep(id, { step: 'preparing', progress, minutes, smaller: effort === 'smaller' });
  };
  onProgress(0);
  // A new name for each attempt: a worker that was just terminated may still lock its file.
  const choice = { part, effort, name: storedStart(owner, id) + newIdempotencyKey() };
  const converted = await convertWithPoster(source, converter, choice, {
    onPoster: (picture) => void onPoster(picture),
    onProgress,
  });
  const takenOn = await takenDayOfVideo(source);
  return { at: Date.now(), uploadId: null, ...(takenOn !== null && { takenOn }), ...converted };
};

/** Converts a video and keeps it. @throws Refused if the member has to choose a part of it first */
const prepare = async (item: Item, source: File, signal: AbortSignal): Promise<Prepared> => {
  const { owner, id } = item;
  const converter = converterFor(source);
  signal.addEventListener('abort', converter.stop);
  try {
    showStep(id, { step: 'reading' });
    const end = await converter.look();
    const { part } = VideoInput.parse(item.input);
    if (!part && end > limits.videoSeconds) {
      changeInput(id, { seconds: end });
      throw new Refused(texts.tooLong);
    }
    await deleteStoredVideos(storedStart(owner, id));
    signal.throwIfAborted();
    const kept = await convert(item, source, part ?? { start: 0, end }, converter);
    const file = await fileOf(kept);
    if (!file) throw new VideoRefused('broken');
    if (file.size > limits.videoBytes) throw new VideoRefused('tooLarge');
    signal.throwIfAborted();
    await keepVideo(owner, id, kept);
    return { kept, file };
  } catch (error) {
    throw error instanceof VideoRefused ? new Refused(texts.refused[error.reason]) : error;
  } finally {
    converter.stop();
  }
};

/** Converts and uploads videos, for moments that follow. */
export const sender: Sender = {
  send: async (item, { file, signal, onProgress }) => {
    const { owner, id } = item;
    try {
      let ready = await readKeptVideo(owner, id);
      if (!ready) {
        const source = await file();
        if (!source) throw new Refused(texts.lost);
        ready = await prepare(
          item,
          new File([source], VideoInput.parse(item.input).name, { type: source.type }),
          signal,
        );
      }
      const { kept } = ready;
      const remember = (uploadId: string | null) => {
        if (itemOf(id)) void keepVideo(owner, id, { ...kept, uploadId });
      };
      showStep(id, { step: 'sending' });
      const video = { ...kept, file: ready.file };
      const uploaded = await uploadVideo(video, kept.uploadId, { onId: remember, onProgress }, signal);
      // A video that the server deletes before it is shared is uploaded as a new one, from the browser's copy.
      remember(null);
      return { id: uploaded.id, url: uploaded.url };
    } finally {
      showStep(id, null);
    }
  },
  forget: async ({ owner, id, state }) => {
    const kept = await readKeptVideo(owner, id);
    if (kept && kept.kept.uploadId !== null && state !== 'arrived') void cancelUpload(kept.kept.uploadId);
    await forgetKeptVideo(owner, id);
  },
  undo: async (result) => {
    const uploaded = uploadedOf(result);
    if (uploaded) await api(media.remove, { id: uploaded.id });
  },
};
