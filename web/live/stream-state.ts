import { useSyncExternalStore } from 'react';
import { createWatchers } from '../data/watchers.ts';

let up = false;
const { watch, notify } = createWatchers();

export const setStreamUp = (next: boolean): void => {
  up = next;
  notify();
};

/** Whether the event stream is up; while it is down, the unread count is polled. */
export const useStreamUp = (): boolean => useSyncExternalStore(watch, () => up);

/** A query option for lists of notifications: while the stream is down, each visit refetches them. */
export const useLiveListOptions = (): { staleTime?: number } => (useStreamUp() ? {} : { staleTime: 0 });
