/** Waits until this thread may write to the embedded database. Call what it resolves to once that is done. */
export type TakeTurn = () => Promise<() => void>;

/** Turns of all who write to one file, in the order in which they ask: SQLite would put a thread that waits to sleep. */
export const createTurns = (): TakeTurn => {
  let last: Promise<void> = Promise.resolve();
  return () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    return before.then(() => resolve);
  };
};
