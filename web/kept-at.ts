import { useSyncExternalStore } from 'react';

let keptAt: number | null = null;
const watchers = new Set<() => void>();

/** Since when what is shown has not been asked for anew, because there is no connection; null when it is fresh. */
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
