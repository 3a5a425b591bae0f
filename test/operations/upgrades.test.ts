import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { Database, Queries } from '../../server/platform/db/database.ts';
import { allTables, backupTables } from '../../server/platform/db/backup-tables.ts';
import {
  knownMigrations,
  migrate,
  migrateWithin,
  sinceFirstRelease,
} from '../../server/platform/db/migrate.ts';
import { restoreRows } from '../../server/platform/db/restore-rows.ts';
import { storedRow } from '../../server/platform/db/snapshot.ts';
import { openDatabase } from '../../server/platform/db/open.ts';
import { createLog } from '../../server/platform/log.ts';
import { type DatabaseKind, onCluster } from '../harness/test-server.ts';
import { schemaOf } from './schema-of.ts';

interface Column {
  table: string;
  name: string;
  isNumber: boolean;
}

const everyColumn: Record<DatabaseKind, string> = {
  sqlite: `select t.name as "table", c.name, c.type = 'INTEGER' or c.type = 'integer' as number
    from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table'`,
  postgres: `select table_name as "table", column_name as name,
      case when data_type in ('bigint', 'integer') then 1 else 0 end as number
    from information_schema.columns where table_schema = current_schema()`,
};

const columnsOf = async (q: Queries, kind: DatabaseKind): Promise<Column[]> => {
  const { rows } = await sql<{
    table: string;
    name: string;
    number: number;
  }>`${sql.raw(everyColumn[kind])}`.execute(q);
  return rows.map(({ table, name, number }) => ({ table, name, isNumber: number === 1 }));
};

const fixtures = path.join(import.meta.dirname, '../fixtures/schema');

/** A row in every table that there is; all keys are 1, so each refers to the others. */
const fill = async (q: Queries, kind: DatabaseKind): Promise<string[]> => {
  const columns = await columnsOf(q, kind);
  const present = allTables.filter((table) => columns.some((column) => column.table === table));
  for (const table of present) {
    const own = columns.filter((column) => column.table === table);
    await sql`insert into ${sql.table(table)} (${sql.join(own.map(({ name }) => sql.ref(name)))})
      values (${sql.join(own.map(({ name, isNumber }) => valueOf(table, name, isNumber)))})`.execute(q);
  }
  return present;
};

const valueOf = (table: string, name: string, isNumber: boolean): number | string | null => {
  if (table === 'users' && name === 'avatar_id') return null;
  return isNumber ? 1 : `${table} ${name}`;
};

type Row = Record<string, unknown>;
type Rows = Record<string, Row[]>;

const rowsOf = async (q: Queries, tables: readonly string[]): Promise<Rows> => {
  const found: Rows = {};
  for (const table of tables)
    found[table] = (await sql<Row>`select * from ${sql.table(table)}`.execute(q)).rows;
  return found;
};

/** Columns that a step drops on purpose. */
const dropped: Readonly<Record<string, readonly string[]>> = { push_subscriptions: ['p256dh', 'auth'] };

const keeps = (then: Rows, now: Rows, from: string): void => {
  for (const [table, rows] of Object.entries(then)) {
    for (const column of dropped[table] ?? []) for (const row of rows) delete row[column];
    assert.equal(now[table]?.length, rows.length, `${table} from ${from}`);
    assert.partialDeepStrictEqual(now[table], rows, `${table} from ${from}`);
  }
};

type Opened = { db: Database; empty: () => Promise<void>; close: () => Promise<void> };

const onSqlite = async (): Promise<Opened> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'circle-upgrade-'));
  const db = await openDatabase({ databaseUrl: null, dataDir }, createLog('silent'));
  return {
    db,
    // In an order in which rows never refer to later ones; all of these tables were made by the steps.
    empty: () =>
      db.write(async ({ q }) => {
        for (const table of [...allTables.toReversed(), 'migrations']) {
          await sql`drop table if exists ${sql.table(table)}`.execute(q);
        }
      }),
    close: async () => {
      await db.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

const onPostgres = async (): Promise<Opened> => {
  const name = `upgrade_${process.pid}`;
  await onCluster(`create database ${name}`);
  const address = new URL(process.env['TEST_POSTGRES_URL'] ?? '');
  address.pathname = `/${name}`;
  const db = await openDatabase({ databaseUrl: address.href, dataDir: tmpdir() }, createLog('silent'));
  return {
    db,
    empty: () =>
      db.write(async ({ q }) => {
        await sql`drop schema public cascade`.execute(q);
        await sql`create schema public`.execute(q);
      }),
    close: async () => {
      await db.close();
      await onCluster(`drop database ${name} with (force)`);
    },
  };
};

/** Runs `work` in a transaction that is rolled back. */
const undone = async (db: Database, work: (q: Queries) => Promise<void>): Promise<void> => {
  const done = new Error('done');
  await db
    .write(async ({ q }) => {
      await work(q);
      throw done;
    })
    .catch((error: unknown) => {
      if (error !== done) throw error;
    });
};

/** The steps of the last version before the first release, whose schema was that of the release. */
const stepsBefore = Array.from({ length: 64 }, (_, at) => `${String(at + 1).padStart(4, '0')}-step`).with(
  63,
  '0064-contents-of-repeated-calls',
);

const setMigrations = async (q: Queries, names: readonly string[]): Promise<void> => {
  await sql`delete from migrations`.execute(q);
  for (const name of names) await sql`insert into migrations (name, at) values (${name}, 1)`.execute(q);
};

for (const [kind, open] of [
  ['sqlite', onSqlite],
  ['postgres', onPostgres],
] as const) {
  describe(`upgrades of the database (${kind})`, () => {
    let opened: Opened;
    before(async () => {
      opened = await open();
    });
    after(() => opened.close());

    // OPERATE-7
    test('the first release has the schema that the last version before it had', async () => {
      const { db } = opened;
      await db.write(({ q }) => migrateWithin(q, db.dialect, 1));
      const then = await readFile(path.join(fixtures, `${kind}.txt`), 'utf8');
      assert.deepEqual(await schemaOf(db), then.trimEnd().split('\n'));
    });

    // OPERATE-7
    test('a database of the last version before the first release goes on with every row, an older one is refused', async () => {
      const { db } = opened;
      await undone(db, async (q) => {
        const then = await rowsOf(q, await fill(q, kind));
        await setMigrations(q, stepsBefore.slice(0, 63));
        await assert.rejects(
          migrateWithin(q, db.dialect),
          /too old .* Start the version [0-9a-f]{8} on it once/,
        );
        await setMigrations(q, stepsBefore);
        await migrateWithin(q, db.dialect);
        keeps(then, await rowsOf(q, Object.keys(then)), 'before');
        const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(q);
        assert.deepEqual(
          rows.map(({ name }) => name),
          knownMigrations,
        );
      });
    });

    for (const [at, from] of knownMigrations.entries()) {
      // OPERATE-7
      test(`migrating from ${from} to the newest schema keeps every row`, async () => {
        const { db } = opened;
        // The tests of one database go on from the version before, without its rows.
        await db.write(({ q }) => migrateWithin(q, db.dialect, at + 1));
        await undone(db, async (q) => {
          const then = await rowsOf(q, await fill(q, kind));
          await migrateWithin(q, db.dialect);
          keeps(then, await rowsOf(q, Object.keys(then)), from);
        });
      });
    }

    // LETTERBOX-5
    test('mails do not count at first in the name of members who already have a second factor', async () => {
      const { db } = opened;
      await opened.empty();
      const step = knownMigrations.indexOf('0073-mails-in-my-name');
      await db.write(({ q }) => migrateWithin(q, db.dialect, step));
      for (const factor of ['passkeys', 'totp_secrets', null] as const)
        await undone(db, async (q) => {
          await fill(q, kind);
          for (const table of ['passkeys', 'totp_secrets'] as const)
            if (table !== factor) await q.deleteFrom(table).execute();
          await migrateWithin(q, db.dialect);
          const { mail_in_my_name: counts } = await q
            .selectFrom('users')
            .select('mail_in_my_name')
            .executeTakeFirstOrThrow();
          assert.equal(counts, factor === null ? 1 : 0, factor ?? 'none');
        });
    });

    // OPERATE-7
    test('a backup of an older version restores, also one of the last version before the first release', async () => {
      const { db } = opened;
      await opened.empty();
      let then: Rows = {};
      await db.write(async ({ q }) => {
        await migrateWithin(q, db.dialect, 1);
        const filled = await fill(q, kind);
        then = await rowsOf(
          q,
          backupTables.filter((table) => filled.includes(table)),
        );
      });
      await opened.empty();
      await migrate(db);
      async function* rows(table: string) {
        for (const row of then[table] ?? []) yield storedRow(row);
      }
      const tables = Object.keys(then);
      const filling = { migrations: sinceFirstRelease(stepsBefore), keysGiven: {}, tables, rows };
      await restoreRows(db, filling, async () => undefined);
      // A restore draws new revisions.
      for (const row of Object.values(then).flat()) delete row['revision'];
      keeps(then, await rowsOf(db.read, tables), 'a backup');
    });
  });
}

test('migrations are listed by name, because backups compare them by position', () => {
  assert.deepEqual(knownMigrations, knownMigrations.toSorted());
});
