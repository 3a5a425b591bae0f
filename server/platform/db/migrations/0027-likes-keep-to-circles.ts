import type { ColumnTypes } from '../dialect.ts';

/**
 * The circles that each like belongs to, and their number per moment and circle. A job fills them for likes given
 * before. A like leaves a circle with the moment, so narrowing and deletions need no further statement.
 */
export const likesKeepToCircles = ({ int, clustered }: ColumnTypes): string[] => [
  `create table like_circles (
    post_id ${int} not null,
    user_id ${int} not null,
    circle_id ${int} not null,
    primary key (post_id, user_id, circle_id),
    foreign key (post_id, user_id) references likes (post_id, user_id) on delete cascade,
    foreign key (circle_id, post_id) references post_circles (circle_id, post_id) on delete cascade
  )${clustered}`,
  `alter table post_circles add column likes_count ${int} not null default 0`,
];
