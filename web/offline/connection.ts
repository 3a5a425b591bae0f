import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

let since: number | null = null;

/** Starts to follow `navigator.onLine`; called once, at the start. */
export const watchConnection = (): void => {
  // TanStack Query assumes that the browser is online, and never learns otherwise of a page that starts offline.
  onlineManager.setOnline(navigator.onLine);
  // It listens only once something is shown, and the connection may come or go before.
  addEventListener('offline', () => {
    since ??= Date.now();
    onlineManager.setOnline(false);
  });
  addEventListener('online', () => {
    since = null;
    onlineManager.setOnline(true);
  });
};

/** When the browser went offline, in epoch milliseconds; null if it was offline when the page started. */
export const offlineSince = (): number | null => since;

export const useOnline = (): boolean =>
  useSyncExternalStore(
    (watcher) => onlineManager.subscribe(watcher),
    () => onlineManager.isOnline(),
  );

/** Refetches everything that is shown, even if the browser says that it is offline: it may be wrong. */
export const tryAgain = (client: QueryClient): void => {
  onlineManager.setOnline(true);
  void client.invalidateQueries();
};

/** A call failed. Where `fetch` found no way (a TypeError) and the browser is offline, calls wait for the connection again. */
export const noteFailedCall = (error: unknown): void => {
  if (error instanceof TypeError && !navigator.onLine) onlineManager.setOnline(false);
};
