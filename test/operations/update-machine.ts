import assert from 'node:assert/strict';
import { type ChildProcess, execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../../server/platform/db/database.ts';
import { openDatabase } from '../../server/platform/db/open.ts';
import { createLog } from '../../server/platform/log.ts';
import { readSettings } from '../../server/settings.ts';
import { type Outcome, succeeds } from '../harness/operate.ts';
import { onCluster } from '../harness/test-server.ts';
import { root } from '../setup/sources.ts';
import { openMachine, type SystemdMachine } from './systemd-machine.ts';

export const build = path.join(root, 'test/fakes/build.ts');

/** The files of its checkout that a server reads besides the build. */
const sources = ['package.json', 'scripts', 'deploy', 'contract/openapi.json', '.gitignore'];

export const git = (cwd: string, ...words: string[]): string => {
  const as = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...as, ...words], { cwd, encoding: 'utf8', stdio: 'pipe' }).trim();
};

/** A newer version, and what is wrong with it. */
export interface Version {
  /** Statements of one more migration. */
  steps?: string[];
  /** The server never listens. */
  isDumb?: boolean;
  /** The server listens, and is never ready. */
  isUnready?: boolean;
  isUnbuildable?: boolean;
}

/** A machine whose service is a clone of a repository with versions. */
export interface UpdateMachine extends SystemdMachine {
  /** The checkout that the service runs. */
  checkout: string;
  release: (tag: string, version?: Version) => Promise<void>;
  circle: (...words: string[]) => Promise<Outcome>;
  /** Begins an update; `said` gets each line. */
  begin: (said: (line: string) => void) => { child: ChildProcess; ended: Promise<Outcome> };
  /** @param seconds for which it waits until a version answers */
  update: (seconds?: number) => Promise<Outcome>;
  withDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  /** The migrations that the database of the service has taken. */
  migrations: () => Promise<string[]>;
  /** @throws unless this version runs, and nothing else is left */
  runs: (tag: string) => Promise<void>;
}

export const openUpdateMachine = async (kind: 'sqlite' | 'postgres'): Promise<UpdateMachine> => {
  const machine = await openMachine();
  const upstream = machine.at('upstream');
  const checkout = machine.at('circle');
  let database: string | null = null;

  const release = async (tag: string, version: Version = {}): Promise<void> => {
    await writeFile(path.join(upstream, 'update.json'), JSON.stringify(version));
    git(upstream, 'add', '--all');
    git(upstream, 'commit', '--quiet', '--allow-empty', '--message', tag);
    git(upstream, 'tag', tag);
  };

  const spawned = (words: readonly string[], said: (line: string) => void) => {
    const env = { ...machine.environment, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' };
    const program = [path.join(checkout, 'dist/server/circle.js'), ...words, '--root', machine.folder];
    const { promise: ended, resolve } = Promise.withResolvers<Outcome>();
    const child = execFile(process.execPath, program, { cwd: checkout, env }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out: out.trim(), err: err.trim() }),
    );
    child.stdout?.on('data', (text: string | Buffer) => {
      for (const line of String(text).split('\n')) said(line);
    });
    return { child, ended };
  };
  const circle = (...words: string[]) => spawned(words, () => undefined).ended;
  const updating = (seconds = 20) => ['update', '--wait', String(seconds), '--build', build];

  const withDatabase = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const env = { DATA_DIR: machine.at('var/lib/circle'), ...(database ? { DATABASE_URL: database } : {}) };
    const db = await openDatabase(readSettings(env), createLog('silent'));
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  };

  for (const name of sources) await cp(path.join(root, name), path.join(upstream, name), { recursive: true });
  git(upstream, 'init', '--quiet', '--initial-branch=main');
  await release('v1.0.0');
  git(machine.folder, 'clone', '--quiet', upstream, checkout);
  execFileSync(process.execPath, [build], { cwd: checkout });
  if (kind === 'postgres') {
    const name = `update_${randomBytes(6).toString('hex')}`;
    await onCluster(`create database ${name}`);
    const address = new URL(process.env['TEST_POSTGRES_URL'] ?? '');
    address.pathname = `/${name}`;
    database = address.href;
    machine.environment['DATABASE_URL'] = database;
  }
  await succeeds(circle('service', 'install', '--build', build));

  return {
    ...machine,
    checkout,
    release,
    circle,
    begin: (said) => spawned(updating(), said),
    update: (seconds) => circle(...updating(seconds)),
    withDatabase,
    migrations: () =>
      withDatabase(async (db) => {
        const rows = await db.read
          .selectFrom('migrations' as never)
          .selectAll()
          .execute();
        return rows.map((row) => String(Reflect.get(Object(row), 'name')));
      }),
    runs: async (tag) => {
      assert.equal((await fetch(`http://localhost:${machine.port}/readyz`)).status, 200);
      assert.equal(git(checkout, 'rev-parse', 'HEAD'), git(checkout, 'rev-parse', `${tag}^{commit}`));
      const beside = readdirSync(machine.folder).filter((name) => name.startsWith('circle.'));
      assert.deepEqual(beside, [], 'nothing is left beside the checkout');
      assert.equal(git(checkout, 'status', '--porcelain', '--untracked-files=no'), '');
    },
    close: async () => {
      await machine.close();
      if (database) await onCluster(`drop database ${new URL(database).pathname.slice(1)} with (force)`);
    },
  };
};
