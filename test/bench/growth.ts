// `npm run bench -- growth`: counts the rows and pages that each frequent request touches in PostgreSQL as the number
// of members grows and a member's activity stays the same, and the sizes of tables and indexes. Writes its part of
// docs/scaling.md. Arguments are numbers of members: `npm run bench -- growth 100 1000 10000`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { type Server, createServer } from '../../server/app.ts';
import { migrate } from '../../server/platform/db/migrate.ts';
import { openPostgres } from '../../server/platform/db/postgres.ts';
import { createLog } from '../../server/platform/log.ts';
import { readSettings } from '../../server/settings.ts';
import { globalSetup, globalTeardown } from '../setup/postgres.ts';
import { root } from '../setup/sources.ts';
import { cache } from './databases.ts';
import { fillGrown, postsOfMember, tokenOf } from './growth-fill.ts';
import { type Touched, watchPlans } from './growth-plans.ts';
import { readFeed } from './pages.ts';
import { today } from './report.ts';

const given = process.argv.slice(3).map(Number);
const sizes = given.length > 0 ? given : [100, 1_000, 10_000];
/** Members whose requests warm up the plans first, and members whose requests are counted. */
const [settling, counting] = [12, 20];

interface Asked {
  method: 'GET' | 'POST';
  url: string;
  payload?: object;
}

interface Known {
  post: string;
  circle: string;
  author: string;
  member: number;
}

const requests: Readonly<Record<string, (known: Known) => Asked>> = {
  'feed, newest': () => ({ method: 'GET', url: '/api/posts/feed' }),
  'feed, popular': () => ({ method: 'GET', url: '/api/posts/feed?sort=popular' }),
  'feed of one circle, with its counts': ({ circle }) => ({
    method: 'GET',
    url: `/api/posts/feed?circleId=${circle}`,
  }),
  'one post': ({ post }) => ({ method: 'GET', url: `/api/posts/${post}` }),
  'comments of a post': ({ post }) => ({ method: 'GET', url: `/api/posts/${post}/comments` }),
  'posts of a member': ({ author }) => ({ method: 'GET', url: `/api/posts/user/${author}` }),
  'my circles': () => ({ method: 'GET', url: '/api/circles' }),
  'my contacts': () => ({ method: 'GET', url: '/api/contacts' }),
  'the bell': () => ({ method: 'GET', url: '/api/notifications' }),
  'unread in the bell': () => ({ method: 'GET', url: '/api/notifications/unread' }),
  'directory, first page': () => ({ method: 'GET', url: '/api/users/all' }),
  'search by a whole name': ({ member }) => ({
    method: 'GET',
    url: `/api/users/search?q=person${member + 50}`,
  }),
  'search by a common part': () => ({ method: 'GET', url: '/api/users/search?q=brandt' }),
  'search of moments by a common word': () => ({ method: 'GET', url: '/api/posts/search?q=heron' }),
  'newest photos of all circles': () => ({ method: 'GET', url: '/api/photos' }),
  'newest photos of a circle': ({ circle }) => ({ method: 'GET', url: `/api/photos?circleId=${circle}` }),
  like: ({ post }) => ({ method: 'POST', url: `/api/posts/${post}/like` }),
  comment: ({ post }) => ({
    method: 'POST',
    url: `/api/posts/${post}/comments`,
    payload: { content: 'A heron!' },
  }),
};

interface Growth {
  members: number;
  touched: Map<string, Touched & { wal: number }>;
  /** Bytes of each table and of its indexes. */
  tables: { name: string; rows: number; heap: number; indexes: number }[];
}

const measure = async (circle: Server, client: pg.Client, log: string): Promise<Growth['touched']> => {
  const plans = watchPlans(log);
  const ask = async (member: number, { method, url, payload }: Asked) => {
    const answer = await circle.http.inject({
      method,
      url,
      headers: { cookie: `circle_session=${tokenOf(member)}` },
      ...(payload && { payload }),
    });
    if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} from ${url}: ${answer.body}`);
    return answer.body;
  };
  const walNow = async (): Promise<number> => {
    const { rows } = await client.query<{ at: string }>(`select pg_current_wal_insert_lsn() - '0/0' as at`);
    return Number(rows[0]?.at);
  };
  const touched: Growth['touched'] = new Map();
  for (const [name, asked] of Object.entries(requests)) {
    const sum = { statements: 0, buffers: 0, rows: 0, wal: 0 };
    for (let turn = 0; turn < settling + counting; turn++) {
      const member = 1 + ((turn * 5) % 100);
      const { items } = readFeed(await ask(member, { method: 'GET', url: '/api/posts/feed' }));
      const post = items[turn % Math.max(items.length, 1)];
      if (!post) throw new Error(`Member ${member} sees no post`);
      const known = { post: post.id, circle: post.circles[0]?.id ?? '', author: post.author.id, member };
      plans.since();
      const before = await walNow();
      plans.since();
      await ask(member, asked(known));
      const found = plans.since();
      if (turn < settling) continue;
      sum.statements += found.statements;
      sum.buffers += found.buffers;
      sum.rows += found.rows;
      sum.wal += (await walNow()) - before;
    }
    touched.set(name, {
      statements: sum.statements / counting,
      buffers: sum.buffers / counting,
      rows: sum.rows / counting,
      wal: sum.wal / counting,
    });
  }
  plans.close();
  return touched;
};

const tablesIn = async (client: pg.Client): Promise<Growth['tables']> => {
  const { rows } = await client.query<{ name: string; rows: string; heap: string; indexes: string }>(
    `select relname as name, n_live_tup as rows, pg_table_size(relid) as heap, pg_indexes_size(relid) as indexes
     from pg_stat_user_tables order by pg_total_relation_size(relid) desc`,
  );
  return rows.map(({ name, ...numbers }) => ({
    name,
    rows: Number(numbers.rows),
    heap: Number(numbers.heap),
    indexes: Number(numbers.indexes),
  }));
};

const grow = async (cluster: string, log: string, members: number): Promise<Growth> => {
  const client = new pg.Client({ connectionString: cluster });
  await client.connect();
  const name = `growth_${members}`;
  const url = Object.assign(new URL(cluster), { pathname: `/${name}` }).href;
  await client.query(`drop database if exists ${name} with (force)`);
  await client.query(`create database ${name}`);
  try {
    const started = performance.now();
    const empty = openPostgres(url, createLog('silent'));
    await migrate(empty);
    await empty.close();
    await fillGrown(url, members);
    console.log(
      `${members} members, ${members * postsOfMember} posts in ${((performance.now() - started) / 1_000).toFixed(0)} s`,
    );
    await client.query(`alter database ${name} set session_preload_libraries = 'auto_explain'`);
    for (const [setting, value] of Object.entries({
      log_min_duration: '0',
      log_analyze: 'on',
      log_buffers: 'on',
      log_timing: 'off',
      log_format: 'json',
      log_nested_statements: 'on',
    })) {
      await client.query(`alter database ${name} set auto_explain.${setting} = '${value}'`);
    }
    const dataDir = path.join(cache, name);
    mkdirSync(dataDir, { recursive: true });
    const settings = readSettings({
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      RATE_LIMIT_FACTOR: '0',
    });
    const circle = await createServer(settings, createLog('silent'), { webFolder: dataDir });
    try {
      const touched = await measure(circle, client, log);
      const inside = new pg.Client({ connectionString: url });
      await inside.connect();
      const tables = await tablesIn(inside);
      await inside.end();
      return { members, touched, tables };
    } finally {
      await circle.close();
    }
  } finally {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
  }
};

const digits = (number: number): string =>
  number >= 10 || number === 0 ? Math.round(number).toLocaleString('en') : number.toPrecision(2);

const table = (lines: readonly string[][]): string => {
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const drawn = lines.map(
    (line) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`,
  );
  drawn.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return drawn.join('\n');
};

const inWords = (members: number): string =>
  `${members.toLocaleString('en')} members, ${(members * postsOfMember).toLocaleString('en')} posts`;

const pageOf = (found: readonly Growth[]): string => {
  const last = found.at(-1);
  const rows = Object.keys(requests).map((name) => [
    name,
    ...found.map(({ touched }) => {
      const one = touched.get(name);
      return one ? `${digits(one.buffers)} / ${digits(one.rows)}` : '';
    }),
    digits(last?.touched.get(name)?.wal ?? 0),
  ]);
  const tables = (last?.tables ?? [])
    .filter(({ rows: many }) => many > 1_000)
    .map(({ name, rows: many, heap, indexes }) => [
      `\`${name}\``,
      digits(many / (last?.members ?? 1)),
      digits(heap / many),
      digits(indexes / many),
      digits((heap + indexes) / (last?.members ?? 1) / 1_000),
    ]);
  const whole = (last?.tables ?? []).reduce((sum, { heap, indexes }) => sum + heap + indexes, 0);
  return [
    `Measured ${today()}. Pages of 8 KB / rows, the mean of ${counting} members; WAL in bytes at the largest.`,
    '',
    table([['request', ...found.map(({ members }) => inWords(members)), 'WAL'], ...rows]),
    '',
    `Sizes at ${inWords(last?.members ?? 0)}, ${digits(whole / 1e6)} MB in all:`,
    '',
    table([['table', 'rows a member', 'bytes a row', 'bytes of indexes a row', 'KB a member'], ...tables]),
  ].join('\n');
};

process.env['TEST_POSTGRES_FOLDER'] = path.join(cache, 'growth');
await globalSetup();
try {
  const cluster = process.env['TEST_POSTGRES_URL'] ?? '';
  const found: Growth[] = [];
  for (const members of sizes) found.push(await grow(cluster, path.join(cache, 'growth', 'log'), members));
  const page = pageOf(found);
  console.log(page);
  const file = path.join(root, 'docs/scaling.md');
  const [head, , tail] = readFileSync(file, 'utf8').split(/<!-- (?:growth|end of growth) -->\n/);
  writeFileSync(file, `${head}<!-- growth -->\n\n${page}\n\n<!-- end of growth -->\n${tail}`);
} finally {
  await globalTeardown();
}
