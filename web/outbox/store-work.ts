/** How many readings and changes of the store have begun and not ended. */
let underWay = 0;
/** Those that have begun so far. */
let begun: Promise<void> = Promise.resolve();

/** Whether the store is perhaps not as memory is. */
export const isBehind = (): boolean => underWay > 0;

/** Resolves when all that was changed so far survives a reload, as far as the browser stores it. */
export const whenStored = (): Promise<void> => begun;

const count = async (work: () => Promise<unknown>, ended: () => void): Promise<void> => {
  underWay += 1;
  try {
    await work();
  } finally {
    underWay -= 1;
    ended();
  }
};

/** Runs a reading or a change of the store, and `ended` after it. */
export const withStore = (work: () => Promise<unknown>, ended: () => void): Promise<void> => {
  const counted = count(work, ended);
  // Without `then`, the result of each would hold those of all before it.
  begun = Promise.allSettled([begun, counted]).then(() => undefined);
  return counted;
};
