import { useSyncExternalStore } from 'react';

let dataAt: number | null = null;
const watchers = new Set<() => void>();

/** The time of the shown data while it cannot be refetched; null when it is fresh. */
export const setOfflineDataAt = (at: number | null): void => {
  dataAt = at;
  for (const watcher of watchers) watcher();
};

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
};

export const useOfflineDataAt = (): number | null => useSyncExternalStore(watch, () => dataAt);
