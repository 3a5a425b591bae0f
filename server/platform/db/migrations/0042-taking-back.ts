import type { Dialect } from '../dialect.ts';

/**
 * When the author left a member out of a post; and what tells how many members could see a post earlier: memberships
 * that ended, and circles that a post is no longer shared with. Both outlive their circle.
 */
export const takingBack = ({ columns: { int, clustered } }: Dialect): string[] => [
  `alter table post_hidden_from add column added_at ${int}`,
  `create table ended_memberships (
    circle_id ${int} not null,
    user_id ${int} not null references users(id) on delete cascade,
    sees_after_post_id ${int} not null,
    to_post_id ${int} not null,
    ended_at ${int} not null,
    primary key (circle_id, user_id, sees_after_post_id)
  )${clustered}`,
  'create index ended_memberships_of_member on ended_memberships (user_id)',
  `create table former_post_circles (
    post_id ${int} not null references posts(id) on delete cascade,
    circle_id ${int} not null,
    ended_at ${int} not null,
    primary key (post_id, circle_id)
  )${clustered}`,
];
