import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import type { Database } from '../../server/platform/db/database.ts';
import { openPostgres } from '../../server/platform/db/postgres.ts';
import { createLog } from '../../server/platform/log.ts';
import { builtProgram } from '../harness/built.ts';
import { Mailbox } from '../harness/mailbox.ts';
import { Person } from '../harness/person.ts';
import { addMember } from '../harness/test-server.ts';
import { type S3Peer, startS3 } from '../fakes/s3.ts';
import { root } from '../setup/sources.ts';
import { freePort } from '../harness/free-port.ts';

/** One server process, as an operator starts it. */
export class Machine {
  readonly url: string;
  readonly #environment: Record<string, string>;
  #child: ChildProcess | null = null;
  #said: string[] = [];

  constructor(port: number, environment: Record<string, string>) {
    this.url = `http://127.0.0.1:${port}`;
    this.#environment = { ...environment, PORT: String(port), HOST: '127.0.0.1' };
  }

  /** Resolves when the server answers. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [builtProgram('main')], {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        ...this.#environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#said = [];
    const { promise: ready, resolve } = Promise.withResolvers<void>();
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        this.#said.push(line);
        if (line.startsWith('Circle is at ')) resolve();
      });
    }
    const ended = once(child, 'close').then(() => {
      throw new Error(`The node ended: ${this.#said.slice(-5).join('\n')}`);
    });
    await Promise.race([ready, ended]);
    ended.catch(() => undefined);
  }

  /** All lines that the process has printed since its start. */
  get said(): readonly string[] {
    return this.#said;
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Ends the process; returns its exit code, or null if a signal ended it. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const child = this.#child;
    if (!child || !this.isRunning) return null;
    const gone = once(child, 'close');
    child.kill(signal);
    await gone;
    return child.exitCode;
  }

  /** Returns the same person with the same cookies, whose requests go to this machine. */
  meets(person: Person): Person {
    const here = new Person(person.name, this.url);
    here.id = person.id;
    here.cookie = person.cookie;
    return here;
  }
}

interface Wishes {
  /** The number of machines. They start together on an empty database. */
  count: number;
  /** The URL of a PostgreSQL that the test may kill, or of a separate database on the shared one. */
  postgres?: string;
  environment?: Record<string, string>;
}

/** Several machines with one PostgreSQL, one S3 store and one mail server. */
export class Machines {
  readonly all: readonly Machine[];
  readonly mailbox: Mailbox;
  readonly store: S3Peer;
  /** A connection to the database of the machines, for checks. */
  readonly db: Database;
  /** Settings for every machine. */
  readonly environment: Record<string, string>;
  readonly #folder: string;
  readonly #drop: () => Promise<void>;

  private constructor(
    parts: Pick<Machines, 'all' | 'mailbox' | 'store' | 'db' | 'environment'>,
    folder: string,
    drop: () => Promise<void>,
  ) {
    this.all = parts.all;
    this.mailbox = parts.mailbox;
    this.store = parts.store;
    this.db = parts.db;
    this.environment = parts.environment;
    this.#folder = folder;
    this.#drop = drop;
  }

  static async open({ count, postgres, environment = {} }: Wishes): Promise<Machines> {
    const folder = await mkdtemp(path.join(tmpdir(), 'circle-machines-'));
    const [mailbox, store] = [new Mailbox(), await startS3()];
    await mailbox.open();
    const { address, drop } = await databaseOn(postgres ?? process.env['TEST_POSTGRES_URL'] ?? '');
    const { settings: s3 } = store;
    const shared: Record<string, string> = {
      DATABASE_URL: address,
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Circle <circle@example.org>',
      PUBLIC_URL: 'http://circle.example.org',
      RATE_LIMIT_FACTOR: '0',
      S3_ENDPOINT: s3.endpoint,
      S3_REGION: s3.region,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      ...environment,
    };
    const all: Machine[] = [];
    for (let number = 0; number < count; number++) {
      const own = { ...shared, DATA_DIR: path.join(folder, String(number)) };
      all.push(new Machine(await freePort(), own));
    }
    const db = openPostgres(address, createLog('silent'));
    const machines = new Machines({ all, mailbox, store, db, environment: shared }, folder, drop);
    await Promise.all(all.map((machine) => machine.start()));
    return machines;
  }

  /** Prepares one more machine without starting it. */
  async another(environment: Record<string, string> = {}): Promise<Machine> {
    const DATA_DIR = await mkdtemp(path.join(this.#folder, 'more-'));
    return new Machine(await freePort(), { ...this.environment, DATA_DIR, ...environment });
  }

  /** Makes a verified member who has signed in at the first machine. */
  async member(name: string): Promise<Person> {
    return addMember(this.db, new Person(name, this.all[0]?.url ?? ''));
  }

  /** Resolves when every due job has been done, besides those that recur every minute. */
  async jobsAreDone(): Promise<void> {
    await until('every job is done', async () => {
      const due = await this.db.read
        .selectFrom('jobs')
        .select('id')
        .where('run_at', '<=', Date.now() + 60_000)
        .where('kind', 'not in', ['evening-run', 'sweep-archives'])
        .execute();
      return due.length === 0;
    });
  }

  /**
   * Frees the jobs of killed nodes as soon as no job has been done for five seconds; in production they become free after
   * a minute.
   */
  async leasesRunOut(): Promise<void> {
    let [earlier, since] = ['', performance.now()];
    await until('nobody does anything', async () => {
      const due = await this.db.read
        .selectFrom('jobs')
        .select(['id', 'leased_until', 'attempts'])
        .where('run_at', '<=', Date.now() + 60_000)
        .orderBy('id')
        .execute();
      const now = JSON.stringify(due);
      if (now !== earlier) [earlier, since] = [now, performance.now()];
      return due.length === 0 || performance.now() - since > 5_000;
    });
    await this.db.write(({ q }) =>
      q.updateTable('jobs').set({ leased_until: 0 }).where('leased_until', 'is not', null).execute(),
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((machine) => machine.end('SIGKILL')));
    await this.db.close();
    await Promise.all([this.mailbox.close(), this.store.stop()]);
    await this.#drop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

const databaseOn = async (cluster: string): Promise<{ address: string; drop: () => Promise<void> }> => {
  const name = `nodes_${randomBytes(6).toString('hex')}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: cluster });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await run(`create database ${name}`);
  const address = Object.assign(new URL(cluster), { pathname: `/${name}` }).href;
  return { address, drop: () => run(`drop database ${name} with (force)`) };
};

/** Polls until the condition is true. */
export const until = async (
  what: string,
  isSo: () => Promise<boolean>,
  patience = 30_000,
): Promise<number> => {
  const began = performance.now();
  while (!(await isSo())) {
    assert.ok(performance.now() - began < patience, `After ${patience / 1_000} s it is not so: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return performance.now() - began;
};
