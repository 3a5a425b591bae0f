import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { selectKeysGiven } from './dialect.ts';
import { inKeyOrder, InUseError, rowsPerBatch, type Snapshot, storedRow } from './snapshot.ts';

const types = new pg.TypeOverrides();
// Parse integers as numbers, as SQLite does.
types.setTypeParser(pg.types.builtins.INT8, Number);

const applicationName = 'circle backup';

/** Milliseconds in which PostgreSQL ends the connections of a server that was stopped. */
const disconnectTime = 1_000;

/** @throws InUseError while a server is connected, or another program of ours that writes */
const mustBeAlone = async (client: pg.Client): Promise<void> => {
  for (const end = performance.now() + disconnectTime; ; await wait(100)) {
    const { rows } = await client.query<{ others: number }>(
      `select count(*) as others from pg_stat_activity where datname = current_database()
         and application_name like 'circle%' and application_name <> $1`,
      [applicationName],
    );
    const others = Number(rows[0]?.others);
    if (others === 0) return;
    if (performance.now() > end) throw new InUseError(`a server is connected (${others} connections)`);
  }
};

/** @throws InUseError while a server is connected to the database at `url` */
export const mustBeAloneAt = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, application_name: applicationName });
  await client.connect();
  try {
    await mustBeAlone(client);
  } finally {
    await client.end();
  }
};

/** Reads in one `repeatable read` transaction, so that every statement sees the same data. */
export const snapshotOfPostgres = async (url: string, alone: boolean): Promise<Snapshot> => {
  const client = new pg.Client({ connectionString: url, application_name: applicationName, types });
  await client.connect();
  try {
    if (alone) await mustBeAlone(client);
  } catch (error) {
    await client.end();
    throw error;
  }
  await client.query('begin isolation level repeatable read read only');
  // Copying photos between two tables may take longer than the server's idle timeout.
  await client.query('set local idle_in_transaction_session_timeout = 0');
  const { rows: applied } = await client.query<{ name: string }>(
    'select name from migrations order by name collate "C"',
  );
  return {
    migrations: async () => applied.map(({ name }) => name),
    keysGiven: async () => {
      const { rows } = await client.query<{ name: string; given: number }>(selectKeysGiven);
      return Object.fromEntries(rows.map(({ name, given }) => [name, given]));
    },
    rows: async function* rows(table) {
      await client.query(`declare copying no scroll cursor for select * from ${table}`);
      for (;;) {
        const { rows: some } = await client.query<Record<string, unknown>>(
          `fetch ${rowsPerBatch} from copying`,
        );
        for (const row of some) yield storedRow(row);
        if (some.length < rowsPerBatch) break;
      }
      await client.query('close copying');
    },
    rowsAfter: (table, last) =>
      inKeyOrder(table, last, async (text, values) => {
        let place = 0;
        const numbered = text.replaceAll('?', () => `$${++place}`);
        const { rows } = await client.query<Record<string, unknown>>(numbered, [...values]);
        return rows.map(storedRow);
      }),
    close: () => client.end(),
  };
};
