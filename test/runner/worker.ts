// A long-lived process of `npm test` (workers.ts): it runs one test file after the other, so that the server's modules
// are loaded and optimised once. Each file is a suite with its own hooks.
import path from 'node:path';
import { after, mock, suite } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { processorMsOf } from './processor-time.ts';
import { closeShared, ownHandles } from './shared.ts';
import { takeRan, watchTwoTexts } from './two-texts.ts';
import { collectTests } from './node-test.ts';
import { root } from '../setup/sources.ts';
import type { Message, Order } from './workers.ts';

/** Milliseconds that a file gets after its last test to close what it has opened. */
const closeTimeoutMs = 10_000;

/** Fails the file that leaves a server, timer or connection open: it would go on working during later files. */
const assertNothingLeft = async (before: ReadonlyMap<string, number>): Promise<void> => {
  const until = Date.now() + closeTimeoutMs;
  for (;;) {
    const left = [...ownHandles()].filter(([kind, count]) => count > (before.get(kind) ?? 0));
    if (left.length === 0) return;
    if (Date.now() > until)
      throw new Error(`Still open after the last test: ${left.map(([kind]) => kind).join(', ')}`);
    await wait(20);
  }
};

const realClock = [globalThis.Date, globalThis.setTimeout, globalThis.setInterval];

/** Fails the file that leaves a mocked clock: time would stand still in later files. */
const assertClockRuns = (): void => {
  const clock = [globalThis.Date, globalThis.setTimeout, globalThis.setInterval];
  if (clock.every((one, at) => one === realClock[at])) return;
  mock.timers.reset();
  throw new Error('The clock is still mocked after the last test');
};

/** Errors that no test has caught, such as one in a timer. */
let stray: unknown[] = [];
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error) => {
    stray.push(error);
  });

const runFile = async (file: string): Promise<void> => {
  const environment = { ...process.env };
  const handles = ownHandles();
  stray = [];
  const loading = collectTests(() => import(pathToFileURL(path.join(root, file)).href));
  const [loaded] = await Promise.allSettled([loading]);
  await suite(file, () => {
    if (loaded.status === 'rejected') throw loaded.reason;
    loaded.value();
    after(async () => {
      assertClockRuns();
      await assertNothingLeft(handles);
      if (stray.length > 0) throw new AggregateError(stray, 'Errors outside of the tests');
    });
  });
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
};

/** Carries out an order, and says how much processor time it took. */
const obey = async ({ file }: Order): Promise<void> => {
  const usedBefore = processorMsOf(process.pid);
  await (file === null ? closeShared() : runFile(file));
  const processorMs = processorMsOf(process.pid) - usedBefore;
  process.send?.({ type: 'ended', processorMs, ranTexts: takeRan() } satisfies Message);
};

watchTwoTexts();
// Also when the process that deals out the files was killed.
process.on('disconnect', () => {
  setTimeout(() => process.exit(1), closeTimeoutMs).unref();
  void closeShared();
});
process.on('message', (order: Order) => void obey(order));
