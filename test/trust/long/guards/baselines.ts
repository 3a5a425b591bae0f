import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { root } from '../../../setup/sources.ts';
import { checkFiles } from './check-files.ts';
import type { GuardProcess } from './pool.ts';

/** The result of a test file without any removal. */
interface Baseline {
  /** A file that fails catches nothing. */
  hasPassed: boolean;
  /** The ids of the clauses that ran. */
  covered: ReadonlySet<string>;
  durationMs: number;
}

const cache = path.join(root, 'node_modules/.cache/guard-baselines.json');
const Kept = z.record(
  z.string(),
  z.object({ version: z.string(), covered: z.array(z.string()), durationMs: z.number() }),
);

const readCache = (): z.infer<typeof Kept> =>
  existsSync(cache) ? (Kept.safeParse(JSON.parse(readFileSync(cache, 'utf8'))).data ?? {}) : {};

/** A hash of all code besides the test files and these programs: what a test file runs depends on nothing else. */
const hashCode = (): string => {
  const hash = createHash('sha256');
  for (const folder of ['contract', 'dist/words', 'server', 'test'])
    for (const name of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).toSorted())
      if (name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('trust/long/'))
        hash.update(readFileSync(path.join(root, folder, name)));
  return hash.digest('hex');
};

/** Runs each test file once as it is, and keeps what it ran until code or the file changes. */
export class Baselines {
  readonly #measured = new Map<string, Promise<Baseline>>();
  readonly #kept = readCache();
  readonly #code = hashCode();

  #versionOf(file: string): string {
    return createHash('sha256')
      .update(this.#code)
      .update(readFileSync(path.join(root, file)))
      .digest('hex')
      .slice(0, 16);
  }

  async #measure(process: GuardProcess, file: string): Promise<Baseline> {
    const version = this.#versionOf(file);
    const kept = this.#kept[file];
    if (kept?.version === version)
      return { hasPassed: true, covered: new Set(kept.covered), durationMs: kept.durationMs };
    let ran = await process.run({ file, removal: null });
    // A busy machine can fail a test once, and the first run in a process takes longer.
    if (ran.failure || ran.isFirst) ran = await process.run({ file, removal: null });
    const { failure, asked, durationMs } = ran;
    if (failure) {
      const text = `${failure.name}: ${failure.text}`.slice(0, 1_000);
      console.log(`NOT USED  ${file} fails although nothing is removed: ${text}`);
    } else {
      console.log(`${file} runs ${asked.length} clauses in ${(durationMs / 1_000).toFixed(1)} s`);
      this.#kept[file] = { version, covered: [...asked], durationMs };
      mkdirSync(path.dirname(cache), { recursive: true });
      writeFileSync(cache, JSON.stringify(this.#kept));
    }
    return { hasPassed: failure === null, covered: new Set(asked), durationMs };
  }

  of(process: GuardProcess, file: string): Promise<Baseline> {
    const known = this.#measured.get(file);
    if (known) return known;
    const measured = this.#measure(process, file);
    this.#measured.set(file, measured);
    return measured;
  }

  /** The files that run a clause, and how long each takes. */
  async covering(process: GuardProcess, id: string): Promise<{ file: string; durationMs: number }[]> {
    // Another process may be measuring one of them.
    for (const file of checkFiles) if (!this.#measured.has(file)) await this.of(process, file);
    const all = await Promise.all(
      checkFiles.map(async (file) => ({ file, ...(await this.of(process, file)) })),
    );
    return all.filter(({ hasPassed, covered }) => hasPassed && covered.has(id));
  }
}
