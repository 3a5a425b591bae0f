import type { Dialect } from '../dialect.ts';

/**
 * On PostgreSQL, words in a table that is read by its index alone: for a common word, GIN found twenty thousand posts
 * that were each read from another page. A place is a circle's key, or the negative key of an author.
 */
export const searchByWord = ({ pick }: Dialect): string[] =>
  pick({
    sqlite: [],
    postgres: [
      'drop table post_search',
      `create table post_search (
        place bigint not null,
        word text collate "C" not null,
        post_id bigint not null,
        primary key (place, word, post_id)
      ) with (autovacuum_vacuum_insert_scale_factor = 0.02)`,
      'create index post_search_of_post on post_search (post_id)',
      'insert into post_search_queue (post_id) select id from posts on conflict do nothing',
    ],
  });
