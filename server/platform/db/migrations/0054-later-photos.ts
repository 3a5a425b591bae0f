import type { ColumnTypes } from '../dialect.ts';

/**
 * Photos that are added to an album later. Each addition has a key, so that marks tell which ones a member knows.
 * `told_albums` has the mark of a member for an album. Photos that were added before this migration count as told.
 */
export const laterPhotos = ({ key, int, clustered }: ColumnTypes): string[] => [
  `create table album_additions (
    id ${key},
    post_id ${int} not null references posts(id) on delete cascade,
    added_at ${int} not null
  )`,
  'create index album_additions_of_post on album_additions (post_id)',
  `alter table images add column addition_id ${int}`,
  `alter table posts add column photos_told_at ${int}`,
  `alter table post_circles add column last_addition_id ${int}`,
  `create index albums_with_additions on post_circles (circle_id, last_addition_id) where last_addition_id is not null`,
  `alter table circle_members add column told_addition_id ${int} not null default 0`,
  `alter table circle_members add column stopped_addition_id ${int}`,
  `create table told_albums (
    user_id ${int} not null references users(id) on delete cascade,
    post_id ${int} not null references posts(id) on delete cascade,
    addition_id ${int} not null,
    primary key (user_id, post_id)
  )${clustered}`,
  'create index told_albums_of_post on told_albums (post_id)',
  `alter table letters add column to_addition_id ${int} not null default 0`,
  `alter table notifications add column after_addition_id ${int}`,
  `alter table notifications add column to_addition_id ${int}`,
];
