import type { ColumnTypes } from '../dialect.ts';

/**
 * Receipts of moments that were taken back: who lost each one, and which of their sessions may keep it. A session is
 * named by its public id and may end, so that no later session is mistaken for it. `posts_in_letters` lists the posts
 * whose words or photos left in letters; it is complete for the posts from this version on, whose `letters_recorded` is 1.
 */
export const receipts = ({ key, int, text, clustered }: ColumnTypes): string[] => [
  `create table take_backs (
    id ${key},
    public_id ${text} not null unique,
    post_id ${int} not null references posts(id) on delete cascade,
    taken_from ${text} not null,
    people_count ${int} not null default 0,
    left_circles ${int} not null,
    taken_back_at ${int} not null
  )`,
  'create index take_backs_of_post on take_backs (post_id, id)',
  `create table take_back_people (
    take_back_id ${int} not null references take_backs(id) on delete cascade,
    user_id ${int} not null references users(id) on delete cascade,
    primary key (take_back_id, user_id)
  )${clustered}`,
  'create index take_back_people_by_user on take_back_people (user_id)',
  `create table take_back_devices (
    take_back_id ${int} not null references take_backs(id) on delete cascade,
    session ${text} not null,
    let_go_at ${int},
    primary key (take_back_id, session)
  )${clustered}`,
  'create index take_back_devices_by_session on take_back_devices (session, take_back_id)',
  `create table posts_in_letters (
    post_id ${int} not null references posts(id) on delete cascade,
    user_id ${int} not null references users(id) on delete cascade,
    primary key (post_id, user_id)
  )${clustered}`,
  'create index posts_in_letters_by_user on posts_in_letters (user_id)',
  `alter table posts add column letters_recorded ${int} not null default 0`,
];
