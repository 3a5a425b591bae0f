import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '../../../../server/platform/db/migrate.ts';
import { openSqlite } from '../../../../server/platform/db/sqlite.ts';
import { root } from '../../../setup/sources.ts';
import type { Mutant } from '../mutants.ts';
import { Baselines } from './baselines.ts';
import { Odds } from './check-files.ts';
import type { Catch, Memory } from './memory.ts';
import type { GuardProcess } from './pool.ts';

/** The result for a clause: the test that caught it, or all files that ran it. */
export interface Verdict {
  mutant: Mutant;
  caught: Catch | null;
  /** The files whose unchanged run asks for the clause. */
  covering: readonly string[];
  /** How many files ran without the clause. */
  runs: number;
  /** Processor time of those runs. */
  processorMs: number;
}

/** Files that the first turn of a clause tries. */
const firstFiles = 4;

/** Makes a folder for temporary files, with an empty database, and the environment of all tests. */
export const openWorkplace = async (): Promise<{
  folder: string;
  environment: Record<string, string>;
  close: () => Promise<void>;
}> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'circle-guards-'));
  const db = openSqlite(path.join(folder, 'template'));
  await migrate(db);
  await db.close();
  const tmp = path.join(folder, 'tmp');
  await mkdir(tmp);
  return {
    folder,
    environment: {
      TRUST_ACTS: '250',
      TRUST_SEED: '7',
      TEST_ROUNDS: '1',
      TEST_DATABASES: 'sqlite',
      TEST_SQLITE_TEMPLATE: path.join(folder, 'template/circle.db'),
      TMPDIR: tmp,
      NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'),
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
};

/** The state that all processes of a run share. */
export class Session {
  readonly #baselines = new Baselines();
  readonly #odds = new Odds();
  readonly #memory: Memory;
  /** The verdict so far on each clause that had a turn, and the files that ran without it. */
  readonly #begun = new Map<string, { verdict: Verdict; tried: Set<string> }>();

  constructor(memory: Memory, mutants: readonly Mutant[]) {
    this.#memory = memory;
    for (const mutant of mutants) {
      const last = memory.find(mutant);
      if (last) this.#odds.note(mutant, last.file, true);
    }
  }

  /** The files that run the clause, the most promising per second first. */
  async #filesFor(process: GuardProcess, mutant: Mutant): Promise<string[]> {
    const covering = await this.#baselines.covering(process, mutant.id);
    return covering
      .map(({ file, durationMs }) => ({ file, score: this.#odds.of(mutant, file) / durationMs }))
      .toSorted((a, b) => b.score - a.score)
      .map(({ file }) => file);
  }

  /**
   * Runs test files without the clause until one fails. The first turn of a clause tries few of them: most clauses are
   * caught by these, which tells what to try first without the others.
   * @returns null when files are left for a second turn
   */
  async try(process: GuardProcess, mutant: Mutant): Promise<Verdict | null> {
    const isFirst = !this.#begun.has(mutant.id);
    const { verdict, tried } = this.#begun.get(mutant.id) ?? {
      verdict: { mutant, caught: null, covering: [], runs: 0, processorMs: 0 },
      tried: new Set(),
    };
    this.#begun.set(mutant.id, { verdict, tried });
    const isCaughtBy = async (file: string): Promise<boolean> => {
      const { failure, processorMs } = await process.run({
        file,
        removal: { id: mutant.id, becomes: mutant.becomes },
      });
      this.#odds.note(mutant, file, failure !== null);
      tried.add(file);
      verdict.runs += 1;
      verdict.processorMs += processorMs;
      if (failure) verdict.caught = { file, test: failure.name };
      return failure !== null;
    };
    const last = isFirst ? this.#memory.find(mutant) : null;
    if (last && (await this.#baselines.of(process, last.file)).hasPassed && (await isCaughtBy(last.file)))
      return verdict;
    verdict.covering = await this.#filesFor(process, mutant);
    for (const file of verdict.covering) {
      if (tried.has(file)) continue;
      if (isFirst && tried.size >= firstFiles) return null;
      if (await isCaughtBy(file)) break;
    }
    return verdict;
  }
}
