import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { inspect } from 'node:util';
import { root } from '../setup/sources.ts';

/** An event of node's test runner, as its reporters take it. */
export interface TestEvent {
  type: 'test:start' | 'test:pass' | 'test:fail' | 'test:diagnostic';
  data: {
    name?: string;
    nesting: number;
    file?: string;
    skip?: string | boolean;
    todo?: string | boolean;
    details?: { type?: 'suite' | 'test'; duration_ms: number; error?: Error };
  };
}

/** The error of a failed test, as text: not every error can be copied to another process. */
export interface Failure {
  failureType: string;
  text: string;
}

/** To a process of tests: run a file, or close what its files have shared. */
export type Order = { file: string } | { file: null };

/** From a process of tests: an event, or that the order is carried out. */
export type Message =
  | (TestEvent & { failure?: Failure })
  | { type: 'ended'; processorMs: number; ranTexts: string[] };

/** A test file that has ended. */
export interface RanFile {
  file: string;
  events: TestEvent[];
  hasPassed: boolean;
  durationMs: number;
  /** Processor time of its process, and of the children of that process that have ended. */
  processorMs: number;
  /** The places of two texts that ran (`two-texts.ts`). */
  ranTexts: readonly string[];
}

export interface Dealing {
  /** The files in the order in which they start. */
  files: readonly string[];
  /** Processes that run at the same time. */
  processes: number;
  /** Whether the file may start beside these; if none may, the first starts all the same. */
  mayStart: (file: string, running: readonly string[]) => boolean;
  /** Milliseconds that a test gets; a file gets ten times as many. */
  timeoutMs: number;
  /** Regular expressions: only tests with such a name run. */
  namePatterns: readonly string[];
  signal: AbortSignal;
}

const withError = ({ type, data }: TestEvent, { failureType, text }: Failure): TestEvent => {
  const cause = { [inspect.custom]: () => text };
  const error = Object.assign(new Error(text), { code: 'ERR_TEST_FAILURE', failureType, cause });
  return { type, data: { ...data, details: { duration_ms: 0, ...data.details, error } } };
};

/** The failure of a whole file: its process has ended, it could not be loaded, or it left something open. */
const fileFailed = (name: string, text: string): TestEvent =>
  withError(
    { type: 'test:fail', data: { name, nesting: 0, file: path.join(root, name) } },
    { failureType: 'uncaughtException', text },
  );

const startProcess = ({ timeoutMs, namePatterns }: Dealing): ChildProcess =>
  fork(path.join(root, 'test/runner/worker.ts'), {
    cwd: root,
    serialization: 'advanced',
    // Linux shares the processor between sessions. In a separate one, children of low priority, which convert photos,
    // compete with this process alone and not with all other tests.
    detached: true,
    execArgv: [
      '--import=./test/runner/preload.mjs',
      '--test-reporter=./test/runner/events.ts',
      `--test-timeout=${timeoutMs}`,
      ...namePatterns.map((pattern) => `--test-name-pattern=${pattern}`),
      // V8's default young generation makes these processes collect garbage for a tenth of their time.
      '--max-semi-space-size=32',
    ],
  });

const order = (child: ChildProcess, given: Order): boolean => child.send(given);

/**
 * Lets a process end, and ends it if something in it goes on.
 * @returns the processor time of what its files have shared
 */
const endProcess = async (child: ChildProcess): Promise<number> => {
  let processorMs = 0;
  const exited = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  child.on('message', (message: Message) => {
    if (message.type !== 'ended') return;
    processorMs = message.processorMs;
    child.disconnect();
  });
  order(child, { file: null });
  await exited;
  clearTimeout(timer);
  return processorMs;
};

/** Runs a file in a process. @returns its result, and whether the process can run another file */
const runIn = (
  child: ChildProcess,
  file: string,
  { timeoutMs }: Dealing,
): Promise<{ ran: RanFile; isUsable: boolean }> =>
  new Promise((resolve) => {
    const started = performance.now();
    const absolute = path.join(root, file);
    const ran: RanFile = { file, events: [], hasPassed: false, durationMs: 0, processorMs: 0, ranTexts: [] };
    const fail = (text: string) => {
      ran.hasPassed = false;
      ran.events.push(fileFailed(file, text));
    };
    const settle = (isUsable: boolean) => {
      child.off('message', heard).off('exit', exited);
      clearTimeout(timer);
      ran.durationMs = performance.now() - started;
      resolve({ ran, isUsable });
    };
    let [isReported, isEnded] = [false, false];
    const heard = (message: Message) => {
      if (message.type === 'ended') {
        isEnded = true;
        ran.processorMs = message.processorMs;
        ran.ranTexts = message.ranTexts;
      } else if (message.data.nesting > 0) {
        // Inside its process, the file is a suite around its tests.
        message.data.nesting -= 1;
        // Tests outside of a `describe` were defined by the module that collected them.
        if (message.data.file !== absolute)
          Object.assign(message.data, { file: absolute, line: 1, column: 1 });
        ran.events.push(message.failure ? withError(message, message.failure) : message);
      } else if (message.type === 'test:pass') {
        isReported = true;
        ran.hasPassed = true;
      } else if (message.type === 'test:fail') {
        isReported = true;
        if (message.failure?.failureType !== 'subtestsFailed') fail(message.failure?.text ?? '');
      }
      if (isReported && isEnded) settle(true);
    };
    const exited = (code: number | null, signal: string | null) => {
      fail(`The process of this file ended with ${signal ?? code}`);
      settle(false);
    };
    const timer = setTimeout(() => child.kill('SIGKILL'), 10 * timeoutMs);
    child.on('message', heard).once('exit', exited);
    order(child, { file });
  });

/**
 * Deals the files out to long-lived processes, and calls `report` with each file that has ended.
 * @returns the processor time of what the files of a process have shared, such as a browser
 */
export const runFiles = async (dealing: Dealing, report: (ran: RanFile) => void): Promise<number> => {
  const waiting = [...dealing.files];
  const running: string[] = [];
  const next = (): string | undefined => {
    if (dealing.signal.aborted) return undefined;
    const at = waiting.findIndex((file) => dealing.mayStart(file, running));
    return waiting.splice(Math.max(0, at), 1)[0];
  };
  let sharedMs = 0;
  const work = async (): Promise<void> => {
    let child: ChildProcess | null = null;
    const isRunning = () => child?.exitCode === null && child.signalCode === null;
    const kill = () => isRunning() && child?.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
    dealing.signal.addEventListener('abort', kill);
    for (let file = next(); file !== undefined; file = next()) {
      child ??= startProcess(dealing);
      running.push(file);
      const { ran, isUsable } = await runIn(child, file, dealing);
      running.splice(running.indexOf(file), 1);
      report(ran);
      if (!isUsable) child = null;
      // Once a pattern has filtered out a test, Node reports no later suite of its process.
      if (child && dealing.namePatterns.length > 0) {
        sharedMs += await endProcess(child);
        child = null;
      }
    }
    if (child) sharedMs += await endProcess(child);
  };
  await Promise.all(Array.from({ length: Math.min(dealing.processes, waiting.length) }, work));
  return sharedMs;
};
