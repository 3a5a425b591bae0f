// `npm run test:long -- guards` removes one clause of `access/` after the other and looks for a test that fails.
// `docs/guards.tsv` keeps the tests that did: a run tries the clauses whose file or test has changed since, and those that
// no test has caught; a clause whose file moved to another folder is known still. `TRUST_SAMPLE=100 TRUST_SEED=1` tries 100
// clauses drawn by lot instead, whatever is known of them; `TRUST_CONFIRM=20` repeats 20 catches of the run in a copy of
// this repository.
import { createHash } from 'node:crypto';
import { equivalent } from './equivalent.ts';
import { contradicted, Copy } from './guards/copies.ts';
import { Memory } from './guards/memory.ts';
import { GuardProcess } from './guards/pool.ts';
import { openWorkplace, Session, type Verdict } from './guards/session.ts';
import { findMutants, type Mutant } from './mutants.ts';
import type { Part } from './rows.ts';

const what = 'guard removal: without any one clause of `access/`, some test fails';
const inTests = 'one (test/scenarios/planted-leak.test.ts)';
/** Processes that run test files. Beside other work on two processors, `TRUST_PROCESSES=1` is kinder. */
const processes = Number(process.env['TRUST_PROCESSES'] ?? 2);
/** Clauses after which the memory is written: an interrupted run loses no more. */
const writeEvery = 10;

const isEquivalent = ({ name, clause, place }: Mutant): boolean =>
  equivalent.some(
    (one) => one.name === name && one.clause === clause && (one.place === undefined || one.place === place),
  );

/** Draws by lot. Clauses that are added or removed do not change the order of the others. */
const drawn = <T>(all: readonly T[], idOf: (one: T) => string, seed: string, count: number): T[] => {
  const lot = (one: T) =>
    createHash('sha256')
      .update(`${seed} ${idOf(one)}`)
      .digest('hex');
  return all.toSorted((a, b) => (lot(a) < lot(b) ? -1 : 1)).slice(0, count);
};

const nameOf = ({ file, line, clause }: Mutant): string => `${file}:${line} ${clause}`;

const tryAll = async (
  queue: Mutant[],
  { session, until, environment }: { session: Session; until: number; environment: Record<string, string> },
  done: (verdict: Verdict) => void,
): Promise<void> => {
  const work = async (): Promise<void> => {
    const process = new GuardProcess(environment);
    try {
      for (let mutant = queue.shift(); mutant && Date.now() < until; mutant = queue.shift()) {
        const verdict = await session.try(process, mutant);
        if (!verdict) {
          queue.push(mutant);
          continue;
        }
        const { caught, covering } = verdict;
        const cost = `${verdict.runs} files, ${(verdict.processorMs / 1_000).toFixed(1)} s of processor time`;
        console.log(
          caught
            ? `${nameOf(mutant)}  <-  ${caught.file}: ${caught.test} (${cost})`
            : `no failure in ${covering.length} files without ${nameOf(mutant)} (${cost})`,
        );
        done(verdict);
      }
    } finally {
      await process.close();
    }
  };
  await Promise.all(Array.from({ length: processes }, work));
};

/** Repeats catches without switches. @returns the clauses whose test passes there */
const repeat = async (copy: Copy, verdicts: readonly Verdict[]): Promise<string[]> => {
  const wrong: string[] = [];
  for (const { mutant, caught } of verdicts) {
    if (!caught) continue;
    const failed = await copy.failuresWithout([mutant], [caught.file]);
    const isSame = failed.includes(caught.test);
    console.log(
      `${isSame ? 'confirmed' : failed.length > 0 ? 'OTHER TEST' : 'NOT CONFIRMED'}  ${nameOf(mutant)}  <-  ${failed[0] ?? 'nothing'}`,
    );
    if (failed.length === 0) wrong.push(nameOf(mutant));
  }
  return wrong;
};

export const guardsPart: Part = {
  name: 'guards',
  rows: [{ what, inTests }],
  run: async (milliseconds) => {
    const until = Date.now() + milliseconds;
    const all = findMutants();
    const asked = all.filter((mutant) => !isEquivalent(mutant));
    const memory = new Memory();
    const seed = process.env['TRUST_SEED'] ?? '1';
    const sample = Number(process.env['TRUST_SAMPLE'] ?? 0);
    const queue = sample
      ? drawn(asked, ({ id }) => id, seed, sample)
      : asked.filter((mutant) => !memory.isCurrent(mutant));
    // Those that were caught before need one test file.
    queue.sort((a, b) => Number(memory.find(a) === null) - Number(memory.find(b) === null));
    console.log(`${queue.length} of ${asked.length} clauses to try`);
    const workplace = await openWorkplace();
    const verdicts: Verdict[] = [];
    let wrong: string[] = [];
    const survivors: string[] = [];
    try {
      const session = new Session(memory, asked);
      await tryAll(queue, { session, until, environment: workplace.environment }, (verdict) => {
        verdicts.push(verdict);
        if (verdict.caught) memory.keep(verdict.mutant, verdict.caught);
        else memory.forget(verdict.mutant);
        if (verdicts.length % writeEvery === 0) memory.write(asked);
      });
      memory.write(asked);
      const uncaught = verdicts.filter(({ caught }) => caught === null);
      const confirmed = drawn(
        verdicts.filter(({ caught }) => caught !== null),
        ({ mutant }) => mutant.id,
        seed,
        Number(process.env['TRUST_CONFIRM'] ?? 0),
      );
      if (uncaught.length + confirmed.length > 0) {
        const copy = await Copy.open(workplace.environment);
        try {
          for (const { verdict, test } of await contradicted(copy, uncaught)) {
            wrong.push(nameOf(verdict.mutant));
            console.log(`CAUGHT IN A COPY ONLY  ${nameOf(verdict.mutant)}  <-  ${test}`);
          }
          wrong = [...wrong, ...(await repeat(copy, confirmed))];
        } finally {
          await copy.close();
        }
      }
      survivors.push(...uncaught.map(({ mutant }) => nameOf(mutant)).filter((name) => !wrong.includes(name)));
    } finally {
      await workplace.close();
    }
    for (const name of survivors) console.log(`NOT CAUGHT  ${name}`);
    const known = asked.filter((mutant) => memory.isCurrent(mutant)).length;
    const tried = known + survivors.length;
    const misjudged = wrong.length > 0 ? `; the switch and a copy disagree: ${wrong.join('; ')}` : '';
    const missed = survivors.length > 0 ? `; not caught: ${survivors.join('; ')}` : '';
    const figure = `${tried} of ${asked.length} clauses tried, ${known} caught by a named test (docs/guards.tsv); ${all.length - asked.length} more change nothing that anybody could see (test/trust/long/equivalent.ts)${missed}${misjudged}`;
    console.log(figure);
    if (sample) return [];
    const hasFailed = survivors.length + wrong.length > 0;
    return [{ what, inTests, figure, holds: hasFailed ? false : tried === asked.length || null }];
  },
};
