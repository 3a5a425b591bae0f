import type { Dialect } from '../dialect.ts';

/** SQLite has the index of moments that PostgreSQL has: a row for each word of a place. */
export const oneSearchIndex = ({ pick }: Dialect): string[] =>
  pick({
    sqlite: [
      'drop table post_search',
      `create table post_search (
        place integer not null,
        word text not null,
        post_id integer not null,
        primary key (place, word, post_id)
      ) without rowid`,
      'create index post_search_of_post on post_search (post_id)',
      'insert into post_search_queue (post_id) select id from posts where true on conflict do nothing',
    ],
    postgres: [],
  });
