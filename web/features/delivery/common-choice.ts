import type { When } from '../../../contract/delivery.ts';

interface Chosen {
  circleId: string | null;
  when: When;
}

/** The choice that most circles have, and the circles that differ from it. */
export const commonOf = <T extends Chosen>(circles: readonly T[]): { when: When; others: T[] } => {
  const counts = new Map<When, number>();
  for (const { when } of circles) counts.set(when, (counts.get(when) ?? 0) + 1);
  // A tie goes to the later one: 'Shared with you', which every member has, comes last.
  const [when = 'evening'] = [...counts.keys()]
    .toReversed()
    .toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  return { when, others: circles.filter((one) => one.when !== when) };
};
