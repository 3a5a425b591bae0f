import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { copyOfSqlite } from '../databases.ts';
import { digits, type Figure, quantile, time } from '../figures.ts';
import { Connection, get } from '../load.ts';
import { Program, startServer } from '../programs.ts';
import { cookieOf } from '../sessions.ts';

const readers = 10_000;
const moments = 100_000;
/** The newest moments, which count as shared since yesterday. */
const ofOneDay = 4_000;
/** Milliseconds between two requests for the feed. */
const pause = 20;

/** Has the hour of the readers come when the server starts, with the moments of one day untold. */
const prepare = (dataDir: string): void => {
  const database = new DatabaseSync(path.join(dataDir, 'circle.db'));
  const told = `update circle_members set told_post_id = (select max(id) from posts) - ${ofOneDay}`;
  for (const statement of [
    told,
    `update users set letter_due_at = case when id <= ${readers} then 1 else 9000000000000 end`,
    "delete from jobs where kind = 'evening-run'",
    `insert into jobs (kind, payload, unique_key, run_at, created_at)
     values ('evening-run', 'null', 'every:evening-run', 1, 1)`,
  ])
    database.exec(statement);
  database.close();
};

/** Times of feeds in microseconds, one after the other with pauses, until `isOver`. */
const timesOfFeeds = async (server: Program, isOver: () => boolean): Promise<number[]> => {
  const connection = await Connection.open(server.port);
  const times: number[] = [];
  for (let turn = 0; !isOver(); turn++) {
    const wire = get('/api/posts/feed', { cookie: cookieOf(1 + (turn % 100)) });
    const started = performance.now();
    const { status } = await connection.send(wire);
    if (status !== 200) throw new Error(`The feed answered ${status}`);
    times.push((performance.now() - started) * 1_000);
    await wait(pause);
  }
  connection.close();
  return times;
};

/** Mebibytes of memory that a program had at most. */
const peakOf = ({ child }: Program): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1_024;

/** One evening: the letters of 10,000 members, with the feed read beside them. */
export const letters = async (): Promise<Figure[]> => {
  const folder = await copyOfSqlite(moments);
  prepare(folder.dataDir);
  const sink = await Program.start([path.join(import.meta.dirname, '../mail-sink.ts')], { probed: false });
  const server = await startServer({ dataDir: folder.dataDir, smtpUrl: `smtp://127.0.0.1:${sink.port}` });
  const database = new DatabaseSync(path.join(folder.dataDir, 'circle.db'), { readOnly: true });
  const count = (state: string): number =>
    Number(database.prepare('select count(*) as count from letters where state = ?').get(state)?.['count']);
  try {
    const started = performance.now();
    const before = await server.cpu();
    let isOver = false;
    const beside = timesOfFeeds(server, () => isOver);
    while (count('open') > 0 || count('sent') === 0) await wait(250);
    const seconds = (performance.now() - started) / 1_000;
    const sent = count('sent');
    isOver = true;
    const busy = await beside;
    const processor = ((await server.cpu()) - before) / 1_000_000;
    const peak = peakOf(server);
    let quietTurns = 0;
    const quiet = await timesOfFeeds(server, () => quietTurns++ >= busy.length);
    const p99 = (times: readonly number[]) => quantile(times, 0.99);
    return [
      {
        what: 'Letters a second, without photos, on one core',
        floor: `${sent} letters in ${digits(seconds)} s, feeds beside them`,
        value: `${digits(sent / processor)} /s`,
        judged: sent / processor,
        budget: { atLeast: 50, unit: '/s' },
      },
      {
        what: 'Feed beside 10,000 letters, p99',
        floor: `itself without them: ${time(p99(quiet))}`,
        value: time(p99(busy)),
        judged: p99(busy) / p99(quiet),
        budget: { atMost: 2, unit: '×' },
      },
      {
        what: 'Memory at most, with letters',
        floor: '–',
        value: `${digits(peak)} MB`,
        judged: peak,
        budget: null,
      },
    ];
  } finally {
    database.close();
    await server.stop();
    await sink.stop();
    folder.remove();
  }
};
