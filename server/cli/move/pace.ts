/** Milliseconds between two lines about the same thing. */
const every = 5_000;

/** Tells how far something has come: now and then while it goes on, and when it is done. */
export interface Pace {
  now(line: string): void;
  done(line: string): void;
}

export const createPace = (say: (line: string) => void): Pace => {
  let last = performance.now();
  return {
    now: (line) => {
      if (performance.now() - last < every) return;
      last = performance.now();
      say(line);
    },
    done: say,
  };
};
