import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { openSqlite } from './sqlite.ts';

test('a long queue of writes leaves turns of the event loop between its batches', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'circle-sqlite-'));
  const db = openSqlite(folder);
  try {
    await db.write(({ q }) => sql`create table marks (a)`.execute(q));
    const writes = Array.from({ length: 40 }, () =>
      db.write(({ q }) => sql`insert into marks (a) values (1)`.execute(q)),
    );
    const counts: number[] = [];
    do {
      await nextTurn();
      const { rows } = await sql<{ count: number }>`select count(*) as count from marks`.execute(db.read);
      counts.push(rows[0]?.count ?? 0);
    } while (counts.at(-1) !== 40);
    await Promise.all(writes);
    assert.deepEqual(
      [16, 32].filter((count) => !counts.includes(count)),
      [],
    );
  } finally {
    await db.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('SQL parameters that SQLite cannot store are refused, and shift no other parameter', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'circle-sqlite-'));
  const db = openSqlite(folder);
  try {
    await db.write(({ q }) => sql`create table pairs (a, b)`.execute(q));
    for (const value of [true, undefined, new Date(0)]) {
      const refused = { name: 'TypeError', message: `Cannot bind a ${typeof value}` };
      await assert.rejects(
        db.write(({ q }) => sql`insert into pairs (a, b) values (${value}, ${1})`.execute(q)),
        refused,
      );
      await assert.rejects(sql`select ${value} as a`.execute(db.read), refused);
    }
    assert.deepEqual((await sql`select * from pairs`.execute(db.read)).rows, []);
  } finally {
    await db.close();
    await rm(folder, { recursive: true, force: true });
  }
});

// The search index writes such keys into its own tables when a moment is deleted.
test('a row with a key above 2^53 stops neither its own write nor later ones', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'circle-sqlite-'));
  const db = openSqlite(folder);
  try {
    await db.write(({ q }) => sql`create table keyed (id integer primary key, a)`.execute(q));
    await db.write(({ q }) => sql`insert into keyed (id, a) values (9007336693694464, 1)`.execute(q));
    await db.write(({ q }) => sql`update keyed set a = 2`.execute(q));
    const both = [1, 2].map(() => db.write(({ q }) => sql`update keyed set a = a + 1`.execute(q)));
    for (const { numAffectedRows } of await Promise.all(both)) assert.equal(numAffectedRows, 1n);
    const { rows } = await sql<{ a: number }>`select a from keyed`.execute(db.read);
    assert.equal(rows[0]?.a, 4);
  } finally {
    await db.close();
    await rm(folder, { recursive: true, force: true });
  }
});
