import { readFileSync } from 'node:fs';
import { type ClientHttp2Session, connect as connectSession, type Settings } from 'node:http2';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { ask } from '../../platform/http2-client.ts';
import { freePort } from '../../harness/free-port.ts';
import { copyOfSqlite } from '../databases.ts';
import { digits, type Figure, time } from '../figures.ts';
import { get, send } from '../load.ts';
import { compare } from '../measure.ts';
import { inTen } from '../people.ts';
import { Program } from '../programs.ts';
import { cookieOf } from '../sessions.ts';

const rounds = 5;
const sessionCount = 8;
/** Streams, or connections, that stay open. */
const held = 1_000;
const perSession = 50;

interface Served {
  program: Program;
  open: (settings?: Settings) => ClientHttp2Session;
}

interface Asked {
  path: string;
  cookie: string;
}

/** Asks for these paths over several sessions, each one after the other. */
const loadByHttp2 = async ({ open }: Served, asked: readonly Asked[], total: number): Promise<void> => {
  let next = 0;
  const work = async (): Promise<void> => {
    const session = open();
    while (next < total) {
      const { path, cookie } = asked[next % asked.length] ?? { path: '/', cookie: '' };
      next++;
      const { status } = await ask(session, path, { cookie });
      if (status !== 200) throw new Error(`${status} for ${path}`);
    }
    session.destroy();
  };
  await Promise.all(Array.from({ length: sessionCount }, work));
};

/** Processor time of a request over HTTP/2, beside the same one over HTTP/1.1. */
const costOf = async (
  served: Served,
  { what, asked, times }: { what: string; asked: readonly Asked[]; times: number },
): Promise<Figure> => {
  const { program } = served;
  const wires = asked.map(({ path, cookie }) => get(path, { cookie }));
  const both = { program, wires, times };
  const run = (total: number) => loadByHttp2(served, asked, total);
  const costs = await compare({ name: 'HTTP/1.1', ...both }, [{ name: 'HTTP/2', ...both, run }], rounds);
  const { cost, timesFloor } = costs.of('HTTP/2');
  return {
    what: `${what} over HTTP/2`,
    floor: `over HTTP/1.1: ${time(costs.floor)}`,
    value: time(cost),
    judged: timesFloor,
    budget: { atMost: 3, unit: '×' },
  };
};

/** A request that is held open by what its client does not read, or does not send. */
interface Held {
  what: string;
  method: 'GET' | 'POST';
  path: string;
}

const heldByHttp1 = async (port: number, { method, path }: Held): Promise<() => void> => {
  const head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookieOf(1)}\r\n`;
  const body = method === 'POST' ? 'content-type: application/json\r\ncontent-length: 9\r\n\r\n{' : '\r\n';
  const sockets = Array.from({ length: held }, () => connect(port, '127.0.0.1').pause());
  for (const socket of sockets) socket.on('error', () => undefined).write(head + body);
  return () => {
    for (const socket of sockets) socket.destroy();
  };
};

const heldByHttp2 = async ({ open }: Served, { method, path }: Held): Promise<() => void> => {
  // No answer fits into the smallest window.
  const sessions = Array.from({ length: held / perSession }, () => open({ initialWindowSize: 1 }));
  const headers = { ':method': method, ':path': path, cookie: cookieOf(1) };
  const type = method === 'POST' ? { 'content-type': 'application/json' } : {};
  for (const session of sessions) {
    for (let at = 0; at < perSession; at++) {
      const stream = session.request({ ...headers, ...type }, { endStream: method === 'GET' });
      stream.on('error', () => undefined).pause();
      if (method === 'POST') stream.write('{');
    }
  }
  return () => {
    for (const session of sessions) session.destroy();
  };
};

/** Kilobytes of each of many requests that are held open. The first ones pay for what all of them share. */
const memoryOf = async ({ child: { pid } }: Program, open: () => Promise<() => void>): Promise<number> => {
  const resident = (): number =>
    Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  const closeFirst = await open();
  await wait(3_000);
  const before = resident();
  const close = await open();
  await wait(3_000);
  const each = (resident() - before) / held;
  closeFirst();
  close();
  await wait(2_000);
  return each;
};

const heldOpen = async (served: Served, kept: Held): Promise<Figure> => {
  const { program } = served;
  const connections = await memoryOf(program, () => heldByHttp1(program.port, kept));
  const streams = await memoryOf(program, () => heldByHttp2(served, kept));
  return {
    what: `${kept.what} over HTTP/2, memory of each of ${held}`,
    floor: `over HTTP/1.1: ${digits(connections)} KB`,
    value: `${digits(streams)} KB`,
    judged: streams,
    budget: { atMost: 60, unit: 'KB' },
  };
};

/** HTTP/2 beside HTTP/1.1, on one server, without TLS. */
export const http2 = async (): Promise<Figure[]> => {
  const folder = await copyOfSqlite(10_000);
  const port = await freePort();
  const program = await Program.start([fileURLToPath(new URL('../http2-server.ts', import.meta.url))], {
    environment: {
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost',
      DATA_DIR: folder.dataDir,
      RATE_LIMIT_FACTOR: '0',
      BENCH_HTTP2_PORT: String(port),
    },
    health: '/healthz',
  });
  const served: Served = {
    program,
    open: (settings = {}) =>
      connectSession(`http://127.0.0.1:${port}`, { settings }).on('error', () => undefined),
  };
  try {
    const page = await send(program.port, get('/'));
    const file = /\/assets\/[\w./-]+\.js/.exec(page.body.toString())?.[0] ?? '';
    const members = Array.from({ length: inTen.to - inTen.from + 1 }, (_, at) => inTen.from + at);
    const feed = { path: '/api/posts/feed' };
    const figures = [
      await costOf(served, { what: 'Static file', asked: [{ path: file, cookie: '' }], times: 3_000 }),
      await costOf(served, {
        what: 'Feed of 10 circles, 10 k posts, SQLite,',
        asked: members.map((member) => ({ ...feed, cookie: cookieOf(member) })),
        times: 600,
      }),
    ];
    if (process.platform !== 'linux') return figures;
    return [
      ...figures,
      await heldOpen(served, { what: 'Slow reader of the feed', method: 'GET', ...feed }),
      await heldOpen(served, { what: 'Half-open request', method: 'POST', path: '/api/auth/login' }),
    ];
  } finally {
    await program.stop();
    folder.remove();
  }
};
