// `npm run check`: types, lint, formatting, unused code, language, missing words, commit subjects, licences and architecture, two at a
// time. Every check runs, so that one look shows everything that is wrong. A check that passes prints one line. With `--fast`
// only the rules and the formatting of the files that the change touches are checked.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './bootstrap/run.mjs';
import { changedFiles } from './changed-tests.ts';

const rules = 'oxlint --deny-warnings --report-unused-disable-directives';
const formatting = 'biome format';

const allChecks = {
  types: 'tsc -p .',
  rules: `${rules} .`,
  formatting: `${formatting} .`,
  unused: 'knip --no-progress',
  language: 'node scripts/check-language.mjs',
  words: 'node scripts/check-words.ts',
  commits: 'node scripts/check-commits.mjs',
  licences: 'node scripts/check-licences.mjs',
  architecture: 'node --test --test-reporter=spec test/architecture.test.ts',
};

/** Windows takes command lines of 8,191 characters, Linux words of 131,072. */
const maxLength = process.platform === 'win32' ? 7_000 : 100_000;

/** The checks of these files; of all files where a command cannot name them. */
const fastChecks = (files) => {
  const names = files.map((file) => JSON.stringify(file)).join(' ');
  const scope = names.length > maxLength ? '.' : names;
  return {
    rules: `${rules} --no-error-on-unmatched-pattern ${scope}`,
    formatting: `${formatting} --no-errors-on-unmatched ${scope}`,
  };
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

const { values } = parseArgs({ options: { fast: { type: 'boolean' } } });
const changed = values.fast ? changedFiles().filter((file) => existsSync(join(root, file))) : null;
if (changed) console.log(changed.length > 0 ? `Changed files: ${changed.length}` : 'Nothing changed.');

const checks = !changed ? allChecks : changed.length > 0 ? fastChecks(changed) : {};
const waiting = Object.entries(checks);
const results = [];
const worker = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await runOne(next));
};
await Promise.all([worker(), worker()]);
process.exitCode = results.every(Boolean) ? 0 : 1;
