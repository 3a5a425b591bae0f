import { useSyncExternalStore } from 'react';
import { createWatchers } from '../data/watchers.ts';

/** The Web Lock of the tab, or the service worker, that sends. */
export const outboxLock = 'circle-outbox';

/** Milliseconds that a stopped attempt of this tab may take to release its lock. */
const releaseMs = 500;

let isElsewhere = false;
const { watch, notify } = createWatchers();

const show = (next: boolean): void => {
  isElsewhere = next;
  notify();
};

/** Waits for the lock of the outbox, and notes meanwhile that another tab has it. */
export const inOneTab = async (signal: AbortSignal, work: () => Promise<void>): Promise<void> => {
  // Without https there are no locks: then two tabs may send the same, and the idempotency keys prevent duplicates.
  if (!('locks' in navigator)) return inTurn(work);
  const timer = setTimeout(() => show(true), releaseMs);
  const end = () => {
    clearTimeout(timer);
    if (isElsewhere) show(false);
  };
  try {
    await navigator.locks.request(outboxLock, { signal }, () => {
      end();
      return work();
    });
  } finally {
    end();
  }
};

let turn: Promise<unknown> = Promise.resolve();

const inTurn = (work: () => Promise<void>): Promise<void> => {
  const mine = turn.then(work);
  turn = mine.catch(() => undefined);
  return mine;
};

/** Whether another tab sends what is in the outbox. */
export const useSentElsewhere = (): boolean => useSyncExternalStore(watch, () => isElsewhere);
