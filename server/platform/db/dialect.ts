import { type RawBuilder, sql } from 'kysely';
import { type MemberIndex, memberIndexOnPostgres, memberIndexOnSqlite } from './member-index.ts';
import { popularityStep } from './schema/sharing.ts';

/** How columns are spelled in migrations. */
export interface ColumnTypes {
  key: string;
  int: string;
  text: string;
  /** Suffix of a table that is stored in the order of its primary key. */
  clustered: string;
}

export type FeedOrder = 'newest' | 'oldest' | 'popular';

/** Input of a page of the feed. The page begins after the sort value `before`, or at the start if it is null. */
export interface FeedCut {
  /** A query that yields `circle_id, sees_after_post_id` of the circles to read. */
  circles: RawBuilder<unknown>;
  before: RawBuilder<number | null>;
  limit: RawBuilder<number>;
  /** The full check, applied to each post before it enters the list. */
  keep: (postId: RawBuilder<number>) => RawBuilder<boolean>;
  /** A cheaper check that never rejects more than the full one, for candidates that are mostly dropped. */
  propose: (postId: RawBuilder<number>) => RawBuilder<boolean>;
}

/** Every difference between the two databases. Queries are written in SQLite's syntax. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  readonly columns: ColumnTypes;
  /** Translates SQLite's syntax into this database's. */
  readonly translate: (text: string) => string;
  /** Takes a lock that all nodes share until the transaction ends; null where one file has one writer. */
  readonly nodeLock: string | null;
  /** Whether concurrent transactions can lease rows and skip those that another has locked. */
  readonly skipLocked: boolean;
  readonly isUniqueViolation: (error: unknown) => boolean;
  /** A foreign key failed: the row it refers to was deleted concurrently. */
  readonly isReferenceGone: (error: unknown) => boolean;
  /** A serialization failure or deadlock: the transaction can be retried. */
  readonly isWorthRetrying: (error: unknown) => boolean;
  /** Statements that set a table's next key to a value after `given`. */
  readonly continueKeys: (table: string, given: number) => RawBuilder<unknown>[];
  /** Statements that select `trouble`, one text for each fault that the database finds in its own files. */
  readonly selfChecks: readonly string[];
  /** Statements that create a trigger: each deleted row of a table leaves its public id in `deletions`. */
  readonly recordDeletion: (table: string, kind: string) => string[];
  /** Selects the `name` of each existing table, including tables of other programs. */
  readonly tables: string;
  /** Selects `(post_id, position)`: the next page of the merged feed of some circles, duplicates taken out. */
  readonly feedIds: (order: FeedOrder, cut: FeedCut) => RawBuilder<unknown>;
  readonly memberIndex: MemberIndex;
}

interface Walk {
  value: RawBuilder<number>;
  end: RawBuilder<unknown>;
  passes: RawBuilder<unknown>;
  direction: RawBuilder<unknown>;
  bound: RawBuilder<unknown>;
  /** Ends the walk of one circle early, before the posts that the member joined too late to see. */
  goesOn: RawBuilder<unknown>;
}

// Each sort order is a walk along an index of post_circles: by which value, from where, in which direction.
const walks: Record<FeedOrder, Walk> = {
  newest: {
    value: sql`post_id`,
    end: sql`max`,
    passes: sql`<`,
    direction: sql`desc`,
    bound: sql`9007199254740991`,
    goesOn: sql`merged.position > merged.sees_after_post_id`,
  },
  oldest: {
    value: sql`post_id`,
    end: sql`min`,
    passes: sql`>`,
    direction: sql`asc`,
    bound: sql`0`,
    goesOn: sql`true`,
  },
  popular: {
    value: sql`popularity`,
    end: sql`max`,
    passes: sql`<`,
    direction: sql`desc`,
    bound: sql`9007199254740991`,
    goesOn: sql`true`,
  },
};

const postIdOf = (order: FeedOrder, value: RawBuilder<unknown>): RawBuilder<number> =>
  order === 'popular' ? sql`(${value} & ${sql.lit(popularityStep - 1)})` : sql`${value}`;

/**
 * A k-way merge: the queue starts with the first post of each circle, `order by`
 * inside the recursion makes it a priority queue, and the outer limit stops it. Flat in the number of posts.
 */
const mergeOnSqlite: Dialect['feedIds'] = (order, cut) => {
  const { value, end, passes, direction, bound, goesOn } = walks[order];
  const postId = postIdOf(order, sql`merged.position`);
  const page = sql`coalesce(${cut.before}, ${bound})`;
  // Oldest first, a newcomer's walk begins at the first post that they may see and skips the earlier ones.
  const start = order === 'oldest' ? sql`max(${page}, readable.sees_after_post_id)` : page;
  return sql`
    with recursive readable(circle_id, sees_after_post_id) as (${cut.circles}),
    merged(position, circle_id, sees_after_post_id) as (
      select (select ${end}(${value}) from post_circles
              where circle_id = readable.circle_id and ${value} ${passes} ${start}),
        circle_id, sees_after_post_id
      from readable
      union all
      select (select ${end}(${value}) from post_circles
              where circle_id = merged.circle_id and ${value} ${passes} merged.position),
        merged.circle_id, merged.sees_after_post_id
      from merged where merged.position is not null and ${goesOn}
      order by 1 ${direction}
    )
    select distinct ${postId} as post_id, merged.position as position from merged
    where merged.position is not null and ${postId} > merged.sees_after_post_id and ${cut.keep(postId)}
    limit ${cut.limit}`;
};

/**
 * On PostgreSQL each circle yields its own first page through the index, and the pages are merged. Most of these
 * candidates are dropped, so they get the cheap check; the page that is left gets the full one.
 */
const mergeOnPostgres: Dialect['feedIds'] = (order, cut) => {
  const { value, passes, direction, bound } = walks[order];
  const postId = postIdOf(order, sql`pc.${value}`);
  return sql`
    select merged.post_id, merged.position from (
      select distinct head.post_id, head.position from (${cut.circles}) as readable(circle_id, sees_after_post_id)
      cross join lateral (
        select pc.post_id, pc.${value} as position from post_circles pc
        where pc.circle_id = readable.circle_id and pc.${value} ${passes} coalesce(${cut.before}, ${bound})
          and pc.post_id > readable.sees_after_post_id and ${cut.propose(postId)}
        order by pc.${value} ${direction} limit ${cut.limit}
      ) head
      order by head.position ${direction} limit ${cut.limit}
    ) merged where ${cut.keep(sql`merged.post_id`)}
    order by merged.position ${direction}`;
};

const property = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  columns: {
    // Without autoincrement, SQLite would reuse the key of a deleted newest post.
    key: 'integer primary key autoincrement',
    int: 'integer',
    text: 'text',
    clustered: ' without rowid',
  },
  translate: (text) => text,
  nodeLock: null,
  skipLocked: false,
  // 1555 and 2067 are SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE.
  isUniqueViolation: (error) => [1555, 2067].includes(Number(property(error, 'errcode'))),
  // 787 is SQLITE_CONSTRAINT_FOREIGNKEY.
  isReferenceGone: (error) => property(error, 'errcode') === 787,
  isWorthRetrying: () => false,
  // sqlite_sequence has no primary key, and a row only after a table's first insert.
  continueKeys: (table, given) => [
    sql`delete from sqlite_sequence where name = ${table}`,
    sql`insert into sqlite_sequence (name, seq) values (${table}, ${given})`,
  ],
  selfChecks: [
    `select integrity_check as trouble from pragma_integrity_check where integrity_check <> 'ok'`,
    `select "table" || ': a row refers to nothing in ' || parent as trouble from pragma_foreign_key_check`,
  ],
  recordDeletion: (table, kind) => [
    `create trigger ${table}_deleted after delete on ${table} begin
      insert into deletions (kind, public_id, at)
      values ('${kind}', old.public_id, cast(unixepoch('subsec') * 1000 as integer));
    end`,
  ],
  tables: `select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
  feedIds: mergeOnSqlite,
  memberIndex: memberIndexOnSqlite,
};

export const postgresDialect: Dialect = {
  name: 'postgres',
  columns: {
    key: 'bigint generated by default as identity primary key',
    int: 'bigint',
    // "C" compares bytes, as SQLite does: both databases list in the same order.
    text: 'text collate "C"',
    clustered: '',
  },
  translate: (text) =>
    text.replaceAll('json_object(', 'json_build_object(').replaceAll('json_group_array(', 'json_agg('),
  nodeLock: 'select pg_advisory_xact_lock(4711)',
  skipLocked: true,
  isUniqueViolation: (error) => property(error, 'code') === '23505',
  isReferenceGone: (error) => property(error, 'code') === '23503',
  // Serialization failure and deadlock.
  isWorthRetrying: (error) => ['40001', '40P01'].includes(String(property(error, 'code'))),
  continueKeys: (table, given) => [sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${given})`],
  // PostgreSQL guarantees foreign keys itself and checks its pages when it reads them.
  selfChecks: [],
  recordDeletion: (table, kind) => [
    `create or replace function ${table}_deleted() returns trigger language plpgsql as $$ begin
      insert into deletions (kind, public_id, at)
      select '${kind}', gone.public_id, (extract(epoch from clock_timestamp()) * 1000)::bigint from gone;
      return null;
    end $$`,
    `create trigger ${table}_deleted after delete on ${table} referencing old table as gone
      for each statement execute function ${table}_deleted()`,
  ],
  tables: 'select tablename as name from pg_tables where schemaname = current_schema()',
  feedIds: mergeOnPostgres,
  memberIndex: memberIndexOnPostgres,
};
