import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../setup/sources.ts';
import type { Mutant } from '../mutants.ts';

const folders = [
  'access',
  'accounts',
  'endpoints',
  'mail',
  'mailbox',
  'moderation',
  'albums',
  'archives',
  'frames',
  'imports',
  'moments',
  'notifications',
  'timeline',
];

/** The test files that must catch a missing clause. */
export const checkFiles: readonly string[] = [
  'test/trust/long/guards/histories.ts',
  ...folders.flatMap((folder) =>
    readdirSync(path.join(root, 'test', folder))
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `test/${folder}/${name}`),
  ),
];

const wordsOf = (file: string): string[] =>
  path
    .basename(file)
    .replace(/(?:\.test)?\.ts$/, '')
    .split('-')
    .map((word) => word.replace(/s$/, ''));

/** The probability before anything was tried: tests of access, and of the same subject, are the most promising. */
const guess = (mutant: Mutant, file: string): number => {
  const subject = new Set(wordsOf(mutant.file));
  if (wordsOf(file).some((word) => subject.has(word))) return 0.4;
  return file.startsWith('test/access/') ? 0.2 : 0.05;
};

/** Lines of a file within which clauses are usually caught by the same tests. */
const nearLines = 20;

/** Estimates how probably a test file catches a clause: most clauses are caught by the tests that catch their neighbours. */
export class Odds {
  readonly #tries: { mutant: Mutant; file: string; isCaught: boolean }[] = [];

  note(mutant: Mutant, file: string, isCaught: boolean): void {
    this.#tries.push({ mutant, file, isCaught });
  }

  of(mutant: Mutant, file: string): number {
    let [caught, tried] = [guess(mutant, file), 1];
    for (const one of this.#tries) {
      if (one.file !== file) continue;
      const isNear = one.mutant.file === mutant.file && Math.abs(one.mutant.line - mutant.line) <= nearLines;
      const weight = isNear ? 1 : one.mutant.file === mutant.file ? 0.5 : 0.1;
      tried += weight;
      if (one.isCaught) caught += weight;
    }
    return caught / tried;
  }
}
