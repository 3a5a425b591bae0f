import { useState } from 'react';

/** Not `randomUUID`, which browsers give to pages over https only. */
export const newRepeatKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

interface RepeatKeys {
  /** The key for what is being sent; the same for the same contents until they have arrived. */
  of: (contents: string) => string;
  arrived: () => void;
}

export const makeRepeatKeys = (): RepeatKeys => {
  let last: { contents: string; key: string } | null = null;
  return {
    of: (contents) => {
      if (last?.contents !== contents) last = { contents, key: newRepeatKey() };
      return last.key;
    },
    arrived: () => {
      last = null;
    },
  };
};

/** A retry after a lost answer creates nothing twice; a changed input gets a new key. */
export const useRepeatKeys = (): RepeatKeys => {
  const [keys] = useState(makeRepeatKeys);
  return keys;
};
