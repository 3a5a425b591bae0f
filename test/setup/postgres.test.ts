import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';

test('every test file can create a separate database on the PostgreSQL of this run', async () => {
  const url = process.env.TEST_POSTGRES_URL;
  assert.ok(url, 'started by test/setup/postgres.ts');
  const name = `smoke_${process.pid}`;
  const admin = new pg.Client(url);
  await admin.connect();
  try {
    await admin.query(`create database ${name}`);
    const own = new URL(url);
    own.pathname = `/${name}`;
    const client = new pg.Client(own.href);
    await client.connect();
    const { rows } = await client.query('select current_database() as name, $1::text collate "C" as text', [
      'É',
    ]);
    assert.deepEqual(rows, [{ name, text: 'É' }]);
    await client.end();
    await admin.query(`drop database ${name}`);
  } finally {
    await admin.end();
  }
});
