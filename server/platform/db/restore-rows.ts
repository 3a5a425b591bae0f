import { sql } from 'kysely';
import type { Database, Queries, Tx } from './database.ts';
import type { Dialect } from './dialect.ts';
import { allTables } from './backup-tables.ts';
import { migrateWithin } from './migrate.ts';
import type { StoredRow } from './snapshot.ts';

/** The most values in one statement; both databases accept 32,766. */
const maxValues = 20_000;

/** The database already has members. */
export class NotEmptyError extends Error {
  override name = 'NotEmptyError';
}

export interface Filling {
  /** The migrations that the schema of the rows has had. */
  migrations: readonly string[];
  /** See `Snapshot.keysGiven`. */
  keysGiven: Readonly<Record<string, number>>;
  /** The tables, ordered so that rows never refer to later ones. They may belong to an older schema. */
  tables: readonly string[];
  rows: (table: string) => AsyncIterable<StoredRow>;
}

export const countRows = async (q: Queries, table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(q);
  return rows[0]?.count ?? 0;
};

/** @throws NotEmptyError */
export const mustBeEmpty = async (q: Queries): Promise<void> => {
  const members = await countRows(q, 'users');
  if (members > 0) throw new NotEmptyError(`There are members here already: ${members}.`);
};

export const insertRows = async (q: Queries, table: string, rows: readonly StoredRow[]): Promise<void> => {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`);
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}`.execute(q);
};

/** Groups rows into batches for one statement each. */
export async function* inBatches(rows: AsyncIterable<StoredRow>): AsyncGenerator<StoredRow[]> {
  let some: StoredRow[] = [];
  for await (const row of rows) {
    some.push(row);
    if (some.length * Object.keys(row).length < maxValues) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

/** Drops all tables and creates them empty, in the schema of the first `count` migrations. */
export const recreateTables = async (q: Queries, dialect: Dialect, count?: number): Promise<void> => {
  for (const table of allTables.toReversed()) {
    await sql`drop table if exists ${sql.table(table)}`.execute(q);
  }
  await sql`drop table if exists migrations`.execute(q);
  await migrateWithin(q, dialect, count);
};

/** Continues the key sequences after the restored keys, so that no key is used twice. */
export const continueAllKeys = async (
  q: Queries,
  dialect: Dialect,
  keysGiven: Readonly<Record<string, number>>,
): Promise<void> => {
  for (const [table, given] of Object.entries(keysGiven)) {
    if (given === 0) continue;
    for (const statement of dialect.continueKeys(table, given)) await statement.execute(q);
  }
};

/**
 * Loads the rows of a backup into a database without members, in one transaction: creates the tables in the schema of
 * the backup, fills them, migrates them, and then does `finish`.
 * @throws NotEmptyError
 */
export const restoreRows = <T>(
  db: Database,
  { migrations, keysGiven, tables, rows }: Filling,
  finish: (tx: Tx) => Promise<T>,
): Promise<T> =>
  db.write(async (tx) => {
    const { q } = tx;
    await mustBeEmpty(q);
    await recreateTables(q, db.dialect, migrations.length);
    for (const table of tables)
      for await (const some of inBatches(rows(table))) await insertRows(q, table, some);
    await continueAllKeys(q, db.dialect, keysGiven);
    await migrateWithin(q, db.dialect);
    return finish(tx);
  });
