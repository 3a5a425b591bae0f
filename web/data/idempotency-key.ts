import { useState } from 'react';

/** Do not use `randomUUID`, which browsers offer to pages over https only. */
export const newIdempotencyKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

interface IdempotencyKeys {
  /** Returns the key for the given contents: the same for the same contents until they have arrived. */
  of: (contents: string) => string;
  arrived: () => void;
}

export const makeIdempotencyKeys = (): IdempotencyKeys => {
  let last: { contents: string; key: string } | null = null;
  return {
    of: (contents) => {
      if (last?.contents !== contents) last = { contents, key: newIdempotencyKey() };
      return last.key;
    },
    arrived: () => {
      last = null;
    },
  };
};

/** A retry after a lost answer creates nothing twice; a changed input gets a new key. */
export const useIdempotencyKeys = (): IdempotencyKeys => {
  const [keys] = useState(makeIdempotencyKeys);
  return keys;
};
