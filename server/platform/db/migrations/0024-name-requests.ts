import type { ColumnTypes } from '../dialect.ts';

/** Stores the names that verified members asked for, until an administrator decides. */
export const nameRequests = ({ key, int, text }: ColumnTypes): string[] => [
  `create table name_requests (
    id ${key},
    public_id ${text} not null unique,
    user_id ${int} not null unique references users (id) on delete cascade,
    first_name ${text} not null,
    last_name ${text} not null,
    asked_at ${int} not null
  )`,
];
