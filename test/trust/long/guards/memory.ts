import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../setup/sources.ts';
import type { Mutant } from '../mutants.ts';

/** The test that failed without a clause. */
export interface Catch {
  /** The path of the test file. */
  file: string;
  test: string;
}

interface Line extends Catch {
  /** Versions of the two files at which it failed. */
  clauseVersion: string;
  testVersion: string;
}

const memory = path.join(root, 'docs/guards.tsv');
const heads = ['file', 'clause', 'place', 'caught by', 'test', 'version of file', 'version of test'];

/** Imports change when files move, and comments change nothing. */
const irrelevant = /^(?:import|export) [^;]*? from '[^']*';\n|^ *\/\/.*\n|^ *\/\*\*[^]*?\*\/\n/gm;

const versions = new Map<string, string>();
/** A short hash of a file of this repository without its imports and comments; empty without a file. */
const versionOf = (file: string): string => {
  const known = versions.get(file);
  if (known !== undefined) return known;
  const full = path.join(root, file);
  const version = existsSync(full)
    ? createHash('sha256')
        .update(readFileSync(full, 'utf8').replaceAll(irrelevant, ''))
        .digest('hex')
        .slice(0, 8)
    : '';
  versions.set(file, version);
  return version;
};

/** The line of a clause is found wherever its file moves. */
const keyOf = ({ name, place, clause }: Pick<Mutant, 'name' | 'place' | 'clause'>): string =>
  `${name}\t${clause}\t${place}`;

/** `docs/guards.tsv`: the test that caught the removal of each clause, at which version of both files. */
export class Memory {
  readonly #lines = new Map<string, Line>();

  constructor() {
    if (!existsSync(memory)) return;
    for (const line of readFileSync(memory, 'utf8').split('\n').slice(1)) {
      const [file, clause, place, by, test, clauseVersion, testVersion] = line.split('\t');
      if (testVersion === undefined) continue;
      this.#lines.set([file, clause, place].join('\t'), {
        file: by ?? '',
        test: test ?? '',
        clauseVersion: clauseVersion ?? '',
        testVersion,
      });
    }
  }

  /** The last catch of the clause, if its test file still exists. */
  find(mutant: Mutant): Catch | null {
    const line = this.#lines.get(keyOf(mutant));
    return line && versionOf(line.file) !== '' ? line : null;
  }

  /** Whether neither the clause's file nor the test's has changed since the last catch. */
  isCurrent(mutant: Mutant): boolean {
    const line = this.#lines.get(keyOf(mutant));
    return line?.clauseVersion === versionOf(mutant.file) && line.testVersion === versionOf(line.file);
  }

  keep(mutant: Mutant, { file, test }: Catch): void {
    this.#lines.set(keyOf(mutant), {
      file,
      test,
      clauseVersion: versionOf(mutant.file),
      testVersion: versionOf(file),
    });
  }

  forget(mutant: Mutant): void {
    this.#lines.delete(keyOf(mutant));
  }

  /** Writes a line for each of these clauses that was caught, in the order of files and clauses. */
  write(mutants: readonly Mutant[]): void {
    const lines = mutants
      .map((mutant) => {
        const line = this.#lines.get(keyOf(mutant));
        return line && [keyOf(mutant), line.file, line.test, line.clauseVersion, line.testVersion].join('\t');
      })
      .filter((line) => line !== undefined)
      .toSorted();
    writeFileSync(memory, `${[heads.join('\t'), ...lines].join('\n')}\n`);
  }
}
