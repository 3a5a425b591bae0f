import { keyColumns, type TableName } from './backup-tables.ts';

/** A row as it is stored: the same on both databases. */
export type StoredRow = Readonly<Record<string, string | number | null>>;

/** The values of a row's primary key. */
export type RowKey = readonly (string | number)[];

/** A server is running on the database and would continue to write. */
export class InUseError extends Error {
  override name = 'InUseError';
}

/** The database to read does not exist. */
export class NothingThereError extends Error {
  override name = 'NothingThereError';
}

/** A consistent view of the database on its own connection, unaffected by concurrent writes. */
export interface Snapshot {
  /** Names of the migrations that were applied, in their order. */
  migrations(): Promise<string[]>;
  /** The highest key ever used in each table with generated keys. */
  keysGiven(): Promise<Record<string, number>>;
  /** Streams the rows of a table. */
  rows(table: TableName): AsyncIterable<StoredRow>;
  /** Streams the rows after this key, or all rows, in key order. The order is the same on both databases. */
  rowsAfter(table: TableName, last: RowKey | null): AsyncIterable<StoredRow>;
  close(): Promise<void>;
}

export const keyOf = (table: TableName, row: StoredRow): RowKey =>
  keyColumns(table).map((column) => {
    const value = row[column];
    if (value === null || value === undefined) throw new TypeError(`A row of ${table} has no ${column}`);
    return value;
  });

/** Rows fetched in one batch. */
export const rowsPerBatch = 1_000;

/** Reads a table in the order of its keys, a page at a time; `read` runs a text with a `?` for each value. */
export async function* inKeyOrder(
  table: TableName,
  after: RowKey | null,
  read: (text: string, values: RowKey) => Promise<StoredRow[]>,
): AsyncGenerator<StoredRow> {
  const columns = keyColumns(table).join(', ');
  const places = keyColumns(table)
    .map(() => '?')
    .join(', ');
  for (let last = after; ; ) {
    const where = last === null ? '' : ` where (${columns}) > (${places})`;
    const text = `select * from ${table}${where} order by ${columns} limit ${rowsPerBatch}`;
    const rows = await read(text, last ?? []);
    yield* rows;
    const end = rows.at(-1);
    if (!end || rows.length < rowsPerBatch) return;
    last = keyOf(table, end);
  }
}

/**
 * A row without its `revision`: each database draws its own.
 * @throws TypeError for a value that the schema has no columns for
 */
export const storedRow = (row: Readonly<Record<string, unknown>>): StoredRow =>
  Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) => {
      if (column === 'revision') return [];
      if (value === null || typeof value === 'string' || typeof value === 'number') return [[column, value]];
      throw new TypeError(`Column ${column} holds a ${typeof value}`);
    }),
  );
