import type { Category } from '../../../contract/scenarios.ts';
import type { CategoryScenarios, Scenario } from './scenario.ts';
import { behavior } from './suite/behavior.ts';
import { edgeCases } from './suite/edge-cases.ts';
import { performance, stress } from './suite/load.ts';
import { security } from './suite/security.ts';

const of = (category: Category, scenarios: CategoryScenarios): Scenario[] =>
  Object.entries(scenarios).map(([id, scenario]) => ({ ...scenario, id, category }));

/** The scenarios that come with Circle, in order. */
export const suite: readonly Scenario[] = [
  ...of('edge_case', edgeCases),
  ...of('security', security),
  ...of('user_behavior', behavior),
  ...of('stress_test', stress),
  ...of('performance', performance),
];
