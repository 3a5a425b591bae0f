import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { after, before, describe, test, type TestContext } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { type Server, createServer } from '../../server/app.ts';
import type { Outside } from '../../server/open-app-context.ts';
import { hashPassword } from '../../server/features/auth/password.ts';
import { insertMember } from '../../server/features/auth/register.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { createPhotoPool } from '../../server/platform/images/pipeline.ts';
import { createLog } from '../../server/platform/log.ts';
import { readSettings } from '../../server/settings.ts';
import { withoutTests } from '../runner/node-test.ts';
import { template } from '../setup/template.ts';
import { sharedPool } from '../runner/shared.ts';
import { until } from '../runner/until.ts';
import { resolveTestMx, resolveTestTxt } from './dkim.ts';
import { Mailbox } from './mailbox.ts';
import { Person } from './person.ts';
import { freePort } from './free-port.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

export const password = 'lemon-tart-at-noon';
/** The cheapest argon2id: a real hash takes 53 ms of processor time, and nearly every test signs several people in. */
const cheap = { memory: 8, passes: 1, parallelism: 1 };
/**
 * The time of all authenticator apps and of the servers that check their codes. It stands still: on the clock of the
 * machine a test could begin in one time step of 30 s and end in another.
 */
export const totpTime = Date.UTC(2030, 0, 1, 12, 0, 29);
/** Plays few test scenarios, at the priority of other processes. `test/scenarios/suite.test.ts` plays all. */
export const shortSuiteProgram = path.resolve(import.meta.dirname, '../scenarios/short-suite.test-peer.ts');
let hash: Promise<string> | undefined;
/** The stored hash of `password`, for test members. */
export const cheapHash = (): Promise<string> => (hash ??= hashPassword(password, cheap));

export const onCluster = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: process.env['TEST_POSTGRES_URL'] });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** Makes a member of the person, who signs in; verified by default. */
export const addMember = async (
  db: Database,
  person: Person,
  { isVerified = true, isAdmin = false }: { isVerified?: boolean; isAdmin?: boolean } = {},
): Promise<Person> => {
  const { name: firstName, email } = person;
  const passwordHash = await cheapHash();
  const fields = { firstName, lastName: 'Example', email, passwordHash, emailConfirmed: true };
  await db.write((tx) => insertMember(tx, { ...fields, isAdmin, isVerified }));
  await person.signIn(password);
  return person;
};

/** A process for photos takes 0.4 s of processor time to start. */
const photoPool = sharedPool(createPhotoPool);

/** A separate running Circle with a real database, real files and a real mail server. */
export class TestServer {
  readonly mailbox = new Mailbox();
  readonly dataDir: string;
  readonly url: string;
  readonly app: Server;
  /** The settings of this server as environment variables, for another process on the same data. */
  readonly environment: Readonly<Record<string, string>>;
  readonly #drop: () => Promise<void>;
  #resume = async (): Promise<void> => undefined;

  private constructor(
    server: Server,
    mailbox: Mailbox,
    environment: Record<string, string>,
    dataDir: string,
    drop: () => Promise<void>,
  ) {
    this.app = server;
    this.mailbox = mailbox;
    this.environment = environment;
    this.url = `http://localhost:${environment['PORT']}`;
    this.dataDir = dataDir;
    this.#drop = drop;
  }

  static async open(
    kind: DatabaseKind,
    environment: Environment = {},
    outside: Outside = {},
  ): Promise<TestServer> {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'circle-test-'));
    const mailbox = new Mailbox();
    await mailbox.open();
    const port = await freePort();
    const settings: Record<string, string> = {
      PORT: String(port),
      DATA_DIR: dataDir,
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Circle <circle@example.org>',
      RATE_LIMIT_FACTOR: '0',
      ...environment,
    };
    let drop = async () => {};
    const copied = process.env['TEST_SQLITE_TEMPLATE'];
    if (kind === 'sqlite' && copied) await copyFile(copied, path.join(dataDir, 'circle.db'));
    if (kind === 'postgres') {
      const name = `test_${randomBytes(6).toString('hex')}`;
      await onCluster(`create database ${name} template ${template} strategy file_copy`);
      const address = new URL(process.env['TEST_POSTGRES_URL'] ?? '');
      address.pathname = `/${name}`;
      settings['DATABASE_URL'] = address.href;
      drop = () => onCluster(`drop database ${name} with (force)`);
    }
    const log = createLog(process.env['TEST_LOG'] ? 'debug' : 'silent');
    const server = await createServer(readSettings(settings), log, {
      resolveTxt: resolveTestTxt,
      resolveMx: resolveTestMx,
      totpNow: () => totpTime,
      scenarioProgram: shortSuiteProgram,
      photoPool: photoPool(),
      ...outside,
    });
    await server.listen();
    return new TestServer(server, mailbox, settings, dataDir, drop);
  }

  visitor(name = 'Visitor'): Person {
    return new Person(name, this.url);
  }

  /** Makes a member who has signed in; verified by default. */
  async member(name: string, rights: Parameters<typeof addMember>[2] = {}): Promise<Person> {
    return addMember(this.app.context.db, new Person(name, this.url), rights);
  }

  members<const Names extends readonly string[]>(...names: Names): Promise<{ [K in keyof Names]: Person }> {
    return Promise.all(names.map((name) => this.member(name))) as Promise<{ [K in keyof Names]: Person }>;
  }

  /** Returns the mails to an address, once all waiting mails are sent. */
  async mailsTo(person: { email: string }): Promise<ReturnType<Mailbox['take']>> {
    await this.app.context.jobs.idle();
    return this.mailbox.take(person.email);
  }

  /** The key of a row, by the id that the API shows. */
  async keyOf(table: 'users' | 'circles' | 'posts' | 'comments', { id }: { id: string }): Promise<number> {
    const { db } = this.app.context;
    const row = await db.read
      .selectFrom(table)
      .select('id')
      .where('public_id', '=', id)
      .executeTakeFirstOrThrow();
    return row.id;
  }

  /** Pauses the worker. @returns restarts the worker and waits for its jobs */
  async holdWorker(): Promise<() => Promise<void>> {
    const { jobs } = this.app.context;
    await jobs.close();
    this.#resume = async () => {
      this.#resume = async () => undefined;
      await jobs.start();
    };
    return async () => {
      await this.#resume();
      await jobs.idle();
    };
  }

  /** The SQL statements of `act`: the fewest of three tries, since timers of the server query now and then. */
  async statementsOf(act: () => Promise<unknown>): Promise<number> {
    const { statements } = this.app.context.db;
    const resume = await this.holdWorker();
    const counts: number[] = [];
    for (let tries = 0; tries < 3; tries += 1) {
      const earlier = statements.count;
      await act();
      counts.push(statements.count - earlier);
    }
    await resume();
    return Math.min(...counts);
  }

  /** Runs `work` between the next request's reads and its writes. */
  async beforeNextWrite(act: () => Promise<unknown>): Promise<void> {
    const { db } = this.app.context;
    await this.holdWorker();
    const write = db.write.bind(db);
    db.write = async (work) => {
      db.write = write;
      await this.#resume();
      await act();
      return write(work);
    };
  }

  /**
   * Starts `work` after the next request has written and before it commits: the work finishes by then, or waits for
   * the commit. @returns waits for the end of the work
   */
  async duringNextWrite(act: () => Promise<unknown>): Promise<() => Promise<unknown>> {
    const { db } = this.app.context;
    await this.holdWorker();
    const write = db.write.bind(db);
    const over = Promise.withResolvers<unknown>();
    const isWaitedFor = async (): Promise<boolean> => {
      // On SQLite writes run one after the other.
      if (db.dialect.name === 'sqlite') return true;
      const { rows } = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db.read);
      return rows.length > 0;
    };
    db.write = async (work) => {
      db.write = write;
      await this.#resume();
      return write(async (tx) => {
        const done = await work(tx);
        const begun = { isOver: false };
        over.resolve(
          act().finally(() => {
            begun.isOver = true;
          }),
        );
        await until(async () => begun.isOver || (await isWaitedFor()));
        return done;
      });
    };
    return () => over.promise;
  }

  /** Stops everything, and fails if open jobs, half uploads or unread mails are left over. */
  async close(): Promise<void> {
    const { db, jobs } = this.app.context;
    try {
      await this.#resume();
      await jobs.idle();
      const undone = await db.read
        .selectFrom('jobs')
        .select('kind')
        .where((e) =>
          e.or([
            e('unique_key', 'is', null),
            // Jobs for copies of unshared photos wait for a day; delete them here.
            e.and([e('unique_key', 'like', 'full-copy %'), e('run_at', '<', Date.now() + 60 * 60_000)]),
          ]),
        )
        .execute();
      assert.deepEqual(
        undone.map((job) => job.kind),
        [],
        'jobs were left undone',
      );
      const unshared = await db.read
        .selectFrom('images')
        .select('public_id')
        .where('kind', '=', 'photo')
        .where('post_id', 'is', null)
        .execute();
      const waiting = new Set(unshared.map((photo) => `full-${photo.public_id}`));
      // The server deletes an upload after it has sent the response.
      const end = Date.now() + 30_000;
      let left: string[];
      for (;;) {
        const found = await readdir(path.join(this.dataDir, 'tmp'), { recursive: true, withFileTypes: true });
        left = found.flatMap((entry) => (entry.isFile() && !waiting.has(entry.name) ? [entry.name] : []));
        if (left.length === 0 || Date.now() > end) break;
        await setTimeout(20);
      }
      assert.deepEqual(left, [], 'temporary files were left');
      assert.deepEqual(
        this.mailbox.left.map((mail) => `${mail.to}: ${mail.subject}`),
        [],
        'nobody looked at these mails',
      );
    } finally {
      await this.app.close();
      await this.mailbox.close();
      await this.#drop();
      await rm(this.dataDir, { recursive: true, force: true });
    }
  }
}

type Environment = Readonly<Record<string, string>>;
type ServerEnvironment = Environment | (() => Promise<Environment>);

/** Runs tests on one of the databases, with a separate server. */
export const onDatabase = (
  kind: DatabaseKind,
  title: string,
  tests: (server: () => TestServer) => void,
  /** Further settings of the server; a function makes them before it starts. */
  environment: ServerEnvironment = {},
): void => {
  if (kind === 'postgres' && process.env['TEST_DATABASES'] === 'sqlite') return;
  describe(`${title} (${kind})`, () => {
    let server: TestServer | undefined;
    before(async () => {
      server = await TestServer.open(
        kind,
        typeof environment === 'function' ? await environment() : environment,
      );
    });
    tests(() => {
      if (!server) throw new Error('The server is not open yet');
      return server;
    });
    // After the tests' own, which may need it.
    after(() => server?.close());
  });
};

/** Runs the same tests on SQLite and on PostgreSQL, each with a separate server: rules of sight, and SQL that differs. */
export const onBothDatabases = (
  title: string,
  tests: (server: () => TestServer) => void,
  environment: ServerEnvironment = {},
): void => {
  for (const kind of ['sqlite', 'postgres'] as const) onDatabase(kind, title, tests, environment);
};

export type DefineTest = (name: string, run: (t: TestContext) => Promise<void>) => void;
const defineTest: DefineTest = (name, run) => void test(name, run);

/**
 * Runs tests on SQLite, and those defined by `testOnBoth` on PostgreSQL too: locks or errors of the database decide
 * them, and they need nothing from other tests. `npm run test:long` runs all of them on both.
 */
export const onDatabases = (
  title: string,
  tests: (server: () => TestServer, testOnBoth: DefineTest) => void,
  environment: ServerEnvironment = {},
): void => {
  if (process.env['TEST_DATABASES'] === 'both') {
    onBothDatabases(title, (server) => tests(server, defineTest), environment);
    return;
  }
  describe(title, () => {
    const onBoth: string[] = [];
    const testOnBoth: DefineTest = (name, run) => {
      onBoth.push(name);
      defineTest(name, run);
    };
    onDatabase('sqlite', title, (server) => tests(server, testOnBoth), environment);
    if (onBoth.length > 0)
      onDatabase(
        'postgres',
        title,
        (server) => withoutTests((define) => tests(server, (name, run) => void define(name, run))),
        environment,
      );
  });
};
