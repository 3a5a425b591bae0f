import { sql } from 'kysely';
import { allTables } from '../backup-tables.ts';
import type { Database, Queries } from '../database.ts';
import { selectKeysGiven } from '../dialect.ts';
import { migrateWithin, takeNodeLock } from '../migrate.ts';
import { continueAllKeys } from '../restore-rows.ts';

/** The schema of PostgreSQL that holds a copy of all tables, from before an update. */
const before = 'circle_before_update';
/** Two tables of the copy besides: keys that were given, and the names of all tables that there were. */
const [keys, names] = [`${before}.given_keys`, `${before}.all_tables`];

const ours: readonly string[] = [...allTables, 'migrations'];

const run = async <Row>(q: Queries, text: string): Promise<Row[]> =>
  (await sql.raw<Row>(text).execute(q)).rows;

const namesIn = async (q: Queries, text: string): Promise<string[]> =>
  (await run<{ name: string }>(q, text)).map(({ name }) => name);

const tablesOfCopy = (q: Queries) =>
  namesIn(q, `select tablename as name from pg_tables where schemaname = '${before}'`);

const columnsOf = async (q: Queries, table: string): Promise<string> => {
  const columns = await namesIn(
    q,
    `select column_name as name from information_schema.columns
      where table_schema = '${before}' and table_name = '${table}' order by ordinal_position`,
  );
  return columns.map((name) => `"${name}"`).join(', ');
};

/** Deletes the copy. */
export const forgetTablesBefore = (db: Database): Promise<void> =>
  db.write(async ({ q }) => {
    await run(q, `drop schema if exists ${before} cascade`);
  });

/** Copies all tables within PostgreSQL, while nobody writes to them. */
export const keepTablesBefore = (db: Database): Promise<void> =>
  db.write(async ({ q, dialect }) => {
    await takeNodeLock(q, dialect);
    await run(q, `drop schema if exists ${before} cascade`);
    await run(q, `create schema ${before}`);
    const there = await namesIn(q, dialect.tables);
    for (const name of ours.filter((one) => there.includes(one)))
      await run(q, `create table ${before}.${name} as table ${name}`);
    await run(q, `create table ${keys} as ${selectKeysGiven}`);
    await run(q, `create table ${names} as ${dialect.tables}`);
  });

/**
 * Puts the copy in the place of the tables, in the schema of this version, and deletes it: all in one transaction. Tables
 * that came since then go; tables of other programs stay.
 * @returns false where there is no copy
 */
export const putBackTablesBefore = (db: Database): Promise<boolean> =>
  db.write(async ({ q, dialect }) => {
    await takeNodeLock(q, dialect);
    const copied = new Set(await tablesOfCopy(q));
    if (copied.size === 0) return false;
    const others = (await namesIn(q, `select name from ${names}`)).filter((name) => !ours.includes(name));
    for (const name of await namesIn(q, dialect.tables))
      if (!others.includes(name)) await run(q, `drop table if exists "${name}" cascade`);
    await migrateWithin(q, dialect);
    for (const table of allTables.filter((name) => copied.has(name))) {
      const columns = await columnsOf(q, table);
      // The schema puts some rows there.
      await run(q, `delete from ${table}`);
      await run(q, `insert into ${table} (${columns}) select ${columns} from ${before}.${table}`);
    }
    const given = await run<{ name: string; given: number }>(q, `select name, given from ${keys}`);
    const known = given.filter(({ name }) => ours.includes(name));
    await continueAllKeys(q, dialect, Object.fromEntries(known.map(({ name, given: last }) => [name, last])));
    await run(q, `drop schema ${before} cascade`);
    return true;
  });
