import { setImmediate as nextTurn } from 'node:timers/promises';

/** Keys whose rows one statement changes: it blocks the server for less than 50 ms. */
const batchSize = 500;

/**
 * Does a large part of a transaction for some keys at a time. In between the thread answers others (docs/decisions/0046).
 * @param change called with one batch after the other
 */
export const inBatches = async (
  keys: readonly number[],
  change: (batch: readonly number[]) => Promise<unknown>,
): Promise<void> => {
  for (let from = 0; from < keys.length; from += batchSize) {
    if (from > 0) await nextTurn();
    await change(keys.slice(from, from + batchSize));
  }
};
