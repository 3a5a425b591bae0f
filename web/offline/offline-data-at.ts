import { useSyncExternalStore } from 'react';

let keptAt: number | null = null;
const watchers = new Set<() => void>();

/** The time of the shown data while it cannot be refetched; null when it is fresh. */
export const setKeptAt = (at: number | null): void => {
  keptAt = at;
  for (const watcher of watchers) watcher();
};

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
};

export const useKeptAt = (): number | null => useSyncExternalStore(watch, () => keptAt);
