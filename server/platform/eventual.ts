/** A value, or the promise of it where the database is not in this process. Awaiting a value that is here costs a turn. */
export type Eventual<T> = T | Promise<T>;

/** Calls `next` with the value: immediately if it is here. */
export const followedBy = <T, R>(value: Eventual<T>, next: (value: T) => Eventual<R>): Eventual<R> =>
  value instanceof Promise ? value.then(next) : next(value);
