import { availableParallelism } from 'node:os';
import type { Part, Row } from './rows.ts';
import { runTests } from '../../harness/run.ts';

const acts = 'random actions compared with a reference model';
const canaries = 'canaries: hidden words never appear in an answer';
const rows = [
  { what: acts, inTests: '250 actions on each database' },
  {
    what: canaries,
    inTests: 'after the random actions on SQLite, and in every compared answer',
  },
];

/**
 * A million actions, or as many as the time allows: on SQLite with a process for each processor, and beside them on
 * PostgreSQL. Each process has its own seed.
 */
export const actsPart: Part = {
  name: 'acts',
  rows,
  run: async (milliseconds) => {
    const processors = availableParallelism();
    const first = Date.now() % 1_000_000;
    const databases = [...Array.from({ length: processors }, () => 'sqlite'), 'postgres'];
    const seeds = databases.map((_, place) => first + place);
    const runs = await Promise.all(
      databases.map((database, place) =>
        runTests(
          ['test/trust/acts.test.ts'],
          {
            TRUST_ACTS: String(900_000 / processors),
            TRUST_ACTS_POSTGRES: '100000',
            TRUST_SECONDS: String(Math.round(milliseconds / 1_000)),
            TRUST_SEED: String(seeds[place]),
          },
          milliseconds,
          [`--test-name-pattern=${database}`],
        ),
      ),
    );
    const told = runs.map(({ output }) => /ℹ (\d+) acts, (\d+) answers, (\d+) words/.exec(output) ?? []);
    const sum = (place: number, of = told) =>
      of.reduce((total, match) => total + Number(match[place] ?? 0), 0);
    const [sqlite, postgres] = [sum(1, told.slice(0, -1)), sum(1, told.slice(-1))];
    const holds = runs.every(({ code }) => code === 0);
    const seen = `${sum(2)} answers with ${sum(3)} hidden words, ${holds ? '0' : 'some'} foreign`;
    const played = `${sqlite} acts on SQLite, ${postgres} on PostgreSQL, seeds ${seeds.join(', ')}, ${holds ? '0 differences' : 'a difference'}`;
    for (const { code, output } of runs)
      if (code !== 0) console.log(/^.*\bpath: .*$/m.exec(output)?.[0] ?? '', output.slice(-6_000));
    return rows.map(
      ({ what, inTests }): Row => ({
        what,
        inTests,
        figure: what === acts ? played : seen,
        holds: holds ? sqlite + postgres > 0 || null : false,
        ...(what === acts && { count: { done: sqlite + postgres, wanted: 1_000_000, unit: 'actions' } }),
      }),
    );
  },
};
