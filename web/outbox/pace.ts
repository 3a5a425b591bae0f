// How much of the connection files take: chosen once for a browser.
import { keep, recall } from '../data/browser-storage.ts';
import { createWatchers } from '../data/watchers.ts';

export const paces = ['full', 'half', 'slow'] as const;
export type Pace = (typeof paces)[number];

const { watch, notify } = createWatchers();
export { watch as watchPace };

export const paceNow = (): Pace => paces.find((pace) => pace === recall('pace')) ?? 'full';

export const setPace = (pace: Pace): void => {
  keep('pace', pace);
  notify();
};

/** Bytes a second of the slow pace: 1 Mbit/s. */
const slowBytes = 125_000;

/** Leaves bandwidth to others after a file: half of the time, or all above 1 Mbit/s. Ends early when the pace changes. */
export const rest = (spentMs: number, bytes: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const began = performance.now();
    const look = () => {
      const wanted = { full: 0, half: spentMs, slow: (bytes / slowBytes) * 1_000 - spentMs }[paceNow()];
      const left = wanted - (performance.now() - began);
      clearTimeout(timer);
      if (left > 0 && !signal.aborted) timer = setTimeout(look, left);
      else end();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = watch(look);
    const end = () => {
      stop();
      signal.removeEventListener('abort', look);
      resolve();
    };
    signal.addEventListener('abort', look);
    look();
  });
