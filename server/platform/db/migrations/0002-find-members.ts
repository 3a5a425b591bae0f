import type { Dialect } from '../dialect.ts';

// FTS5 with trigrams, kept current by triggers.
const indexOnSqlite = [
  // A restore rebuilds all tables; only triggers connect this one to `users`.
  `drop table if exists member_search`,
  `create virtual table member_search using fts5 (
    words, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`,
  `insert into member_search (rowid, words) select id, ' ' || search_text from users`,
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
const indexOnPostgres = [
  `do $$ begin
    if exists (select 1 from pg_available_extensions where name = 'pg_trgm') then
      create extension if not exists pg_trgm;
      create index member_search on users using gin ((' ' || search_text) gin_trgm_ops) with (fastupdate = off);
    end if;
  exception when insufficient_privilege or undefined_object or undefined_file then
    raise notice 'pg_trgm cannot be added: members are found without it';
  end $$`,
];

/**
 * The directory's order with the columns that decide who is listed in it, and the index for finding members by parts
 * of their names: the trigrams of `' ' || search_text`. The blank before each word makes the beginnings of words
 * findable by two characters.
 */
export const findMembers = (dialect: Dialect): string[] => [
  `create index members_by_name on users (search_text, id, suspended_until, banned_at)`,
  ...dialect.pick({ sqlite: indexOnSqlite, postgres: indexOnPostgres }),
];
