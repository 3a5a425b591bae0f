import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

export type Row = readonly (number | string)[];

/** Inserts rows in bulk, without an fsync for each. */
export interface Filler {
  /** `columns` are separated by spaces. */
  insert(table: string, columns: string, rows: readonly Row[]): Promise<void>;
  close(): Promise<void>;
}

export const fillSqlite = (dataDir: string): Filler => {
  const database = new DatabaseSync(path.join(dataDir, 'circle.db'), { enableForeignKeyConstraints: false });
  database.exec('pragma synchronous = off; pragma cache_size = -2000000; begin');
  return {
    insert: async (table, columns, rows) => {
      const names = columns.split(' ');
      const statement = database.prepare(
        `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
      );
      for (const row of rows) statement.run(...row);
    },
    close: async () => {
      database.exec('commit; pragma wal_checkpoint(truncate)');
      database.close();
    },
  };
};

const rowsAtOnce = 20_000;

export const fillPostgres = async (url: string): Promise<Filler> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // References are correct by construction, so foreign keys are not checked while filling.
  await client.query('set session_replication_role = replica');
  return {
    insert: async (table, columns, rows) => {
      const names = columns.split(' ');
      const [first = []] = rows;
      const lists = first.map(
        (value, at) => `$${at + 1}::${typeof value === 'number' ? 'bigint' : 'text'}[]`,
      );
      const text = `insert into ${table} (${names.join(', ')}) select * from unnest(${lists.join(', ')})`;
      for (let from = 0; from < rows.length; from += rowsAtOnce) {
        const some = rows.slice(from, from + rowsAtOnce);
        await client.query(
          text,
          names.map((_, at) => some.map((row) => row[at])),
        );
      }
      if (names[0] === 'id') {
        await client.query(
          `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
        );
      }
    },
    close: async () => {
      await client.query('vacuum analyze');
      await client.end();
    },
  };
};
