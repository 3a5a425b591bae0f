import type { ColumnTypes } from '../dialect.ts';

/** What happened in an account between a denied sign-in and its denial, until the owner has looked at it. */
export const denials = ({ int }: ColumnTypes): string[] => [
  `create table denials (
    user_id ${int} primary key references users (id) on delete cascade,
    since ${int} not null,
    until ${int} not null
  )`,
];
