import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { root } from '../../../setup/sources.ts';
import type { Failure, Message, Task } from './messages.ts';

/** A test file that has ended, or was ended. */
export interface RanFile {
  failure: Failure | null;
  tests: number;
  /** The ids of the clauses that ran. */
  asked: readonly string[];
  durationMs: number;
  /** Processor time of the process. */
  processorMs: number;
  /** The file was the first of its process. */
  isFirst: boolean;
}

const testTimeoutMs = 60_000;
const fileTimeoutMs = 240_000;
/** Milliseconds for the servers of a file to close after the first failure. */
const stopTimeoutMs = 15_000;
/** The runner of node keeps every test that it has run, and the server of that test. */
const maxBytes = 1_800_000_000;

/** A process of `process.ts` that is started again where a file has spoilt it. */
export class GuardProcess {
  readonly #environment: Readonly<Record<string, string>>;
  #child: ChildProcess | null = null;

  constructor(environment: Readonly<Record<string, string>>) {
    this.#environment = environment;
  }

  #start(): ChildProcess {
    return fork(path.join(root, 'test/trust/long/guards/process.ts'), {
      cwd: root,
      env: { ...process.env, ...this.#environment },
      serialization: 'advanced',
      // A separate process group: programs that a test has started end with it.
      detached: true,
      execArgv: [
        '--test-reporter=./test/trust/long/guards/reporter.ts',
        `--test-timeout=${testTimeoutMs}`,
        '--max-semi-space-size=32',
      ],
    });
  }

  async close(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  }

  /** Runs a test file without a clause, until its first failure. */
  async run(task: Task): Promise<RanFile> {
    const started = performance.now();
    const isFirst = this.#child === null;
    const child = (this.#child ??= this.#start());
    const { promise, resolve } = Promise.withResolvers<Extract<Message, { type: 'ended' }>>();
    let first: Failure | null = null;
    const end = (text: string) =>
      resolve({
        type: 'ended',
        failure: first ?? { name: text, text, isCause: true },
        tests: 0,
        asked: [],
        isQuiet: false,
        usedBytes: 0,
        processorMs: 0,
      });
    let timer = setTimeout(end, fileTimeoutMs, `no end after ${fileTimeoutMs / 1_000} s`);
    const hear = (message: Message) => {
      if (message.type === 'ended') return resolve(message);
      if (first?.isCause || (first && !message.failure.isCause)) return;
      first = message.failure;
      clearTimeout(timer);
      timer = setTimeout(end, stopTimeoutMs, '');
    };
    const exit = (code: number | null, signal: string | null) =>
      end(`its process ended with ${signal ?? code}`);
    child.on('message', hear).once('exit', exit);
    child.send(task);
    const { isQuiet, usedBytes, ...ran } = await promise;
    clearTimeout(timer);
    child.off('message', hear).off('exit', exit);
    if (!isQuiet || usedBytes > maxBytes) {
      console.log(`${task.file} left ${isQuiet ? `${usedBytes} bytes` : 'something open'}: its process ends`);
      await this.close();
    }
    return { ...ran, durationMs: performance.now() - started, isFirst };
  }
}
