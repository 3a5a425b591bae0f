import type { ColumnTypes } from '../dialect.ts';

/** Bug reports, and the runs and ideas of the scenario tool. */
export const tools = ({ key, int, text }: ColumnTypes): string[] => [
  `create table bug_reports (
    id ${key},
    public_id ${text} not null unique,
    user_id ${int} references users(id) on delete set null,
    title ${text} not null,
    description ${text} not null,
    severity ${text} not null,
    status ${text} not null,
    page_url ${text} not null,
    user_agent ${text} not null,
    browser ${text},
    console_errors ${text} not null,
    pictures ${text} not null,
    created_at ${int} not null
  )`,
  `create index bug_reports_of_user on bug_reports (user_id)`,
  `create index bug_reports_by_status on bug_reports (status, id)`,

  `create table scenario_runs (
    id ${key},
    public_id ${text} not null unique,
    node_id ${text} not null,
    running ${int} not null,
    beat_at ${int} not null,
    total ${int} not null,
    current_scenario ${text},
    results ${text} not null,
    trouble ${text}
  )`,
  `create unique index one_scenario_run on scenario_runs (running) where running = 1`,

  `create table scenario_ideas (
    id ${key},
    public_id ${text} not null unique,
    name ${text} not null,
    description ${text} not null,
    category ${text} not null,
    priority ${text} not null,
    steps ${text} not null,
    created_at ${int} not null
  )`,
];
