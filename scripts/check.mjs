// `npm run check`: types, lint, formatting, unused code, language, missing words, commit subjects, licences and architecture, two at a
// time. Every check runs, so that one look shows everything that is wrong. A check that passes prints one line.
import { spawn } from 'node:child_process';
import { root } from './bootstrap/run.mjs';

const checks = {
  types: 'tsc -p .',
  rules: 'oxlint --deny-warnings --report-unused-disable-directives .',
  formatting: 'biome format .',
  unused: 'knip --no-progress',
  language: 'node scripts/check-language.mjs',
  words: 'node scripts/check-words.ts',
  commits: 'node scripts/check-commits.mjs',
  licences: 'node scripts/check-licences.mjs',
  architecture: 'node --test --test-reporter=spec test/architecture.test.ts',
};

const runOne = ([name, command]) =>
  new Promise((resolve) => {
    const started = performance.now();
    // Through the shell, because on Windows the tools are scripts; npm has put them on PATH.
    const child = spawn(command, { cwd: root, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const parts = [];
    child.stdout.on('data', (part) => parts.push(part));
    child.stderr.on('data', (part) => parts.push(part));
    child.on('close', (code) => {
      const seconds = ((performance.now() - started) / 1_000).toFixed(1);
      const passed = code === 0;
      // The sentences that a language lacks are listed without failing.
      if (!passed || name === 'words') process.stdout.write(`\n${Buffer.concat(parts)}\n`);
      console.log(
        `${passed ? 'passed' : 'FAILED'}  ${name}  (${seconds} s)  ${passed ? '' : command}`.trimEnd(),
      );
      resolve(passed);
    });
  });

const waiting = Object.entries(checks);
const results = [];
const worker = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await runOne(next));
};
await Promise.all([worker(), worker()]);
process.exitCode = results.every(Boolean) ? 0 : 1;
