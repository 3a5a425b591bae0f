/** Closes the browsers and others that one process opens once for all its test files (`test/runner/worker.ts`). */
const closers = new Set<() => Promise<void>>();

/** How many handles of each kind keep this process running. */
export const openHandles = (): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
};

/** How many of the open handles belong to what is shared: child processes and the channels to them. */
export const sharedHandles = new Map<string, number>();
const kinds = ['ProcessWrap', 'PipeWrap'];

/** Opens something at its first use; later uses get the same. */
export const shared = <T>(
  open: () => Promise<T>,
  close: (opened: T) => Promise<void>,
): (() => Promise<T>) => {
  let opened: Promise<T> | null = null;
  const start = async (): Promise<T> => {
    const before = openHandles();
    const it = await open();
    const now = openHandles();
    for (const kind of kinds) {
      const added = (now.get(kind) ?? 0) - (before.get(kind) ?? 0);
      sharedHandles.set(kind, (sharedHandles.get(kind) ?? 0) + added);
    }
    closers.add(() => close(it));
    return it;
  };
  return () => (opened ??= start());
};

/** Closes everything that was opened. */
export const closeShared = async (): Promise<void> => {
  await Promise.all([...closers].map((close) => close()));
  closers.clear();
};
