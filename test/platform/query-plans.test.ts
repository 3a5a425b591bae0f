import assert from 'node:assert/strict';
import { StatementSync } from 'node:sqlite';
import { before, mock, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../../server/platform/db/database.ts';
import { crowd, fillWithCrowd } from '../harness/crowd.ts';
import type { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onBothDatabases } from '../harness/test-server.ts';

/** Rows that one step of a plan may read for a page, however many there are. */
const maxRows = 2_000;

interface Asked {
  text: string;
  values: readonly unknown[];
  /** Planned once for all values, after it was asked a few times. */
  isPrepared: boolean;
}

/** The statements that the server runs during `work`. */
const overhear = async (work: () => Promise<void>): Promise<Asked[]> => {
  const asked: Asked[] = [];
  const note = (text: unknown, values: unknown, name: unknown) => {
    if (typeof text !== 'string' || !/^\s*(?:select|with)\b/i.test(text)) return;
    asked.push({ text, values: Array.isArray(values) ? values : [], isPrepared: name !== undefined });
  };
  const { query } = pg.Client.prototype;
  const onPostgres = mock.method(
    pg.Client.prototype,
    'query',
    function (this: pg.Client, ...given: unknown[]) {
      const [one] = given;
      if (typeof one === 'object' && one !== null) {
        note(Reflect.get(one, 'text'), Reflect.get(one, 'values'), Reflect.get(one, 'name'));
      }
      const answer: unknown = Reflect.apply(query, this, given);
      return answer;
    },
  );
  const { all } = StatementSync.prototype;
  const onSqlite = mock.method(
    StatementSync.prototype,
    'all',
    function (this: StatementSync, ...given: unknown[]) {
      note(this.sourceSQL, given, undefined);
      const rows: unknown = Reflect.apply(all, this, given);
      return rows;
    },
  );
  try {
    await work();
  } finally {
    onPostgres.mock.restore();
    onSqlite.mock.restore();
  }
  // The worker asks for its jobs now and then.
  return asked.filter(({ text }) => !/\bjobs\b/.test(text));
};

const grows = (table: string): boolean => Object.hasOwn(crowd, table);

/** Steps of SQLite's plan that read a whole table or a whole index. */
const scansOnSqlite = async (db: Database, { text, values }: Asked): Promise<string[]> => {
  const named = new Map(
    [...text.matchAll(/\b(?:from|join)\s+"?(\w+)"?(?:\s+as)?\s+"?(\w+)"?/gi)].map(
      ([, table = '', alias = '']) => [alias, table],
    ),
  );
  const parts = text.split('?');
  const explained = sql.join(
    parts.flatMap((part, at) => (at === 0 ? [sql.raw(part)] : [sql.val(values[at - 1]), sql.raw(part)])),
    sql``,
  );
  const { rows } = await sql<{ detail: string }>`explain query plan ${explained}`.execute(db.read);
  return rows.flatMap(({ detail }) => {
    const name = /^SCAN (\w+)/.exec(detail)?.[1] ?? '';
    return grows(name) || grows(named.get(name) ?? '') ? detail : [];
  });
};

const numberOf = (step: unknown, name: string): number => Number(Reflect.get(Object(step), name) ?? 0);

/** Steps of PostgreSQL's plan that read a whole table, or more rows than a page can need. */
const troubleIn = (step: unknown): string[] => {
  const type: unknown = Reflect.get(Object(step), 'Node Type');
  const table: unknown = Reflect.get(Object(step), 'Relation Name');
  const below: unknown = Reflect.get(Object(step), 'Plans');
  const read =
    (numberOf(step, 'Actual Rows') + numberOf(step, 'Rows Removed by Filter')) *
    numberOf(step, 'Actual Loops');
  const isBad =
    typeof table === 'string' && grows(table) && (type === 'Seq Scan' || read > maxRows)
      ? [`${String(type)} on ${table}, ${read} rows`]
      : [];
  return [...isBad, ...(Array.isArray(below) ? below.flatMap((next: unknown) => troubleIn(next)) : [])];
};

const scansOnPostgres = async (client: pg.Client, { text, values, isPrepared }: Asked): Promise<string[]> => {
  const explain = async (query: pg.QueryConfig): Promise<string[]> => {
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: object }[] }>(query);
    return troubleIn(rows[0]?.['QUERY PLAN'][0]?.Plan ?? {});
  };
  const own = await explain({ text: `explain (analyze, format json) ${text}`, values: [...values] });
  if (!isPrepared) return own;
  const general = await explain({ text: `explain (generic_plan, format json) ${text}` });
  return [...own, ...general.map((step) => `for any values: ${step}`)];
};

onBothDatabases('query plans of the databases', (server) => {
  let ana: Person;
  let paths: Record<string, string>;
  before(async () => {
    await fillWithCrowd(server().app.context.db);
    ana = await server().member('Ana');
    paths = await makePaths();
  });

  const makePaths = async (): Promise<Record<string, string>> => {
    const { db } = server().app.context;
    const { id } = await db.read
      .selectFrom('users')
      .select('id')
      .where('public_id', '=', ana.id)
      .executeTakeFirstOrThrow();
    // In twenty circles of the crowd, and told of forty things.
    await db.write(async ({ q }) => {
      await sql`insert into circle_members (circle_id, user_id, priority, sees_after_post_id, added_by, added_at)
        select id, ${id}, 0, 0, owner_id, 1 from circles where id >= 1000 and id < 1020`.execute(q);
      await sql`update notifications set user_id = ${id} where id >= 1000 and id < 1040`.execute(q);
    });
    const family = await ana.makesCircle('Family');
    const post = await ana.posts('Mine', { to: family, photos: [await plainPhoto()] });
    await ana.comments(post, 'First');
    const theirs = (await ana.feed({ limit: '50' })).items.find(({ authorId }) => authorId !== ana.id);
    assert.ok(theirs);
    return {
      feed: '/api/posts/feed',
      'next page': `/api/posts/feed?cursor=${(await ana.feed()).nextCursor}`,
      oldest: '/api/posts/feed?sort=oldest',
      popular: '/api/posts/feed?sort=popular',
      'of one circle': `/api/posts/feed?circleId=${theirs.circles[0]?.id}`,
      priority: '/api/posts/grouped-by-priority',
      moment: `/api/posts/${theirs.id}`,
      comments: `/api/posts/${theirs.id}/comments`,
      'of a member': `/api/posts/user/${theirs.authorId}`,
      profile: `/api/users/${theirs.authorId}`,
      photo: post.images[0]?.variants[0]?.url ?? '',
      notifications: '/api/notifications',
      unread: '/api/notifications/unread',
      circles: '/api/circles',
      contacts: '/api/contacts',
      'contacts by name': '/api/contacts?q=ana',
      'who can see it': `/api/posts/${post.id}/audience`,
      'search by name': '/api/users/search?q=last3711',
      'search by two letters': '/api/users/search?q=an',
      'search by e-mail': '/api/users/search?q=m3711@crowd.example.org',
      myself: '/api/user',
      stats: '/api/user/stats',
    };
  };

  test('no frequent query reads the whole of a table that grows', async () => {
    const { db } = server().app.context;
    const address = server().environment['DATABASE_URL'];
    const client = address === undefined ? null : new pg.Client({ connectionString: address });
    await client?.connect();
    const bad: string[] = [];
    for (const [name, path] of Object.entries(paths)) {
      // Frequent statements are prepared, with a plan for any values.
      for (let earlier = 0; earlier < 3; earlier++) await ana.request('GET', path);
      const asked = await overhear(async () => {
        assert.equal((await ana.request('GET', path)).status, 200, path);
      });
      assert.ok(asked.length >= 2, `${name}: the session, and what was asked for`);
      if (client)
        assert.ok(
          asked.every(({ isPrepared }) => isPrepared),
          name,
        );
      for (const one of asked) {
        const scans = client ? await scansOnPostgres(client, one) : await scansOnSqlite(db, one);
        bad.push(
          ...scans.map((scan) => `${name}: ${scan} in ${one.text.replaceAll(/\s+/g, ' ').slice(0, 120)}`),
        );
      }
    }
    await client?.end();
    assert.deepEqual(bad, []);
  });
});
