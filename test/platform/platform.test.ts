import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { sql } from 'kysely';
import * as auth from '../../contract/auth.ts';
import * as invitations from '../../contract/invitations.ts';
import type { Circle } from '../../contract/shapes.ts';
import * as members from '../../contract/members.ts';
import { createServer } from '../../server/app.ts';
import { allTables } from '../../server/platform/db/backup-tables.ts';
import type { StoredRow } from '../../server/platform/db/snapshot.ts';
import { migrate, RefusedDatabaseError } from '../../server/platform/db/migrate.ts';
import { insertRows, recreateTables } from '../../server/platform/db/restore-rows.ts';
import { openDatabase } from '../../server/platform/db/open.ts';
import { createLog } from '../../server/platform/log.ts';
import { Problem } from '../../server/platform/problem.ts';
import { createCursors } from '../../server/platform/text/cursor.ts';
import { SettingError } from '../../server/setting-error.ts';
import { settingAtFault } from '../../server/start-errors.ts';
import { readSettings } from '../../server/settings.ts';
import type { Person } from '../harness/person.ts';
import { onBothDatabases, password } from '../harness/test-server.ts';

const square = {
  SQUARE_ENVIRONMENT: 'sandbox',
  SQUARE_ACCESS_TOKEN: 'token',
  SQUARE_APPLICATION_ID: 'sandbox-sq0idb-x',
  SQUARE_LOCATION_ID: 'L1',
  SQUARE_PLAN_BASIC: 'B',
  SQUARE_PLAN_PREMIUM: 'P',
  SQUARE_WEBHOOK_SIGNATURE_KEY: 'key',
};

const s3 = {
  S3_ENDPOINT: 'https://s3.example.org',
  S3_BUCKET: 'photos',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};

const mailIn = { MAIL_IN: 'smtp://0.0.0.0:2525', MAIL_REPLY: 'circle+{key}@example.org' };

const isLineOn = (setting: string) => (error: unknown) =>
  error instanceof SettingError && new RegExp(`^${setting} [^\\n]+$`).test(error.message);

describe('settings in environment variables', () => {
  test('an invalid setting stops the start with one line that names it', () => {
    const wrong: [setting: string, environment: Record<string, string>][] = [
      ['PORT', { PORT: 'x' }],
      ['PORT', { PORT: '70000' }],
      ['APP_LANGUAGE', { APP_LANGUAGE: 'klingon' }],
      ['PUBLIC_URL', { PUBLIC_URL: 'circle' }],
      ['PUBLIC_URL', { PUBLIC_URL: 'https://example.org/circle' }],
      ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
      ...['pa/ss', 'pa#ss', '12#ss', '12/ss'].flatMap((secret): [string, Record<string, string>][] => [
        ['DATABASE_URL', { DATABASE_URL: `postgres://circle:${secret}@localhost/circle` }],
        ['SMTP_URL', { SMTP_URL: `smtps://circle:${secret}@mail.example.org` }],
      ]),
      ['SMTP_URL', { SMTP_URL: 'http://x' }],
      ['MAIL_FROM', { MAIL_FROM: 'nobody' }],
      ['MAIL_REPLY', { MAIL_IN: 'smtp://0.0.0.0:2525' }],
      ['MAIL_IN', { MAIL_REPLY: mailIn.MAIL_REPLY }],
      ['MAIL_IN', { MAIL_IN_TRUST: 'mx.example.org' }],
      ...[
        'smtp://0.0.0.0',
        'lmtp://0.0.0.0:24/box',
        'smtp://0.0.0.0:2525?cert=a.pem',
        'imaps://imap.example.org/INBOX',
        'imaps://ann:secret@imap.example.org/?taken=',
        'imaps://ann:secret@imap.example.org/?folder=x',
        'pop3://ann:secret@example.org',
        'imap://circle:secret@example.org/INBOX?tls=maybe',
      ].map((MAIL_IN): [string, Record<string, string>] => ['MAIL_IN', { ...mailIn, MAIL_IN }]),
      ...[
        'circle@example.org',
        '{key}{key}@example.org',
        'circle@{key}.example.org',
        'circle+{key}',
        'Circle <circle+{key}@example.org>',
        `${'c'.repeat(38)}{key}@example.org`,
      ].map((MAIL_REPLY): [string, Record<string, string>] => ['MAIL_REPLY', { ...mailIn, MAIL_REPLY }]),
      ['MAIL_IN_TRUST', { ...mailIn, MAIL_IN: 'lmtp://0.0.0.0:2424', MAIL_IN_TRUST: 'mx one' }],
      // MAILBOX-53
      ['MAIL_IN_TRUST', { ...mailIn, MAIL_IN_TRUST: 'mx.example.org' }],
      ['TRUST_PROXY', { TRUST_PROXY: 'foo' }],
      ['TRUST_PROXY', { TRUST_PROXY: '127.0.0.1, 10.0.0' }],
      ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/0' }],
      ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/33' }],
      ['TRUST_PROXY', { TRUST_PROXY: 'fc00::/129' }],
      ['RATE_LIMIT_FACTOR', { RATE_LIMIT_FACTOR: '-1' }],
      ['REQUIRE_SECOND_FACTOR', { REQUIRE_SECOND_FACTOR: 'everybody' }],
      ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: 's3' }],
      ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: 'localhost:9000' }],
      ['S3_BUCKET', { ...s3, S3_BUCKET: '' }],
      ['S3_ACCESS_KEY_ID', { ...s3, S3_ACCESS_KEY_ID: '' }],
      ['S3_SECRET_ACCESS_KEY', { ...s3, S3_SECRET_ACCESS_KEY: '' }],
      ['STORAGE_LIMIT_BASIC', { STORAGE_LIMIT_BASIC: '5 lemons' }],
      ['STORAGE_LIMIT_BASIC', { STORAGE_LIMIT_BASIC: '0' }],
      ['STORAGE_LIMIT_PREMIUM', { STORAGE_LIMIT_PREMIUM: '-1 GB' }],
      ['ENFORCE_STORAGE_LIMIT', { ENFORCE_STORAGE_LIMIT: 'yes' }],
      ['AI_BASE_URL', { AI_BASE_URL: 'models', AI_MODEL: 'small' }],
      ['AI_BASE_URL', { AI_BASE_URL: 'localhost:11434', AI_MODEL: 'small' }],
      ['AI_MODEL', { AI_BASE_URL: 'https://models.example.org/v1' }],
      ['VAPID_SUBJECT', { VAPID_SUBJECT: 'me@example.org' }],
      ['PUSH_HOSTS', { PUSH_HOSTS: 'https://push.example.org' }],
      ['BACKUP_KEEP', { BACKUP_KEEP: '0' }],
      ['BACKUP_KEEP', { BACKUP_KEEP: '1.5' }],
      ['BACKUP_PUBLIC_KEY', { BACKUP_PUBLIC_KEY: 'age1' }],
      ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
      ['SQUARE_PLAN_BASIC', { SQUARE_ENVIRONMENT: 'sandbox' }],
      ['SQUARE_ENVIRONMENT', { SQUARE_ACCESS_TOKEN: 'x' }],
      ['SQUARE_ENVIRONMENT', { ...square, SQUARE_ENVIRONMENT: 'ftp://square' }],
      ['SQUARE_SCRIPT_URL', { ...square, SQUARE_ENVIRONMENT: 'http://localhost:1' }],
      ['SQUARE_SCRIPT_URL', { ...square, SQUARE_SCRIPT_URL: 'square.js' }],
      ['SQUARE_PLAN_PREMIUM', { ...square, SQUARE_PLAN_PREMIUM: square.SQUARE_PLAN_BASIC }],
      ['SQUARE_WEBHOOK_SIGNATURE_KEY', { ...square, SQUARE_WEBHOOK_SIGNATURE_KEY: ' ' }],
    ];
    for (const [setting, environment] of wrong) {
      assert.throws(() => readSettings(environment), isLineOn(setting), JSON.stringify(environment));
    }
    for (const url of ['postgres://circle@/circle?host=/run/postgresql', 'postgres:///circle?user=me@there'])
      assert.equal(readSettings({ DATABASE_URL: url }).databaseUrl, url);
    const trusted = ['loopback', '10.0.0.0/8', '::1', 'fc00::/7'];
    assert.deepEqual(readSettings({ TRUST_PROXY: trusted.join(', ') }).trustProxy, trusted);
    assert.equal(readSettings({ ...s3, S3_ENDPOINT: 'http://localhost:9000' }).s3?.bucket, 'photos');
    assert.equal(readSettings({}).square, null);
    const { url, scriptUrl } = readSettings(square).square ?? {};
    assert.deepEqual(
      [url, scriptUrl],
      ['https://connect.squareupsandbox.com', 'https://sandbox.web.squarecdn.com/v1/square.js'],
    );
    assert.deepEqual(readSettings(mailIn).mailIn, {
      listen: 'smtp',
      host: '0.0.0.0',
      port: 2525,
      tls: null,
    });
    const imap = 'imaps://ann%40example.org:secret@imap.example.org/INBOX?taken=Archive';
    assert.deepEqual(readSettings({ ...mailIn, MAIL_IN: imap }).mailIn, { imap });
    assert.equal(
      readSettings({ ...mailIn, MAIL_REPLY: '{key}@letters.example.org' }).mailReply,
      '{key}@letters.example.org',
    );
    assert.equal(readSettings({ PORT: '4000' }).publicUrl, 'http://localhost:4000');
  });
});

test('a failed start ends with one line that names the setting', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'circle-start-'));
  const file = join(folder, 'file');
  await writeFile(file, 'in the way');
  const starts = async (environment: Record<string, string>): Promise<void> => {
    const settings = readSettings({
      DATA_DIR: join(folder, 'data'),
      HOST: '127.0.0.1',
      PORT: '0',
      ...environment,
    });
    const circle = await createServer(settings, createLog('silent'), {
      webFolder: join(folder, 'no-web-app'),
    });
    try {
      await circle.listen();
    } finally {
      await circle.close();
    }
  };
  const other = createTcpServer();
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  const address = other.address();
  assert.ok(address !== null && typeof address === 'object');
  await assert.rejects(starts({ PORT: String(address.port) }), isLineOn('PORT'));
  other.close();
  // An address that RFC 5737 gives to no machine, and a name that RFC 6761 gives to none.
  await assert.rejects(starts({ HOST: '192.0.2.1' }), isLineOn('HOST'));
  await assert.rejects(starts({ HOST: 'circle.invalid' }), isLineOn('HOST'));
  await assert.rejects(starts({ DATA_DIR: file }), isLineOn('DATA_DIR'));
  await assert.rejects(starts({ DATA_DIR: join(file, 'data') }), isLineOn('DATA_DIR'));
  await starts({});
  await rm(folder, { recursive: true });

  // Some accounts may listen anywhere and write everywhere.
  const denied = Object.assign(new Error('listen EACCES'), { code: 'EACCES', syscall: 'listen' });
  assert.ok(isLineOn('PORT')(settingAtFault(denied)));
  assert.equal(
    settingAtFault(Object.assign(new Error('open EACCES'), { code: 'EACCES', syscall: 'open' })),
    null,
  );
});

describe('page markers (cursors of lists)', () => {
  const cursors = createCursors('a secret of this installation');
  // REQUEST-2
  test('a page marker works only on the server and for the list that made it, and reveals nothing', () => {
    const sealed = cursors.seal('feed', 12_345);
    assert.deepEqual(cursors.open('feed', sealed), [12_345]);
    assert.equal(cursors.seal('feed', 12_345), sealed, 'equal pages are equal texts');
    assert.ok(!Buffer.from(sealed, 'base64url').includes('12345'));
    for (const forged of ['', 'x', sealed.slice(1), `${sealed}x`, createCursors('other').seal('feed', 1)]) {
      assert.throws(() => cursors.open('feed', forged), Problem);
    }
    assert.throws(() => cursors.open('comments', sealed), Problem);
  });
});

describe('a database of a newer version', () => {
  // OPERATE-7
  test('a database of a newer version is refused by an older program with one clear line', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'circle-newer-'));
    const db = await openDatabase({ databaseUrl: null, dataDir }, createLog('silent'));
    await migrate(db);
    await migrate(db);
    await db.write(({ q }) => sql`insert into migrations (name, at) values ('9999-later', 0)`.execute(q));
    await assert.rejects(
      () => migrate(db),
      (error) =>
        error instanceof RefusedDatabaseError &&
        /newer Circle/.test(error.message) &&
        !error.message.includes('\n'),
    );
    await db.close();
    await rm(dataDir, { recursive: true });
  });
});

onBothDatabases('writes, search, jobs and events in the database', (server) => {
  test('writes that are batched together succeed or fail separately', async () => {
    const { db } = server().app.context;
    const set = (key: string, fails: boolean) =>
      db.write(async ({ q }) => {
        await q.insertInto('meta').values({ key, value: 'x' }).execute();
        if (fails) throw new Error(`no ${key}`);
        return key;
      });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, place) => set(`k${place}`, place % 3 === 0)),
    );
    const kept = await db.read.selectFrom('meta').select('key').where('key', 'like', 'k%').execute();
    assert.equal(kept.length, outcomes.filter(({ status }) => status === 'fulfilled').length);
    assert.equal(kept.length, 13);
  });

  test('search finds members also after the tables are rebuilt', async () => {
    const { db } = server().app.context;
    const seeker = await server().member('Seeker');
    const finds = async (q: string) =>
      (await seeker.ask(members.search, { q })).map(({ firstName }) => firstName);
    await server().member('Oldtimer');
    assert.deepEqual(await finds('dtim'), ['Oldtimer']);
    // As a restore does it: new tables, then their rows.
    const { rows: kept } = await sql<StoredRow>`select * from users`.execute(db.read);
    const { rows: sessions } = await sql<StoredRow>`select * from sessions`.execute(db.read);
    await db.write(async ({ q }) => {
      await recreateTables(q, db.dialect);
      await insertRows(q, 'users', kept);
      await insertRows(q, 'sessions', sessions);
    });
    assert.deepEqual(await finds('dtim'), ['Oldtimer']);
    assert.deepEqual(await finds('ol'), ['Oldtimer']);
  });

  // OPERATE-14
  test('an export does not delay jobs of another lane, and exports run one at a time', async () => {
    const { db, jobs } = server().app.context;
    const done: string[] = [];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: quick, resolve: quickDone } = Promise.withResolvers<void>();
    let atOnce = 0;
    jobs.handle('export test', async (payload) => {
      atOnce += 1;
      assert.equal(atOnce, 1);
      await released;
      done.push(String(payload));
      atOnce -= 1;
    });
    jobs.handle('test-quick', async () => {
      done.push('quick');
      quickDone();
    });
    await db.write(async (tx) => {
      for (const payload of ['first', 'second']) await jobs.enqueue(tx, { kind: 'export test', payload });
    });
    await db.write((tx) => jobs.enqueue(tx, { kind: 'test-quick', payload: null }));
    await quick;
    assert.deepEqual(done, ['quick']);
    release();
    await jobs.idle();
    assert.deepEqual(done, ['quick', 'first', 'second']);
  });

  test('events of a transaction are sent only if it was committed', async () => {
    const { db } = server().app.context;
    const told: string[] = [];
    await assert.rejects(
      db.write(async (tx) => {
        tx.afterCommit(() => told.push('failed'));
        throw new Error('no');
      }),
    );
    await db.write(async (tx) => tx.afterCommit(() => told.push('done')));
    assert.deepEqual(told, ['done']);
  });

  test('the schema of the migrations matches the types of the queries', async () => {
    const { db } = server().app.context;
    const tables = await db.read.introspection.getTables();
    const columns = Object.fromEntries(
      tables.map((table) => [table.name, table.columns.map((column) => column.name).toSorted()]),
    );
    const folder = new URL('../../server/platform/db/schema/', import.meta.url);
    const texts = await Promise.all(
      (await readdir(folder)).map((name) => readFile(new URL(name, folder), 'utf8')),
    );
    const source = texts.join('\n');
    const interfaces = new Map(
      [...source.matchAll(/export interface (\w+) \{([\s\S]*?)\n\}/g)].map(([, name = '', body = '']) => [
        name,
        [...body.matchAll(/^ {2}(\w+):/gm)].map(([, field = '']) => field),
      ]),
    );
    const listed = interfaces.get('Schema') ?? [];
    assert.deepEqual(listed.toSorted(), allTables.toSorted());
    for (const name of listed) {
      const type =
        [...source.matchAll(/^ {2}(\w+): (\w+);$/gm)].find(([, table]) => table === name)?.[2] ?? '';
      assert.deepEqual(columns[name], interfaces.get(type)?.toSorted(), name);
    }
  });
});

onBothDatabases('SQL statements per request', (server) => {
  let ana: Person;
  let family: Circle;
  before(async () => {
    ana = await server().member('Ana');
    family = await ana.makesCircle('Family');
    for (let number = 0; number < 25; number++) {
      const post = await ana.posts(`Moment ${number}`, { to: family });
      await ana.comments(post, 'one');
    }
  });

  const count = (path: string): Promise<number> =>
    server().statementsOf(async () => {
      const answer = await ana.request('GET', path);
      assert.equal(answer.status, 200, path);
    });

  test('the feed takes at most three SQL statements, other reads six, and none takes one per row', async () => {
    assert.equal(await count('/api/posts/feed?limit=20'), 2);
    assert.equal(await count('/api/posts/feed?limit=1'), 2);
    const post = (await ana.feed()).items[0]?.id ?? '';
    const paths = [
      `/api/posts/feed?circleId=${family.id}`,
      `/api/posts/${post}`,
      `/api/posts/${post}/comments`,
      `/api/posts/user/${ana.id}`,
      '/api/circles',
      `/api/circles/${family.id}`,
      '/api/contacts',
      '/api/users/all',
      '/api/users/search?q=ana',
      `/api/users/${ana.id}`,
      `/api/users/${ana.id}/circles`,
      `/api/users/${ana.id}/has-added-me`,
      '/api/mutes',
      '/api/blocks',
      '/api/user',
      '/api/user/stats',
      '/api/notifications',
      '/api/notifications/unread',
    ];
    for (const path of paths) assert.ok((await count(path)) <= 6, path);
  });
});

onBothDatabases(
  'rate limits of sign-ins and invitations',
  (server) => {
    // SIGNIN-2
    test('an account can be tried ten times from one address, with Retry-After, and others are not locked out', async () => {
      const ben = await server().member('Ben');
      const tries: number[] = [];
      for (let number = 0; number < 11; number++) {
        tries.push((await ben.call(auth.login, { email: ben.email, password: 'wrong-one' })).status);
      }
      assert.deepEqual(tries.slice(0, 9), Array<number>(9).fill(401));
      const refused = await ben.call(auth.login, { email: ben.email, password });
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
      assert.equal(
        (await server().visitor('Cleo').call(auth.login, { email: 'cleo@example.org', password })).status,
        401,
      );
    });

    // JOIN-10, JOIN-18
    test('a member can make twenty invitations a day, codes among them, and only invitations that were sent count', async () => {
      const dora = await server().member('Dora');
      for (let number = 0; number < 19; number++) {
        assert.equal((await dora.call(invitations.sendInvite, { email: 'many@example.org' })).status, 201);
      }
      await dora.ask(invitations.makeCode, {});
      assert.equal((await dora.call(invitations.sendInvite, { email: 'many@example.org' })).status, 429);
      assert.equal((await dora.call(invitations.makeCode, {})).status, 429);
      await server().mailsTo({ email: 'many@example.org' });
    });
  },
  { RATE_LIMIT_FACTOR: '1' },
);
