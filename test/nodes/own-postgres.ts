import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./own-postgres-child.ts', import.meta.url));

/** A separate PostgreSQL that a test may kill. */
export class OwnPostgres {
  readonly #child: ChildProcess;
  url = '';

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async open(): Promise<OwnPostgres> {
    const own = new OwnPostgres(
      fork(program, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
    );
    await own.start();
    return own;
  }

  async #tell(command: string): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.#child.once('message', resolve);
    this.#child.send(command);
    const message = await promise;
    const answer: unknown = Reflect.get(Object(message), 'answer');
    const error: unknown = Reflect.get(Object(message), 'error');
    if (typeof answer !== 'string') throw new Error(typeof error === 'string' ? error : 'no answer');
    return answer;
  }

  /** Restarts PostgreSQL at the same address. */
  async start(): Promise<void> {
    this.url = await this.#tell('start');
  }

  /** Kills PostgreSQL without a shutdown. */
  async kill(): Promise<void> {
    await this.#tell('kill');
  }

  /** Adds a synchronous standby, for which every commit waits; returns its address. */
  follow(): Promise<string> {
    return this.#tell('follow');
  }

  /** Promotes the standby to primary. */
  async promote(): Promise<void> {
    await this.#tell('promote');
  }

  async close(): Promise<void> {
    const gone = once(this.#child, 'exit');
    this.#child.disconnect();
    await gone;
  }
}
