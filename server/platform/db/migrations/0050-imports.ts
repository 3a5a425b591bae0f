import type { ColumnTypes } from '../dialect.ts';

/**
 * Imports of photos from elsewhere. The albums of an open import are their author's alone; `import_albums` has the circle
 * that each one is meant for. When the import is shared, they become posts with new keys, which `import_id` groups.
 */
export const imports = ({ key, int, text, clustered }: ColumnTypes): string[] => [
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
  `create table import_albums (
    post_id ${int} not null references posts(id) on delete cascade,
    import_id ${int} not null references imports(id) on delete cascade,
    circle_id ${int} references circles(id) on delete set null,
    primary key (post_id)
  )${clustered}`,
  'create index import_albums_of_import on import_albums (import_id)',
  'create index import_albums_of_circle on import_albums (circle_id) where circle_id is not null',
  `alter table posts add column import_id ${int} references imports(id) on delete set null`,
  'create index posts_of_import on posts (import_id, id) where import_id is not null',
];
