import type { Scenario } from '../../server/features/scenarios/scenario.ts';
import { edgeCases } from '../../server/features/scenarios/suite/edge-cases.ts';
import { security } from '../../server/features/scenarios/suite/security.ts';

/** One scenario that posts nothing, and one with three people and a photo. */
export const shortSuite: readonly Scenario[] = [...edgeCases, ...security].filter(({ id }) =>
  ['post-to-zero-circles', 'stranger-at-the-door'].includes(id),
);
