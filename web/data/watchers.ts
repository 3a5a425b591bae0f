/** Functions to call after a change of what `useSyncExternalStore` reads. */
export const createWatchers = () => {
  const watchers = new Set<() => void>();
  return {
    watch: (watcher: () => void) => {
      watchers.add(watcher);
      return () => {
        watchers.delete(watcher);
      };
    },
    notify: () => {
      for (const watcher of watchers) watcher();
    },
  };
};
