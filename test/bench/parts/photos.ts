import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { makeVariants } from '../../../server/platform/images/variants.ts';
import { copyOfSqlite } from '../databases.ts';
import { type Figure, median, quantile, time } from '../figures.ts';
import { Connection, get, request } from '../load.ts';
import { inTen } from '../people.ts';
import { telephonePhoto } from '../photo.ts';
import { type Program, startServer } from '../programs.ts';
import { cookieOf } from '../sessions.ts';

const cpuOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

const variants = async (photo: string): Promise<Figure> => {
  const costs: { floor: number; made: number }[] = [];
  for (let round = 0; round < 8; round++) {
    const floor = await cpuOf(() =>
      sharp(photo).autoOrient().resize({ width: 1_600, height: 1_600, fit: 'inside' }).raw().toBuffer(),
    );
    costs.push({
      floor,
      made: await cpuOf(() => makeVariants({ path: photo, type: 'jpeg', kind: 'photo' }, () => undefined)),
    });
  }
  const warm = costs.slice(1);
  return {
    what: '12 MP photo to three WebP and its placeholder',
    floor: `decode, rotate, resize to 1600: ${time(median(warm.map(({ floor }) => floor)))}`,
    value: time(median(warm.map(({ made }) => made))),
    judged: median(warm.map(({ floor, made }) => made / floor)),
    budget: { atMost: 2.4, unit: '×' },
  };
};

const every = 12;
const spell = 4_000;

/**
 * Response times, in microseconds, of feed requests sent at a steady pace, whether or not the previous one was
 * answered.
 */
export const timesOfFeeds = async (server: Program): Promise<number[]> => {
  const connections = await Promise.all(Array.from({ length: 16 }, () => Connection.open(server.port)));
  const times: number[] = [];
  const running: Promise<void>[] = [];
  const ask = async (member: number): Promise<void> => {
    const started = performance.now();
    const connection = connections.pop() ?? (await Connection.open(server.port));
    await connection.send(get('/api/posts/feed', { cookie: cookieOf(member) }));
    times.push((performance.now() - started) * 1_000);
    connections.push(connection);
  };
  await new Promise<void>((resolve) => {
    const ends = performance.now() + spell;
    const timer = setInterval(() => {
      if (performance.now() < ends) return void running.push(ask(inTen.from + (running.length % inTen.to)));
      clearInterval(timer);
      resolve();
    }, every);
  });
  await Promise.all(running);
  for (const connection of connections) connection.close();
  return times;
};

/** Uploads one photo after the other until told to stop. */
const upload = (server: Program, photo: Buffer) => {
  let isStopped = false;
  let uploaded = 0;
  const head =
    '--edge\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), photo, Buffer.from('\r\n--edge--\r\n')]);
  const work = async (member: number): Promise<void> => {
    const connection = await Connection.open(server.port);
    const headers = { cookie: cookieOf(member), 'content-type': 'multipart/form-data; boundary=edge' };
    while (!isStopped) {
      const { status, body: answer } = await connection.send(request('POST', '/api/posts', headers, body));
      if (status !== 201) throw new Error(`${status}: ${answer.toString()}`);
      uploaded++;
    }
    connection.close();
  };
  const workers = [work(201), work(202)];
  return async (): Promise<number> => {
    isStopped = true;
    await Promise.all(workers);
    return uploaded;
  };
};

const others = async (photo: string): Promise<Figure[]> => {
  const folder = await copyOfSqlite(1_000_000);
  const server = await startServer(folder);
  try {
    const bytes = readFileSync(photo);
    const rounds: { quiet: number[]; busy: number[] }[] = [];
    let uploaded = 0;
    await timesOfFeeds(server);
    for (let round = 0; round < 4; round++) {
      const quiet = await timesOfFeeds(server);
      const stop = upload(server, bytes);
      const busy = await timesOfFeeds(server);
      uploaded += await stop();
      rounds.push({ quiet, busy });
    }
    return [
      { name: 'p50', share: 0.5, atMost: 1.3 },
      { name: 'p99', share: 0.99, atMost: 2 },
    ].map(({ name, share, atMost }) => {
      const of = (pick: (round: (typeof rounds)[number]) => number[]) =>
        median(rounds.map((round) => quantile(pick(round), share)));
      return {
        what: `Feed while 12 MP photos are processed, ${name} (${Math.round(uploaded / rounds.length)} photos in ${spell / 1_000} s)`,
        floor: `without photos: ${time(of(({ quiet }) => quiet))}`,
        value: time(of(({ busy }) => busy)),
        judged: median(rounds.map(({ quiet, busy }) => quantile(busy, share) / quantile(quiet, share))),
        budget: { atMost, unit: '×' },
      };
    });
  } finally {
    await server.stop();
    folder.remove();
  }
};

export const photos = async (): Promise<Figure[]> => {
  const photo = await telephonePhoto();
  return [await variants(photo), ...(await others(photo))];
};
