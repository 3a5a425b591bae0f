import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../../../harness/run.ts';
import { root } from '../../../setup/sources.ts';
import type { Mutant } from '../mutants.ts';
import type { Verdict } from './session.ts';

// Copies this repository, so that its files can be rewritten. Processes that convert photos and videos may not read behind
// a link.
const copyTree = async (folder: string): Promise<void> => {
  for (const part of ['server', 'contract', 'dist', 'test', 'scripts', 'package.json', 'node_modules'])
    await cp(path.join(root, part), path.join(folder, part), { recursive: true, verbatimSymlinks: true });
};

const flags = ['--test', '--test-reporter=spec', '--test-timeout=60000', '--test-concurrency=2'];

/** The text of a file without several of its clauses, none of which stands inside another. */
const without = (mutants: readonly Mutant[]): string => {
  const [first] = mutants;
  if (!first) return '';
  // The text of a mutant is the whole file without its clause.
  let text =
    first.text.slice(0, first.from) + first.removed + first.text.slice(first.from + first.becomes.length);
  for (const { from, to, becomes } of mutants.toSorted((a, b) => b.from - a.from))
    text = text.slice(0, from) + becomes + text.slice(to);
  return text;
};

/** A copy of this repository in which clauses are removed by rewriting their files, to check the switches' verdicts. */
export class Copy {
  readonly folder: string;
  readonly #environment: Record<string, string>;

  private constructor(folder: string, environment: Record<string, string>) {
    this.folder = folder;
    this.#environment = environment;
  }

  static async open(environment: Record<string, string>): Promise<Copy> {
    const folder = await mkdtemp(path.join(tmpdir(), 'circle-guard-'));
    await copyTree(folder);
    return new Copy(folder, environment);
  }

  /** @returns the names of the tests that fail without these clauses */
  async failuresWithout(mutants: readonly Mutant[], files: readonly string[]): Promise<string[]> {
    if (files.length === 0) return [];
    const changed = Map.groupBy(mutants, ({ file }) => file);
    for (const [file, inside] of changed) await writeFile(path.join(this.folder, file), without(inside));
    const { code, failed, output } = await run(process.execPath, [...flags, ...files], {
      folder: this.folder,
      environment: this.#environment,
      milliseconds: 60_000 + files.length * 60_000,
    });
    for (const file of changed.keys()) await cp(path.join(root, file), path.join(this.folder, file));
    if (code !== 0 && failed.length === 0) return [output.slice(-500)];
    return code === 0 ? [] : failed;
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

const isApart = (mutant: Mutant, others: readonly Mutant[]): boolean =>
  others.every((other) => other.file !== mutant.file || other.to <= mutant.from || other.from >= mutant.to);

/** Clauses that can be removed together, because none stands inside another. */
const groupsOf = (verdicts: readonly Verdict[]): Verdict[][] => {
  const groups: Verdict[][] = [];
  for (const verdict of verdicts) {
    const group = groups.find((one) =>
      isApart(
        verdict.mutant,
        one.map(({ mutant }) => mutant),
      ),
    );
    if (group) group.push(verdict);
    else groups.push([verdict]);
  }
  return groups;
};

/**
 * Confirms that no test catches these clauses. They are removed together: only if a test fails then, each half is tried.
 * @returns those that a test does catch
 */
export const contradicted = async (
  copy: Copy,
  verdicts: readonly Verdict[],
): Promise<{ verdict: Verdict; test: string }[]> => {
  const found: { verdict: Verdict; test: string }[] = [];
  const check = async (group: readonly Verdict[]): Promise<void> => {
    const files = [...new Set(group.flatMap(({ covering }) => covering))];
    const mutants = group.map(({ mutant }) => mutant);
    const [failed] = await copy.failuresWithout(mutants, files);
    if (failed === undefined) return;
    const [only, second] = group;
    if (only && !second) {
      found.push({ verdict: only, test: failed });
      return;
    }
    const half = Math.ceil(group.length / 2);
    await check(group.slice(0, half));
    await check(group.slice(half));
  };
  for (const group of groupsOf(verdicts)) await check(group);
  return found;
};
