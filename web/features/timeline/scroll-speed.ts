import { useState, useSyncExternalStore } from 'react';
import { createWatchers } from '../../data/watchers.ts';

/** Pixels a millisecond from which photos are not loaded, as they would be gone before they are there. */
const fast = 3;
const settlesAfterMs = 120;

const { watch, notify } = createWatchers();
let isFast = false;
let last = { y: 0, at: 0 };
let timer: ReturnType<typeof setTimeout> | undefined;

const setFast = (next: boolean): void => {
  if (next === isFast) return;
  isFast = next;
  notify();
};

/** Tells the speed of scrolling from its places. */
export const noteScroll = (y: number, at: number): void => {
  const ms = at - last.at;
  if (ms > 0 && ms < settlesAfterMs) setFast(Math.abs(y - last.y) / ms > fast);
  last = { y, at };
  clearTimeout(timer);
  if (isFast) timer = setTimeout(() => setFast(false), settlesAfterMs);
};

/** Whether the page has scrolled slowly, or not at all, since the component is there. */
export const useHasSettled = (): boolean => {
  const [hasSettled, setSettled] = useState(!isFast);
  // Constant once it has settled, so that a change of speed renders only the others.
  const isSlow = useSyncExternalStore(watch, () => hasSettled || !isFast);
  if (isSlow && !hasSettled) setSettled(true);
  return isSlow;
};
