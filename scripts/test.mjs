// `npm test`: all tests, or only the files named: `npm test -- test/endpoints/endpoints.test.ts --test-name-pattern=photo`,
// or with `--changed` those that a change touches.
// Node's runner is content with no test at all and with skipped ones; this is not.
import { existsSync, globSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { missingTexts } from '../test/runner/two-texts.ts';
import { globalSetup, globalTeardown } from '../test/setup/postgres.ts';
import { runFiles } from '../test/runner/workers.ts';
import { findChromium, findChromiumShell } from './bootstrap/chromium.mjs';
import { root } from './bootstrap/run.mjs';
import { changedTests } from './changed-tests.ts';
import { reportUsage, yardstick } from '../test/runner/budget.ts';
import { readDurations, writeDurations } from '../test/runner/durations.ts';

const everything = ['contract', 'server', 'test', 'web'].map((folder) => `${folder}/**/*.test.ts`);
/** Minutes; `npm run test:long` takes as many as it was given. */
const maxMinutes = Number(process.env.TEST_MINUTES ?? 40);
/** Processes that run test files, on two processors: tests also wait, for mails, timers and browsers. */
const processes = Number(process.env.TEST_PROCESSES ?? 4);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean' },
    'test-name-pattern': { type: 'string', multiple: true },
    'test-timeout': { type: 'string', default: '150000' },
  },
});
const named = values.changed ? [...positionals, ...changedTests()] : positionals;
if (values.changed) {
  console.log(`Tests that the change touches:\n  ${named.join('\n  ')}`);
  // With the rarer walks that `npm test` leaves to the long tests.
  process.env.TEST_REST = '1';
}

process.env.NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'node');
// In memory where there is room: the databases of the tests sync each write, which takes a quarter of the processor time.
const memory = '/dev/shm';
const roomBytes = existsSync(memory) ? statfsSync(memory).bavail * statfsSync(memory).bsize : 0;
if (roomBytes > 2e9) process.env.TMPDIR ??= memory;

process.env.CHROMIUM_SHELL_PATH = findChromiumShell() ?? '';
process.env.CHROMIUM_PATH = findChromium() ?? '';

const files = globSync(named.length > 0 ? named : everything, { cwd: root });
const durations = readDurations(files);
const isBrowser = (file) => file.startsWith('test/browser/');

const stop = new AbortController();
// Ctrl-C reaches the tests' processes directly; this process must only outlive their clean-up.
process.on('SIGINT', () => stop.abort());
process.on('SIGTERM', () => stop.abort());
const timer = setTimeout(() => {
  console.error(`npm test: stopped after ${maxMinutes} minutes.`);
  stop.abort();
}, maxMinutes * 60_000);
// Where the output goes to has ended, as `head` does after some lines.
process.stdout.on('error', () => process.exit(1));

const reporter = new spec();
reporter.pipe(process.stdout, { end: false });
const ran = [];
const yardsticks = [yardstick()];
await globalSetup();
let [sharedMs, databasesMs] = [0, 0];
try {
  sharedMs = await runFiles(
    {
      // The longest first, so that no process is left alone at the end.
      files: files.toSorted((a, b) => durations.get(b) - durations.get(a)),
      processes,
      // Several browsers starve each other on two processors.
      mayStart: (file, running) => !isBrowser(file) || running.filter(isBrowser).length < 2,
      timeoutMs: Number(values['test-timeout']),
      namePatterns: values['test-name-pattern'] ?? [],
      signal: stop.signal,
    },
    (file) => {
      ran.push(file);
      for (const event of file.events) reporter.write(event);
      yardsticks.push(yardstick());
    },
  );
} finally {
  databasesMs = await globalTeardown();
}
clearTimeout(timer);
reporter.end();
await finished(reporter);

const tests = ran
  .flatMap(({ events }) => events)
  .filter(({ data }) => data.details && data.details.type !== 'suite');
const failed = tests.filter(({ type }) => type === 'test:fail').length;
const skipped = tests.filter(({ data }) => data.skip !== undefined || data.todo !== undefined).length;
console.log(`ℹ tests ${tests.length}\nℹ pass ${tests.length - failed}\nℹ fail ${failed}`);
const complaints = [];
for (const pattern of named)
  if (globSync(pattern, { cwd: root }).length === 0) complaints.push(`no file is called ${pattern}.`);
if (tests.length === 0) complaints.push('no test ran.');
if (skipped > 0) complaints.push('tests were skipped; every test has to run.');
if (ran.length < files.length) complaints.push(`${files.length - ran.length} files did not run.`);
if (named.length === 0 && complaints.length === 0) {
  writeDurations(ran);
  complaints.push(
    ...reportUsage(
      [
        ...ran,
        { file: 'shared by files', processorMs: sharedMs },
        { file: 'PostgreSQL', processorMs: databasesMs },
      ],
      yardsticks,
    ),
  );
  complaints.push(...missingTexts(ran.flatMap(({ ranTexts }) => ranTexts)));
}
for (const complaint of complaints) console.error(`npm test: ${complaint}`);
process.exitCode = complaints.length > 0 || ran.some(({ hasPassed }) => !hasPassed) ? 1 : 0;
