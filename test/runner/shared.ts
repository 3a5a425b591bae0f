import type { Pool } from '../../server/platform/processes/pool.ts';

/** Closes the browsers and others that one process opens once for all its test files (`test/runner/worker.ts`). */
const closers = new Set<() => Promise<void>>();

/** How many handles of each kind keep this process running. */
const openHandles = (): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
};

/** Shared pools. Their processes start and end as files need them. */
const pools = new Set<Pool>();

/** How many of the open handles belong to a child process and the channels to it. */
const handlesOfProcess = new Map([
  ['ProcessWrap', 1],
  ['PipeWrap', 2],
]);

/** The open handles but those of shared pools. */
const handlesWithoutPools = (): Map<string, number> => {
  const processes = [...pools].reduce((sum, { pids }) => sum + pids.length, 0);
  const without = ([kind, count]: [string, number]) =>
    [kind, count - processes * (handlesOfProcess.get(kind) ?? 0)] as const;
  return new Map([...openHandles()].map(without));
};

/** How many handles of each kind belong to what else is shared. */
const sharedHandles = new Map<string, number>();

/** Opens something at its first use; later uses get the same. */
export const shared = <T>(
  open: () => Promise<T>,
  close: (opened: T) => Promise<void>,
): (() => Promise<T>) => {
  let opened: Promise<T> | null = null;
  const start = async (): Promise<T> => {
    const before = handlesWithoutPools();
    const it = await open();
    const now = handlesWithoutPools();
    for (const kind of handlesOfProcess.keys()) {
      const added = (now.get(kind) ?? 0) - (before.get(kind) ?? 0);
      sharedHandles.set(kind, (sharedHandles.get(kind) ?? 0) + added);
    }
    closers.add(() => close(it));
    return it;
  };
  return () => (opened ??= start());
};

/** Opens a pool at its first use; later uses get the same. */
export const sharedPool = (open: () => Pool): (() => Pool) => {
  let opened: Pool | null = null;
  return () => {
    if (opened) return opened;
    const pool = open();
    pools.add(pool);
    closers.add(() => pool.close());
    opened = pool;
    return pool;
  };
};

/** The open handles that are not shared. */
export const ownHandles = (): Map<string, number> =>
  new Map([...handlesWithoutPools()].map(([kind, count]) => [kind, count - (sharedHandles.get(kind) ?? 0)]));

/** Closes everything that was opened. */
export const closeShared = async (): Promise<void> => {
  await Promise.all([...closers].map((close) => close()));
  closers.clear();
};
