import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createPool, PoolError, type PoolOptions, type Turn } from './pool.ts';

const poolOf = (options: Partial<PoolOptions> = {}) =>
  createPool({
    module: new URL('./pool.test-peer.ts', import.meta.url),
    env: {},
    execArgv: [],
    size: 2,
    perParty: { running: 2, waiting: 20 },
    timeLimit: 10_000,
    usage: { processorMs: 60_000 },
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

test('the pool of image processes starts none before there is work, and no more than its size', async () => {
  const pool = poolOf();
  assert.deepEqual(pool.pids, []);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, echo) => pool.run({ echo }, { party: 'a' })),
  );
  assert.equal(new Set(answers.map(pidOf)).size, 2);
  assert.deepEqual(
    answers.map((answer) => typeof answer === 'object' && answer && 'echo' in answer && answer.echo),
    Array.from({ length: 20 }, (_, echo) => echo),
  );
  await pool.close();
  assert.deepEqual(pool.pids, []);
});

test('image processes inherit no environment variables', async () => {
  process.env['CIRCLE_SECRET'] = 'hush';
  const pool = poolOf({ env: { ONLY: 'this' } });
  const answer = await pool.run({ echo: 1 }, { party: 'a' });
  assert(typeof answer === 'object' && answer !== null && 'environment' in answer);
  assert(Array.isArray(answer.environment) && answer.environment.includes('ONLY'));
  assert(!answer.environment.includes('CIRCLE_SECRET') && !answer.environment.includes('PATH'));
  await pool.close();
});

test('image processes ignore the signal that opens the inspector of Node', async () => {
  const pool = poolOf();
  const pid = pidOf(await pool.run({ echo: 1 }, { party: 'a' }));
  const [, caught = ''] = /^SigCgt:\s*(\w+)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  assert.equal(BigInt(`0x${caught}`) & (1n << BigInt(os.constants.signals.SIGUSR1 - 1)), 0n);
  await pool.close();
});

test('an order whose process dies is tried once more in a new process', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pool-'));
  t.after(() => rm(folder, { recursive: true }));
  const pool = poolOf();
  assert.deepEqual(await pool.run({ dieOnce: path.join(folder, 'mark') }, { party: 'a' }), { tries: 2 });
  const dies = (order: object, isKilled: boolean) =>
    assert.rejects(pool.run(order, { party: 'a' }), { reason: 'died', isKilled });
  await dies({ die: true }, false);
  await dies({ dieKilled: true }, true);
  assert.equal(pidOf(await pool.run({ echo: 1 }, { party: 'a' })) > 0, true);
  await pool.close();
});

test('an order that takes too long is cancelled, and the orders behind it are served', async () => {
  const pool = poolOf({ size: 1, timeLimit: 10_000 });
  const first = pidOf(await pool.run({ echo: 1 }, { party: 'a' }));
  const stuck = assert.rejects(pool.run({ hang: true }, { party: 'a' }), reasonIs('late'));
  const second = pidOf(await pool.run({ echo: 2 }, { party: 'a' }));
  await stuck;
  assert.notEqual(second, first);
  await pool.close();
});

test('members take turns with image processes, each with a limit of running and waiting orders', async () => {
  // One process, so that the order of answers is the order of turns.
  const pool = poolOf({ size: 1, perParty: { running: 1, waiting: 3 } });
  const done: string[] = [];
  const run = (party: string, echo: number) =>
    pool.run({ echo }, { party }).then(() => done.push(`${party}${echo}`));
  const runs = [run('a', 1), run('a', 2), run('a', 3), run('a', 4), run('b', 1)];
  await assert.rejects(pool.run({ echo: 5 }, { party: 'a' }), reasonIs('full'));
  await Promise.all(runs);
  assert.ok(done.indexOf('b1') < done.indexOf('a3'), done.join(' '));
  await pool.close();
});

test('low-priority orders leave one image process free', async () => {
  const pool = poolOf({ size: 2 });
  const copies = [1, 2].map((echo) =>
    assert.rejects(pool.run({ hang: true, echo: undefined }, { party: `c${echo}`, isLast: true })),
  );
  await pool.run({ echo: 1 }, { party: 'a' });
  assert.equal(pool.pids.length, 2);
  await pool.close();
  await Promise.all(copies);
});

test('an urgent order runs next, also when its party has reached its limits', async () => {
  const pool = poolOf({ size: 2, perParty: { running: 1, waiting: 1 } });
  const hanging = assert.rejects(pool.run({ hang: true }, { party: 'a' }));
  const done: string[] = [];
  const run = (echo: string, turn: Turn) => pool.run({ echo }, turn).then(() => done.push(echo));
  const waits = assert.rejects(run('of a', { party: 'a' }));
  await Promise.all([
    run('b', { party: 'b' }),
    run('c', { party: 'c' }),
    run('urgent', { party: 'a', isFirst: true }),
  ]);
  assert.deepEqual(done, ['b', 'urgent', 'c']);
  await pool.close();
  await Promise.all([hanging, waits]);
});

test('a process gets no other order before the answer to the last one was used', async () => {
  const pool = poolOf({ size: 1 });
  const used = Promise.withResolvers<string>();
  const first = pool.runThen({ echo: 1 }, { party: 'a' }, () => used.promise);
  let isAnswered = false;
  const second = pool.run({ echo: 2 }, { party: 'b', isLast: true }).then(() => (isAnswered = true));
  await setTimeout(50);
  assert.equal(isAnswered, false);
  used.resolve('used');
  assert.equal(await first, 'used');
  await second;
  const failed = pool.runThen({ echo: 3 }, { party: 'a' }, () => Promise.reject(new Error('unusable')));
  await assert.rejects(failed, /unusable/);
  assert.equal(pidOf(await pool.run({ echo: 4 }, { party: 'a' })) > 0, true);
  await pool.close();
});

test('the processor time of an order is limited, not the time on the clock', async () => {
  const pool = poolOf({ timeLimit: 60_000 });
  await assert.rejects(pool.run({ burn: 200 }, { party: 'a' }), reasonIs('late'));
  assert.deepEqual(await pool.run({ sleep: 600, limit: 200 }, { party: 'a' }), { slept: true });
  await pool.close();
});

// MAILBOX-46, VIDEO-5
test('an order that computes without a pause ends at its limits of processor time and memory', async () => {
  const pool = poolOf({ usage: { processorMs: 300, memoryBytes: 200 * 1024 * 1024 }, timeLimit: 60_000 });
  await assert.rejects(pool.run({ spin: true }, { party: 'a' }), reasonIs('late'));
  await assert.rejects(pool.run({ fill: true }, { party: 'a' }), (error) => {
    assert.match(String(error), /too much memory/);
    return reasonIs('died')(error);
  });
  assert.equal(pidOf(await pool.run({ echo: 1 }, { party: 'a' })) > 0, true);
  await pool.close();
});

// PHOTO-12
test('a party whose order was late has to pause, and others are served', async () => {
  const pool = poolOf({ size: 1, usage: { processorMs: 200 }, pauseAfterLateMs: 60_000 });
  const late = assert.rejects(pool.run({ spin: true }, { party: 'a' }), reasonIs('late'));
  const waits = assert.rejects(pool.run({ spin: true }, { party: 'a' }), reasonIs('full'));
  const other = pool.run({ echo: 1 }, { party: 'b' });
  await Promise.all([late, waits]);
  await assert.rejects(pool.run({ echo: 2 }, { party: 'a' }), reasonIs('full'));
  assert.ok(pidOf(await other) > 0);
  await pool.close();
});

test('an idle image process is ended, and the next order starts another', async () => {
  const pool = poolOf({ idleTime: 1 });
  const pid = pidOf(await pool.run({ echo: 1 }, { party: 'a' }));
  await gone(pid);
  assert.notEqual(pidOf(await pool.run({ echo: 2 }, { party: 'a' })), pid);
  await pool.close();
});

test('an image process that is killed while idle is replaced', async () => {
  const pool = poolOf();
  const pid = pidOf(await pool.run({ echo: 1 }, { party: 'a' }));
  process.kill(pid, 'SIGKILL');
  assert.notEqual(pidOf(await pool.run({ echo: 2 }, { party: 'a' })), pid);
  await pool.close();
});

test('a module that cannot start fails its orders with its own error message', async () => {
  const pool = poolOf({ module: new URL('./no-such-module.ts', import.meta.url) });
  await assert.rejects(
    pool.run({ echo: 1 }, { party: 'a' }),
    (error) => reasonIs('unstartable')(error) && String(error).includes('no-such-module'),
  );
  await pool.close();
});

test('closing the pool fails all waiting and running orders, and leaves no process', async () => {
  const pool = poolOf({ size: 1 });
  const pid = pidOf(await pool.run({ echo: 1 }, { party: 'a' }));
  const failures = [pool.run({ hang: true }, { party: 'a' }), pool.run({ echo: 2 }, { party: 'a' })].map(
    (run) => assert.rejects(run, reasonIs('closed')),
  );
  await pool.close();
  await Promise.all(failures);
  await gone(pid);
  await assert.rejects(pool.run({ echo: 3 }, { party: 'a' }), reasonIs('closed'));
});

test('image processes end with the process that started them, even when that is killed', async () => {
  const server = fork(new URL('./pool.test-owner.ts', import.meta.url), { execArgv: [], env: {} });
  const pid = await new Promise((resolve) => server.once('message', resolve));
  assert(typeof pid === 'number');
  server.kill('SIGKILL');
  await gone(pid);
});
