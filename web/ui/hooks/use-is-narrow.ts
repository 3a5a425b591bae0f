import { useSyncExternalStore } from 'react';

const narrow = '(max-width: 768px)';

const watch = (watcher: () => void) => {
  const query = matchMedia(narrow);
  query.addEventListener('change', watcher);
  return () => query.removeEventListener('change', watcher);
};

/** Whether the page is laid out as on a phone, for what is too large to be drawn in both layouts. */
export const useIsNarrow = (): boolean => useSyncExternalStore(watch, () => matchMedia(narrow).matches);
