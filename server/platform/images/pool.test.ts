import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createPool, PoolError, type PoolOptions } from './pool.ts';

const poolOf = (options: Partial<PoolOptions> = {}) =>
  createPool({
    module: new URL('./pool.test-peer.ts', import.meta.url),
    env: {},
    execArgv: [],
    size: 2,
    timeLimit: 10_000,
    idleTime: 10_000,
    ...options,
  });

const pidOf = (answer: unknown): number => {
  assert(typeof answer === 'object' && answer !== null && 'pid' in answer && typeof answer.pid === 'number');
  return answer.pid;
};

const reasonIs = (reason: string) => (error: unknown) =>
  error instanceof PoolError && error.reason === reason;

/** Resolves when no process with this id runs. (One that nobody collects stays listed: state Z.) */
const gone = async (pid: number): Promise<void> => {
  for (;;) {
    try {
      process.kill(pid, 0);
      if ((await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).includes(') Z ')) return;
    } catch {
      return;
    }
    await setTimeout(5);
  }
};

test('starts no process before there is work, and no more than its size', async () => {
  const pool = poolOf();
  assert.deepEqual(pool.pids, []);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, echo) => pool.run({ echo })));
  assert.equal(new Set(answers.map(pidOf)).size, 2);
  assert.deepEqual(
    answers.map((answer) => typeof answer === 'object' && answer && 'echo' in answer && answer.echo),
    Array.from({ length: 20 }, (_, echo) => echo),
  );
  await pool.close();
  assert.deepEqual(pool.pids, []);
});

test('inherits nothing of the environment', async () => {
  process.env['CIRCLE_SECRET'] = 'hush';
  const pool = poolOf({ env: { ONLY: 'this' } });
  const answer = await pool.run({ echo: 1 });
  assert(typeof answer === 'object' && answer !== null && 'environment' in answer);
  assert(Array.isArray(answer.environment) && answer.environment.includes('ONLY'));
  assert(!answer.environment.includes('CIRCLE_SECRET') && !answer.environment.includes('PATH'));
  await pool.close();
});

test('an order whose process dies is tried once more in a new one', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pool-'));
  t.after(() => rm(folder, { recursive: true }));
  const pool = poolOf();
  assert.deepEqual(await pool.run({ dieOnce: path.join(folder, 'mark') }), { tries: 2 });
  await assert.rejects(pool.run({ die: true }), reasonIs('died'));
  assert.equal(pidOf(await pool.run({ echo: 1 })) > 0, true);
  await pool.close();
});

test('an order that takes too long is given up, and those behind it are served', async () => {
  const pool = poolOf({ size: 1, timeLimit: 2_000 });
  const first = pidOf(await pool.run({ echo: 1 }));
  const stuck = assert.rejects(pool.run({ hang: true }), reasonIs('late'));
  const second = pidOf(await pool.run({ echo: 2 }));
  await stuck;
  assert.notEqual(second, first);
  await pool.close();
});

test('a process with nothing to do is ended, and the next order starts another', async () => {
  const pool = poolOf({ idleTime: 1 });
  const pid = pidOf(await pool.run({ echo: 1 }));
  await gone(pid);
  assert.notEqual(pidOf(await pool.run({ echo: 2 })), pid);
  await pool.close();
});

test('a process that is killed while idle is replaced', async () => {
  const pool = poolOf();
  const pid = pidOf(await pool.run({ echo: 1 }));
  process.kill(pid, 'SIGKILL');
  assert.notEqual(pidOf(await pool.run({ echo: 2 })), pid);
  await pool.close();
});

test('a module that cannot start fails its orders, with the reason in its own words', async () => {
  const pool = poolOf({ module: new URL('./no-such-module.ts', import.meta.url) });
  await assert.rejects(
    pool.run({ echo: 1 }),
    (error) => reasonIs('unstartable')(error) && String(error).includes('no-such-module'),
  );
  await pool.close();
});

test('closing fails what waits and what is under way, and leaves no process', async () => {
  const pool = poolOf({ size: 1 });
  const pid = pidOf(await pool.run({ echo: 1 }));
  const failures = [pool.run({ hang: true }), pool.run({ echo: 2 })].map((run) =>
    assert.rejects(run, reasonIs('closed')),
  );
  await pool.close();
  await Promise.all(failures);
  await gone(pid);
  await assert.rejects(pool.run({ echo: 3 }), reasonIs('closed'));
});

test('the processes end with the one that started them, even when it is killed', async () => {
  const server = fork(new URL('./pool.test-owner.ts', import.meta.url), { execArgv: [], env: {} });
  const pid = await new Promise((resolve) => server.once('message', resolve));
  assert(typeof pid === 'number');
  server.kill('SIGKILL');
  await gone(pid);
});
