import { sql } from 'kysely';
import type { Database, Queries } from './database.ts';
import { allTables } from './kept-tables.ts';
import { migrateWithin } from './migrate.ts';
import type { StoredRow } from './snapshot.ts';

/** How many values one statement may hold; both databases take 32,766 at least. */
const valuesAtOnce = 20_000;

/** Somebody is a member here already. */
export class NotEmptyError extends Error {
  override name = 'NotEmptyError';
}

export interface Filling {
  /** The schema in which the rows are. */
  migrations: readonly string[];
  /** See `Snapshot.keysGiven`. */
  keysGiven: Readonly<Record<string, number>>;
  /** In an order in which rows never refer to later ones. They need not be tables of today's schema. */
  tables: readonly string[];
  rows: (table: string) => AsyncIterable<StoredRow>;
}

const countRows = async (q: Queries, table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(q);
  return rows[0]?.count ?? 0;
};

/** @throws NotEmptyError */
export const mustBeEmpty = async (q: Queries): Promise<void> => {
  const members = await countRows(q, 'users');
  if (members > 0) throw new NotEmptyError(`There are ${members} members here already.`);
};

const insert = async (q: Queries, table: string, rows: readonly StoredRow[]): Promise<void> => {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`);
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}`.execute(q);
};

const fillTable = async (q: Queries, table: string, rows: AsyncIterable<StoredRow>): Promise<void> => {
  let some: StoredRow[] = [];
  for await (const row of rows) {
    some.push(row);
    if (some.length * Object.keys(row).length < valuesAtOnce) continue;
    await insert(q, table, some);
    some = [];
  }
  await insert(q, table, some);
};

/**
 * Puts the rows of a backup into a database without members, in one transaction: the tables are made anew in the
 * schema that the rows are in, filled, and then brought up to date. Keys go on where they were, so that none is given
 * out twice.
 * @throws NotEmptyError
 */
export const refill = (db: Database, { migrations, keysGiven, tables, rows }: Filling): Promise<void> =>
  db.write(async ({ q }) => {
    await mustBeEmpty(q);
    for (const table of allTables.toReversed()) {
      await sql`drop table if exists ${sql.table(table)}`.execute(q);
    }
    await sql`drop table migrations`.execute(q);
    await migrateWithin(q, db.dialect, migrations.length);
    for (const table of tables) await fillTable(q, table, rows(table));
    for (const [table, given] of Object.entries(keysGiven)) {
      if (given === 0) continue;
      for (const statement of db.dialect.continueKeys(table, given)) await statement.execute(q);
    }
    await migrateWithin(q, db.dialect);
  });
