import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ask } from '../../platform/http2-client.ts';
import { freePort } from '../../harness/free-port.ts';
import { enrol } from '../crash.ts';
import { memoryOf } from './hold-up.ts';
import type { Part, Row } from './rows.ts';

const row = {
  what: 'over HTTP/2, a hostile member resets streams, opens many, floods with headers, reads nothing and sends half, while people read: nothing fails, p99 less than four times as long, less than 600 MB',
  inTests: 'each attack alone (test/platform/http2.test.ts)',
};
const maxMemory = 600;
const maxSlowdown = 4;

const program = (name: string) => new URL(name, import.meta.url);

/** The next message of a program. @throws once it ends */
const messageOf = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve, reject) => {
    child.once('message', resolve).once('exit', () => reject(new Error('A program ended')));
  });

/** Seven people read through one session for this long, one after the other. @returns p99 of its requests in milliseconds */
const live = async (url: string, cookies: readonly string[], milliseconds: number): Promise<number> => {
  const session = connect(url);
  session.on('error', () => undefined);
  const times: number[] = [];
  for (const end = Date.now() + milliseconds; Date.now() < end; await wait(60)) {
    const begun = performance.now();
    const cookie = cookies[times.length % cookies.length] ?? '';
    const { status } = await ask(session, '/api/posts/feed', { cookie });
    if (status !== 200) throw new Error(`A person got ${status}`);
    times.push(performance.now() - begun);
  }
  session.destroy();
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(0.99 * sorted.length)] ?? Number.NaN;
};

const holdUp = async (dataDir: string, milliseconds: number, begun: ChildProcess[]): Promise<Row> => {
  const [hostile = '', ...people] = await enrol(dataDir);
  const server = fork(program('./http2-server.ts'), [], {
    // As `npm start`.
    execArgv: ['--max-semi-space-size=4'],
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      RATE_LIMIT_FACTOR: '1',
    },
  });
  begun.push(server);
  const told = await messageOf(server);
  const url = String(told);
  await live(url, people, 2_000);
  const quiet = await live(url, people, milliseconds / 3);
  let memory = 0;
  const watching = setInterval(() => {
    void memoryOf(server.pid).then((now) => {
      memory = Math.max(memory, now);
    });
  }, 250);
  try {
    // As in hold-up.ts.
    const child = fork(program('./http2-hostile.ts'), [url, hostile], { detached: true });
    begun.push(child);
    const beside = await live(url, people, milliseconds);
    child.send('how many?');
    const counts = await messageOf(child);
    const slowdown = beside / quiet;
    const figure = `p99 ${quiet.toFixed(0)} → ${beside.toFixed(0)} ms: ${slowdown.toFixed(1)} ×; ${memory.toFixed(0)} MB; ${JSON.stringify(counts).replaceAll('"', '')}`;
    return { ...row, figure, holds: slowdown < maxSlowdown && memory < maxMemory };
  } finally {
    clearInterval(watching);
  }
};

/** Runs one hostile member and seven people over HTTP/2. */
export const holdUpHttp2: Part = {
  name: 'hold-up-http2',
  rows: [row],
  run: async (milliseconds): Promise<Row[]> => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'circle-hold-up-'));
    const begun: ChildProcess[] = [];
    try {
      return [await holdUp(dataDir, milliseconds, begun)];
    } catch (error) {
      const figure = error instanceof Error ? error.message.slice(0, 300).replaceAll('\n', ' ') : 'unknown';
      return [{ ...row, figure, holds: false }];
    } finally {
      for (const child of begun) child.kill('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};
