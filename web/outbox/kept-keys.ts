import { newIdempotencyKey } from '../data/idempotency-key.ts';
import type { Item } from './item.ts';

/** The keys of what was taken back, by the place of its draft: the server may have it, although its answer was lost. */
const keys = new Map<string, string>();

/** Keeps the key of an item that is taken back to be changed. */
export const keepKey = (place: string, { key, problem }: Item): void => {
  // 422: the server has it as it was before. With other words it is another one.
  keys.set(place, problem?.status === 422 ? newIdempotencyKey() : key);
};

/** The key with which the draft of this place is sent. */
export const takeKey = (place: string): string => {
  const key = keys.get(place) ?? newIdempotencyKey();
  keys.delete(place);
  return key;
};

/** The draft of this place was discarded: the next one is another. */
export const dropKey = (place: string): void => void keys.delete(place);
