import type { Dialect } from '../dialect.ts';

// The terms are made by server/features/search/terms.ts: they contain letters, digits and `:`.
const onSqlite = (): string[] => {
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

const onPostgres = (): string[] => {
  const trigger = (name: string, event: string, column: string) =>
    `create trigger ${name} after ${event} for each row execute function queue_for_search('${column}')`;
  return [
    `create table post_search (
      post_id bigint primary key,
      terms tsvector not null
    )`,
    'create index post_search_terms on post_search using gin (terms) with (fastupdate = off)',
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
 * The search index, and the queue of posts whose terms have to be made again: words, captions, titles and circles change
 * in many places, so triggers fill it.
 */
export const search = ({ columns: { int }, pick }: Dialect): string[] => [
  // A restore makes all other tables new, and leaves these two: only triggers connect them to posts.
  'drop table if exists post_search',
  'drop table if exists post_search_queue',
  `create table post_search_queue (post_id ${int} primary key)`,
  ...pick({ sqlite: onSqlite, postgres: onPostgres })(),
  'insert into post_search_queue (post_id) select id from posts',
];
