import type { Dialect } from '../dialect.ts';

// FTS5 with trigrams, kept current by triggers.
const membersOnSqlite = [
  `create virtual table member_search using fts5 (
    words, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`,
  `create trigger member_came after insert on users begin
    insert into member_search (rowid, words) values (new.id, ' ' || new.search_text);
  end`,
  `create trigger member_went after delete on users begin
    delete from member_search where rowid = old.id;
  end`,
  `create trigger member_renamed after update of search_text on users begin
    delete from member_search where rowid = old.id;
    insert into member_search (rowid, words) values (new.id, ' ' || new.search_text);
  end`,
];

// The extension pg_trgm, if the server has it and the account may create it. `docs/operating.md` says how to add the
// index later.
const membersOnPostgres = [
  `do $$ begin
    if exists (select 1 from pg_available_extensions where name = 'pg_trgm') then
      create extension if not exists pg_trgm;
      create index member_search on users using gin ((' ' || search_text) gin_trgm_ops) with (fastupdate = off);
    end if;
  exception when insufficient_privilege or undefined_object or undefined_file then
    raise notice 'pg_trgm cannot be added: members are found without it';
  end $$`,
];

// The terms are made by server/features/search/terms.ts: they contain letters, digits and `:`.
const postsOnSqlite = (): string[] => {
  const queue = (post: string) =>
    `insert into post_search_queue (post_id) values (${post}) on conflict do nothing;`;
  const trigger = (name: string, event: string, ...posts: string[]) =>
    `create trigger ${name} after ${event} begin ${posts.map(queue).join(' ')} end`;
  return [
    `create virtual table post_search using fts5 (
      terms, content = '', contentless_delete = 1, tokenize = "ascii tokenchars ':'")`,
    trigger('search_post_added', 'insert on posts', 'new.id'),
    trigger('search_post_changed', 'update of content, title on posts', 'new.id'),
    trigger('search_post_removed', 'delete on posts', 'old.id'),
    trigger('search_circle_added', 'insert on post_circles', 'new.post_id'),
    trigger('search_circle_removed', 'delete on post_circles', 'old.post_id'),
    trigger(
      'search_photo_added',
      'insert on images when new.alt is not null and new.post_id is not null',
      'new.post_id',
    ),
    trigger('search_photo_changed', 'update of alt on images when new.post_id is not null', 'new.post_id'),
    `create trigger search_photo_moved after update of post_id on images
      when new.alt is not null and old.post_id is not null
      begin ${queue('old.post_id')}
        insert into post_search_queue (post_id) select new.post_id where new.post_id is not null on conflict do nothing;
      end`,
    trigger(
      'search_photo_removed',
      'delete on images when old.alt is not null and old.post_id is not null',
      'old.post_id',
    ),
  ];
};

// Words in a table that is read by its index alone. A place is a circle's key, or the negative key of an author.
const postsOnPostgres = (): string[] => {
  const trigger = (name: string, event: string, column: string) =>
    `create trigger ${name} after ${event} for each row execute function queue_for_search('${column}')`;
  return [
    `create table post_search (
      place bigint not null,
      word text collate "C" not null,
      post_id bigint not null,
      primary key (place, word, post_id)
    ) with (autovacuum_vacuum_insert_scale_factor = 0.02)`,
    'create index post_search_of_post on post_search (post_id)',
    `create or replace function queue_for_search() returns trigger language plpgsql as $$ begin
      if tg_op <> 'DELETE' then
        insert into post_search_queue (post_id)
        select (to_jsonb(new) ->> tg_argv[0])::bigint where to_jsonb(new) ->> tg_argv[0] is not null on conflict do nothing;
      end if;
      if tg_op <> 'INSERT' then
        insert into post_search_queue (post_id)
        select (to_jsonb(old) ->> tg_argv[0])::bigint where to_jsonb(old) ->> tg_argv[0] is not null on conflict do nothing;
      end if;
      return null;
    end $$`,
    trigger('search_post_changed', 'insert or update of content, title or delete on posts', 'id'),
    trigger('search_circle_changed', 'insert or delete on post_circles', 'post_id'),
    trigger('search_photo_changed', 'update of alt, post_id on images', 'post_id'),
    `create trigger search_photo_added after insert on images for each row
      when (new.alt is not null) execute function queue_for_search('post_id')`,
    `create trigger search_photo_removed after delete on images for each row
      when (old.alt is not null) execute function queue_for_search('post_id')`,
  ];
};

/**
 * The index for finding members by parts of their names: the trigrams of `' ' || search_text`, whose blank before each
 * word makes the beginnings of words findable by two characters. And the index of moments, with the queue of those whose
 * terms have to be made again: words, captions, titles and circles change in many places, so triggers fill it.
 */
export const search = ({ columns: { int }, pick }: Dialect): string[] => [
  // A restore makes all other tables new, and leaves these: only triggers connect them to the others.
  ...pick({ sqlite: ['drop table if exists member_search'], postgres: [] }),
  'drop table if exists post_search',
  'drop table if exists post_search_queue',
  `create table post_search_queue (post_id ${int} primary key)`,
  ...pick({ sqlite: membersOnSqlite, postgres: membersOnPostgres }),
  ...pick({ sqlite: postsOnSqlite, postgres: postsOnPostgres })(),
];
