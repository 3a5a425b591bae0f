// The worker's entry. A worker opens one video, and is terminated to stop a conversion.
import { UnsupportedInputFormatError } from 'mediabunny';
import { isUnreadable } from '../in-memory.ts';
import { CannotConvert, convert } from './convert.ts';
import { drawPoster } from './draw-poster.ts';
import { posterTime } from './plan.ts';
import { type OpenVideo, openVideo } from './read-video.ts';
import type { FromWorker, Refusal, ToWorker } from './worker-messages.ts';

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
