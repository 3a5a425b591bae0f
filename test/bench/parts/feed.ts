import { readFileSync } from 'node:fs';
import pg from 'pg';
import { copyOfSqlite, filledPostgres } from '../databases.ts';
import { digits, type Figure, time } from '../figures.ts';
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

const feedBudget = { atLeast: 0.12 };
const told = null;

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
  program: Program,
  floor: Program,
  { isJudged, elsewhere }: { isJudged: boolean; elsewhere?: () => Promise<number> },
): Promise<Figure[]> => {
  const scenarios = await scenariosOf(program, elsewhere);
  const { body } = await send(program.port, feedsOf(inTen)[0] ?? Buffer.alloc(0));
  await send(floor.port, request('PUT', '/feed', {}, body));
  const bare = { name: 'floor', program: floor, wires: [get('/feed')], times: 4_000 };
  const costs = await compare(bare, scenarios, rounds);
  return scenarios.map(({ name, expect }) => {
    const { cost, timesFloor } = costs.of(name);
    const judgedBy =
      expect === 304
        ? { atLeast: 0.6 }
        : name.startsWith('of') && name !== 'of one circle'
          ? feedBudget
          : told;
    return {
      what: `Feed ${name}, ${title}`,
      floor: `bare node:http, ${digits(body.length / 1_000)} KB: ${time(costs.floor)}`,
      value: time(cost),
      judged: 1 / timesFloor,
      budget: isJudged ? judgedBy : told,
    };
  });
};

const words = (posts: number): string => (posts === many ? '1 M posts' : '10 k posts');

const onSqlite = async (posts: number, floor: Program): Promise<Figure[]> => {
  const folder = await copyOfSqlite(posts);
  const server = await startServer(folder);
  try {
    return await measureServer(`${words(posts)}, SQLite`, server, floor, { isJudged: true });
  } finally {
    await server.stop();
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
    return await measureServer(title, server, floor, { isJudged: false, elsewhere: backends.cpu });
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
