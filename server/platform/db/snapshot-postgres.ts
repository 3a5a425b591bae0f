import pg from 'pg';
import { type Snapshot, storedRow } from './snapshot.ts';

const types = new pg.TypeOverrides();
// Whole numbers are numbers here as on SQLite.
types.setTypeParser(pg.types.builtins.INT8, Number);

/** How many rows are fetched at once. */
const atOnce = 1_000;

/** Reads in one transaction of the isolation in which every statement sees the same moment. */
export const snapshotOfPostgres = async (url: string): Promise<Snapshot> => {
  const client = new pg.Client({ connectionString: url, application_name: 'circle backup', types });
  await client.connect();
  await client.query('begin isolation level repeatable read read only');
  // Between two tables the photos are copied, which may take longer than the server lets anybody pause.
  await client.query('set local idle_in_transaction_session_timeout = 0');
  const { rows: applied } = await client.query<{ name: string }>(
    'select name from migrations order by name collate "C"',
  );
  return {
    migrations: async () => applied.map(({ name }) => name),
    keysGiven: async () => {
      const { rows } = await client.query<{ name: string; given: number }>(
        `select t.relname as name, coalesce(pg_sequence_last_value(s.oid), 0) as given
         from pg_class s join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype = 'i'
         join pg_class t on t.oid = d.refobjid
         where s.relkind = 'S' and t.relnamespace = current_schema()::regnamespace`,
      );
      return Object.fromEntries(rows.map(({ name, given }) => [name, given]));
    },
    rows: async function* rows(table) {
      await client.query(`declare copying no scroll cursor for select * from ${table}`);
      for (;;) {
        const { rows: some } = await client.query<Record<string, unknown>>(`fetch ${atOnce} from copying`);
        for (const row of some) yield storedRow(row);
        if (some.length < atOnce) break;
      }
      await client.query('close copying');
    },
    close: () => client.end(),
  };
};
