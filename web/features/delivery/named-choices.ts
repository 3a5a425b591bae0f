import { useQuery } from '@tanstack/react-query';
import * as circles from '../../../contract/circles.ts';
import type { When } from '../../../contract/delivery.ts';
import { queryFor } from '../../data/query.ts';
import { words } from '../../words/words.ts';
import { useChoices } from './choices.ts';

interface Chosen {
  circleId: string | null;
  when: When;
}

/** The choice that most circles have, and the circles that differ from it. */
export const commonOf = <T extends Chosen>(all: readonly T[]): { when: When; others: T[] } => {
  const counts = new Map<When, number>();
  for (const { when } of all) counts.set(when, (counts.get(when) ?? 0) + 1);
  // A tie goes to the later one: 'Shared with you', which every member has, comes last.
  const [when = 'evening'] = [...counts.keys()]
    .toReversed()
    .toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  return { when, others: all.filter((one) => one.when !== when) };
};

interface NamedChoice {
  circleId: string | null;
  when: When;
  name: string;
  /** Null for 'Shared with you'. */
  color: string | null;
  /** The name of the choice, for messages. */
  label: string;
}

/** The choices of all circles that have one, in the order of the member's list, and the error that prevents it. */
export const useNamedChoices = (): { choices: NamedChoice[] | undefined; error: unknown } => {
  const { data, error } = useChoices();
  const { data: known } = useQuery(queryFor(circles.list, {}));
  if (!data || !known) return { choices: undefined, error };
  const byId = new Map(known.map((circle) => [circle.id, circle]));
  const choices = data.circles.flatMap(({ circleId, when }): NamedChoice[] => {
    if (circleId === null)
      return [{ circleId, when, name: words.ui.sharedWithYou, color: null, label: words.ui.sharedWithYou }];
    const circle = byId.get(circleId);
    // Only their owner shares with a private circle: nothing of it reaches the owner.
    if (circle?.kind !== 'shared') return [];
    const { name, color } = circle;
    return [{ circleId, when, name, color, label: words.delivery.of({ circle: name }) }];
  });
  return { choices, error: null };
};
