// Files that one document alone has: they are still being read, or the browser has no room for them.
import { newIdempotencyKey } from '../data/idempotency-key.ts';
import type { Item } from './item.ts';

let lastAt = 0;

/** A position after all others. */
const nextAt = (): number => {
  lastAt = Math.max(lastAt + 1, Date.now());
  return lastAt;
};

/** New items come after one with this position, also if the clock was set back. */
export const followAt = (at: number): void => void (lastAt = Math.max(lastAt, at));

export type NewItem = Pick<Item, 'kind' | 'place' | 'input'> & Partial<Item>;

/** An item as it is added. */
export const newItem = (userId: string, fields: NewItem): Item => {
  const id = fields.id ?? newIdempotencyKey();
  return {
    owner: userId,
    at: nextAt(),
    state: 'waiting',
    heldBy: fields.state === 'reading' ? holderId() : null,
    tries: 0,
    notBefore: 0,
    key: id,
    needs: [],
    renewed: false,
    label: null,
    result: null,
    problem: null,
    path: null,
    isTried: false,
    ...fields,
    id,
  };
};

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
