import type { ColumnTypes } from '../dialect.ts';

/** Whether the directory lists a member, and whether they chose their username, as all have done until now. */
export const directoryAndUsernames = ({ int }: ColumnTypes): string[] => [
  `alter table users add column in_directory ${int} not null default 1`,
  `alter table users add column username_chosen ${int} not null default 0`,
  'update users set username_chosen = 1 where username is not null',
];
