import { date } from '../../words/dates.ts';
import type { FoundItem } from './archive/found.ts';

/** The first and the last day of photos; empty if no day is known yet. */
export const daysOf = (items: readonly FoundItem[]): string => {
  const days = items
    .flatMap(({ takenOn }) => takenOn ?? [])
    .toSorted((one, other) => one.localeCompare(other));
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return '';
  // Noon, so that no time zone shows the day before.
  const [from, to] = [date(`${first}T12:00:00`), date(`${last}T12:00:00`)];
  return from === to ? from : `${from} – ${to}`;
};
