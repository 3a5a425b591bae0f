export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** A number with three significant digits. */
export const digits = (value: number): string =>
  value >= 100
    ? value.toFixed(0)
    : value >= 10
      ? value.toFixed(1)
      : value >= 1
        ? value.toFixed(2)
        : value.toPrecision(2);

/** A time, given in microseconds, in the unit that reads best. */
export const time = (microseconds: number): string => {
  if (microseconds < 1_000) return `${digits(microseconds)} µs`;
  return microseconds < 1_000_000
    ? `${digits(microseconds / 1_000)} ms`
    : `${digits(microseconds / 1_000_000)} s`;
};

/** The budget of a figure. */
export interface Budget {
  readonly atLeast?: number;
  readonly atMost?: number;
  /** The unit, such as `×` or `KB`. */
  readonly unit?: string;
}

/** One line of the table. */
export interface Figure {
  readonly what: string;
  /** The floor's description and time. */
  readonly floor: string;
  readonly value: string;
  /** The number that is compared with the budget, usually a ratio to the floor. */
  readonly judged: number;
  /** Null for figures that are reported but not judged. */
  readonly budget: Budget | null;
}

export const isRed = ({ judged, budget }: Figure): boolean =>
  budget !== null && !(judged >= (budget.atLeast ?? -Infinity) && judged <= (budget.atMost ?? Infinity));
