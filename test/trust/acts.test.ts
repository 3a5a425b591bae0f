import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { run } from '../harness/run.ts';

const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

/** The number of actions; `TRUST_ACTS=1000000` for the long run, `TRUST_SEED` to repeat a run. */
const acts = { sqlite: number('TRUST_ACTS', 1_000), postgres: number('TRUST_ACTS_POSTGRES', 250) };
const seconds = number('TRUST_SECONDS', 170);
const seed = number('TRUST_SEED', Date.now() % 1_000_000);

// The two databases are tested in separate processes, so that they run concurrently.
describe('random actions checked against a model', { concurrency: true }, () => {
  for (const kind of ['sqlite', 'postgres'] as const) {
    // SIGHT-1, SIGHT-2
    test(`after any grants and revocations, everybody sees exactly what they may see (${kind})`, async (t) => {
      const words = ['test/trust/histories.ts', kind, acts[kind], seed, seconds].map(String);
      const { code, output } = await run(process.execPath, words, { milliseconds: (seconds + 60) * 1_000 });
      assert.equal(code, 0, output);
      const [told] = /\d+ acts, .*/.exec(output) ?? [];
      assert.ok(told, output);
      t.diagnostic(told);
    });
  }
});
