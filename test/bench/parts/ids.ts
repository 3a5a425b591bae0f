import { sql } from 'kysely';
import { selectFeedIds } from '../../../server/features/posts/feed-ids.ts';
import { belongsInFeed, countsInFeed } from '../../../server/access/rules/sees.ts';
import { type Database, prepared } from '../../../server/platform/db/database.ts';
import { openPostgres } from '../../../server/platform/db/postgres.ts';
import { openSqlite } from '../../../server/platform/db/sqlite.ts';
import { createLog } from '../../../server/platform/log.ts';
import { copyOfSqlite, filledPostgres } from '../databases.ts';
import { type Figure, median, time } from '../figures.ts';
import { inFifty, inTen } from '../people.ts';

const few = 10_000;
const many = 1_000_000;
const rounds = 11;
const times = 100;

// The feed's query for the ids of a page, without loading the posts.
const pageIds = prepared<{ viewer: number; before: number | null; limit: number }, { post_id: number }>({
  name: 'bench_feed_ids',
  parameters: ['viewer', 'before', 'limit'],
  text: ({ viewer, before, limit }, dialect) =>
    sql`${selectFeedIds(dialect, 'newest', {
      circles: sql`select m.circle_id, m.sees_after_post_id from circle_members m where m.user_id = ${viewer}`,
      mayRepeat: true,
      before,
      limit,
      keep: (post) => belongsInFeed(viewer, post),
      propose: (post) => countsInFeed(viewer, post),
    })}`,
});

const costOf = async (db: Database, { from, to }: typeof inTen): Promise<number> => {
  const started = performance.now();
  for (let done = 0; done < times; done++) {
    const rows = await db.run(pageIds, { viewer: from + (done % (to - from + 1)), before: null, limit: 21 });
    if (rows.length !== 21) throw new Error('A feed is too short to compare it');
  }
  return ((performance.now() - started) * 1_000) / times;
};

const compareSizes = async (title: string, small: Database, large: Database): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const group of [inTen, inFifty]) {
    const costs: { small: number; large: number }[] = [];
    for (let round = 0; round <= rounds; round++) {
      const cost = { small: await costOf(small, group), large: await costOf(large, group) };
      if (round > 0) costs.push(cost);
    }
    figures.push({
      what: `Feed ids of ${group.circles} circles, 1 M posts compared with 10 k, ${title}`,
      floor: `itself at 10 k: ${time(median(costs.map((cost) => cost.small)))}`,
      value: time(median(costs.map((cost) => cost.large))),
      judged: median(costs.map((cost) => cost.large / cost.small)),
      budget: { atMost: 2.5, unit: '×' },
    });
  }
  return figures;
};

/** Checks that finding a page costs the same with a hundred times as many posts. */
export const ids = async (): Promise<Figure[]> => {
  const folders = [await copyOfSqlite(few), await copyOfSqlite(many)] as const;
  const onSqlite = [openSqlite(folders[0].dataDir), openSqlite(folders[1].dataDir)] as const;
  const figures = await compareSizes('SQLite', ...onSqlite);
  for (const db of onSqlite) await db.close();
  for (const folder of folders) folder.remove();

  const log = createLog('silent');
  const onPostgres = [
    openPostgres(await filledPostgres(few), log),
    openPostgres(await filledPostgres(many), log),
  ] as const;
  figures.push(...(await compareSizes('PostgreSQL', ...onPostgres)));
  for (const db of onPostgres) await db.close();
  return figures;
};
