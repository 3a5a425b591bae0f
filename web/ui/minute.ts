import { useSyncExternalStore } from 'react';

const minuteMs = 60_000;
const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

// One clock for the whole page, and none where nothing on it shows a time.
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  timer ??= setInterval(() => {
    for (const each of watchers) each();
  }, minuteMs);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

const minuteNow = () => Math.floor(Date.now() / minuteMs);

/** The minute, counted since 1970; whoever asks is drawn anew with each one. */
export const useMinute = (): number => useSyncExternalStore(watch, minuteNow);
