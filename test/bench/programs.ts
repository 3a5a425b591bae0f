import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { root } from '../setup/sources.ts';
import { send, get } from './load.ts';
import { freePort } from '../harness/free-port.ts';

const inside = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const patience = 60_000;

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

interface Told {
  cpu: { user: number; system: number };
  /** Microseconds for which the thread was blocked since the last call, if ticking is enabled. */
  held: { p99: number; longest: number } | null;
}

/** A program in a separate process that listens on a port. */
export class Program {
  readonly port: number;
  readonly child: ChildProcess;
  /** Milliseconds from its start until it listened and, if it is the server, answered. */
  readonly startTime: number;
  #asked = 0;

  private constructor(child: ChildProcess, port: number, startTime: number) {
    this.child = child;
    this.port = port;
    this.startTime = startTime;
  }

  /** @param health a path that has to answer before the program counts as started */
  static async start(
    args: readonly string[],
    {
      environment = {},
      health,
      probed = true,
    }: { environment?: Record<string, string>; health?: string; probed?: boolean },
  ): Promise<Program> {
    const port = await freePort();
    const started = performance.now();
    const child = spawn(process.execPath, [...(probed ? ['--import', inside('probe.ts')] : []), ...args], {
      cwd: root,
      env: { PATH: process.env['PATH'], PORT: String(port), ...environment },
      stdio: ['ignore', 'ignore', 'inherit', ...(probed ? (['ipc'] as const) : [])],
    });
    while (!(await isListening(port))) {
      if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended before it listened`);
      if (performance.now() - started > patience) throw new Error(`${args.join(' ')} does not listen`);
      await wait(2);
    }
    if (health) await send(port, get(health));
    return new Program(child, port, performance.now() - started);
  }

  #ask(): Promise<Told> {
    this.#asked++;
    const asked = this.#asked;
    const answered = new Promise<Told>((resolve) => {
      const look = (message: Told & { asked: number }) => {
        if (message.asked !== asked) return;
        this.child.off('message', look);
        resolve(message);
      };
      this.child.on('message', look);
    });
    this.child.send(asked);
    return answered;
  }

  /** Microseconds of processor time of the process so far, with all its threads. */
  async cpu(): Promise<number> {
    const { user, system } = (await this.#ask()).cpu;
    return user + system;
  }

  /** Microseconds for which its thread was blocked since the last call; only with ticking. */
  async held(): Promise<{ p99: number; longest: number }> {
    const { held } = await this.#ask();
    if (!held) throw new Error('Nobody watches this thread');
    return held;
  }

  async stop(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await gone;
  }
}

/** The whole server, as `npm start` starts it. */
export const startServer = (
  settings: { dataDir: string; databaseUrl?: string; smtpUrl?: string },
  { probed = true, isWatched = false } = {},
): Promise<Program> =>
  Program.start(['--max-semi-space-size=4', 'scripts/start.mjs'], {
    environment: {
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost',
      DATA_DIR: settings.dataDir,
      DATABASE_URL: settings.databaseUrl ?? '',
      SMTP_URL: settings.smtpUrl ?? '',
      RATE_LIMIT_FACTOR: '0',
      ...(isWatched && { BENCH_WATCH_THREAD: '1' }),
    },
    health: '/healthz',
    probed,
  });

/** Bare `node:http`, which answers `/` with these bytes; with a database it checks sessions (see floor.ts). */
export const startFloor = async ({ probed = true, database = '' } = {}): Promise<Program> =>
  Program.start([inside('floor.ts')], {
    probed,
    environment: { PUBLIC_URL: 'http://localhost', FLOOR_DATABASE: database },
  });
