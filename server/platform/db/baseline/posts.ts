import type { ColumnTypes } from '../dialect.ts';

/** Tables of moments, albums and imports, and of taking back. */
export const posts = ({ key, int, text, clustered }: ColumnTypes): string[] => [
  `create table imports (
    id ${key},
    public_id ${text} not null unique,
    user_id ${int} not null references users(id) on delete cascade,
    source ${text} not null,
    started_at ${int} not null,
    ended_at ${int}
  )`,
  'create index imports_of_member on imports (user_id, id)',
  'create unique index open_import_of_member on imports (user_id) where ended_at is null',

  `create table posts (
    id ${key},
    public_id ${text} not null unique,
    author_id ${int} not null references users(id) on delete cascade,
    content ${text} not null,
    likes_count ${int} not null default 0,
    comments_count ${int} not null default 0,
    created_at ${int} not null,
    revision ${int} not null default 0,
    edited_at ${int},
    has_mentions ${int} not null default 0,
    letters_recorded ${int} not null default 0,
    kind ${text} not null default 'post',
    title ${text},
    adds ${text} not null default 'author',
    has_others_photos ${int} not null default 0,
    import_id ${int} references imports(id) on delete set null,
    photos_told_at ${int}
  )`,
  'create index posts_of_author on posts (author_id, id)',
  "create index albums_of_author on posts (author_id, id) where kind = 'album'",
  'create index posts_by_time on posts (created_at, id)',
  'create index posts_of_import on posts (import_id, id) where import_id is not null',

  `create table import_albums (
    post_id ${int} not null references posts(id) on delete cascade,
    import_id ${int} not null references imports(id) on delete cascade,
    circle_id ${int} references circles(id) on delete set null,
    primary key (post_id)
  )${clustered}`,
  'create index import_albums_of_import on import_albums (import_id)',
  'create index import_albums_of_circle on import_albums (circle_id) where circle_id is not null',

  `create table post_circles (
    circle_id ${int} not null references circles(id) on delete cascade,
    post_id ${int} not null references posts(id) on delete cascade,
    comments_count ${int} not null default 0,
    popularity ${int} not null,
    likes_count ${int} not null default 0,
    author_id ${int} not null default 0,
    carries_content ${int} not null default 0,
    last_addition_id ${int},
    primary key (circle_id, post_id)
  )${clustered}`,
  'create index circles_of_post on post_circles (post_id, circle_id)',
  'create index popular_in_circle on post_circles (circle_id, popularity)',
  'create index posts_of_author_in_circle on post_circles (circle_id, author_id, post_id)',
  'create index albums_with_additions on post_circles (circle_id, last_addition_id) where last_addition_id is not null',

  `create table post_mentions (
    post_id ${int} not null references posts(id) on delete cascade,
    user_id ${int} not null references users(id) on delete cascade,
    primary key (post_id, user_id)
  )${clustered}`,
  'create index post_mentions_of_user on post_mentions (user_id)',

  `create table post_hidden_from (
    post_id ${int} not null references posts(id) on delete cascade,
    user_id ${int} not null references users(id) on delete cascade,
    added_at ${int},
    primary key (post_id, user_id)
  )${clustered}`,
  'create index post_hidden_from_member on post_hidden_from (user_id, post_id)',

  `create table former_post_circles (
    post_id ${int} not null references posts(id) on delete cascade,
    circle_id ${int} not null,
    ended_at ${int} not null,
    primary key (post_id, circle_id)
  )${clustered}`,

  `create table take_backs (
    id ${key},
    public_id ${text} not null unique,
    post_id ${int} not null references posts(id) on delete cascade,
    taken_from ${text} not null,
    people_count ${int} not null default 0,
    left_circles ${int} not null,
    taken_back_at ${int} not null,
    accounts_count ${int} not null default 0
  )`,
  'create index take_backs_of_post on take_backs (post_id, id)',

  `create table take_back_people (
    take_back_id ${int} not null references take_backs(id) on delete cascade,
    user_id ${int} not null references users(id) on delete cascade,
    by_letter ${int} not null default 0,
    primary key (take_back_id, user_id)
  )${clustered}`,
  'create index take_back_people_by_user on take_back_people (user_id)',

  `create table take_back_devices (
    take_back_id ${int} not null references take_backs(id) on delete cascade,
    session ${text} not null,
    let_go_at ${int},
    online_at ${int},
    primary key (take_back_id, session)
  )${clustered}`,
  'create index take_back_devices_by_session on take_back_devices (session, take_back_id)',

  `create table album_additions (
    id ${key},
    post_id ${int} not null references posts(id) on delete cascade,
    added_at ${int} not null
  )`,
  'create index album_additions_of_post on album_additions (post_id)',
];
