import { type RawBuilder, sql } from 'kysely';

/**
 * The index for finding members by parts of their names: the trigrams of `' ' || search_text`. The blank before each
 * word makes the beginnings of words findable by two characters.
 */
export interface MemberIndex {
  /** Statements that build the index and create the triggers that keep it current. */
  readonly make: readonly string[];
  /** Selects the keys of members whose text contains all of these parts, each of at least three characters. */
  readonly having: (parts: readonly string[]) => RawBuilder<unknown>;
}

/** `text like '%part%'`, with the wildcards in the part escaped. */
export const standsIn = (part: string): RawBuilder<boolean> =>
  sql`(' ' || search_text) like ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

/** FTS5 with trigrams, kept current by triggers. */
export const memberIndexOnSqlite: MemberIndex = {
  make: [
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
  ],
  having: (parts) => sql`
    select rowid from member_search
    where member_search match ${parts.map((part) => `"${part.replaceAll('"', '""')}"`).join(' ')}`,
};

/**
 * The extension pg_trgm, if the server has it and the account may create it. Otherwise the same query scans all members
 * (12 ms for 20,000). `docs/operating.md` says how to add the index later.
 */
export const memberIndexOnPostgres: MemberIndex = {
  make: [
    `do $$ begin
      if exists (select 1 from pg_available_extensions where name = 'pg_trgm') then
        create extension if not exists pg_trgm;
        create index member_search on users using gin ((' ' || search_text) gin_trgm_ops) with (fastupdate = off);
      end if;
    exception when insufficient_privilege or undefined_object or undefined_file then
      raise notice 'pg_trgm cannot be added: members are found without it';
    end $$`,
  ],
  having: (parts) => sql`select id from users where ${sql.join(parts.map(standsIn), sql` and `)}`,
};
