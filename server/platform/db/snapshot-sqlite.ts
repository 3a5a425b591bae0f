import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Snapshot, storedRow } from './snapshot.ts';

/** Reads in one transaction of a connection that can only read; the server's writer never waits for it. */
export const snapshotOfSqlite = (dataDir: string): Snapshot => {
  const db = new DatabaseSync(path.join(dataDir, 'circle.db'), { timeout: 10_000 });
  db.exec('pragma query_only = on');
  // The first statement that reads fixes what is seen.
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
    close: async () => db.close(),
  };
};
