import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Person } from '../../harness/person.ts';
import { enrol } from '../crash.ts';
import { ServerProcess } from '../server-process.ts';
import type { Part, Row } from './rows.ts';

const what =
  '10,000 idle connections, a fifth of them within a request: p99 of other requests at most doubles';
const inTests = '–';
const idle = 10_000;
const atOnce = 200;
const asked = 1_500;

/** Opens a connection that sends nothing, or begins a request and stops. */
const openIdle = async (port: number, begins: boolean): Promise<Socket> => {
  const socket = connect(port, 'localhost');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  if (begins) socket.write('GET /api/circles HTTP/1.1\r\nhost: localhost\r\n');
  return socket;
};

const p99 = async (who: Person): Promise<number> => {
  const times: number[] = [];
  const ask = async (): Promise<void> => {
    while (times.length < asked) {
      const started = performance.now();
      const { status } = await who.request('GET', '/api/posts/feed');
      if (status !== 200) throw new Error(`${status} beside idle connections`);
      times.push(performance.now() - started);
    }
  };
  await Promise.all([ask(), ask(), ask(), ask()]);
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
};

const round = async (
  server: ServerProcess,
  who: Person,
): Promise<{ quiet: number; beside: number; open: number }> => {
  await p99(who);
  const quiet = await p99(who);
  const sockets: Socket[] = [];
  while (sockets.length < idle)
    sockets.push(
      ...(await Promise.all(Array.from({ length: atOnce }, (_, at) => openIdle(server.port, at % 5 === 0)))),
    );
  const beside = await p99(who);
  const open = sockets.filter((socket) => !socket.closed).length;
  for (const socket of sockets) socket.destroy();
  return { quiet, beside, open };
};

/** Opens many idle connections to the server. */
export const crowd: Part = {
  name: 'crowd',
  rows: [{ what, inTests }],
  run: async (): Promise<Row[]> => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'circle-idle-'));
    const [cookie = ''] = await enrol(dataDir);
    const server = await ServerProcess.start({ dataDir });
    try {
      const who = Object.assign(new Person('Writer0', server.url), { cookie });
      const circle = await who.makesCircle('Family');
      for (let number = 0; number < 25; number += 1) await who.posts(`Number ${number}`, { to: circle });
      const rounds = [await round(server, who), await round(server, who), await round(server, who)];
      const told = rounds.map(
        ({ quiet, beside, open }) => `${quiet.toFixed(1)} → ${beside.toFixed(1)} ms (${open} still open)`,
      );
      const ratios = rounds.map(({ quiet, beside }) => beside / quiet).toSorted((a, b) => a - b);
      const middle = ratios[1] ?? Number.NaN;
      const figure = `p99 of the feed ${told.join(', ')}: ${middle.toFixed(2)} × in the middle of three rounds`;
      return [{ what, inTests, figure, holds: middle <= 2 }];
    } finally {
      await server.kill();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};
