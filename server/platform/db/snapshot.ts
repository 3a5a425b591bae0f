import type { TableName } from './kept-tables.ts';

/** A row as it is stored: the same on both databases. */
export type StoredRow = Readonly<Record<string, string | number | null>>;

/** One moment of the database, on a connection of its own; what others write meanwhile is not seen. */
export interface Snapshot {
  /** Names of the migrations that were applied, in their order. */
  migrations(): Promise<string[]>;
  /** The highest key that was ever given out in each table that counts its keys. */
  keysGiven(): Promise<Record<string, number>>;
  /** The rows of a table, one after the other. */
  rows(table: TableName): AsyncIterable<StoredRow>;
  close(): Promise<void>;
}

/** Opens a snapshot of the database that the settings name. It costs disk space for as long as it is open. */
export const openSnapshot = async (settings: {
  databaseUrl: string | null;
  dataDir: string;
}): Promise<Snapshot> => {
  if (settings.databaseUrl !== null)
    return (await import('./snapshot-postgres.ts')).snapshotOfPostgres(settings.databaseUrl);
  return (await import('./snapshot-sqlite.ts')).snapshotOfSqlite(settings.dataDir);
};

/** @throws TypeError for a value that the schema has no columns for */
export const storedRow = (row: Readonly<Record<string, unknown>>): StoredRow =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (value === null || typeof value === 'string' || typeof value === 'number') return [column, value];
      throw new TypeError(`Column ${column} holds a ${typeof value}`);
    }),
  );
