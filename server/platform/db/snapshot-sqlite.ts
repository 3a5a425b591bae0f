import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inKeyOrder, InUseError, NothingThereError, type Snapshot, storedRow } from './snapshot.ts';

/** Milliseconds to wait for a server that is shutting down. */
const busyTimeoutMs = 2_000;

/**
 * Opens the file exclusively. It fails while another connection has the file open, and no server can start meanwhile.
 * @throws InUseError
 */
const openAlone = (file: string): DatabaseSync => {
  const db = new DatabaseSync(file, { timeout: busyTimeoutMs });
  try {
    db.exec(
      'pragma query_only = on; pragma locking_mode = exclusive; begin; select 1 from sqlite_master; commit',
    );
    return db;
  } catch (error) {
    db.close();
    // 5 is SQLITE_BUSY.
    if (error instanceof Error && Reflect.get(error, 'errcode') === 5)
      throw new InUseError(`a program holds ${file} open`);
    throw error;
  }
};

/** @throws InUseError while a server or another program has the file open */
export const mustBeAlone = (dataDir: string): void => {
  const file = path.join(dataDir, 'circle.db');
  if (existsSync(file)) openAlone(file).close();
};

/** Reads in one transaction of a connection that can only read; the server's writer never waits for it. */
export const snapshotOfSqlite = (dataDir: string, alone: boolean): Snapshot => {
  const file = path.join(dataDir, 'circle.db');
  // Opening a missing file would create it.
  if (!existsSync(file)) throw new NothingThereError(`There is no database ${file}.`);
  const db = alone ? openAlone(file) : new DatabaseSync(file, { timeout: 10_000 });
  db.exec('pragma query_only = on');
  // The first read fixes the snapshot.
  db.exec('begin; select 1 from migrations');
  return {
    migrations: async () =>
      db
        .prepare('select name from migrations order by name')
        .all()
        .map(({ name }) => String(name)),
    keysGiven: async () =>
      Object.fromEntries(
        db
          .prepare('select name, seq from sqlite_sequence')
          .all()
          .map(({ name, seq }) => [String(name), Number(seq)]),
      ),
    rows: async function* rows(table) {
      for (const row of db.prepare(`select * from ${table}`).iterate()) yield storedRow(row);
    },
    rowsAfter: (table, last) =>
      inKeyOrder(table, last, async (text, values) =>
        db
          .prepare(text)
          .all(...values)
          .map(storedRow),
      ),
    close: async () => db.close(),
  };
};
