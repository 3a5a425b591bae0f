// A separate process around the tests' databases. It prints their addresses as environment variables in JSON. When its
// standard input ends it stops PostgreSQL and deletes all files, which also happens if the test runner is interrupted or
// killed.
// With TEST_POSTGRES_FOLDER the data stays in that folder for the next run: benchmarks fill it only once.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../server/platform/db/migrate.ts';
import { openPostgres } from '../../server/platform/db/postgres.ts';
import { openSqlite } from '../../server/platform/db/sqlite.ts';
import { createLog } from '../../server/platform/log.ts';
import { PostgresServer } from './postgres-server.ts';
import { template } from './template.ts';

// No data outlives the tests, so nothing has to be synced to disk.
const settings = {
  autovacuum: 'off',
  fsync: 'off',
  full_page_writes: 'off',
  jit: 'off',
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  max_parallel_workers_per_gather: '0',
  max_wal_senders: '0',
  shared_buffers: '64MB',
  synchronous_commit: 'off',
  unix_socket_directories: '',
  wal_level: 'minimal',
};

/** Template databases with the current schema: a copy takes a tenth of the time that the migrations take. */
const makeTemplates = async (url: string, folder: string): Promise<Record<string, string>> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  const address = new URL(url);
  address.pathname = `/${template}`;
  for (const db of [openPostgres(address.href, createLog('silent')), openSqlite(folder)]) {
    await migrate(db);
    await db.close();
  }
  return { TEST_SQLITE_TEMPLATE: join(folder, 'circle.db') };
};

const kept = process.env.TEST_POSTGRES_FOLDER;
if (kept) await mkdir(kept, { recursive: true });
const home = kept ?? (await mkdtemp(join(tmpdir(), 'circle-test-postgres-')));

try {
  const server = await PostgresServer.in(home);
  const ended = new Promise((resolve) => process.stdin.resume().once('end', resolve).once('error', resolve));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.stdin.destroy());
  process.stdin.once('close', () => process.stdin.emit('end'));
  // A socket file takes a quarter less processor time for each query; benchmarks use TCP, as separate machines do.
  const url = await server.start(kept ? settings : { ...settings, unix_socket_directories: home });
  try {
    const templates = kept ? {} : await makeTemplates(url, join(home, 'sqlite'));
    process.stdout.write(`${JSON.stringify({ TEST_POSTGRES_URL: url, ...templates })}\n`);
    await ended;
    process.stdout.write(`${await server.processorMs()}\n`);
  } finally {
    await server.stop(kept ? 'fast' : 'immediate');
  }
} finally {
  if (!kept) await rm(home, { recursive: true, force: true, maxRetries: 5 });
}
