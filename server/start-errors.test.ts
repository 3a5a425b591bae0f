import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { migrate } from './platform/db/migrate.ts';
import { openSqlite } from './platform/db/sqlite.ts';
import { nodeIdOf } from './platform/jobs/node-id.ts';
import { makeDataFolder } from './start-errors.ts';

const names = ['circle.db', 'circle.db-wal', 'circle.db-shm', 'node-id'];

test('other accounts of the machine read nothing of the data folder, new or old', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'circle-data-'));
  try {
    const modesIn = (dataDir: string) =>
      ['.', ...names].map((name) => statSync(path.join(dataDir, name)).mode & 0o777);
    const fresh = path.join(folder, 'fresh');
    makeDataFolder(fresh, path.join(fresh, 'tmp'));
    const db = openSqlite(fresh);
    await migrate(db);
    nodeIdOf(fresh);
    assert.deepEqual(modesIn(fresh), [0o700, 0o600, 0o600, 0o600, 0o600]);
    await db.close();

    chmodSync(folder, 0o755);
    for (const name of names) writeFileSync(path.join(folder, name), '', { mode: 0o644 });
    makeDataFolder(folder, path.join(folder, 'tmp'));
    assert.deepEqual(modesIn(folder), [0o700, 0o600, 0o600, 0o600, 0o600]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
