import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { builtProgram } from '../harness/built.ts';
import { freePort } from '../harness/free-port.ts';

const root = path.resolve(import.meta.dirname, '../..');

interface Wanted {
  dataDir: string;
  environment?: Record<string, string>;
  /** A wrapper program that starts the server, with its arguments: strace, faketime. */
  under?: readonly string[];
  port?: number;
}

/** Runs the server in a separate process, which can be killed. */
export class ServerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly port: number;
  /** The milliseconds until the server was ready to answer. */
  readonly startTime: number;
  readonly settings: Readonly<Record<string, string>>;

  private constructor(
    child: ChildProcess,
    port: number,
    startTime: number,
    settings: Record<string, string>,
  ) {
    this.child = child;
    this.port = port;
    this.url = `http://localhost:${port}`;
    this.startTime = startTime;
    this.settings = settings;
  }

  static async start({ dataDir, environment = {}, under = [], port }: Wanted): Promise<ServerProcess> {
    const chosen = port ?? (await freePort());
    const settings = { PORT: String(chosen), DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '0', ...environment };
    // The option as of `npm start`.
    const words = [...under, process.execPath, '--max-semi-space-size=4', builtProgram('main')];
    const started = performance.now();
    const child = spawn(words[0] ?? '', words.slice(1), {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'node'),
        ...settings,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000);
    });
    for (;;) {
      if (child.exitCode !== null) throw new Error(`The server did not start: ${said}`);
      const ready = await fetch(`http://localhost:${chosen}/readyz`).catch(() => null);
      await ready?.body?.cancel();
      if (ready?.ok) break;
      if (performance.now() - started > 60_000) throw new Error(`The server is not ready: ${said}`);
      await wait(10);
    }
    return new ServerProcess(child, chosen, performance.now() - started, settings);
  }

  /** Kills the process and all that it has started. */
  async kill(): Promise<void> {
    const gone = once(this.child, 'exit');
    if (this.child.pid !== undefined) process.kill(-this.child.pid, 'SIGKILL');
    await gone;
  }
}
