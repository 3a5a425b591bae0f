import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { createFileStorage } from '../../../server/platform/storage/files.ts';
import { peakMemory } from '../../harness/peak-memory.ts';
import { root } from '../../setup/sources.ts';
import { copyOfSqlite } from '../databases.ts';
import { digits, type Figure, quantile, time } from '../figures.ts';
import { Connection, get } from '../load.ts';
import { Program, startServer } from '../programs.ts';
import { cookieOf } from '../sessions.ts';

const moments = 100_000;
/** The newest moments, which count as shared since yesterday. */
const ofOneDay = 4_000;
/** When the others' hour comes, in milliseconds from now: a later one counts as set by a wrong clock. */
const othersMs = 20 * 60 * 60_000;
/** Milliseconds between two requests for the feed. */
const pause = 20;

interface Evening {
  /** Members whose hour has come. */
  readers: number;
  /** Letters carry words and photos. */
  withPhotos: boolean;
}

/** Has the hour of the readers come when the server starts, with the moments of one day untold. */
const prepare = async (dataDir: string, { readers, withPhotos }: Evening): Promise<void> => {
  const database = new DatabaseSync(path.join(dataDir, 'circle.db'));
  const newest = `(select max(id) from posts) - ${ofOneDay}`;
  for (const statement of [
    `update circle_members set told_post_id = ${newest}`,
    `update users set letter_due_at = case when id <= ${readers} then 1 else ${Date.now() + othersMs} end`,
    "delete from jobs where kind = 'evening-run'",
    `insert into jobs (kind, payload, unique_key, run_at, created_at)
     values ('evening-run', 'null', 'every:evening-run', 1, 1)`,
    ...(withPhotos
      ? [
          "update circles set letters_carry = 'content'",
          `update post_circles set carries_content = 1 where post_id > ${newest}`,
        ]
      : []),
  ])
    database.exec(statement);
  const photos = withPhotos
    ? database.prepare(`select public_id as id from images where post_id > ${newest}`).all()
    : [];
  database.close();
  if (photos.length === 0) return;
  const file = await sharp(path.join(root, 'server/cli/demo/photos/lemons.jpg'))
    .resize(1_080)
    .webp()
    .toBuffer();
  const storage = createFileStorage(path.join(dataDir, 'photos'));
  for (const { id } of photos) await storage.put(`${String(id)}-1080.webp`, file);
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

/** Sends the letters of one evening, and reads feeds beside them. */
const measure = async (evening: Evening) => {
  const folder = await copyOfSqlite(moments);
  await prepare(folder.dataDir, evening);
  const sink = await Program.start([path.join(import.meta.dirname, '../mail-sink.ts')], { probed: false });
  const server = await startServer({ dataDir: folder.dataDir, smtpUrl: `smtp://127.0.0.1:${sink.port}` });
  const database = new DatabaseSync(path.join(folder.dataDir, 'circle.db'), { readOnly: true });
  const count = (from: string): number =>
    Number(database.prepare(`select count(*) as count from ${from}`).get()?.['count']);
  const due = `users where letter_due_at = 1`;
  try {
    const started = performance.now();
    const before = await server.cpu();
    let isOver = false;
    const beside = timesOfFeeds(server, () => isOver);
    while (count(due) > 0 || count("letters where state = 'open'") > 0) await wait(250);
    const seconds = (performance.now() - started) / 1_000;
    isOver = true;
    const busy = await beside;
    const processor = ((await server.cpu()) - before) / 1_000_000;
    let turns = 0;
    const quiet = await timesOfFeeds(server, () => turns++ >= Math.min(busy.length, 3_000));
    return {
      sent: count("letters where state = 'sent'"),
      photos: count('letter_photos'),
      seconds,
      processor,
      busy: quantile(busy, 0.99),
      quiet: quantile(quiet, 0.99),
      peak: peakMemory(Number(server.child.pid)) / 1_024,
    };
  } finally {
    database.close();
    await server.stop();
    await sink.stop();
    folder.remove();
  }
};

const feedBeside = (what: string, { busy, quiet }: { busy: number; quiet: number }): Figure => ({
  what: `Feed beside ${what}, p99`,
  floor: `itself without them: ${time(quiet)}`,
  value: time(busy),
  judged: busy / quiet,
  budget: { atMost: 2.5, unit: '×' },
});

/** One evening: the letters of 10,000 members without photos, then those of 1,000 with up to 12 photos each. */
export const letters = async (): Promise<Figure[]> => {
  const names = await measure({ readers: 10_000, withPhotos: false });
  const content = await measure({ readers: 1_000, withPhotos: true });
  return [
    {
      what: 'Letters a second, without photos, on one core',
      floor: `${names.sent} letters in ${digits(names.seconds)} s, feeds beside them`,
      value: `${digits(names.sent / names.processor)} /s`,
      judged: names.sent / names.processor,
      budget: { atLeast: 50, unit: '/s' },
    },
    feedBeside('10,000 letters', names),
    {
      what: 'Letters with photos, time until all were sent',
      floor: `${content.sent} letters, ${content.photos} JPEGs made for them`,
      value: `${digits(content.seconds)} s`,
      judged: content.seconds,
      budget: null,
    },
    feedBeside('1,000 letters with photos', content),
    {
      what: 'Memory at most, with letters',
      floor: `with photos: ${digits(content.peak)} MB`,
      value: `${digits(names.peak)} MB`,
      judged: names.peak,
      budget: null,
    },
  ];
};
