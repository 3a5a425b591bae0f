import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readdirSync } from 'node:fs';
import { root } from '../../setup/sources.ts';
import { equivalent } from './equivalent.ts';
import { findMutants, type Mutant } from './mutants.ts';
import type { Part } from './rows.ts';
import { run } from '../../harness/run.ts';

const what = 'guard removal: without any one clause of `access/`, some test fails';
const inTests = 'one (test/scenarios/planted-leak.test.ts)';

const inFolder = (folder: string) =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`);

/** The tests that must catch a missing clause, on SQLite. */
const checks: readonly string[] = [
  'test/trust/acts.test.ts',
  ...inFolder('test/access'),
  ...inFolder('test/years'),
  'test/endpoints/endpoints.test.ts',
  'test/moderation/reports.test.ts',
  'test/moderation/evidence.test.ts',
  'test/moderation/moderation.test.ts',
  'test/sharing/notifications.test.ts',
  'test/sharing/delivery.test.ts',
  'test/sharing/new-moments.test.ts',
  'test/mail/letters.test.ts',
  'test/sharing/live-updates.test.ts',
  'test/accounts/joining.test.ts',
  'test/accounts/account.test.ts',
  'test/accounts/deletion.test.ts',
  'test/sharing/taking-back.test.ts',
  'test/sharing/uploads.test.ts',
  'test/accounts/second-factor.test.ts',
  'test/accounts/not-me.test.ts',
  'test/accounts/squatting.test.ts',
];

// Most clauses of a file are caught by the same tests: run the test first that has caught the most.
const catches = new Map<string, number>();
const inOrder = (file: string): readonly string[] => {
  const score = (check: string) => (catches.get(`${file} ${check}`) ?? 0) * 1_000 + (catches.get(check) ?? 0);
  return checks.toSorted((a, b) => score(b) - score(a));
};
const hasCaught = (...keys: readonly string[]): void => {
  for (const key of keys) catches.set(key, (catches.get(key) ?? 0) + 1);
};

// Copies this repository, so that one file can be rewritten for each clause. The product has no switch for this. Processes
// that convert photos and videos may not read behind a link.
const copyTree = async (folder: string): Promise<void> => {
  for (const part of ['server', 'contract', 'test', 'scripts', 'package.json', 'node_modules'])
    await cp(path.join(root, part), path.join(folder, part), { recursive: true, verbatimSymlinks: true });
  await symlink(path.join(root, 'dist'), path.join(folder, 'dist'));
};

const flags = [
  '--test',
  '--test-reporter=spec',
  '--test-timeout=60000',
  '--test-name-pattern=\\(sqlite\\)',
  '--import=./test/setup/left-open.ts',
];

/** @returns the first test that fails without the clause */
const catcherOf = async (folder: string, file: string): Promise<string | null> => {
  for (const check of inOrder(file)) {
    const environment = {
      TRUST_ACTS: '250',
      TRUST_SEED: '7',
      TEST_ROUNDS: '1',
      NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'),
    };
    const { code, failed, output } = await run(process.execPath, [...flags, check], {
      folder,
      environment,
      milliseconds: 180_000,
    });
    if (code === 0) continue;
    const [first] = failed;
    if (first === undefined) throw new Error(`No test ran: ${output.slice(-2_000)}`);
    hasCaught(check, `${file} ${check}`);
    return `${check}: ${first}`;
  }
  return null;
};

const isEquivalent = ({ file, clause }: Mutant): boolean =>
  equivalent.some((one) => one.file === file && one.clause === clause);

/** Removes one clause after the other until the time is over, starting at a random one. */
export const guardsPart: Part = {
  name: 'guards',
  rows: [{ what, inTests }],
  run: async (milliseconds) => {
    const until = Date.now() + milliseconds;
    const all = findMutants();
    const asked = all.filter((mutant) => !isEquivalent(mutant));
    // Short runs start at different clauses, so that together they reach all.
    const start = Number(process.env['TRUST_FROM'] ?? Math.floor(Math.random() * asked.length));
    const queue = [...asked.slice(start), ...asked.slice(0, start)];
    const survivors: string[] = [];
    let caught = 0;
    const work = async (): Promise<void> => {
      const folder = await mkdtemp(path.join(tmpdir(), 'circle-guard-'));
      try {
        await copyTree(folder);
        const broken = await catcherOf(folder, '');
        if (broken) throw new Error(`A test fails although nothing is removed: ${broken}`);
        for (let mutant = queue.shift(); mutant && Date.now() < until; mutant = queue.shift()) {
          const file = path.join(folder, mutant.file);
          await writeFile(file, mutant.text);
          const by = await catcherOf(folder, mutant.file);
          const name = `${mutant.file}:${mutant.line} ${mutant.clause}`;
          console.log(by === null ? `NOT CAUGHT  ${name}` : `${name}  <-  ${by}`);
          if (by === null) survivors.push(name);
          else caught += 1;
          await cp(path.join(root, mutant.file), file);
        }
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    };
    await Promise.all([work(), work()]);
    const tried = caught + survivors.length;
    const left = `${tried} of ${asked.length} clauses tried, ${caught} caught by a named test; ${all.length - asked.length} more change nothing that anybody could see (test/trust/long/equivalent.ts)`;
    const missed = survivors.length > 0 ? `; not caught: ${survivors.join('; ')}` : '';
    return [{ what, inTests, figure: left + missed, holds: tried === 0 ? null : survivors.length === 0 }];
  },
};
