import type { ColumnTypes } from '../dialect.ts';

/** Tables of the server itself. */
export const operating = ({ key, int, text, clustered }: ColumnTypes): string[] => [
  `create table meta (
    key ${text} primary key,
    value ${text} not null
  )`,

  `create table jobs (
    id ${key},
    kind ${text} not null,
    payload ${text} not null,
    user_id ${int} references users(id) on delete cascade,
    unique_key ${text} unique,
    run_at ${int} not null,
    attempts ${int} not null default 0,
    leased_until ${int},
    failed_at ${int},
    last_error ${text},
    created_at ${int} not null
  )`,
  'create index jobs_due on jobs (run_at) where failed_at is null',
  'create index jobs_of_user on jobs (user_id)',

  `create table nodes (
    id ${text} primary key,
    version ${text} not null,
    started_at ${int} not null,
    seen_at ${int} not null
  )`,

  `create table rate_limits (
    key ${text} primary key,
    points ${int} not null,
    resets_at ${int} not null
  )`,
  'create index rate_limits_by_time on rate_limits (resets_at)',

  `create table repeated_calls (
    user_id ${int} not null references users(id) on delete cascade,
    key ${text} not null,
    made ${text} not null,
    created_at ${int} not null,
    content_hash ${text},
    primary key (user_id, key)
  )${clustered}`,
  'create index repeated_calls_by_time on repeated_calls (created_at)',

  `create table scenario_runs (
    id ${key},
    public_id ${text} not null unique,
    node_id ${text} not null,
    running ${int} not null,
    beat_at ${int} not null,
    total ${int} not null,
    current_scenario ${text},
    results ${text} not null,
    trouble ${text},
    started_at ${int} not null default 0
  )`,
  'create unique index one_scenario_run on scenario_runs (running) where running = 1',

  `create table scenario_ideas (
    id ${key},
    public_id ${text} not null unique,
    name ${text} not null,
    description ${text} not null,
    category ${text} not null,
    priority ${text} not null,
    steps ${text} not null,
    created_at ${int} not null,
    origin ${text} not null default 'model'
  )`,
];
