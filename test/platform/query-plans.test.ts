import assert from 'node:assert/strict';
import { StatementSync } from 'node:sqlite';
import { before, mock, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { letGo } from '../../contract/audience/let-go.ts';
import { takeBack } from '../../contract/audience/take-back.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { continueKeys, crowd, fillWithCrowd } from '../harness/crowd.ts';
import type { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import * as albums from '../../contract/albums.ts';
import { makeAlbum, uploadPhotos } from '../harness/albums.ts';
import { onDatabases } from '../harness/test-server.ts';

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
  // Timers of the server look for jobs, for the name of the installation, and whether the database answers.
  return asked.filter(({ text }) => !/\b(?:jobs|meta)\b|^select 1$/i.test(text));
};

/** The circles that Ana is in. */
const circleCount = 21;

/** Rows of lists of posts that a statement may read: a page of each circle, and what is counted. */
const maxListed = 25 * circleCount + 1_001;

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

/** All steps of a plan of PostgreSQL. */
const stepsOf = (step: unknown): unknown[] => {
  const below: unknown = Reflect.get(Object(step), 'Plans');
  return [step, ...(Array.isArray(below) ? below.flatMap((next: unknown) => stepsOf(next)) : [])];
};

const textOf = (step: unknown, name: string): string => String(Reflect.get(Object(step), name) ?? '');

const rowsRead = (step: unknown): number =>
  (numberOf(step, 'Actual Rows') + numberOf(step, 'Rows Removed by Filter')) * numberOf(step, 'Actual Loops');

/** Steps of PostgreSQL's plan that read a whole table, or more rows than a page can need. */
const troubleIn = (plan: unknown): string[] =>
  stepsOf(plan).flatMap((step) => {
    const table = textOf(step, 'Relation Name');
    const type = textOf(step, 'Node Type');
    const isBad = grows(table) && (type === 'Seq Scan' || rowsRead(step) > maxRows);
    return isBad ? [`${type} on ${table}, ${rowsRead(step)} rows`] : [];
  });

// The indexes that list the posts of a circle, in both orders, and those of an author.
const listsOfPosts = [
  'post_circles_pkey',
  'posts_in_circle',
  'popular_in_circle',
  'posts_of_author_in_circle',
  'posts_of_author',
];

/** Rows that a plan reads of lists of posts. */
const listed = (plan: unknown): number =>
  stepsOf(plan)
    .filter((step) => listsOfPosts.includes(textOf(step, 'Index Name')))
    .reduce((sum: number, step) => sum + rowsRead(step), 0);

/** The plan by which the server runs a prepared statement: one for any values, and what it read for these. */
const planOf = async (client: pg.Client, { text, values }: Asked): Promise<unknown> => {
  const given = values.map((value) =>
    typeof value === 'string' ? pg.escapeLiteral(value) : JSON.stringify(value),
  );
  await client.query(`prepare asked as ${text}`);
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: unknown }[] }>(
    `explain (analyze, format json) execute asked${given.length > 0 ? `(${given.join(', ')})` : ''}`,
  );
  await client.query('deallocate asked');
  return rows[0]?.['QUERY PLAN'][0]?.Plan;
};

/**
 * PostgreSQL does this at intervals, and plans differently once indexes can answer alone. For that all rows must be on the
 * disk, which a checkpoint does for those that no later commit follows closely.
 */
const vacuum = async (client: pg.Client): Promise<void> => {
  const isDone = `select relallvisible = relpages as is_done from pg_class where relname = 'circle_photos'`;
  for (let done = false; !done; ) {
    await client.query('checkpoint');
    await client.query('vacuum analyze');
    const { rows } = await client.query<{ is_done: boolean }>(isDone);
    done = rows[0]?.is_done === true;
  }
};

onDatabases('query plans of the databases', (server, testOnBoth) => {
  let ana: Person;
  let paths: Record<string, string>;
  before(async () => {
    await fillWithCrowd(server().app.context.db);
    ana = await server().member('Ana');
    paths = await makePaths();
  });

  const makePaths = async (): Promise<Record<string, string>> => {
    const { db } = server().app.context;
    const id = await server().keyOf('users', ana);
    // In twenty circles of the crowd, and told of forty things.
    await db.write(async ({ q }) => {
      await sql`insert into circle_members (circle_id, user_id, priority, sees_after_post_id, added_by, added_at)
        select id, ${id}, 0, 0, owner_id, 1 from circles where id >= 1000 and id < 1020`.execute(q);
      // One of the circles has 3,000 moments. Somebody whom the reader has muted has shared 2,000 elsewhere.
      await sql`insert into posts (id, public_id, author_id, content, created_at)
        select id + 100000, 'b' || id, case when id < 4000 then 1002 + id % 9 else 1001 end, content, created_at
        from posts where id >= 1000 and id < 6000`.execute(q);
      await sql`insert into post_circles (circle_id, post_id, author_id, popularity)
        select case when id < 104000 then 1000 else 3000 end, id, author_id, id from posts where id >= 100000`.execute(
        q,
      );
      // Each of them with a photo, whose days are those of the crowd.
      await sql`insert into images (id, public_id, owner_id, kind, post_id, position, width, height, placeholder, variants,
          bytes, created_at, added_at, day_key)
        select posts.id, 'b' || posts.id, author_id, 'photo', posts.id, 0, 600, 400, '', '[]', 1000, 1, 1,
          i.day_key - i.id + posts.id
        from posts join images i on i.id = posts.id - 100000 where posts.id >= 100000`.execute(q);
      await sql`insert into circle_photos (circle_id, day_key, image_id, post_id)
        select pc.circle_id, i.day_key, i.id, i.post_id from images i join post_circles pc on pc.post_id = i.post_id
        where i.id >= 100000`.execute(q);
      // Authors in that circle have shared 3,000 albums elsewhere.
      await sql`insert into posts (id, public_id, author_id, kind, title, content, created_at)
        select id + 200000, 'e' || id, 1002 + id % 9, 'album', 'Elsewhere', '', created_at
        from posts where id >= 1000 and id < 4000`.execute(q);
      await sql`insert into post_circles (circle_id, post_id, author_id, is_album, popularity)
        select 3000, id, author_id, 1, id from posts where id >= 200000`.execute(q);
      // Everything in Ana's circles is new to her.
      await sql`update circle_members set visited_at = 1, visited_post_id = 0 where user_id = ${id}`.execute(
        q,
      );
      await sql`insert into mutes (muter_id, muted_id, created_at) values (${id}, 1001, 1)`.execute(q);
      await sql`update notifications set user_id = ${id} where id >= 1000 and id < 1040`.execute(q);
      // Unread for years: new moments of the large circle, and of five private circles of others.
      await sql`update circles set kind = 'private' where id >= 1001 and id < 1006`.execute(q);
      for (const circle of [1_000, null])
        await sql`insert into notifications
          (public_id, user_id, kind, group_key, circle_id, first_post_id, last_post_id, is_read, created_at)
          values (${`m${circle}`}, ${id}, 'new_moments', ${`m${circle}`}, ${circle}, 1, 200000, 0, 1)`.execute(
          q,
        );
    });
    await continueKeys(db);
    const family = await ana.makesCircle('Family');
    const post = await ana.posts('Mine', { to: family, photos: [await plainPhoto()] });
    await ana.comments(post, 'First');
    const album = await makeAlbum(ana, family);
    await db.write(({ q }) =>
      sql`insert into images (id, public_id, owner_id, kind, post_id, position, width, height, placeholder, variants,
        bytes, created_at, added_at, day_key)
      select i.id + 200000, 'a' || i.id, 1001 + i.id % 9, 'photo', p.id, i.id, 600, 400, '', '[]', 1000, 1, 1,
        i.day_key + 200000
      from images i join posts p on p.public_id = ${album.id} where i.id < 2000`.execute(q),
    );
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
      album: `/api/posts/${album.id}`,
      'albums of all circles': '/api/albums',
      'albums of a circle': `/api/albums?circleId=${family.id}`,
      'photos of an album': `/api/albums/${album.id}/photos`,
      'newest photos of an album': `/api/albums/${album.id}/photos?order=newest`,
      'years of an album': `/api/albums/${album.id}/years`,
      'words in moments': '/api/posts/search?q=mine',
      'words in anything': '/api/search?q=mine',
      'photos by day': '/api/photos',
      'photos of a circle': '/api/photos?circleId=c0',
      'photos of a circle after a day': '/api/photos?circleId=c0&after=2015-01-01',
      'years of photos': '/api/photos/years',
      'this day': '/api/photos/this-day',
      kept: post.id,
      notifications: '/api/notifications',
      unread: '/api/notifications/unread',
      circles: '/api/circles',
      'a circle': '/api/circles/c0',
      'photos of each circle': '/api/circles/strips',
      choices: '/api/delivery',
      contacts: '/api/contacts',
      'contacts by name': '/api/contacts?q=ana',
      'who can see it': `/api/posts/${post.id}/audience`,
      'as a member sees it': `/api/posts/${post.id}/as/${theirs.authorId}`,
      'visible to a member': `/api/users/${theirs.authorId}/visible-posts`,
      'search by name': '/api/users/search?q=last3711',
      'search by two letters': '/api/users/search?q=an',
      'search by e-mail': '/api/users/search?q=m3711@crowd.example.org',
      myself: '/api/user',
      stats: '/api/user/stats',
    };
  };

  testOnBoth('no frequent query reads the whole of a table that grows', async () => {
    const { db } = server().app.context;
    const address = server().environment['DATABASE_URL'];
    const client = address === undefined ? null : new pg.Client({ connectionString: address });
    await client?.connect();
    // As the server's own connections.
    await client?.query('set jit = off');
    await client?.query('set plan_cache_mode = force_generic_plan');
    const bad: string[] = [];
    // The full copy of the photo is made in the background: its statements would be overheard too.
    await server().app.context.jobs.idle();
    if (client) await vacuum(client);
    for (const [name, path] of Object.entries(paths)) {
      // Frequent statements are prepared, with a plan for any values.
      const ask = () =>
        name === 'kept' ? ana.call(letGo, { posts: [path], photos: [path] }) : ana.request('GET', path);
      for (let earlier = 0; earlier < 3; earlier++) await ask();
      const asked = await overhear(async () => {
        assert.equal((await ask()).status, 200, path);
      });
      assert.ok(
        asked.length >= (client ? 2 : 1),
        `${name}: the session unless it is kept, and what was asked for`,
      );
      if (client)
        assert.ok(
          asked.every(({ isPrepared }) => isPrepared),
          name,
        );
      for (const one of asked) {
        const plan = client ? await planOf(client, one) : null;
        const scans = client ? troubleIn(plan) : await scansOnSqlite(db, one);
        if (listed(plan) > maxListed) scans.push(`${listed(plan)} rows of lists of posts`);
        bad.push(
          ...scans.map((scan) => `${name}: ${scan} in ${one.text.replaceAll(/\s+/g, ' ').slice(0, 120)}`),
        );
      }
    }
    await client?.end();
    assert.deepEqual(bad, []);
  });

  test('sharing a moment, adding photos to an album and taking a moment back take as many statements for 1,000 readers as for 3', async (t) => {
    const { db } = server().app.context;
    const resume = await server().holdWorker();
    const circle = await ana.makesCircle('Wide');
    const addReaders = (from: number, to: number) =>
      db.write(async ({ q }) => {
        await sql`
          insert into circle_members
            (circle_id, user_id, priority, sees_after_post_id, added_by, added_at, delivery)
          select c.id, u.id, 0, 0, c.owner_id, 1, 'now' from circles c, users u
          where c.public_id = ${circle.id} and u.id >= ${from} and u.id < ${to}`.execute(q);
      });
    const count = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
      const earlier = db.statements.count;
      const done = await work();
      return [done, db.statements.count - earlier];
    };
    const countFewest = async (people: number): Promise<number[]> => {
      const counts: [number, number, number][] = [];
      const album = await makeAlbum(ana, circle, { photos: 0 });
      for (let tries = 0; tries < 5; tries++) {
        const photoIds = await uploadPhotos(ana, 1);
        const [, adding] = await count(() => ana.ask(albums.addPhotos, { id: album.id, photoIds }));
        const [post, sharing] = await count(() => ana.posts('To all of them', { to: circle }));
        const [receipt, takingBack] = await count(() => ana.ask(takeBack, { id: post.id }));
        assert.deepEqual([receipt.people, receipt.devices?.mayHave], [people, people]);
        counts.push([sharing, takingBack, adding]);
      }
      return [0, 1, 2].map((at) => Math.min(...counts.map((each) => each[at] ?? 0)));
    };
    await db.write(({ q }) =>
      q
        .updateTable('sessions')
        .set({ last_seen_at: Date.now() + 60_000 })
        .execute(),
    );
    await addReaders(2_000, 2_003);
    const few = await countFewest(3);
    await addReaders(2_003, 3_000);
    const many = await countFewest(1_000);
    t.diagnostic(`statements for 3 and for 1,000 readers: ${few.join(', ')}; ${many.join(', ')}`);
    assert.equal(many[0], few[0]);
    // On PostgreSQL the event for a thousand members takes three messages.
    const messages = db.dialect.name === 'postgres' ? 2 : 0;
    assert.equal(many[1], (few[1] ?? 0) + messages);
    assert.equal(many[2], few[2]);
    await resume();
  });
});
