import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { CommandError } from '../../server/command-error.ts';
import { assertRoom } from '../../server/cli/update/room.ts';
import { openDatabase } from '../../server/platform/db/open.ts';
import { createLog } from '../../server/platform/log.ts';
import { readSettings } from '../../server/settings.ts';
import { type Outcome, succeeds } from '../harness/operate.ts';
import { openMachine, type SystemdMachine } from './systemd-machine.ts';
import { onCluster } from '../harness/test-server.ts';
import { root } from '../setup/sources.ts';

const build = path.join(root, 'test/fakes/build.ts');

/** The files of its checkout that a server reads besides the build. */
const sources = ['package.json', 'scripts', 'deploy', 'contract/openapi.json', '.gitignore'];

const git = (cwd: string, ...words: string[]): string => {
  const as = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...as, ...words], { cwd, encoding: 'utf8', stdio: 'pipe' }).trim();
};

/** A newer version, and what is wrong with it. */
interface Version {
  /** Statements of one more migration. */
  steps?: string[];
  /** The server never listens. */
  isDumb?: boolean;
  isUnbuildable?: boolean;
}

for (const kind of ['sqlite', 'postgres'] as const) {
  // OPERATE-27, OPERATE-28: in a folder in the place of the machine, with stand-ins for systemctl and for the build, which
  // puts the real server of this checkout into each version.
  describe(`an update of the service (${kind})`, () => {
    let machine: SystemdMachine;
    let folder: string;
    let upstream: string;
    let database: string | null = null;

    const release = async (tag: string, version: Version = {}): Promise<void> => {
      await writeFile(path.join(upstream, 'update.json'), JSON.stringify(version));
      git(upstream, 'add', '--all');
      git(upstream, 'commit', '--quiet', '--allow-empty', '--message', tag);
      git(upstream, 'tag', tag);
    };

    const circle = (...words: string[]): Promise<Outcome> =>
      new Promise((resolve) => {
        const env = { ...machine.environment, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' };
        const program = [path.join(folder, 'dist/server/circle.js'), ...words, '--root', machine.folder];
        const child = execFile(process.execPath, program, { cwd: folder, env }, (_error, out, err) =>
          resolve({ code: child.exitCode ?? -1, out: out.trim(), err: err.trim() }),
        );
      });
    const update = () => circle('update', '--wait', '20', '--build', build);

    /** The migrations that the database of the service has taken. */
    const migrations = async (): Promise<string[]> => {
      const env = { DATA_DIR: machine.at('var/lib/circle'), ...(database ? { DATABASE_URL: database } : {}) };
      const db = await openDatabase(readSettings(env), createLog('silent'));
      try {
        const rows = await db.read
          .selectFrom('migrations' as never)
          .selectAll()
          .execute();
        return rows.map((row) => String(Reflect.get(Object(row), 'name')));
      } finally {
        await db.close();
      }
    };

    const runs = async (tag: string): Promise<void> => {
      assert.equal((await fetch(`http://localhost:${machine.port}/readyz`)).status, 200);
      assert.equal(git(folder, 'rev-parse', 'HEAD'), git(folder, 'rev-parse', `${tag}^{commit}`));
      const beside = readdirSync(machine.folder).filter((name) => name.startsWith('circle.'));
      assert.deepEqual(beside, [], 'nothing is left beside the checkout');
    };

    before(async () => {
      machine = await openMachine();
      upstream = machine.at('upstream');
      folder = machine.at('circle');
      for (const name of sources)
        await cp(path.join(root, name), path.join(upstream, name), { recursive: true });
      git(upstream, 'init', '--quiet', '--initial-branch=main');
      await release('v1.0.0');
      git(machine.folder, 'clone', '--quiet', upstream, folder);
      execFileSync(process.execPath, [build], { cwd: folder });
      if (kind === 'postgres') {
        const name = `update_${randomBytes(6).toString('hex')}`;
        await onCluster(`create database ${name}`);
        const address = new URL(process.env['TEST_POSTGRES_URL'] ?? '');
        address.pathname = `/${name}`;
        database = address.href;
        machine.environment['DATABASE_URL'] = database;
      }
      await succeeds(circle('service', 'install', '--build', build));
    });
    after(async () => {
      await machine.close();
      if (database) await onCluster(`drop database ${new URL(database).pathname.slice(1)} with (force)`);
    });

    const testOnSqlite = (name: string, run: () => Promise<void>): void => {
      if (kind === 'sqlite') test(name, run);
    };

    testOnSqlite(
      'a checkout with changes, or with the newest version, is refused, and nothing is stopped',
      async () => {
        machine.calls();
        const newest = await update();
        assert.deepEqual([newest.code, newest.err], [1, 'No version is newer than v1.0.0, which is here.']);
        await writeFile(path.join(folder, 'package.json'), `${machine.read('circle/package.json')}\n`);
        const changed = await update();
        assert.equal(changed.code, 1);
        assert.match(changed.err, /^Files of this checkout were changed \(1\)/);
        git(folder, 'checkout', '--quiet', 'package.json');
        assert.deepEqual(machine.calls(), []);
        await runs('v1.0.0');
      },
    );

    testOnSqlite('a version that cannot be built stops nothing', async () => {
      await release('v1.0.1', { isUnbuildable: true });
      const { code, err } = await update();
      assert.equal(code, 1);
      assert.match(err, /Vite could not build the server/);
      assert.deepEqual(machine.calls(), []);
      await runs('v1.0.0');
    });

    test('a migration that fails half way leaves the former version running on the former data', async () => {
      const former = await migrations();
      await release('v1.0.2', { steps: ['create table half_way (id integer)', 'this is no SQL'] });
      const { code, out, err } = await update();
      assert.equal(code, 1, out);
      assert.match(
        err,
        /^Nothing was updated to v1\.0\.2\. The database could not be brought up to date: .*syntax/,
      );
      assert.match(out, /The former version runs again\.$/);
      await runs('v1.0.0');
      assert.deepEqual(await migrations(), former);
      // Without the roll back the table would be there already.
      const db = await openDatabase(
        readSettings({
          DATA_DIR: machine.at('var/lib/circle'),
          ...(database ? { DATABASE_URL: database } : {}),
        }),
        createLog('silent'),
      );
      await assert.rejects(
        db.read
          .selectFrom('half_way' as never)
          .selectAll()
          .execute(),
      );
      await db.close();
    });

    testOnSqlite(
      'a version that changes the database and does not answer is taken back, and so is the database',
      async () => {
        const former = await migrations();
        await release('v1.0.3', { steps: ['create table taken_back (id integer)'], isDumb: true });
        const { code, out, err } = await update();
        assert.deepEqual([code, err], [1, 'v1.0.3 was not ready within 20 s.']);
        assert.match(out, /The former version runs again\.$/);
        await runs('v1.0.0');
        assert.deepEqual(await migrations(), former);
      },
    );

    test('the newest version is built beside, replaces the former one, and answers', async () => {
      await release('v1.1.0');
      machine.calls();
      const said = await succeeds(update());
      assert.deepEqual(
        said.split('\n').map((line) => line.replaceAll(machine.folder, '')),
        [
          'v1.1.0 is newer than what is here.',
          'Backup made in /var/lib/circle/backups-before-updates.',
          'Building v1.1.0 in /circle.next …',
          'Circle is stopped.',
          'The database is up to date.',
          'v1.1.0 answers. The update is done.',
        ],
      );
      assert.deepEqual(machine.calls(), [
        'systemctl stop circle',
        'systemctl daemon-reload',
        'systemctl start circle',
      ]);
      await runs('v1.1.0');
      assert.ok(existsSync(path.join(folder, 'dist/server/main.js')));
      assert.ok(!existsSync(machine.at('var/lib/circle/before-update')));
      assert.equal((await update()).err, 'No version is newer than v1.1.0, which is here.');
    });

    testOnSqlite('commits of the checkout that the newest version lacks are not lost', async () => {
      await release('v1.2.0');
      await mkdir(path.join(folder, 'own'));
      await writeFile(path.join(folder, 'own/file'), 'mine');
      git(folder, 'add', 'own');
      git(folder, 'commit', '--quiet', '--message', 'Mine');
      const { code, err } = await update();
      assert.equal(code, 1);
      assert.match(err, /has commits that v1\.2\.0 does not have/);
      await succeeds(circle('service', 'remove'));
      assert.match((await update()).err, /^Only the service updates itself/);
    });
  });
}

test('an update is refused where a disk lacks the room, with the megabytes that it lacks', async () => {
  await assertRoom([{ folder: root, bytes: 1 }]);
  await assert.rejects(
    assertRoom([
      { folder: root, bytes: 1 },
      { folder: root, bytes: 2 ** 60 },
    ]),
    (error) => error instanceof CommandError && /lacks \d+ MB for an update\.$/.test(error.message),
  );
});
