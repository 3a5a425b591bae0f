import type { ColumnTypes } from '../dialect.ts';

/** Stores the time between a denied sign-in and its denial, until the owner has reviewed what happened in it. */
export const denials = ({ int }: ColumnTypes): string[] => [
  `create table denials (
    user_id ${int} primary key references users (id) on delete cascade,
    since ${int} not null,
    until ${int} not null
  )`,
];
