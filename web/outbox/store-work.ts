/** How many readings and changes of the store have begun and not ended. */
let underWay = 0;
/** Those that have begun so far. */
let begun: Promise<unknown> = Promise.resolve();

/** Whether the store is perhaps not as memory is. */
export const isBehind = (): boolean => underWay > 0;

/** Resolves when all that was changed so far survives a reload, as far as the browser stores it. */
export const whenStored = async (): Promise<void> => void (await begun);

/** Runs a reading or a change of the store, and `ended` after it. */
export const withStore = async (work: () => Promise<unknown>, ended: () => void): Promise<void> => {
  underWay += 1;
  const working = work();
  begun = Promise.allSettled([begun, working]);
  try {
    await working;
  } finally {
    underWay -= 1;
    ended();
  }
};
