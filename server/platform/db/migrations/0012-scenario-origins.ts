import type { ColumnTypes } from '../dialect.ts';

/** Records where a scenario comes from (a model, or the schemas of the API) and when a run began. */
export const scenarioOrigins = ({ int, text }: ColumnTypes): string[] => [
  `alter table scenario_ideas add column origin ${text} not null default 'model'`,
  `alter table scenario_runs add column started_at ${int} not null default 0`,
  `update scenario_runs set started_at = beat_at`,
];
