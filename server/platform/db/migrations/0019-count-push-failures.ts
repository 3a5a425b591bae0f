import type { ColumnTypes } from '../dialect.ts';

/** Counts how often in a row a push service failed to accept a message for a subscription. */
export const countPushFailures = ({ int }: ColumnTypes): string[] => [
  `alter table push_subscriptions add column failures ${int} not null default 0`,
];
