import { newIdempotencyKey } from '../data/idempotency-key.ts';
import { holderId } from './holder.ts';
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
    ...fields,
    id,
  };
};
