import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Server, createServer } from '../../server/app.ts';
import { insertMember } from '../../server/features/auth/register.ts';
import { createLog } from '../../server/platform/log.ts';
import { readSettings, type Settings } from '../../server/settings.ts';
import type { S3Peer } from '../fakes/s3.ts';
import { Person } from './person.ts';
import { freePort } from './free-port.ts';
import { type DatabaseKind, cheapHash, onCluster, password } from './test-server.ts';

interface Places {
  s3?: S3Peer;
  within?: Installation;
}

/** The data folder, database and store of a Circle whose server can be started, stopped and restarted. */
export class Installation {
  readonly environment: Readonly<Record<string, string>>;
  readonly dataDir: string;
  #server: Server | null = null;
  readonly #database: string | null;

  private constructor(environment: Record<string, string>, dataDir: string, database: string | null) {
    this.environment = environment;
    this.dataDir = dataDir;
    this.#database = database;
  }

  /** Makes an installation; `within` puts it inside the data folder of another one. */
  static async make(kind: DatabaseKind, { s3, within }: Places = {}): Promise<Installation> {
    const dataDir = within?.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'circle-place-')));
    const environment: Record<string, string> = {
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: '0',
    };
    if (s3) {
      environment['S3_ENDPOINT'] = s3.settings.endpoint;
      environment['S3_REGION'] = s3.settings.region;
      environment['S3_BUCKET'] = s3.settings.bucket;
      environment['S3_ACCESS_KEY_ID'] = s3.settings.accessKeyId;
      environment['S3_SECRET_ACCESS_KEY'] = s3.settings.secretAccessKey;
    }
    if (kind === 'sqlite') return new Installation(environment, dataDir, null);
    const database = `place_${randomBytes(6).toString('hex')}`;
    await onCluster(`create database ${database}`);
    const address = new URL(process.env['TEST_POSTGRES_URL'] ?? '');
    address.pathname = `/${database}`;
    return new Installation({ ...environment, DATABASE_URL: address.href }, dataDir, database);
  }

  get settings(): Settings {
    return readSettings(this.environment);
  }

  get server(): Server {
    if (!this.#server) throw new Error('The server does not run');
    return this.#server;
  }

  /** Writes a settings file for this installation. */
  async file(): Promise<string> {
    const file = path.join(this.dataDir, `${this.environment['PORT']}.env`);
    const lines = Object.entries(this.environment).map(([name, value]) => `${name}=${value}`);
    await writeFile(file, lines.join('\n'));
    return file;
  }

  async start(): Promise<void> {
    this.#server = await createServer(this.settings, createLog('silent'));
    await this.#server.listen();
  }

  async stop(): Promise<void> {
    await this.#server?.close();
    this.#server = null;
  }

  /** Makes a new verified member who has signed in. */
  async member(name: string): Promise<Person> {
    const person = this.visitor(name);
    const passwordHash = await cheapHash();
    await this.server.context.db.write((tx) =>
      insertMember(tx, {
        firstName: name,
        lastName: 'Example',
        email: person.email,
        passwordHash,
        emailConfirmed: true,
        isAdmin: false,
        isVerified: true,
      }),
    );
    await person.signIn(password);
    return person;
  }

  visitor(name: string): Person {
    return new Person(name, `http://localhost:${this.environment['PORT']}`);
  }

  /** Returns the same person with the same cookies, at another server. */
  again(person: Person): Person {
    const twin = this.visitor(person.name);
    twin.cookie = person.cookie;
    twin.id = person.id;
    return twin;
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
    if (this.#database !== null) await onCluster(`drop database ${this.#database} with (force)`);
  }
}
