import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

let offlineSince: number | null = null;

/** Follows the browser's word on the connection. Once, at the start. */
export const watchConnection = (): void => {
  // The library assumes a connection; a page that starts without one would never hear otherwise.
  onlineManager.setOnline(navigator.onLine);
  addEventListener('offline', () => {
    offlineSince ??= Date.now();
  });
  addEventListener('online', () => {
    offlineSince = null;
  });
};

/** Since when the browser has been offline, in epoch milliseconds; null where it was so from the start. */
export const offlineSinceWhen = (): number | null => offlineSince;

export const useOnline = (): boolean =>
  useSyncExternalStore(
    (watcher) => onlineManager.subscribe(watcher),
    () => onlineManager.isOnline(),
  );

/** Asks for everything that is shown, even where the browser believes to be offline: it may be wrong. */
export const tryAgain = (client: QueryClient): void => {
  onlineManager.setOnline(true);
  void client.invalidateQueries();
};

/** A call failed. Where `fetch` found no way (a TypeError) and the browser is offline, calls wait for the connection again. */
export const noteFailedCall = (error: unknown): void => {
  if (error instanceof TypeError && !navigator.onLine) onlineManager.setOnline(false);
};
