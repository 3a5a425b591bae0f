/** Something that happens at a moment of the past. */
interface Happening {
  at: number;
  act: () => Promise<unknown>;
}

export interface Timeline {
  /** Notes down what happens at a time (epoch ms); of the same millisecond, what was noted first comes first. */
  at(time: number, act: () => Promise<unknown>): void;
  /** Lets everything happen, in its order. */
  run(): Promise<void>;
}

/**
 * Lives through the past in a few seconds. The features' own verbs do everything, with the clock of this process
 * set to the time at which each thing happened: so all times, orders, counters and notifications are as they would
 * have come about, and no row is written by hand. Nothing else may run in the process meanwhile.
 */
export const createTimeline = (): Timeline => {
  const happenings: Happening[] = [];
  return {
    at: (time, act) => {
      happenings.push({ at: Math.round(time), act });
    },
    run: async () => {
      const present = Date.now;
      try {
        for (const { at, act } of happenings.toSorted((a, b) => a.at - b.at)) {
          Date.now = () => at;
          await act();
        }
      } finally {
        Date.now = present;
      }
    },
  };
};
