import { UnsupportedInputFormatError, CanvasSink, type InputVideoTrack } from 'mediabunny';
import { isUnreadable } from '../in-memory.ts';
import { CannotConvert, convert } from './convert.ts';
import { posterTime, posterQuality, posterSize } from './plan.ts';
import { type OpenVideo, openVideo } from './read-video.ts';
import type { FromWorker, Refusal, ToWorker } from './worker-messages.ts';

/** Draws one picture of the video as JPEG. Null if this browser cannot decode it. */
const drawPoster = async (video: InputVideoTrack, seconds: number): Promise<Blob | null> => {
  if (!(await video.canDecode())) return null;
  const shown = { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() };
  const sink = new CanvasSink(video, { width: posterSize(shown).width });
  const drawn = (await sink.getCanvas(seconds)) ?? (await sink.getCanvas(await video.getFirstTimestamp()));
  if (!(drawn?.canvas instanceof OffscreenCanvas)) return null;
  return drawn.canvas.convertToBlob({ type: 'image/jpeg', quality: posterQuality });
};

// The worker's entry. A worker opens one video, and is terminated to stop a conversion.

let open: OpenVideo | null = null;

const tell = (message: FromWorker): void => postMessage(message);

const reasonOf = (error: unknown): Refusal => {
  if (error instanceof CannotConvert) return 'cannot';
  if (error instanceof UnsupportedInputFormatError) return 'notVideo';
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'noSpace';
  if (isUnreadable(error)) return 'gone';
  console.warn(error);
  return 'broken';
};

const answer = async (message: ToWorker): Promise<void> => {
  if (message.kind === 'look') {
    open = await openVideo(message.file);
    return tell(
      open ? { kind: 'looked', seconds: open.facts.seconds } : { kind: 'refused', reason: 'notVideo' },
    );
  }
  if (!open) throw new TypeError('No video was looked at.');
  tell({ kind: 'poster', poster: await drawPoster(open.video, posterTime(message.part)) });
  let reported = 0;
  const converted = await convert(open, message, (done) => {
    // Copying reports each packet: thousands of messages would delay the page.
    if (done - reported < 0.01) return;
    reported = done;
    tell({ kind: 'progress', done });
  });
  tell({ kind: 'converted', converted });
};

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  answer(data).catch((error: unknown) => tell({ kind: 'refused', reason: reasonOf(error) }));
});
