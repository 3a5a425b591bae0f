// `npm test`: all tests, or only the files named: `npm test -- test/endpoints/endpoints.test.ts --test-name-pattern=photo`,
// or with `--changed` those that a change touches.
// Node's runner is content with no test at all and with skipped ones; this is not.
import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { findChromium, findChromiumShell } from './bootstrap/chromium.mjs';
import { root } from './bootstrap/run.mjs';
import { changedTests } from './changed-tests.ts';

const everything = ['contract', 'server', 'test', 'web'].map((folder) => `${folder}/**/*.test.ts`);
/** Started last, they would run alone at the end. */
const slowest = [
  'test/browser/offline',
  'test/browser/scenarios',
  'test/mailbox/incoming',
  'test/operations/backup',
  'test/trust/acts',
  'test/trust/naughty',
];
/** Minutes; `npm run test:long` takes as many as it was given. */
const maxMinutes = Number(process.env.TEST_MINUTES ?? 40);
/** Some files wait for processes of low priority meanwhile. With fewer, a slow machine answers the others sooner. */
const filesAtATime = Number(process.env.TEST_FILES ?? 6);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean' },
    'test-name-pattern': { type: 'string', multiple: true },
    'test-timeout': { type: 'string', default: '180000' },
  },
});
const named = values.changed ? [...positionals, ...changedTests()] : positionals;
if (values.changed) console.log(`Tests that the change touches:\n  ${named.join('\n  ')}`);

// Every test file is a process that loads the server again.
process.env.NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'node');
process.env.CHROMIUM_SHELL_PATH = findChromiumShell() ?? '';
process.env.CHROMIUM_PATH = findChromium() ?? '';

const isSlow = (file) => slowest.some((start) => file.startsWith(start));
const isBrowser = (file) => file.startsWith('test/browser/');
/** Spreads the files of browsers among the others: several browsers at a time starve each other on two processors. */
const spread = (all) =>
  [all.filter(isBrowser), all.filter((file) => !isBrowser(file))]
    .flatMap((some) => some.map((file, at) => ({ file, place: (at + 0.5) / some.length })))
    .toSorted((a, b) => a.place - b.place)
    .map(({ file }) => file);
const files = spread(globSync(named.length > 0 ? named : everything, { cwd: root })).toSorted(
  (a, b) => isSlow(b) - isSlow(a),
);

const stop = new AbortController();
// Ctrl-C reaches the tests' processes directly; this process must only outlive their clean-up.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => stop.abort());
const timer = setTimeout(() => {
  console.error(`npm test: stopped after ${maxMinutes} minutes.`);
  stop.abort();
}, maxMinutes * 60_000);

const tests = run({
  cwd: root,
  files,
  concurrency: filesAtATime,
  timeout: Number(values['test-timeout']),
  globalSetupPath: 'test/setup/postgres.ts',
  // V8's default young generation makes these processes collect garbage for a tenth of their time.
  execArgv: ['--import=./test/setup/left-open.ts', '--max-semi-space-size=32'],
  testNamePatterns: values['test-name-pattern'] ?? [],
  signal: stop.signal,
});
// Where the output goes to has ended, as `head` does after some lines.
process.stdout.on('error', () => process.exit(1));
let total;
const seconds = new Map();
tests.on('test:summary', (summary) => {
  if (summary.file) seconds.set(relative(root, summary.file), Math.round(summary.duration_ms / 1000));
  else total = summary;
});
await pipeline(tests, spec(), process.stdout, { end: false });
clearTimeout(timer);
if (named.length === 0) {
  const longest = [...seconds].toSorted(([, a], [, b]) => b - a).slice(0, 10);
  console.log(['ℹ longest files', ...longest.map(([file, time]) => `  ${time} s ${file}`)].join('\n'));
}

const complaint = !(total?.counts.passed > 0)
  ? 'no test ran.'
  : total.counts.skipped + total.counts.todo > 0
    ? 'tests were skipped; every test has to run.'
    : null;
if (complaint) console.error(`npm test: ${complaint}`);
process.exitCode = complaint || !total.success ? 1 : 0;
