import type { ColumnTypes } from '../dialect.ts';

/** Tables of comments and likes. */
export const comments = ({ key, int, text, clustered }: ColumnTypes): string[] => [
  `create table comments (
    id ${key},
    public_id ${text} not null unique,
    post_id ${int} not null references posts(id) on delete cascade,
    author_id ${int} not null references users(id) on delete cascade,
    content ${text} not null,
    created_at ${int} not null,
    edited_at ${int},
    thread_id ${int},
    answered_id ${int} references users(id) on delete set null
  )`,
  'create index comments_of_author on comments (author_id, post_id)',
  'create index comments_in_thread on comments (thread_id) where thread_id is not null',
  'create index comments_answering on comments (answered_id, post_id) where answered_id is not null',
  'create index threads_of_post on comments (post_id, coalesce(thread_id, id), id)',

  `create table comment_circles (
    comment_id ${int} not null references comments(id) on delete cascade,
    circle_id ${int} not null references circles(id) on delete cascade,
    primary key (comment_id, circle_id)
  )${clustered}`,
  'create index comments_of_circle on comment_circles (circle_id)',

  `create table comment_mentions (
    comment_id ${int} not null references comments(id) on delete cascade,
    user_id ${int} not null references users(id) on delete cascade,
    primary key (comment_id, user_id)
  )${clustered}`,
  'create index comment_mentions_of_user on comment_mentions (user_id)',

  `create table likes (
    post_id ${int} not null references posts(id) on delete cascade,
    user_id ${int} not null references users(id) on delete cascade,
    created_at ${int} not null,
    primary key (post_id, user_id)
  )${clustered}`,
  'create index likes_of_user on likes (user_id)',

  `create table like_circles (
    post_id ${int} not null,
    user_id ${int} not null,
    circle_id ${int} not null,
    primary key (post_id, user_id, circle_id),
    foreign key (post_id, user_id) references likes (post_id, user_id) on delete cascade,
    foreign key (circle_id, post_id) references post_circles (circle_id, post_id) on delete cascade
  )${clustered}`,
];
