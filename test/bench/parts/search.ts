import { sql } from 'kysely';
import { indexPosts } from '../../../server/features/search/index-posts.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { openPostgres } from '../../../server/platform/db/postgres.ts';
import { openSqlite } from '../../../server/platform/db/sqlite.ts';
import { createLog } from '../../../server/platform/log.ts';
import { copyOfSqlite, filledPostgres } from '../databases.ts';
import { type Figure, median, time } from '../figures.ts';
import { get, send } from '../load.ts';
import { inFifty } from '../people.ts';
import { startServer } from '../programs.ts';
import { cookieOf } from '../sessions.ts';

// Indexing a million takes more than twelve minutes on SQLite.
const posts = 100_000;
/** The first ones fill the caches of a server that has just started. */
const warmUp = 15;
const rounds = 25;
const budget = { atMost: 20, unit: 'ms' };

/** The words of a member with 50 circles. All moments are made of few sentences, so that each word is common. */
const searches: Readonly<Record<string, string>> = {
  'a common word': 'garden',
  'the beginning of a word': 'gar',
  'two words': 'river heron',
  'eight words': 'walked long way home river twelve kilometres heron',
  'a phrase': '"boat house"',
  'a phrase of common words that nobody wrote': '"garden river"',
  'a word that nobody wrote': 'quince',
};

const index = async (db: Database): Promise<void> => {
  const indexed = await sql`select 1 from post_search limit 1`.execute(db.read);
  if (indexed.rows.length === 0)
    await db.write(({ q }) => sql`insert into post_search_queue (post_id) select id from posts`.execute(q));
  // PostgreSQL does this after a while. It would plan for an empty index if it had seen it empty.
  const vacuum = async (table: 'post_search_queue' | 'post_search') => {
    if (db.dialect.name === 'postgres') await sql`vacuum analyze ${sql.table(table)}`.execute(db.read);
  };
  await vacuum('post_search_queue');
  await indexPosts(db);
  await vacuum('post_search');
  await db.close();
};

const timeOf = async (port: number, q: string): Promise<number> => {
  const wire = get(`/api/posts/search?q=${encodeURIComponent(q)}`, { cookie: cookieOf(inFifty.from) });
  const times: number[] = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    const started = performance.now();
    const { status } = await send(port, wire);
    if (status !== 200) throw new Error(`The search answered ${status}`);
    if (round >= 0) times.push((performance.now() - started) * 1_000);
  }
  return median(times);
};

const measure = async (
  name: string,
  settings: { dataDir: string; databaseUrl?: string },
): Promise<Figure[]> => {
  const server = await startServer(settings);
  try {
    const figures: Figure[] = [];
    for (const [what, q] of Object.entries(searches)) {
      const cost = await timeOf(server.port, q);
      figures.push({
        what: `Search for ${what}, 100 k posts, ${name}`,
        floor: '',
        value: time(cost),
        judged: cost / 1_000,
        budget,
      });
    }
    return figures;
  } finally {
    await server.stop();
  }
};

/** A search among a hundred thousand posts, by the clock of its caller. */
export const search = async (): Promise<Figure[]> => {
  const folder = await copyOfSqlite(posts);
  try {
    await index(openSqlite(folder.dataDir));
    const onSqlite = await measure('SQLite', folder);
    const databaseUrl = await filledPostgres(posts);
    await index(openPostgres(databaseUrl, createLog('silent')));
    return [...onSqlite, ...(await measure('PostgreSQL', { ...folder, databaseUrl }))];
  } finally {
    folder.remove();
  }
};
