import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { CommandError } from '../../server/command-error.ts';
import { copyDatabase, putBackDatabase } from '../../server/cli/update/database-copy.ts';
import { assertRoom } from '../../server/cli/update/room.ts';
import { succeeds } from '../harness/operate.ts';
import { longTest } from '../runner/long-test.ts';
import { root } from '../setup/sources.ts';
import { build, git, openUpdateMachine, type UpdateMachine } from './update-machine.ts';

/** For versions that never answer. The former version, which comes back, has as long. */
const waitSeconds = 12;

const updatesOn = (kind: 'sqlite' | 'postgres'): void => {
  // OPERATE-28: in a folder in the place of the machine, with stand-ins for systemctl and for the build, which puts the
  // real server of this checkout into each version.
  describe(`an update of the service (${kind})`, { concurrency: 1 }, () => {
    let machine: UpdateMachine;
    let folder: string;

    const update = (seconds?: number) => machine.update(seconds);
    const runs = (tag: string) => machine.runs(tag);

    before(async () => {
      machine = await openUpdateMachine(kind);
      folder = machine.checkout;
    });
    after(() => machine.close());

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
      await machine.release('v1.0.1', { isUnbuildable: true });
      const { promise: begun, resolve } = Promise.withResolvers<void>();
      const { ended } = machine.begin((line) => line.startsWith('v1.0.1 is newer') && resolve());
      await begun;
      assert.match((await update()).err, /^Another update is at work\./);
      const { code, err } = await ended;
      assert.equal(code, 1);
      assert.match(err, /Vite could not build the server/);
      assert.deepEqual(machine.calls(), []);
      await runs('v1.0.0');
    });

    test('a migration that fails half way leaves the former version running on its data', async () => {
      const former = await machine.migrations();
      await machine.release('v1.0.2', { steps: ['create table half_way (id integer)', 'this is no SQL'] });
      const { code, out, err } = await update();
      assert.equal(code, 1, out);
      assert.match(
        err,
        /^Nothing was updated to v1\.0\.2\. The database could not be brought up to date: .*syntax/,
      );
      assert.match(out, /The former version runs again\.$/);
      await runs('v1.0.0');
      assert.deepEqual(await machine.migrations(), former);
      // Without the roll back the table would be there already.
      await assert.rejects(
        machine.withDatabase((db) =>
          db.read
            .selectFrom('half_way' as never)
            .selectAll()
            .execute(),
        ),
      );
    });

    test('a version that changes the database and never listens is taken back, and so is the database', async () => {
      const former = await machine.migrations();
      const steps = [
        'create table taken_back (id integer)',
        'alter table users rename column last_name to surname',
      ];
      await machine.release('v1.0.3', { steps, isDumb: true });
      // A start writes the first one, and the first backup the other one.
      const changing = ['last-start', 'secret:known-photos'];
      const rows = () =>
        machine.withDatabase((db) =>
          db.read.selectFrom('meta').selectAll().where('key', 'not in', changing).orderBy('key').execute(),
        );
      const kept = await rows();
      const { code, out, err } = await update(waitSeconds);
      assert.deepEqual([code, err], [1, `v1.0.3 was not ready within ${waitSeconds} s.`]);
      assert.match(out, /The former version runs again\.$/);
      await runs('v1.0.0');
      assert.deepEqual(await machine.migrations(), former);
      assert.deepEqual(await rows(), kept);
    });

    test('the newest version is built beside, replaces the former one, and answers', async () => {
      await machine.release('v1.1.0');
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

    if (kind === 'sqlite')
      longTest(
        'a former version that answers amid the switch after a power cut is not taken for the newer one',
        async () => {
          await machine.release('v1.1.5');
          git(folder, 'fetch', '--quiet', '--tags');
          const former = git(folder, 'rev-parse', 'HEAD');
          git(folder, 'worktree', 'add', '--quiet', '--detach', machine.at('circle.next'), 'v1.1.5');
          execFileSync(process.execPath, [build], { cwd: machine.at('circle.next') });
          const journal = { former, tag: 'v1.1.5', started: null };
          await writeFile(machine.at('circle.update'), JSON.stringify(journal));
          await mkdir(machine.at('circle.before'));
          git(folder, 'checkout', '--quiet', 'v1.1.5');
          machine.calls();
          assert.match(await succeeds(update()), /The former version runs again\.\n.*The update is done\.$/s);
          assert.equal(machine.calls().filter((call) => call === 'systemctl start circle').length, 2);
          await runs('v1.1.5');
        },
      );

    if (kind === 'postgres')
      longTest('once a version listened, its database stays, and the backup is the way back', async () => {
        await machine.release('v1.2.0', { steps: ['create table listened (id integer)'], isUnready: true });
        const { code, err } = await update(waitSeconds);
        assert.equal(code, 1);
        assert.match(
          err,
          /^v1\.2\.0 was not ready within 12 s\. The former version was started, but does not answer: .* restore the backup into an empty one\.$/,
        );
        assert.ok((await machine.migrations()).includes('9000-of-a-test'));
      });

    testOnSqlite('commits of the checkout that the newest version lacks are not lost', async () => {
      await machine.release('v1.2.0');
      await mkdir(path.join(folder, 'own'));
      await writeFile(path.join(folder, 'own/file'), 'mine');
      git(folder, 'add', 'own');
      git(folder, 'commit', '--quiet', '--message', 'Mine');
      const { code, err } = await update();
      assert.equal(code, 1);
      assert.match(err, /has commits that v1\.2\.0 does not have/);
      await succeeds(machine.circle('service', 'remove'));
      assert.match((await update()).err, /^Only the service updates itself/);
    });
  });
};

// Both at a time: most of it is waiting.
describe('updates', { concurrency: 2 }, () => {
  updatesOn('sqlite');
  if (process.env['TEST_REST']) updatesOn('postgres');
});

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

test('the copy of the database from before an update replaces the newer file in one step', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'circle-put-back-'));
  const file = path.join(dataDir, 'circle.db');
  await writeFile(file, 'former');
  await copyDatabase(dataDir);
  await writeFile(file, 'of the newer version');
  const opened = await open(file);
  assert.ok(await putBackDatabase(dataDir));
  assert.equal(await readFile(file, 'utf8'), 'former');
  assert.equal(await opened.readFile('utf8'), 'of the newer version', 'it was not written over');
  await opened.close();
  await rm(dataDir, { recursive: true });
});
