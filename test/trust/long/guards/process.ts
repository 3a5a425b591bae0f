// A long-lived process of the guard removal: it runs one test file after the other, each without one clause of `access/`
// or as it is, and stops a file at its first failure. The server's modules stay loaded.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { afterEach, beforeEach, suite } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { SqliteQueryCompiler } from 'kysely';
import { ownHandles } from '../../../runner/shared.ts';
import { root } from '../../../setup/sources.ts';
import { findMutants } from '../mutants.ts';
import { askedClauses, remove } from './removed.ts';
import { listen } from './reporter.ts';
import type { Failure, Message, Task } from './messages.ts';
import { withoutRemoved, withSwitches } from './switches.ts';

const urlOf = (file: string): string => pathToFileURL(path.join(root, file)).href;
const clauses = Map.groupBy(findMutants(), ({ file }) => urlOf(file));

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context);
    const inside = clauses.get(url);
    return inside
      ? { ...loaded, source: withSwitches(readFileSync(fileURLToPath(url), 'utf8'), inside) }
      : loaded;
  },
});

const compile = SqliteQueryCompiler.prototype.compileQuery;
SqliteQueryCompiler.prototype.compileQuery = function compileWithout(...given) {
  return withoutRemoved(compile.apply(this, given));
};

// Only now: the harness loads `access/`.
const { TestServer } = await import('../../../harness/test-server.ts');

let isStopped = false;
const open = TestServer.open;
TestServer.open = (...given) => {
  if (isStopped) throw new Error('stopped at the first failure');
  return open(...given);
};

const tell = (message: Message): void => {
  if (process.connected) process.send?.(message);
};

/** Milliseconds for the last handles of a file to close. */
const closeTimeoutMs = 3_000;
const isQuietAs = async (before: number): Promise<boolean> => {
  const count = () => [...ownHandles().values()].reduce((sum, each) => sum + each, 0);
  for (const until = Date.now() + closeTimeoutMs; count() > before; await wait(10))
    if (Date.now() > until) return false;
  return true;
};

let runs = 0;

/** Follows the tests of a file. `isReported` resolves when the runner has reported the whole file. */
const follow = () => {
  const { promise: isReported, resolve } = Promise.withResolvers<undefined>();
  const failures: Failure[] = [];
  let tests = 0;
  const fail = (event: Extract<TestEvent, { type: 'test:fail' }>) => {
    const { failureType, cause }: { failureType?: unknown; cause?: unknown } = event.data.details.error;
    if (failureType === 'subtestsFailed') return;
    const failure = {
      name: event.data.name,
      text: inspect(cause),
      isCause: failureType !== 'cancelledByParent',
    };
    failures.push(failure);
    tell({ type: 'failing', failure });
  };
  listen((event) => {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') return;
    if (event.type === 'test:fail') fail(event);
    if (event.data.nesting === 0) resolve(undefined);
    else if (event.data.details.type !== 'suite') tests += 1;
  });
  return {
    isReported,
    result: () => ({ tests, failure: failures.find(({ isCause }) => isCause) ?? failures[0] ?? null }),
  };
};

const runFile = async ({ file, removal }: Task): Promise<void> => {
  runs += 1;
  const usedBefore = process.cpuUsage();
  remove(removal);
  isStopped = false;
  const environment = { ...process.env };
  const handles = [...ownHandles().values()].reduce((sum, each) => sum + each, 0);
  const { isReported, result } = follow();
  await suite(file, async () => {
    beforeEach(() => {
      if (isStopped) throw new Error('stopped at the first failure');
    });
    afterEach((test) => {
      if ('passed' in test && !test.passed) isStopped = true;
    });
    // Modules of tests register their tests when they are loaded.
    await import(`${urlOf(file)}?run=${runs}`);
  });
  await isReported;
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  const isQuiet = await isQuietAs(handles);
  const { user, system } = process.cpuUsage(usedBefore);
  tell({
    type: 'ended',
    ...result(),
    asked: askedClauses(),
    isQuiet,
    usedBytes: process.memoryUsage.rss(),
    processorMs: (user + system) / 1_000,
  });
};

process.on('message', (task: Task) => void runFile(task));
process.on('disconnect', () => process.exit());
