import type { ColumnTypes } from '../dialect.ts';

/**
 * Stores which accounts' owners have not said yet whether the account is theirs. There are few, and every count of
 * moments leaves theirs out, so an index of them suffices.
 */
export const claims = ({ int }: ColumnTypes): string[] => [
  `alter table users add column claim_asked_at ${int}`,
  'create index users_unclaimed on users (claim_asked_at, id) where claim_asked_at is not null',
];
