import type { ColumnTypes } from '../dialect.ts';

/**
 * Accounts whose owner has not said yet whether they are theirs. There are few, and every count of moments leaves theirs
 * out: the index answers alone.
 */
export const claims = ({ int }: ColumnTypes): string[] => [
  `alter table users add column claim_asked_at ${int}`,
  'create index users_unclaimed on users (claim_asked_at, id) where claim_asked_at is not null',
];
