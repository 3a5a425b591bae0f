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

/** Minutes since 1970; components that use it render again every minute. */
export const useMinute = (): number => useSyncExternalStore(watch, minuteNow);
