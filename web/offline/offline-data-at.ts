import { useSyncExternalStore } from 'react';
import { createWatchers } from '../data/watchers.ts';

let dataAt: number | null = null;
const { watch, notify } = createWatchers();

/** The time of the shown data while it cannot be refetched; null when it is fresh. */
export const setOfflineDataAt = (at: number | null): void => {
  dataAt = at;
  notify();
};

export const useOfflineDataAt = (): number | null => useSyncExternalStore(watch, () => dataAt);
