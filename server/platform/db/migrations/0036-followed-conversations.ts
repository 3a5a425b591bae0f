import type { ColumnTypes } from '../dialect.ts';

/**
 * Notifications of later comments under a moment: the keys of the first and the last comment that one is about. They
 * refer to no rows, because the notification stays when one of several comments is deleted. And the moments that a
 * member wants to hear no more of.
 */
export const followedConversations = ({ int, clustered }: ColumnTypes): string[] => [
  `alter table notifications add column first_comment_id ${int}`,
  `alter table notifications add column last_comment_id ${int}`,
  `create table unfollowed_posts (
    user_id ${int} not null references users(id) on delete cascade,
    post_id ${int} not null references posts(id) on delete cascade,
    created_at ${int} not null,
    primary key (user_id, post_id)
  )${clustered}`,
  `create index unfollowers_of_post on unfollowed_posts (post_id)`,
];
