import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { Database, Queries } from '../../server/platform/db/database.ts';
import { allTables, backupTables } from '../../server/platform/db/backup-tables.ts';
import { knownMigrations, migrate, migrateWithin } from '../../server/platform/db/migrate.ts';
import { restoreRows } from '../../server/platform/db/restore-rows.ts';
import { storedRow } from '../../server/platform/db/snapshot.ts';
import { openDatabase } from '../../server/platform/db/open.ts';
import { createLog } from '../../server/platform/log.ts';
import { type DatabaseKind, onCluster } from '../harness/test-server.ts';

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

// Columns that a later migration renamed.
const renamed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  circle_members: { sees_from: 'sees_after_post_id' },
  blocked_memberships: { sees_from: 'sees_after_post_id' },
  post_circles: { rank: 'popularity' },
};

// Columns that a later migration dropped.
const dropped: Readonly<Record<string, readonly string[]>> = { push_subscriptions: ['failures'] };

const withNewNames = (table: string, row: Row): Row =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !dropped[table]?.includes(column))
      .map(([column, value]) => [renamed[table]?.[column] ?? column, value]),
  );

const keeps = (then: Rows, now: Rows, from: string): void => {
  for (const [table, rows] of Object.entries(then)) {
    assert.equal(now[table]?.length, rows.length, `${table} from ${from}`);
    assert.partialDeepStrictEqual(
      now[table],
      rows.map((row) => withNewNames(table, row)),
      `${table} from ${from}`,
    );
  }
};

const inFolder = async (work: (dataDir: string) => Promise<void>): Promise<void> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'circle-upgrade-'));
  try {
    await work(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
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

/** On PostgreSQL: the newest ten versions and every fifth of the others. `TEST_ROUNDS=1` tests all. */
const isTested = (kind: 'sqlite' | 'postgres', at: number): boolean =>
  kind === 'sqlite' ||
  process.env['TEST_ROUNDS'] !== undefined ||
  at >= knownMigrations.length - 10 ||
  at % 5 === 0;

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

    for (const [at, from] of knownMigrations.entries()) {
      if (!isTested(kind, at)) continue;
      // OPERATE-7, LETTER-64
      test(`migrating from ${from} to the newest schema keeps every row`, async () => {
        const { db } = opened;
        // The tests of one database go on from the version before, without its rows.
        await db.write(({ q }) => migrateWithin(q, db.dialect, at + 1));
        await undone(db, async (q) => {
          const then = await rowsOf(q, await fill(q, kind));
          await migrateWithin(q, db.dialect);
          keeps(then, await rowsOf(q, Object.keys(then)), from);
          if (from < '0038-letters') {
            const marks = await q.selectFrom('circle_members').select('told_post_id').execute();
            assert.deepEqual(
              marks.map((row) => row.told_post_id),
              [1],
              'earlier moments count as told',
            );
          }
          const { rows } = await sql<{ name: string }>`select name from migrations`.execute(q);
          assert.deepEqual(rows.map(({ name }) => name).toSorted(), [...knownMigrations].toSorted());
        });
      });
    }

    // OPERATE-7, BLOCK-4
    test('a backup of an older version restores, and its withdrawn invitations stay withdrawn', async () => {
      const { db } = opened;
      const older = knownMigrations.slice(0, knownMigrations.indexOf('0025-invitations-withdrawn-at'));
      await opened.empty();
      let then: Rows = {};
      await db.write(async ({ q }) => {
        await migrateWithin(q, db.dialect, older.length);
        const filled = await fill(q, kind);
        await sql`insert into invitations (id, public_id, code_hash, makes_admin, created_at, expires_at)
          values (2, 'x', 'withdrawn x', 0, 7, 8)`.execute(q);
        then = await rowsOf(
          q,
          backupTables.filter((table) => filled.includes(table)),
        );
      });
      await opened.empty();
      await migrate(db);
      const keysGiven = { invitations: 2 };
      async function* rows(table: string) {
        for (const row of then[table] ?? []) yield storedRow(row);
      }
      const tables = Object.keys(then);
      await restoreRows(db, { migrations: older, keysGiven, tables, rows });
      const now = await rowsOf(db.read, tables);
      keeps(then, now, 'a backup');
      assert.partialDeepStrictEqual(now['invitations'], [
        { code_hash: 'invitations code_hash', withdrawn_at: null },
        { code_hash: 'withdrawn x', withdrawn_at: 7 },
      ]);
    });
  });
}

test('migrations are listed by name, because backups compare them by position', () => {
  assert.deepEqual(knownMigrations, knownMigrations.toSorted());
});

const fixtures = path.join(import.meta.dirname, '../fixtures');

// Steps that were written later may have been edited by mistake; what was really on disks may not.
for (const name of (await readdir(fixtures)).filter((file) => file.endsWith('.sql'))) {
  test(`a database of ${name} is brought up to date, and keeps every row`, () =>
    inFolder(async (dataDir) => {
      const old = new DatabaseSync(path.join(dataDir, 'circle.db'));
      old.exec(await readFile(path.join(fixtures, name), 'utf8'));
      old.close();
      const db = await openDatabase({ databaseUrl: null, dataDir }, createLog('silent'));
      try {
        const columns = await columnsOf(db.read, 'sqlite');
        const present = allTables.filter((table) => columns.some((column) => column.table === table));
        const then = await rowsOf(db.read, present);
        assert.ok(Object.values(then).every((rows) => rows.length > 0));
        await migrate(db);
        keeps(then, await rowsOf(db.read, present), name);
      } finally {
        await db.close();
      }
    }));
}
