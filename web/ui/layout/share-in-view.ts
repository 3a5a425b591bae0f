import { useSyncExternalStore } from 'react';
import { createWatchers } from '../../data/watchers.ts';

/** The large Share buttons that are on screen. */
const inView = new Set<Element>();
const { watch, notify } = createWatchers();

const note = (button: Element, isSeen: boolean): void => {
  if (inView.has(button) === isSeen) return;
  if (isSeen) inView.add(button);
  else inView.delete(button);
  notify();
};

/** The `ref` of a page's large Share button: while it is on screen, the bar's is quiet. */
export const largeShare = (button: Element | null): (() => void) | undefined => {
  if (!button) return undefined;
  const watcher = new IntersectionObserver((seen) => {
    for (const { isIntersecting } of seen) note(button, isIntersecting);
  });
  watcher.observe(button);
  // Until the browser has looked.
  note(button, true);
  return () => {
    watcher.disconnect();
    note(button, false);
  };
};

export const useShareInView = (): boolean =>
  useSyncExternalStore(
    watch,
    () => inView.size > 0,
    () => true,
  );
