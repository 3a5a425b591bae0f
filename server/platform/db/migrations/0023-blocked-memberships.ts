import type { ColumnTypes } from '../dialect.ts';

/** Keeps memberships that a block ended for 30 days: what a member saw when the block began can still be reported. */
export const blockedMemberships = ({ int, clustered }: ColumnTypes): string[] => [
  `create table blocked_memberships (
    circle_id ${int} not null references circles(id) on delete cascade,
    user_id ${int} not null references users(id) on delete cascade,
    sees_from ${int} not null,
    added_by ${int} not null,
    added_at ${int} not null,
    ended_at ${int} not null,
    primary key (circle_id, user_id)
  )${clustered}`,
  `create index blocked_memberships_of_user on blocked_memberships (user_id, circle_id)`,
  `create index blocked_memberships_by_time on blocked_memberships (ended_at)`,
];
