import * as fc from 'fast-check';
import type { TestServer } from '../harness/test-server.ts';
import { type Act, anyAct, play } from './acts.ts';
import { Cast } from './cast.ts';
import { compare } from './compare.ts';
import { crawl } from './crawl.ts';

/**
 * Plays one history that begins with empty circles. It is compared with the model several times on the way, and at
 * its end.
 */
const actsPerHistory = 250;
const compareEvery = 50;
/** In one of this many histories (10,000 actions), every GET endpoint is called with every id at the end. */
export const crawlEvery = 40;

const history = async (
  server: TestServer,
  drawn: readonly Act[],
  crawls: boolean,
): Promise<Cast['heard']> => {
  const cast = await Cast.gather(server);
  for (const [place, act] of drawn.entries()) {
    await play(cast, act);
    if ((place + 1) % compareEvery === 0 || place + 1 === drawn.length) await compare(cast);
  }
  if (crawls) await crawl(cast);
  for (const { email } of cast.actors) await server.mailsTo({ email });
  await cast.endLetters();
  return cast.heard;
};

/**
 * Plays histories of random requests until so many actions are played, or until a point in time.
 * @param crawled the first history that ends with a call of every GET endpoint, counted from 0
 */
export const playHistories = async (
  server: TestServer,
  { acts, seed, until, crawled }: { acts: number; seed: number; until: number; crawled: number },
): Promise<{ acts: number; answers: number; words: number }> => {
  const done = { histories: 0, acts: 0, answers: 0, words: 0 };
  const property = fc.asyncProperty(
    fc.array(anyAct, { minLength: actsPerHistory, maxLength: actsPerHistory, size: 'max' }),
    async (drawn) => {
      if (Date.now() > until) return;
      const { answers, words } = await history(server, drawn, done.histories % crawlEvery === crawled);
      done.histories += 1;
      done.acts += drawn.length;
      done.answers += answers;
      done.words += words;
    },
  );
  const numRuns = Math.max(1, Math.round(acts / actsPerHistory));
  await fc.assert(property, { seed, numRuns, endOnFailure: true });
  return done;
};
