import type { ColumnTypes } from '../dialect.ts';

/** Tables of notifications. */
export const notifications = ({ key, int, text, clustered }: ColumnTypes): string[] => [
  `create table notifications (
    id ${key},
    public_id ${text} not null unique,
    user_id ${int} not null references users(id) on delete cascade,
    kind ${text} not null,
    group_key ${text} not null,
    actor_id ${int} references users(id) on delete cascade,
    post_id ${int} references posts(id) on delete cascade,
    comment_id ${int} references comments(id) on delete cascade,
    circle_id ${int} references circles(id) on delete cascade,
    invitation_id ${int} references invitations(id) on delete cascade,
    is_read ${int} not null,
    created_at ${int} not null,
    in_bell ${int} not null default 1,
    detail ${text},
    first_comment_id ${int},
    last_comment_id ${int},
    first_post_id ${int},
    last_post_id ${int},
    after_addition_id ${int},
    to_addition_id ${int},
    unique (user_id, group_key)
  )`,
  'create index notifications_newest on notifications (user_id, created_at, id)',
  'create index notifications_unread on notifications (user_id) where is_read = 0',
  'create index notifications_by_actor on notifications (actor_id)',
  'create index notifications_of_post on notifications (post_id)',
  'create index notifications_of_comment on notifications (comment_id) where comment_id is not null',
  'create index notifications_of_circle on notifications (circle_id) where circle_id is not null',
  'create index notifications_of_invitation on notifications (invitation_id) where invitation_id is not null',

  `create table unfollowed_posts (
    user_id ${int} not null references users(id) on delete cascade,
    post_id ${int} not null references posts(id) on delete cascade,
    created_at ${int} not null,
    primary key (user_id, post_id)
  )${clustered}`,
  'create index unfollowers_of_post on unfollowed_posts (post_id)',

  `create table notification_preferences (
    user_id ${int} not null references users(id) on delete cascade,
    kind ${text} not null,
    bell ${int} not null,
    email ${int} not null,
    push ${int} not null,
    primary key (user_id, kind)
  )${clustered}`,
];
