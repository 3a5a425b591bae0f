import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copyOfSqlite } from '../databases.ts';
import { type Figure, median, quantile, time } from '../figures.ts';
import { firstLively, inTen } from '../people.ts';
import { Program, startServer } from '../programs.ts';
import { timesOfFeeds } from './photos.ts';

const moments = 100_000;
const day = 24 * 60 * 60_000;
/** Milliseconds until the server has found what it is to do. */
const foundAfter = 1_500;

interface Work {
  what: string;
  /** Queue more of it than is done while feeds are read. */
  statements: readonly string[];
  /** The rest of it, as `from` of a query. */
  left: string;
}

const pending = `lower(hex(randomblob(16))), 'pending', ${Date.now()}, ${Date.now() + day}`;
const works: readonly Work[] = [
  {
    what: 'letters of 2,000 members',
    statements: [
      `update circle_members set told_post_id = (select max(id) from posts) - 4000`,
      `update users set letter_due_at = 1 where id <= 2000`,
      `update jobs set run_at = 1 where kind = 'evening-run'`,
    ],
    left: `letters where state = 'open'`,
  },
  {
    what: 'exports of 1,000 members',
    statements: [
      `insert into exports (user_id, public_id, status, created_at, expires_at, parts, bytes)
       select id, ${pending}, 0, 0 from users where id between ${inTen.from} and 1000`,
      `insert into jobs (kind, payload, user_id, run_at, created_at)
       select 'export', json_quote(public_id), user_id, 1, 1 from exports`,
    ],
    left: `exports where status = 'pending'`,
  },
  {
    what: 'archives of 400 circles',
    statements: [
      `insert into archives (user_id, circle_id, public_id, status, created_at, expires_at, photos_total, photos_done, part_bytes, is_complete)
       select owner_id, id, ${pending}, 0, 0, '[]', 1 from circles where id between ${firstLively} and ${firstLively + 399}`,
      `insert into jobs (kind, payload, user_id, run_at, created_at)
       select 'circle-archive', json_quote(public_id), user_id, 1, 1 from archives`,
    ],
    left: `archives where status = 'pending'`,
  },
  {
    what: 'the indexing of 100,000 moments',
    statements: [
      `insert into post_search_queue (post_id) select id from posts where true on conflict do nothing`,
      `update jobs set run_at = 1 where kind = 'index-run'`,
    ],
    left: `post_search_queue`,
  },
];

const spells = 3;
/** The p99 of feeds, in the middle of some spells: the disk of a shared machine holds up one of them now and then. */
const p99 = async (server: Program): Promise<number> => {
  const found: number[] = [];
  for (let spell = 0; spell < spells; spell++) found.push(quantile(await timesOfFeeds(server), 0.99));
  return median(found);
};

const measureBeside = async (
  server: Program,
  database: DatabaseSync,
  { what, statements, left }: Work,
): Promise<Figure[]> => {
  // The first feeds have the server compile its code.
  await timesOfFeeds(server);
  const quiet = await p99(server);
  for (const statement of statements) database.exec(statement);
  await new Promise((resolve) => setTimeout(resolve, foundAfter));
  await server.held();
  const busy = await p99(server);
  const { longest } = await server.held();
  const count = Number(database.prepare(`select count(*) as count from ${left}`).get()?.['count']);
  if (count === 0) throw new Error(`${what}: they were done before the feeds were read`);
  return [
    {
      what: `Ten readers beside ${what}, p99 of the feed`,
      floor: `without: ${time(quiet)}`,
      value: time(busy),
      judged: busy / quiet,
      budget: { atMost: 2.5, unit: '×' },
    },
    {
      what: `Longest block beside ${what}`,
      floor: '',
      value: time(longest),
      judged: longest / 1_000,
      budget: { atMost: 50, unit: 'ms' },
    },
  ];
};

/** Reading beside one sort of long work after the other. */
export const beside = async (): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const work of works) {
    const folder = await copyOfSqlite(moments);
    const sink = await Program.start([path.join(import.meta.dirname, '../mail-sink.ts')], { probed: false });
    const settings = { dataDir: folder.dataDir, smtpUrl: `smtp://127.0.0.1:${sink.port}` };
    const server = await startServer(settings, { isWatched: true });
    const database = new DatabaseSync(path.join(folder.dataDir, 'circle.db'), { timeout: 10_000 });
    try {
      figures.push(...(await measureBeside(server, database, work)));
    } finally {
      database.close();
      await server.stop();
      await sink.stop();
      folder.remove();
    }
  }
  return figures;
};
