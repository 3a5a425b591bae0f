// Separate from the stores of drafts and edits, so that the first screen does not load them.
import { useSyncExternalStore } from 'react';
import { recall } from './browser-storage.ts';
import { createWatchers } from './watchers.ts';

const { watch, notify } = createWatchers();

/** Call after writing to the store of drafts or edits. */
export const waitingWasStored = notify;

/** Calls the watcher after a change of drafts or edits, also by another tab. Returns how to stop. */
export const watchWaiting = (watcher: () => void) => {
  const stop = watch(watcher);
  addEventListener('storage', watcher);
  return () => {
    stop();
    removeEventListener('storage', watcher);
  };
};

/** Whether a complete moment or an edit of this member waits for a connection. */
export const isWaiting = (userId: string | undefined): boolean => {
  if (userId === undefined) return false;
  return (['draft', 'edits'] as const).some((store) => {
    try {
      const own: unknown = Reflect.get(Object(JSON.parse(recall(store) ?? '{}')), userId);
      return Reflect.get(Object(own), 'waiting') === true;
    } catch {
      return false;
    }
  });
};

export const useIsWaiting = (userId: string | undefined): boolean =>
  useSyncExternalStore(
    watchWaiting,
    () => isWaiting(userId),
    () => false,
  );
