import { test } from 'node:test';
import * as fc from 'fast-check';
import { onBothDatabases, type Town } from '../harness/town.ts';
import { type Act, anyAct, play } from './acts.ts';
import { Cast } from './cast.ts';
import { compare } from './compare.ts';
import { crawl } from './crawl.ts';

/** One history, from nobody in any circle on; compared so often, and at its end. */
const actsPerHistory = 250;
const compareEvery = 50;
/** After so many histories every read there is is asked with every id: 10,000 acts. */
const crawlEvery = 40;

const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

/** How many acts; `TRUST_ACTS=1000000` for the long run, `TRUST_SEED` to draw the same again. */
const acts = { sqlite: number('TRUST_ACTS', 4_500), postgres: number('TRUST_ACTS_POSTGRES', 500) };
const longest = number('TRUST_SECONDS', 170) * 1_000;

const history = async (town: Town, drawn: readonly Act[], crawls: boolean): Promise<Cast['heard']> => {
  const cast = await Cast.gather(town);
  for (const [place, act] of drawn.entries()) {
    await play(cast, act);
    if ((place + 1) % compareEvery === 0) await compare(cast);
  }
  await compare(cast);
  if (crawls) await crawl(cast);
  for (const { email } of cast.actors) await town.mailsTo({ email });
  return cast.heard;
};

onBothDatabases('random acts against the model', (town) => {
  test('whatever was granted and revoked, everybody is answered what they may see, and no more', async (t) => {
    const kind = town().environment['DATABASE_URL'] === undefined ? 'sqlite' : 'postgres';
    const seed = number('TRUST_SEED', Date.now() % 1_000_000);
    const done = { histories: 0, acts: 0, answers: 0, words: 0 };
    const until = Date.now() + longest;
    const property = fc.asyncProperty(
      fc.array(anyAct, { minLength: actsPerHistory, maxLength: actsPerHistory, size: 'max' }),
      async (drawn) => {
        if (Date.now() > until) return;
        const { answers, words } = await history(town(), drawn, done.histories % crawlEvery === 0);
        done.histories += 1;
        done.acts += drawn.length;
        done.answers += answers;
        done.words += words;
      },
    );
    await fc.assert(property, {
      seed,
      numRuns: Math.max(1, Math.round(acts[kind] / actsPerHistory)),
      endOnFailure: true,
    });
    t.diagnostic(`${done.acts} acts, ${done.answers} answers, ${done.words} words in them, seed ${seed}`);
  });
});
