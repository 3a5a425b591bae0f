import { closeSync, fdatasyncSync, openSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copyOfSqlite } from '../databases.ts';
import { type Figure, median, time } from '../figures.ts';
import { Connection, load, request, type Wire } from '../load.ts';
import { askForFeed } from '../pages.ts';
import { firstBig, firstLively, inFifty } from '../people.ts';
import { type Program, startServer } from '../programs.ts';
import { cookieOf } from '../sessions.ts';

const alone = 150;
const rounds = 7;
const together = 400;

const microseconds = async (work: () => unknown): Promise<number> => {
  const started = performance.now();
  await work();
  return (performance.now() - started) * 1_000;
};

/** The number of pages that one write adds to the database's log. */
const pagesOf = async (write: () => Promise<unknown>, folder: string): Promise<number> => {
  const database = new DatabaseSync(path.join(folder, 'circle.db'));
  const counts: number[] = [];
  for (let done = 0; done < 25; done++) {
    database.exec('pragma wal_checkpoint(truncate)');
    await write();
    // The log has a header of 32 bytes, and one of 24 bytes for each page.
    counts.push((statSync(path.join(folder, 'circle.db-wal')).size - 32) / 4_120);
  }
  database.close();
  return Math.round(median(counts));
};

/** Writes and syncs as many pages as a commit does, in the database's folder: the least that it can cost. */
const openSyncFloor = (folder: string, pages: number) => {
  const file = openSync(path.join(folder, 'floor'), 'w');
  const bytes = Buffer.alloc(pages * 4_096, 1);
  return {
    once: () => {
      writeSync(file, bytes);
      fdatasyncSync(file);
    },
    close: () => closeSync(file),
  };
};

/** Requests for new likes, by members who are each in 50 circles. */
const likesToGive = async (server: Program): Promise<Wire[]> => {
  const wires: Wire[] = [];
  for (let member = 1; member <= inFifty.to; member++) {
    const headers = { cookie: cookieOf(member) };
    const { items } = await askForFeed(server.port, member, '?limit=50');
    const open = items.filter((post) => !post.isLiked);
    wires.push(...open.map((post) => request('POST', `/api/posts/${post.id}/like`, headers)));
  }
  return wires;
};

const likes = async (server: Program, folder: string): Promise<Figure[]> => {
  const wires = await likesToGive(server);
  const connection = await Connection.open(server.port);
  const give = () => connection.send(wires.pop() ?? Buffer.alloc(0));
  for (let warm = 0; warm < 50; warm++) await give();
  const pages = await pagesOf(give, folder);
  const floor = openSyncFloor(folder, pages);
  const single: { like: number; sync: number }[] = [];
  for (let done = 0; done < alone; done++) {
    single.push({ like: await microseconds(give), sync: await microseconds(floor.once) });
  }
  connection.close();
  const loaded: { like: number; sync: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const syncs: number[] = [];
    for (let done = 0; done < 30; done++) syncs.push(await microseconds(floor.once));
    const some = wires.splice(0, together);
    const taken = await microseconds(() =>
      load(server.port, some, { connections: 64, total: some.length, expect: 200 }),
    );
    loaded.push({ like: taken / some.length, sync: median(syncs) });
  }
  floor.close();
  const figure = (what: string, list: typeof single, atMost: number, judged: number): Figure => ({
    what,
    floor: `fdatasync of its ${pages} pages: ${time(median(list.map(({ sync }) => sync)))}`,
    value: time(median(list.map(({ like }) => like))),
    judged,
    budget: { atMost, unit: '×' },
  });
  const middle = median(single.map(({ like }) => like)) / median(single.map(({ sync }) => sync));
  return [
    figure('Durable like, alone', single, 2.5, middle),
    figure(
      'Durable like, under load, 64 concurrent',
      loaded,
      1.25,
      median(loaded.map(({ like, sync }) => like / sync)),
    ),
  ];
};

/** A member of the circle with a session: only the first members have sessions. */
const sharersOf = (dataDir: string) => {
  const database = new DatabaseSync(path.join(dataDir, 'circle.db'), { readOnly: true });
  const find = (size: number, first: number) =>
    database
      .prepare(
        `select m.user_id as member, c.public_id as circle from circles c join circle_members m on m.circle_id = c.id
         where c.member_count = ? and c.id >= ? and m.user_id <= 400 limit 1`,
      )
      .get(size, first);
  const found = { large: find(500, firstBig), small: find(15, firstLively) };
  database.close();
  const wireOf = (row: Record<string, unknown> | undefined): Wire => {
    if (!row) throw new Error('There is nobody to share a moment');
    const field = (name: string, value: string) =>
      `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const body = `${field('content', 'A moment')}${field('circleIds', JSON.stringify([row['circle']]))}--edge--\r\n`;
    const headers = {
      cookie: cookieOf(Number(row['member'])),
      'content-type': 'multipart/form-data; boundary=edge',
    };
    return request('POST', '/api/posts', headers, Buffer.from(body));
  };
  return { large: wireOf(found.large), small: wireOf(found.small) };
};

const shares = async (server: Program, dataDir: string): Promise<Figure> => {
  const { large, small } = sharersOf(dataDir);
  const connection = await Connection.open(server.port);
  const share = async (wire: Wire): Promise<number> => {
    const before = await server.cpu();
    const { status, body } = await connection.send(wire);
    if (status !== 201) throw new Error(`${status}: ${body.toString()}`);
    return (await server.cpu()) - before;
  };
  const costs: { large: number; small: number }[] = [];
  for (let done = 0; done < alone; done++)
    costs.push({ small: await share(small), large: await share(large) });
  connection.close();
  const warm = costs.slice(20);
  const ofSmall = median(warm.map((cost) => cost.small));
  const ofLarge = median(warm.map((cost) => cost.large));
  return {
    what: 'New post, text, to a circle of 500 compared with one of 15 (processor time)',
    floor: `itself to 15: ${time(ofSmall)}`,
    value: time(ofLarge),
    judged: ofLarge / ofSmall,
    budget: { atMost: 1.5, unit: '×' },
  };
};

export const writes = async (): Promise<Figure[]> => {
  const folder = await copyOfSqlite(1_000_000);
  const server = await startServer(folder);
  try {
    return [await shares(server, folder.dataDir), ...(await likes(server, folder.dataDir))];
  } finally {
    await server.stop();
    folder.remove();
  }
};
