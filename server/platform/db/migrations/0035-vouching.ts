import type { ColumnTypes } from '../dialect.ts';

/** An invitation can verify the member who accepts it, and the member keeps its sender as the one who vouched. */
export const vouching = ({ int }: ColumnTypes): string[] => [
  `alter table invitations add column vouches ${int} not null default 0`,
  `alter table users add column vouched_by ${int} references users(id) on delete set null`,
  'create index users_vouched_by on users (vouched_by) where vouched_by is not null',
];
