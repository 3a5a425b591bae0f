// Loads when a video is chosen, or found in a draft.
import type { QueryClient } from '@tanstack/react-query';
import * as media from '../../../../contract/media.ts';
import { messages } from '../../../../contract/errors/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { loseSession } from '../../../app/session.tsx';
import { ApiError, api } from '../../../data/api.ts';
import { words } from '../../../words/words.ts';
import { whyNoVideos } from '../../media/video/why-no-videos.ts';
import { VideoRefused } from '../../media/video/converter.ts';
import { keepVideo, readKeptVideo } from '../../media/video/kept-video.ts';
import type { Effort, Part } from '../../media/video/plan.ts';
import { cancelUpload, uploadVideo } from '../../media/video/upload-video.ts';
import { addVideo, type ChosenPhoto, draftNow, draftNumber, draftOwner, photoArrived } from './draft.ts';
import { type PreparedVideo, prepareVideo } from './prepare-video.ts';
import { failureOf, running, showUpload, type Upload, uploadOf } from './upload-states.ts';

const texts = words.composeVideo;

/** The work on one video of the draft. */
interface Job {
  /** The chosen file, null after a reload. */
  source: File | null;
  /** Null until a part of a long video is chosen. */
  part: Part | null;
  effort: Effort;
  ready: PreparedVideo | null;
}

const jobs = new Map<number, Job>();

const newJob = (source: File | null): Job => ({ source, part: null, effort: 'usual', ready: null });

const photoOf = (key: number): ChosenPhoto | undefined =>
  draftNow().photos.find((photo) => photo.key === key);

/** Adds a video to the draft, or answers why it cannot be added. */
export const chooseVideo = async (client: QueryClient, file: File): Promise<string | null> => {
  const draft = draftNumber();
  const refusal = await whyNoVideos(client);
  if (refusal !== null || draft !== draftNumber()) return refusal;
  const videos = draftNow().photos.filter(({ video }) => video);
  if (videos.length >= limits.videosPerPost) return messages.tooManyVideos;
  // Starts immediately: another tab that gets the new draft must not lock the video first.
  startVideo(client, addVideo(file.name), file);
  return null;
};

/** Starts with the file of a new video, or of one that this browser did not keep over a reload. */
export const startVideo = (client: QueryClient, key: number, file: File): void => {
  jobs.set(key, newJob(file));
  showUpload(key, { state: 'waiting' });
  sendVideos(client);
};

/** The chosen file, for the preview. */
export const sourceOf = (key: number): File | null => jobs.get(key)?.source ?? null;

export const choosePart = (client: QueryClient, key: number, part: Part): void => {
  const job = jobs.get(key);
  if (!job) return;
  job.part = part;
  showUpload(key, { state: 'waiting' });
  sendVideos(client);
};

/** Starts the conversion again, for a smaller picture that takes less time. */
export const makeSmaller = (client: QueryClient, key: number): void => {
  const job = jobs.get(key);
  if (!job) return;
  job.effort = 'smaller';
  const stop = running.get(key);
  running.delete(key);
  stop?.abort();
  showUpload(key, { state: 'waiting' });
  sendVideos(client);
};

const failureWords = (error: unknown): Upload =>
  error instanceof VideoRefused
    ? {
        state: 'failed',
        words: texts.refused[error.reason],
        again: error.reason === 'broken' || error.reason === 'noSpace',
      }
    : failureOf(error);

// One conversion at a time: two would need twice the memory, and neither would be ready sooner.
let queue: Promise<unknown> = Promise.resolve();

/** Milliseconds that a stopped attempt of this tab may take to release its lock. */
const releaseMs = 500;

/** Does the work on a video in one tab at a time. Without https there are no locks. */
const inOneTab = async (
  { key, keptAs }: ChosenPhoto,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> => {
  if (!('locks' in navigator)) return work();
  const timer = setTimeout(() => showUpload(key, { state: 'elsewhere' }), releaseMs);
  try {
    await navigator.locks.request(`circle-video-${keptAs}`, { signal }, () => {
      clearTimeout(timer);
      return work();
    });
  } finally {
    clearTimeout(timer);
  }
};

/** Converts and uploads all waiting videos. */
export const sendVideos = (client: QueryClient): void => {
  for (const photo of draftNow().photos) {
    const { key, video } = photo;
    if (!video || running.has(key) || uploadOf(key)?.state !== 'waiting') continue;
    const stop = new AbortController();
    running.set(key, stop);
    const job = jobs.get(key) ?? newJob(null);
    jobs.set(key, job);
    const work = async () => {
      try {
        await inOneTab(photo, stop.signal, async () => {
          // Another tab may have uploaded it meanwhile.
          if (photoOf(key)?.uploaded) return showUpload(key, null);
          job.ready ??= await readyVideo(key, job, stop.signal);
          stop.signal.throwIfAborted();
          if (job.ready) await send(key, job.ready, stop.signal);
        });
      } catch (error) {
        if (running.get(key) === stop) showUpload(key, failureWords(error));
        if (error instanceof ApiError) loseSession(client, error, 'login');
      } finally {
        if (running.get(key) === stop) running.delete(key);
      }
    };
    void work();
  }
};

/** The video as it can be uploaded: converted now or before a reload. Null if the member has to act first. */
const readyVideo = async (key: number, job: Job, signal: AbortSignal): Promise<PreparedVideo | null> => {
  const photo = photoOf(key);
  const owner = draftOwner();
  if (!photo || owner === null) return null;
  const { source } = job;
  if (!source) {
    const found = await readKeptVideo(owner, photo.keptAs);
    if (!found) showUpload(key, { state: 'lost' });
    return found;
  }
  const turn = queue.then(() => {
    signal.throwIfAborted();
    return prepareVideo(photo, { ...job, source }, owner, signal);
  });
  queue = turn.catch(() => undefined);
  return turn;
};

const send = async (key: number, ready: PreparedVideo, signal: AbortSignal): Promise<void> => {
  const photo = photoOf(key);
  const owner = draftOwner();
  if (!photo || owner === null) return;
  const remember = (uploadId: string | null) => {
    ready.kept = { ...ready.kept, uploadId };
    void keepVideo(owner, photo.keptAs, ready.kept);
  };
  showUpload(key, { state: 'sending', progress: 0 });
  const { id, url } = await uploadVideo(
    { ...ready.kept, file: ready.file },
    ready.kept.uploadId,
    { onId: remember, onProgress: (progress) => showUpload(key, { state: 'sending', progress }) },
    signal,
  );
  const isWanted = photoArrived(key, { id, url });
  showUpload(key, null);
  jobs.delete(key);
  // A video that the server deletes before it is shared is uploaded as a new one, from the browser's copy.
  if (isWanted) remember(null);
  else await api(media.remove, { id });
};

/** Cancels the upload of a video that was removed from the draft. The draft deletes its files. */
export const forgetVideo = (key: number): void => {
  const id = jobs.get(key)?.ready?.kept.uploadId;
  jobs.delete(key);
  if (id) void cancelUpload(id);
};
