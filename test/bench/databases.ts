import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../../server/platform/db/database.ts';
import { findMiscounts } from '../../server/platform/db/check-counters.ts';
import { migrate } from '../../server/platform/db/migrate.ts';
import { openPostgres } from '../../server/platform/db/postgres.ts';
import { openSqlite } from '../../server/platform/db/sqlite.ts';
import { createLog } from '../../server/platform/log.ts';
import { globalSetup } from '../setup/postgres.ts';
import { type Filler, fillPostgres, fillSqlite } from './filler.ts';
import { fillMoments } from './moments.ts';
import { drawPeople, fillPeople } from './people.ts';
import { renewSessions } from './sessions.ts';

// Filling takes minutes, so filled databases are cached outside the tree, keyed by the code that filled them.
export const cache = path.join(tmpdir(), 'circle-bench');

const hashOfSources = (): string => {
  const hash = createHash('sha256');
  const files = ['baseline', 'migrations'].flatMap((name) => {
    const folder = path.resolve(import.meta.dirname, '../../server/platform/db', name);
    return readdirSync(folder).map((file) => path.join(folder, file));
  });
  const drawn = ['chance', 'people', 'moments'].map((name) => path.join(import.meta.dirname, `${name}.ts`));
  for (const file of [...files.toSorted(), ...drawn]) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
};

const nameOf = (posts: number): string => `${hashOfSources()}_${posts}`;

const fill = async (filler: Filler, posts: number): Promise<void> => {
  const people = drawPeople();
  const postsOf = await fillMoments(filler, people, posts);
  await fillPeople(filler, people, { posts, postsOf });
  await filler.close();
};

const timed = async (what: string, work: () => Promise<void>): Promise<void> => {
  const started = performance.now();
  await work();
  console.log(`${what} in ${((performance.now() - started) / 1_000).toFixed(0)} s`);
};

/** The counters that `check` compares must be correct, or the benchmark would measure another program. */
const mustHold = async (db: Database): Promise<void> => {
  const wrong = await findMiscounts(db.read);
  if (wrong.length > 0) throw new Error(`The community is miscounted: ${wrong.slice(0, 3).join('; ')}`);
};

/** A filled SQLite data folder. Do not write to it: it is shared. */
const filledSqlite = async (posts: number): Promise<string> => {
  const folder = path.join(cache, `sqlite_${nameOf(posts)}`);
  if (existsSync(folder)) return folder;
  // PostgreSQL runs under another account, and must be able to read this folder.
  mkdirSync(cache, { recursive: true });
  const next = `${folder}.next`;
  rmSync(next, { recursive: true, force: true });
  await timed(`SQLite: ${posts} posts`, async () => {
    const empty = openSqlite(next);
    await migrate(empty);
    await empty.close();
    await fill(fillSqlite(next), posts);
    const filled = openSqlite(next);
    await mustHold(filled);
    await filled.close();
  });
  renameSync(next, folder);
  return folder;
};

// A start would otherwise place the earlier likes of a million moments and make their search index, beside everything
// that is measured.
const makeReady = async (db: Database): Promise<void> => {
  await renewSessions(db);
  const placed = { key: 'earlier-likes', value: '{"giver":0,"post":0,"until":0,"isDone":true}' };
  await db.write(({ q }) => sql`delete from post_search_queue`.execute(q));
  await db.write(({ q }) =>
    q
      .insertInto('meta')
      .values(placed)
      .onConflict((on) => on.column('key').doUpdateSet({ value: placed.value }))
      .execute(),
  );
};

export interface DataFolder {
  dataDir: string;
  remove(): void;
}

/** An empty data folder on the same disk as the filled ones. */
export const emptyFolder = (): DataFolder => {
  mkdirSync(cache, { recursive: true });
  const dataDir = mkdtempSync(path.join(cache, 'run-'));
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
};

/** A separate copy of a filled data folder, with a session for each member. */
export const copyOfSqlite = async (posts: number): Promise<DataFolder> => {
  const filled = await filledSqlite(posts);
  const folder = emptyFolder();
  cpSync(filled, folder.dataDir, { recursive: true });
  const db = openSqlite(folder.dataDir);
  await makeReady(db);
  await db.close();
  return folder;
};

const onCluster = async (cluster: string, statement: string): Promise<number> => {
  const client = new pg.Client({ connectionString: cluster });
  await client.connect();
  try {
    return (await client.query(statement)).rowCount ?? 0;
  } finally {
    await client.end();
  }
};

const addressOf = (database: string): string =>
  Object.assign(new URL(process.env['TEST_POSTGRES_URL'] ?? ''), { pathname: `/${database}` }).href;

/** The address of a filled PostgreSQL database with a session for each member. Do not write to it: it is shared. */
export const filledPostgres = async (posts: number): Promise<string> => {
  process.env['TEST_POSTGRES_FOLDER'] ??= path.join(cache, 'postgres');
  await globalSetup();
  const cluster = process.env['TEST_POSTGRES_URL'] ?? '';
  const name = `bench_${nameOf(posts)}`;
  const log = createLog('silent');
  if ((await onCluster(cluster, `select 1 from pg_database where datname = '${name}'`)) === 0) {
    const next = `${name}_next`;
    await onCluster(cluster, `drop database if exists ${next} with (force)`);
    await onCluster(cluster, `create database ${next}`);
    await timed(`PostgreSQL: ${posts} posts`, async () => {
      const db = openPostgres(addressOf(next), log);
      await migrate(db);
      await fill(await fillPostgres(addressOf(next)), posts);
      await mustHold(db);
      await db.close();
    });
    await onCluster(cluster, `alter database ${next} rename to ${name}`);
  }
  const db = openPostgres(addressOf(name), log);
  await makeReady(db);
  await db.close();
  return addressOf(name);
};

/** A separate copy of a filled PostgreSQL database, deleted by `remove`. */
export const copyOfPostgres = async (
  posts: number,
  suffix: string,
): Promise<{ url: string; remove(): Promise<unknown> }> => {
  await filledPostgres(posts);
  const cluster = process.env['TEST_POSTGRES_URL'] ?? '';
  const name = `bench_${nameOf(posts)}_${suffix}`;
  const drop = () => onCluster(cluster, `drop database if exists ${name} with (force)`);
  await drop();
  await onCluster(cluster, `create database ${name} template bench_${nameOf(posts)}`);
  return { url: addressOf(name), remove: drop };
};
