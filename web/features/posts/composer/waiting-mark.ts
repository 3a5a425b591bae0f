// Separate from draft.ts, so that the first screen does not load the draft's checks.
import { useSyncExternalStore } from 'react';
import { recall } from '../../../data/browser-storage.ts';

const watchers = new Set<() => void>();

export const draftWasStored = (): void => {
  for (const watcher of watchers) watcher();
};

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  addEventListener('storage', watcher);
  return () => {
    watchers.delete(watcher);
    removeEventListener('storage', watcher);
  };
};

/** Whether a complete moment of this member waits for a connection. */
export const isWaiting = (userId: string | undefined): boolean => {
  if (userId === undefined) return false;
  try {
    const all: unknown = JSON.parse(recall('draft') ?? '{}');
    if (typeof all !== 'object' || all === null) return false;
    const own: unknown = Reflect.get(all, userId);
    return typeof own === 'object' && own !== null && 'waiting' in own && own.waiting === true;
  } catch {
    return false;
  }
};

export const useIsWaiting = (userId: string | undefined): boolean =>
  useSyncExternalStore(
    watch,
    () => isWaiting(userId),
    () => false,
  );
