import type { Scenario } from './scenario.ts';
import { behavior } from './suite/behavior.ts';
import { defence } from './suite/defence.ts';
import { edgeCases } from './suite/edge-cases.ts';
import { performance } from './suite/performance.ts';
import { security } from './suite/security.ts';
import { stress } from './suite/stress.ts';

/** The scenarios that come with Circle, in order. */
export const suite: readonly Scenario[] = [
  ...edgeCases,
  ...security,
  ...defence,
  ...behavior,
  ...stress,
  ...performance,
];
