import type { Choice, Converted, FromWorker, Refusal, ToWorker } from './worker-messages.ts';

/** Thrown with the reason why a video cannot be prepared. */
export class VideoRefused extends Error {
  override readonly name = 'VideoRefused';
  readonly reason: Refusal;

  constructor(reason: Refusal) {
    super(reason);
    this.reason = reason;
  }
}

/** Reports of a conversion. */
export interface Listener {
  /** Null where only a `<video>` element can draw it. */
  onPoster: (poster: Blob | null) => void;
  /** 0 to 1. */
  onProgress: (done: number) => void;
}

/** Prepares one video for its upload. */
export interface Converter {
  /** The length in seconds. Rejects with `VideoRefused`. */
  look: () => Promise<number>;
  /** Rejects with `VideoRefused`, or with an AbortError after `stop`. */
  convert: (choice: Choice, listener: Listener) => Promise<Converted>;
  stop: () => void;
}

/** Converts in a worker, by WebCodecs. */
export const converterFor = (file: File): Converter => {
  const worker = new Worker(new URL('./convert-worker.ts', import.meta.url), { type: 'module' });
  let fail: (error: unknown) => void = () => undefined;
  const ask = <T>(
    message: ToWorker,
    on: (answer: FromWorker, resolve: (value: T) => void) => void,
  ): Promise<T> =>
    new Promise((resolve, reject) => {
      fail = reject;
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.kind === 'refused') reject(new VideoRefused(data.reason));
        else on(data, resolve);
      };
      worker.postMessage(message);
    });
  worker.onerror = (event) => {
    event.preventDefault();
    fail(new VideoRefused('broken'));
  };
  return {
    look: () =>
      ask<number>({ kind: 'look', file }, (answer, resolve) => {
        if (answer.kind === 'looked') resolve(answer.seconds);
      }),
    convert: (choice, { onPoster, onProgress }) =>
      ask<Converted>({ kind: 'convert', ...choice }, (answer, resolve) => {
        if (answer.kind === 'poster') onPoster(answer.poster);
        if (answer.kind === 'progress') onProgress(answer.done);
        if (answer.kind === 'converted') resolve(answer.converted);
      }),
    stop: () => {
      worker.onmessage = null;
      worker.terminate();
      fail(new DOMException('The conversion was stopped.', 'AbortError'));
    },
  };
};
