import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import * as account from '../../contract/account.ts';
import { createLog } from '../../server/platform/log.ts';
import { createMetrics } from '../../server/platform/metrics.ts';
import { createWorkerThread } from '../../server/platform/jobs/worker-thread.ts';
import { programFile } from '../../server/platform/programs.ts';
import type { WorkerNeeds } from '../../server/worker.ts';
import { Listening } from '../harness/events.ts';
import { type DatabaseKind, password, TestServer } from '../harness/test-server.ts';
import { until } from './machines.ts';

/** Milliseconds; a minute in production. */
const idleMs = 300;

/** Runs tests on a server with a worker thread. `workers` lists the threads so far. */
const withWorkers = async (
  kind: DatabaseKind,
  work: (server: TestServer, workers: Worker[]) => Promise<void>,
): Promise<void> => {
  const workers: Worker[] = [];
  const server = await TestServer.open(
    kind,
    {},
    {
      startWorker: (settings) => {
        const workerData: WorkerNeeds = { settings, idleMs };
        const worker = new Worker(programFile('worker'), { workerData });
        workers.push(worker);
        return worker;
      },
    },
  );
  try {
    await work(server, workers);
  } finally {
    await server.close();
  }
};

/** Everybody's hour comes. */
const bringEvening = ({ app }: TestServer): Promise<void> =>
  app.context.db.write(async (tx) => {
    await tx.q.updateTable('users').set({ letter_due_at: 1 }).execute();
    await app.context.jobs.hasten(tx, ['every:evening-run']);
  });

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`the worker thread sends letters, tells of what it wrote, and ends when nothing is due (${kind})`, () =>
    withWorkers(kind, async (server, workers) => {
      const { db, metrics } = server.app.context;
      const [ann, bob] = await server.members('Ann', 'Bob');
      const circle = await ann.makesCircle('Family');
      await ann.adds(bob, circle);
      await ann.posts('Lemons', { to: circle });
      assert.equal(workers.length, 0);

      await bringEvening(server);
      await server.mailbox.arrival(bob.email);
      assert.equal(server.mailbox.take(bob.email).length, 1);
      const gauges = {
        databaseUp: true,
        storageUp: true,
        jobs: [],
        lettersWaiting: 0,
        backupAge: null,
        rehearsalAge: null,
      };
      await until('the server counts the letter', async () =>
        /circle_letters_total\{outcome="sent"\} 1/.test((await metrics.read(gauges)).text),
      );
      const [first] = workers;
      assert.ok(first);
      if (first.threadId !== -1) await once(first, 'exit');

      const page = await Listening.openQuiet(bob);
      await bob.ask(account.requestExport, { password });
      await until('Bob’s page hears that the export is there', async () => page.heard.length > 0);
      const [heard] = page.heard;
      assert.equal(heard?.kind, 'notification');
      const { status } = await db.read.selectFrom('exports').select('status').executeTakeFirstOrThrow();
      assert.equal(status, 'ready');
      await page.close();
      assert.equal(workers.length, 2);
      await server.mailbox.arrival(bob.email);
      assert.match(server.mailbox.take(bob.email)[0]?.subject ?? '', /export/);
    }));

  test(`a worker thread that dies loses no letter, and holds nobody up (${kind})`, () =>
    withWorkers(kind, async (server, workers) => {
      const { db } = server.app.context;
      const [ann, bob] = await server.members('Ann', 'Bob');
      const circle = await ann.makesCircle('Family');
      await ann.adds(bob, circle);
      await ann.posts('Lemons', { to: circle });
      const answer = server.mailbox.delayAnswers([bob.email]);
      await bringEvening(server);
      await server.mailbox.arrival(bob.email);
      await workers[0]?.terminate();
      answer();
      await ann.posts('Oranges', { to: circle });

      // Its leases run out, and the time is over for which no other thread starts.
      await db.write(({ q }) => q.updateTable('jobs').set({ leased_until: 1 }).execute());
      await until('another thread has sent the letter', async () => {
        const { state } = await db.read.selectFrom('letters').select('state').executeTakeFirstOrThrow();
        return state === 'sent';
      });
      const ids = server.mailbox.take(bob.email).map(({ headers }) => headers['message-id']);
      assert.equal(ids.length, 2, 'nobody knows whether the first one was accepted');
      assert.equal(new Set(ids).size, 1, 'so a mail program shows it once');
      assert.equal(workers.length, 2);
    }));
}

/** Resolves when somebody has had the turn that follows the one of a thread with this program. */
const haveTurnAfter = async (program: string, others: { longestTurnMs?: number } = {}): Promise<void> => {
  const asked = Promise.withResolvers<void>();
  const thread = createWorkerThread(
    () => {
      const worker = new Worker(
        `const { parentPort } = require('node:worker_threads');
        parentPort.once('message', () => { ${program} });
        parentPort.postMessage({ says: 'write' });`,
        { eval: true },
      );
      worker.once('message', () => setImmediate(asked.resolve));
      return worker;
    },
    { log: createLog('silent'), metrics: createMetrics('test'), ...others },
  );
  const endFirst = await thread.takeTurn();
  thread.wake();
  await asked.promise;
  const following = thread.takeTurn();
  endFirst();
  (await following)();
  await thread.close();
};

test('a worker thread that dies while it may write leaves its turn to others', () =>
  haveTurnAfter('process.exit(1);'));

test('a worker thread that hangs while it may write is ended', () =>
  haveTurnAfter('for (;;);', { longestTurnMs: 200 }));

test('a thread that cannot be started harms nobody who queues a job for it', async () => {
  let tries = 0;
  const worker = createWorkerThread(
    () => {
      tries += 1;
      throw new Error('The machine has no thread left');
    },
    { log: createLog('silent'), metrics: createMetrics('test') },
  );
  worker.wake();
  worker.wake();
  assert.equal(tries, 1, 'it is tried again later');
  await worker.close();
});
