import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { News, type Order } from './messages.ts';

/** Milliseconds after which a run is ended: a busy machine needs ten times as long as a quiet one. */
const longestRun = 30 * 60_000;

export interface Listener {
  begins(name: string, total: number): void;
  result(result: Extract<News, { result: unknown }>['result']): void;
}

export interface Running {
  /** Null if all scenarios were played, else the reason. */
  readonly ended: Promise<string | null>;
  /** Ends the run. */
  kill(): void;
}

/** Starts the program that plays the suite and these ideas, in a temporary folder that is deleted afterwards. */
export const startRunner = async (
  program: string,
  ideas: Order['ideas'],
  listener: Listener,
): Promise<Running> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'circle-scenarios-'));
  // An empty environment: the process gets no setting and no secret of the server.
  const child: ChildProcess = fork(program, {
    env: {},
    execArgv: ['--disable-sigusr1', '--enable-source-maps', '--max-old-space-size=384'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  let outcome: string | null = 'The process ended before the suite did.';
  const timer = setTimeout(() => {
    outcome = 'The suite took too long and was ended.';
    child.kill('SIGKILL');
  }, longestRun);
  child.on('message', (message: unknown) => {
    const news = News.parse(message);
    if ('begins' in news) listener.begins(news.begins, news.total);
    else if ('result' in news) listener.result(news.result);
    else outcome = 'failed' in news ? news.failed : null;
  });
  const ended = new Promise<string | null>((resolve) => {
    const over = () => {
      clearTimeout(timer);
      resolve(rm(dataDir, { recursive: true, force: true }).then(() => outcome));
    };
    child.once('exit', over);
    child.once('error', (error) => {
      outcome = error.message;
      if (child.pid === undefined) over();
    });
  });
  child.send({ dataDir, ideas } satisfies Order, () => undefined);
  return { ended, kill: () => child.kill('SIGKILL') };
};
