export interface Chance {
  /** From 0 up to 1. */
  next(): number;
  between(min: number, max: number): number;
  /** So many of them, each at most once, in no particular order. */
  some<T>(of: readonly T[], count: number): T[];
}

/** Chance that falls the same way each time (mulberry32), so that two demonstrations look alike. */
export const createChance = (seed: number): Chance => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (min, max) => min + next() * (max - min),
    some: (of, count) =>
      of
        .map((entry) => ({ entry, place: next() }))
        .toSorted((a, b) => a.place - b.place)
        .slice(0, count)
        .map(({ entry }) => entry),
  };
};
