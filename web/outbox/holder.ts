// Files that one document alone has: they are still being read, or the browser has no room for them.
import { newIdempotencyKey } from '../data/idempotency-key.ts';

/** Milliseconds after which another document counts as ended, where a browser offers no locks. */
const endedMs = 10 * 60_000;

const lockOf = (id: string): string => `circle-holds/${id}`;

let holder = '';
let holding: Promise<unknown> = Promise.resolve();
let letGo: () => void = () => undefined;

/** The id of this document while one member is signed in. */
export const holderId = (): string => holder;

/** Resolves when others can see that this document lives: nothing that it holds is stored before. */
export const isHolding = (): Promise<unknown> => holding;

/** Begins a new id. What was held under the earlier one is lost. */
export const beginHolding = (): void => {
  letGo();
  const id = newIdempotencyKey();
  holder = id;
  if (!('locks' in navigator)) return;
  const { promise: end, resolve } = Promise.withResolvers<void>();
  letGo = resolve;
  holding = new Promise<void>((granted, failed) => {
    navigator.locks
      .request(lockOf(id), () => {
        granted();
        return end;
      })
      .catch(failed);
  }).catch(console.warn);
};

const watched = new Set<string>();

/** Calls back when another document has ended: closed, reloaded, or signed out. */
export const whenEnded = (id: string, act: () => unknown): void => {
  if (watched.has(id)) return;
  watched.add(id);
  const end = () => {
    watched.delete(id);
    return act();
  };
  if ('locks' in navigator) navigator.locks.request(lockOf(id), end).catch(console.warn);
  else setTimeout(end, endedMs);
};
