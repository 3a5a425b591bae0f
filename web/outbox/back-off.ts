import { createWatchers } from '../data/watchers.ts';

const seconds = 1_000;
const waits = [2 * seconds, 5 * seconds, 15 * seconds, 60 * seconds, 300 * seconds];

const maxWaitMs = Math.max(...waits);

/** A time that is further away than the longest wait is from before the clock was set back. */
export const isLater = (time: number): boolean => time > Date.now() && time <= Date.now() + maxWaitMs;

/** Milliseconds before the next try, after so many. */
export const waitMs = (tries: number): number => waits[Math.min(tries, waits.length) - 1] ?? 0;

/** Requests without an answer since the last answer, and when the next one may begin. */
let lost = { tries: 0, until: 0 };
const { watch, notify } = createWatchers();
export { watch as watchLost };

/** A request got no answer: nothing is sent for a while. */
export const noteLost = (): void => {
  const tries = lost.tries + 1;
  lost = { tries, until: Date.now() + waitMs(tries) };
  notify();
};

/** The server answered, the connection is back, or the member wants a try now. */
export const noteAnswer = (): void => {
  if (lost.tries === 0) return;
  lost = { tries: 0, until: 0 };
  notify();
};

/** When the next request may begin, in epoch milliseconds. */
export const retryAt = (): number => lost.until;

export const isLost = (): boolean => lost.tries > 0 || !navigator.onLine;
