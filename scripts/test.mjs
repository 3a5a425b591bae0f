// `npm test`: all tests, or only the files named: `npm test -- test/endpoints/endpoints.test.ts --test-name-pattern=photo`,
// or with `--changed` those that a change touches.
// Node's runner is content with no test at all and with skipped ones; this is not.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findChromium, findChromiumShell } from './bootstrap/chromium.mjs';
import { root } from './bootstrap/run.mjs';
import { changedTests } from './changed-tests.ts';

const everything = ['contract', 'server', 'test', 'web'].map((folder) => `${folder}/**/*.test.ts`);
/** Minutes; `npm run test:long` takes as many as it was given. */
const longest = Number(process.env.TEST_MINUTES ?? 40);

const given = process.argv.slice(2);
const flags = given.filter((word) => word.startsWith('-') && word !== '--changed');
const named = given.filter((word) => !word.startsWith('-'));
const files = given.includes('--changed') ? [...named, ...changedTests()] : named;
if (given.includes('--changed')) console.log(`Tests that the change touches:\n  ${files.join('\n  ')}`);

const child = spawn(
  process.execPath,
  [
    '--test',
    '--test-reporter=spec',
    '--test-concurrency=3',
    '--test-timeout=180000',
    '--test-global-setup=test/setup/postgres.ts',
    '--import=./test/setup/left-open.ts',
    ...flags,
    ...(files.length > 0 ? files : everything),
  ],
  {
    cwd: root,
    env: {
      ...process.env,
      // Every test file is a process that loads the server again.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
      CHROMIUM_PATH: findChromium() ?? '',
      CHROMIUM_SHELL_PATH: findChromiumShell() ?? '',
      ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);

let output = '';
child.stdout.on('data', (chunk) => {
  process.stdout.write(chunk);
  // The closing lines are all that is looked at.
  output = (output + chunk).slice(-100_000);
});

// Ctrl-C reaches the test runner directly; this process must only outlive the runner's clean-up.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
const timer = setTimeout(() => {
  console.error(`npm test: stopped after ${longest} minutes.`);
  child.kill('SIGTERM');
}, longest * 60_000);

child.on('close', (code) => {
  clearTimeout(timer);
  const text = stripVTControlCharacters(output);
  const count = (name) =>
    Number([...text.matchAll(new RegExp(`^ℹ ${name} (\\d+)$`, 'gm'))].at(-1)?.[1] ?? NaN);
  const complaint = !(count('pass') > 0)
    ? 'no test ran.'
    : count('skipped') + count('todo') > 0
      ? 'tests were skipped; every test has to run.'
      : null;
  if (complaint) console.error(`npm test: ${complaint}`);
  process.exitCode = code === 0 && complaint ? 1 : (code ?? 1);
});
