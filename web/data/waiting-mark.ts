// Separate from the outbox and the stores of drafts and edits, so that the first screen does not load them.
import { useSyncExternalStore } from 'react';
import { recall, type StoreName } from './browser-storage.ts';
import { createWatchers } from './watchers.ts';

const { watch, notify } = createWatchers();

/** Call after writing to the store of drafts or edits. */
export const waitingWasStored = notify;

/** Calls the watcher after a change of drafts or edits, also by another tab. Returns how to stop. */
const watchWaiting = (watcher: () => void) => {
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

/** The mark of a member's outbox. */
const markOf = (userId: string): object => Object(Reflect.get(stored('outbox'), userId));

/** How many things that this member shared are still in the outbox. */
export const sharedIn = (userId: string): number => {
  const shared: unknown = Reflect.get(markOf(userId), 'shared');
  return typeof shared === 'number' ? shared : 0;
};

/** How many of them this member deleted, while the server may have them. */
export const withdrawnIn = (userId: string): number => {
  const withdrawn: unknown = Reflect.get(markOf(userId), 'withdrawn');
  return typeof withdrawn === 'number' ? withdrawn : 0;
};

/** Whether signing out loses some of it, since the device did not keep it. */
export const losesShared = (userId: string): boolean => Reflect.get(markOf(userId), 'losable') === true;

export const useShared = (userId: string): number =>
  useSyncExternalStore(
    watchWaiting,
    () => sharedIn(userId),
    () => 0,
  );

/** Whether the outbox has something to send. */
export const hasToSend = (userId: string): boolean => Reflect.get(markOf(userId), 'waiting') === true;

export const useHasToSend = (userId: string | undefined): boolean =>
  useSyncExternalStore(
    watchWaiting,
    () => userId !== undefined && hasToSend(userId),
    () => false,
  );

/** Whether this browser keeps something that this member began to write. */
export const hasDrafts = (userId: string): boolean =>
  (['draft', 'edits'] as const).some((store) =>
    Object.keys(stored(store)).some((key) => key === userId || key.startsWith(`${userId}/`)),
  ) ||
  Object.keys(stored('commentDrafts')).length > 0 ||
  Reflect.get(markOf(userId), 'drafts') === true;
