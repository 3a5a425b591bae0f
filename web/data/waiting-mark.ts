// Separate from the stores of drafts and edits, so that the first screen does not load them.
import { useSyncExternalStore } from 'react';
import { recall, type StoreName } from './browser-storage.ts';
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

const stored = (store: StoreName): object => {
  try {
    return Object(JSON.parse(recall(store) ?? '{}'));
  } catch {
    return {};
  }
};

const waits = (store: StoreName, key: string): boolean =>
  Reflect.get(Object(Reflect.get(stored(store), key)), 'waiting') === true;

/** Whether a complete moment, a daily photo, an album or an edit of this member waits for a connection. */
export const isWaiting = (userId: string | undefined): boolean =>
  userId !== undefined &&
  (['', '/daily', '/album'].some((kind) => waits('draft', `${userId}${kind}`)) || waits('edits', userId));

/** Whether this browser keeps something that this member began to write. */
export const hasDrafts = (userId: string): boolean =>
  (['draft', 'edits'] as const).some((store) =>
    Object.keys(stored(store)).some((key) => key === userId || key.startsWith(`${userId}/`)),
  ) || Object.keys(stored('commentDrafts')).length > 0;

export const useIsWaiting = (userId: string | undefined): boolean =>
  useSyncExternalStore(
    watchWaiting,
    () => isWaiting(userId),
    () => false,
  );
