import { describe, test } from 'node:test';
import { TestServer } from '../harness/test-server.ts';
import { crawlEvery, playHistories } from './histories.ts';

const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

/** The number of actions; `TRUST_ACTS=1000000` for the long run, `TRUST_SEED` to repeat a run. */
const acts = { sqlite: number('TRUST_ACTS', 250), postgres: number('TRUST_ACTS_POSTGRES', 250) };
/** A busy machine plays fewer. */
const seconds = number('TRUST_SECONDS', 60);
const seed = number('TRUST_SEED', Date.now() % 1_000_000);

describe('random actions checked against a model', () => {
  for (const kind of ['sqlite', 'postgres'] as const) {
    // SIGHT-1, SIGHT-2
    test(`after any grants and revocations, everybody sees exactly what they may see (${kind})`, async (t) => {
      t.diagnostic(`seed ${seed}`);
      const server = await TestServer.open(kind);
      const until = Date.now() + seconds * 1_000;
      // `npm test` plays one history on each database: a crawl takes twice as long as the rest of it.
      const crawled = kind === 'sqlite' ? 0 : crawlEvery - 1;
      const played = await playHistories(server, { acts: acts[kind], seed, until, crawled }).catch(
        async (error: unknown) => {
          // The end of a server finds what a history that was broken off has left, and would hide the difference.
          await server.close().catch(() => undefined);
          throw error;
        },
      );
      t.diagnostic(`${played.acts} acts, ${played.answers} answers, ${played.words} words in them`);
      await server.close();
    });
  }
});
