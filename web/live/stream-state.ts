import { useSyncExternalStore } from 'react';

let up = false;
const watchers = new Set<() => void>();

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export const setStreamUp = (next: boolean): void => {
  up = next;
  for (const watcher of watchers) watcher();
};

/** Whether the event stream is up; while it is down, the unread count is polled. */
export const useStreamUp = (): boolean => useSyncExternalStore(watch, () => up);

/** A query option for lists of notifications: while the stream is down, each visit refetches them. */
export const useLiveListOptions = (): { staleTime?: number } => (useStreamUp() ? {} : { staleTime: 0 });
