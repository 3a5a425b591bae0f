import type { Part, Row } from './rows.ts';
import { runTests } from '../../harness/run.ts';

const acts = 'random actions compared with a reference model';
const canaries = 'canaries: hidden words never appear in an answer';
const rows = [
  { what: acts, inTests: '500 actions on SQLite, 250 on PostgreSQL' },
  {
    what: canaries,
    inTests: 'after the random actions on each database, and in every compared answer',
  },
];

/** A million actions, each database in a separate process, or as many as the time allows. */
export const actsPart: Part = {
  name: 'acts',
  rows,
  run: async (milliseconds) => {
    const seed = Date.now() % 1_000_000;
    const environment = {
      TRUST_ACTS: '900000',
      TRUST_ACTS_POSTGRES: '100000',
      TRUST_SECONDS: String(Math.round(milliseconds / 1_000)),
      TRUST_SEED: String(seed),
    };
    const runs = await Promise.all(
      ['sqlite', 'postgres'].map((database) =>
        runTests(['test/trust/acts.test.ts'], environment, milliseconds, [`--test-name-pattern=${database}`]),
      ),
    );
    const told = runs.map(({ output }) => /ℹ (\d+) acts, (\d+) answers, (\d+) words/.exec(output) ?? []);
    const [sqlite = 0, postgres = 0] = told.map(([, done]) => Number(done ?? 0));
    const sum = (place: number) => told.reduce((total, match) => total + Number(match[place] ?? 0), 0);
    const holds = runs.every(({ code }) => code === 0);
    const seen = `${sum(2)} answers with ${sum(3)} hidden words, ${holds ? '0' : 'some'} foreign`;
    const played = `${sqlite} acts on SQLite, ${postgres} on PostgreSQL, seed ${seed}, ${holds ? '0 differences' : 'a difference'}`;
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
