import { randomUUID } from 'node:crypto';
import path from 'node:path';
import * as auth from '../../../contract/auth.ts';
import { createServer, type Server } from '../../app.ts';
import { createLog } from '../../platform/log.ts';
import { readSettings } from '../../settings.ts';
import { hashPassword } from '../auth/password.ts';
import { insertMember } from '../auth/register.ts';
import { Actor, password } from './actor.ts';

/** A temporary Circle with only invented people. */
export class Stage {
  readonly #server: Server;
  readonly #url: string;
  readonly #hash: string;
  readonly #dataDir: string;
  readonly #others: Stage[] = [];

  private constructor(server: Server, url: string, hash: string, dataDir: string) {
    this.#server = server;
    this.#url = url;
    this.#hash = hash;
    this.#dataDir = dataDir;
  }

  /** @param limited whether rate limits apply, as on a real server */
  static async open(dataDir: string, { limited = false } = {}): Promise<Stage> {
    // An empty environment: the stage knows neither the real database nor its storage or mail.
    const settings = {
      ...readSettings({
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
        PUBLIC_URL: 'http://localhost',
        // Push is the one feature by which a member could make the stage contact other hosts.
        PUSH_HOSTS: 'none',
      }),
      port: 0,
      rateLimitFactor: limited ? 1 : 0,
    };
    const server = await createServer(settings, createLog('silent'), {
      webFolder: path.join(dataDir, 'no-web-app'),
    });
    const port = await server.listen();
    return new Stage(server, `http://127.0.0.1:${port}`, await hashPassword(password), dataDir);
  }

  get address(): { host: string; port: number } {
    const { hostname, port } = new URL(this.#url);
    return { host: hostname, port: Number(port) };
  }

  visitor(): Actor {
    return new Actor('Visitor', 'visitor@example.org', this.#url);
  }

  /** A new person who has signed in and may post. */
  async person(name: string, { isVerified = true, isAdmin = false } = {}): Promise<Actor> {
    const email = `${name.toLowerCase()}.${randomUUID()}@example.org`;
    await this.#server.context.db.write((tx) =>
      insertMember(tx, {
        firstName: name,
        lastName: 'Invented',
        email,
        passwordHash: this.#hash,
        emailConfirmed: true,
        isAdmin,
        isVerified,
      }),
    );
    const actor = new Actor(name, email, this.#url);
    await this.signIn(actor);
    return actor;
  }

  people<const Names extends readonly string[]>(...names: Names): Promise<{ [K in keyof Names]: Actor }>;
  people(...names: string[]): Promise<Actor[]> {
    return Promise.all(names.map((name) => this.person(name)));
  }

  async signIn(actor: Actor, withPassword = password): Promise<void> {
    const answer = await actor.call(auth.login, { email: actor.email, password: withPassword });
    if (answer.status !== 200) throw new Error(`${actor.name} cannot sign in: ${answer.status}`);
    actor.cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    actor.id = auth.login.output.parse(JSON.parse(answer.text)).id;
  }

  /** A second instance, empty like the first at its start. */
  async another(options: { limited: boolean }): Promise<Stage> {
    const folder = path.join(this.#dataDir, `other-${this.#others.length}`);
    const stage = await Stage.open(folder, options);
    this.#others.push(stage);
    return stage;
  }

  async close(): Promise<void> {
    for (const other of this.#others) await other.close();
    await this.#server.close();
  }
}
