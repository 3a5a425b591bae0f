import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { copyOfSqlite } from '../databases.ts';
import { digits, type Figure, median, time } from '../figures.ts';
import { get, request, send } from '../load.ts';
import { askForFeed } from '../pages.ts';
import { inFifty } from '../people.ts';
import { type Program, startServer } from '../programs.ts';
import { cookieOf } from '../sessions.ts';

const streams = 1_000;
const perMember = 10;

/** Resolves with an open stream after its first bytes. */
const openStream = (port: number, member: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject);
    socket.once('data', () => resolve(socket));
    socket.write(get('/api/events', { cookie: cookieOf(member) }));
  });

const residentKilobytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);

const memoryOfStreams = async (server: Program): Promise<Figure> => {
  const pid = server.child.pid ?? 0;
  const open: Socket[] = [];
  const openSome = async (from: number, to: number): Promise<void> => {
    for (let index = from; index < to; index++)
      open.push(await openStream(server.port, 1 + Math.floor(index / perMember)));
  };
  // The first streams pay for what all of them share, so they are not counted.
  await openSome(0, streams / 2);
  await wait(2_000);
  const before = residentKilobytes(pid);
  await openSome(streams / 2, streams + streams / 2);
  await wait(2_000);
  const each = (residentKilobytes(pid) - before) / streams;
  for (const socket of open) socket.destroy();
  return {
    what: `Memory of an idle event stream, of ${streams}`,
    floor: '',
    value: `${digits(each)} KB`,
    judged: each,
    budget: { atMost: 25, unit: 'KB' },
  };
};

/**
 * A comment reaches the open page of the post's author. The author is the one member who can see their private post.
 */
const timeToPage = async (server: Program): Promise<Figure> => {
  const headers = { cookie: cookieOf(inFifty.from) };
  const feed = await askForFeed(server.port, inFifty.from);
  const page = await openStream(server.port, inFifty.from);
  const times: number[] = [];
  for (const { id } of feed.items) {
    const started = performance.now();
    const heard = new Promise<void>((resolve) => page.once('data', () => resolve()));
    const text = Buffer.from(JSON.stringify({ content: 'Oh yes' }));
    await send(
      server.port,
      request('POST', `/api/posts/${id}/comments`, { ...headers, 'content-type': 'application/json' }, text),
    );
    await heard;
    times.push((performance.now() - started) * 1_000);
  }
  page.destroy();
  const middle = median(times);
  return {
    what: 'Live update: from the request that writes to an open page',
    floor: '',
    value: time(middle),
    judged: middle / 1_000,
    budget: { atMost: 1_000, unit: 'ms' },
  };
};

export const events = async (): Promise<Figure[]> => {
  const folder = await copyOfSqlite(10_000);
  const server = await startServer(folder);
  try {
    // Measured before any event: later streams look for events that they missed, and leave garbage.
    const memory = process.platform === 'linux' ? [await memoryOfStreams(server)] : [];
    return [...memory, await timeToPage(server)];
  } finally {
    await server.stop();
    folder.remove();
  }
};
