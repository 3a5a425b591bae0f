import { keep, recall } from '../../data/browser-storage.ts';

let reloading = false;

/** Whether the page is about to be loaded again. */
export const isReloading = (): boolean => reloading;

/** The code of a page or dialog could not be fetched, in the words of Chromium and Firefox, Safari, and Vite. */
export const isMissingCode = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script|preload CSS/.test(error.message);

/**
 * After an upgrade, an open page asks for code that was deleted: it is loaded again with the new code, at most once a
 * minute. Offline a reload would lose the page.
 */
export const reloadForMissingCode = (): void => {
  if (reloading || !navigator.onLine || Date.now() - Number(recall('reloaded') ?? 0) < 60_000) return;
  reloading = true;
  keep('reloaded', String(Date.now()));
  location.reload();
};
