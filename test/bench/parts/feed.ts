import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { copyOfSqlite, filledPostgres } from '../databases.ts';
import { type Budget, digits, type Figure, time } from '../figures.ts';
import { get, request, send, type Wire } from '../load.ts';
import { compare, type Scenario } from '../measure.ts';
import { askForFeed } from '../pages.ts';
import { inFifty, inTen } from '../people.ts';
import { type Program, startFloor, startServer } from '../programs.ts';
import { cookieOf } from '../sessions.ts';

const few = 10_000;
const many = 1_000_000;
const rounds = 5;

type Group = typeof inTen;

const membersOf = ({ from, to }: Group): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

const feedsOf = (group: Group, query = ''): Wire[] =>
  membersOf(group).map((member) => get(`/api/posts/feed${query}`, { cookie: cookieOf(member) }));

/** The same requests with the ETag that the client already has. */
const unchangedOf = (program: Program, group: Group): Promise<Wire[]> =>
  Promise.all(
    membersOf(group).map(async (member) => {
      const headers = { cookie: cookieOf(member) };
      const { head } = await send(program.port, get('/api/posts/feed', headers));
      const tag = /\r\netag: ([^\r]+)/i.exec(head)?.[1] ?? '';
      return get('/api/posts/feed', { ...headers, 'if-none-match': tag });
    }),
  );

/** Requests for the feed of one circle per member: a circle of the feed's newest post. */
const oneCircleOf = (program: Program, group: Group): Promise<Wire[]> =>
  Promise.all(
    membersOf(group).map(async (member) => {
      const headers = { cookie: cookieOf(member) };
      const { items } = await askForFeed(program.port, member);
      const circle = items.flatMap((post) => post.circles)[0]?.id ?? '';
      return get(`/api/posts/feed?circleId=${circle}`, headers);
    }),
  );

/** Microseconds of processor time of the database processes that serve this server; Linux only. */
const watchBackends = (url: string) => {
  const client = new pg.Client({ connectionString: url, application_name: 'bench' });
  const connected = client.connect();
  // The server closes connections after a long idle time, and their processes end; their used time still counts.
  const taken = new Map<number, number>();
  return {
    cpu: async (): Promise<number> => {
      await connected;
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and application_name = 'circle'`,
      );
      if (process.platform !== 'linux') return 0;
      for (const { pid } of rows) {
        const [nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
        taken.set(pid, Number(nanoseconds) / 1_000);
      }
      return [...taken.values()].reduce((sum, microseconds) => sum + microseconds, 0);
    },
    close: () => client.end(),
  };
};

/** Shares of the floor on SQLite; milliseconds on PostgreSQL. */
const budgetOf = (name: string, isSqlite: boolean): Budget | null => {
  const isUnchanged = name.endsWith('nothing written since');
  if (!isSqlite) {
    if (isUnchanged) return { atMost: 0.35, unit: 'ms' };
    return { atMost: name === 'of one circle' ? 8 : 4, unit: 'ms' };
  }
  if (isUnchanged) return { atLeast: 0.45 };
  // Judged by the feed of all circles.
  if (name === 'of one circle') return null;
  return { atLeast: 0.06 };
};

/** All measurements of one server at one size. */
const scenariosOf = async (program: Program, elsewhere?: () => Promise<number>): Promise<Scenario[]> => {
  const extra = elsewhere ? { elsewhere } : {};
  const plain = (name: string, wires: Wire[], times = elsewhere ? 150 : 600): Scenario => ({
    name,
    program,
    wires,
    times,
    ...extra,
  });
  return [
    plain('of 10 circles', feedsOf(inTen)),
    plain('of 50 circles', feedsOf(inFifty)),
    { ...plain('of 10 circles, nothing written since', await unchangedOf(program, inTen)), expect: 304 },
    { ...plain('of 50 circles, nothing written since', await unchangedOf(program, inFifty)), expect: 304 },
    plain('of one circle', await oneCircleOf(program, inTen), elsewhere ? 20 : 100),
    plain('oldest first, of 50 circles', feedsOf(inFifty, '?sort=oldest')),
    plain('most popular first, of 50 circles', feedsOf(inFifty, '?sort=popular')),
  ];
};

const measureServer = async (
  title: string,
  { server, floor, checked }: { server: Program; floor: Program; checked: Program | null },
  elsewhere?: () => Promise<number>,
): Promise<Figure[]> => {
  const scenarios = await scenariosOf(server, elsewhere);
  const { body } = await send(server.port, feedsOf(inTen)[0] ?? Buffer.alloc(0));
  await send(floor.port, request('PUT', '/feed', {}, body));
  const bare = { name: 'floor', program: floor, wires: [get('/feed')], times: 4_000 };
  const raw = checked && {
    name: 'raw',
    program: checked,
    wires: [get('/feed', { cookie: cookieOf(inTen.from), 'if-none-match': '"floor"' })],
    times: 4_000,
    expect: 304,
  };
  const costs = await compare(bare, raw ? [...scenarios, raw] : scenarios, rounds);
  const figures = scenarios.map(({ name }): Figure => {
    const { cost, timesFloor } = costs.of(name);
    const budget = budgetOf(name, !elsewhere);
    return {
      what: `Feed ${name}, ${title}`,
      floor: `bare node:http, ${digits(body.length / 1_000)} KB: ${time(costs.floor)}`,
      value: time(cost),
      judged: budget?.unit === 'ms' ? cost / 1_000 : 1 / timesFloor,
      budget,
    };
  });
  if (!raw) return figures;
  const unchanged = costs.of('of 10 circles, nothing written since');
  const ofOne = costs.of('of one circle');
  return [
    ...figures,
    {
      what: `Feed of 10 circles, nothing written since, ${title}, compared with Node alone`,
      floor: `node:http with session, version and headers: ${time(costs.of('raw').cost)}`,
      value: time(unchanged.cost),
      judged: costs.of('raw').timesFloor / unchanged.timesFloor,
      budget: { atLeast: 0.75 },
    },
    {
      what: `Feed of one circle compared with that of 10 circles, ${title}`,
      floor: `that of 10 circles: ${time(costs.of('of 10 circles').cost)}`,
      value: time(ofOne.cost),
      judged: ofOne.timesFloor / costs.of('of 10 circles').timesFloor,
      budget: { atMost: 1.5, unit: '×' },
    },
  ];
};

const words = (posts: number): string => (posts === many ? '1 M posts' : '10 k posts');

const onSqlite = async (posts: number, floor: Program): Promise<Figure[]> => {
  const folder = await copyOfSqlite(posts);
  const server = await startServer(folder);
  const checked = await startFloor({ database: path.join(folder.dataDir, 'circle.db') });
  try {
    return await measureServer(`${words(posts)}, SQLite`, { server, floor, checked });
  } finally {
    await Promise.all([server.stop(), checked.stop()]);
    folder.remove();
  }
};

const onPostgres = async (posts: number, floor: Program): Promise<Figure[]> => {
  const databaseUrl = await filledPostgres(posts);
  const folder = await copyOfSqlite(few);
  const server = await startServer({ ...folder, databaseUrl });
  const backends = watchBackends(databaseUrl);
  try {
    const title = `${words(posts)}, PostgreSQL (its processes included)`;
    return await measureServer(title, { server, floor, checked: null }, backends.cpu);
  } finally {
    await backends.close();
    await server.stop();
    folder.remove();
  }
};

/** A page of 20 posts, end to end. */
export const feed = async (): Promise<Figure[]> => {
  const floor = await startFloor();
  try {
    const figures: Figure[] = [];
    for (const posts of [many, few]) figures.push(...(await onSqlite(posts, floor)));
    for (const posts of [many, few]) figures.push(...(await onPostgres(posts, floor)));
    return figures;
  } finally {
    await floor.stop();
  }
};
