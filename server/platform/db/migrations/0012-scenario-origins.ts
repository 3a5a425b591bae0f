import type { ColumnTypes } from '../dialect.ts';

/** Scenarios come from a model or from the interface's schemas, and the page tells when a run began. */
export const scenarioOrigins = ({ int, text }: ColumnTypes): string[] => [
  `alter table scenario_ideas add column origin ${text} not null default 'model'`,
  `alter table scenario_runs add column started_at ${int} not null default 0`,
  `update scenario_runs set started_at = beat_at`,
];
