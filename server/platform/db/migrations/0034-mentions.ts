import type { ColumnTypes } from '../dialect.ts';

const tableOf = ({ int, clustered }: ColumnTypes, kind: 'post' | 'comment'): string[] => [
  `create table ${kind}_mentions (
    ${kind}_id ${int} not null references ${kind}s(id) on delete cascade,
    user_id ${int} not null references users(id) on delete cascade,
    primary key (${kind}_id, user_id)
  )${clustered}`,
  `create index ${kind}_mentions_of_user on ${kind}_mentions (user_id)`,
];

/** The members who are mentioned in a moment or comment. A feed reads the rows only of moments that may have some. */
export const mentions = (columns: ColumnTypes): string[] => [
  ...tableOf(columns, 'post'),
  ...tableOf(columns, 'comment'),
  `alter table posts add column has_mentions ${columns.int} not null default 0`,
];
