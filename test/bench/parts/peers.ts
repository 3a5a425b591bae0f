import { copyOfSqlite } from '../databases.ts';
import { digits, type Figure, median } from '../figures.ts';
import { get, load, request, send, type Wire } from '../load.ts';
import { inTen } from '../people.ts';
import { type Program, startFloor, startServer } from '../programs.ts';
import { cookieOf } from '../sessions.ts';

const connections = 16;
const rounds = 7;

const requestsPerSecond = async ({ port }: Program, wires: readonly Wire[], total: number) => {
  const started = performance.now();
  await load(port, wires, { connections, total, expect: 200 });
  return (total * 1_000) / (performance.now() - started);
};

/**
 * How far a page of 20 posts is behind a bare server that sends the same bytes, in requests a second. Measured alike,
 * other programs can be compared on any machine: only this ratio travels.
 */
export const peers = async (): Promise<Figure[]> => {
  const folder = await copyOfSqlite(10_000);
  const server = await startServer(folder);
  const floor = await startFloor();
  try {
    const wires = Array.from({ length: inTen.to - inTen.from + 1 }, (_, at) =>
      get('/api/posts/feed', { cookie: cookieOf(inTen.from + at) }),
    );
    const { body } = await send(server.port, wires[0] ?? Buffer.alloc(0));
    await send(floor.port, request('PUT', '/feed', {}, body));
    const rates: { bare: number; feed: number }[] = [];
    for (let round = 0; round <= rounds; round++) {
      const bare = await requestsPerSecond(floor, [get('/feed')], 6_000);
      const feed = await requestsPerSecond(server, wires, 1_000);
      if (round > 0) rates.push({ bare, feed });
    }
    return [
      {
        what: `Feed of ${inTen.circles} circles, ${connections} connections, requests a second`,
        floor: `bare node:http, ${digits(body.length / 1_000)} KB: ${digits(median(rates.map(({ bare }) => bare)))} a second`,
        value: `${digits(median(rates.map(({ feed }) => feed)))} a second`,
        judged: median(rates.map(({ bare, feed }) => bare / feed)),
        budget: { atMost: 13, unit: '×' },
      },
    ];
  } finally {
    await Promise.all([server.stop(), floor.stop()]);
    folder.remove();
  }
};
