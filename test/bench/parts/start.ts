import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { emptyFolder } from '../databases.ts';
import { type Figure, median, time } from '../figures.ts';
import { startFloor, startServer } from '../programs.ts';

const rounds = 7;

/** Resident megabytes of a process and its children; Linux only. */
const residentOf = (pid: number): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const own = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1_000;
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  );
  return children.reduce((sum, child) => sum + residentOf(child), own);
};

const memory = async (): Promise<Figure> => {
  const folder = emptyFolder();
  const server = await startServer(folder, { probed: false });
  const node = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], { stdio: 'ignore' });
  try {
    await wait(8_000);
    const [used, alone] = [residentOf(server.child.pid ?? 0), residentOf(node.pid ?? 0)];
    return {
      what: 'Memory, idle, server and its children, SQLite',
      floor: `Node alone: ${alone.toFixed(0)} MB`,
      value: `${used.toFixed(0)} MB`,
      judged: used,
      budget: { atMost: 110, unit: 'MB' },
    };
  } finally {
    const gone = once(node, 'exit');
    node.kill();
    await Promise.all([gone, server.stop()]);
    folder.remove();
  }
};

const warmStart = async (): Promise<Figure> => {
  const folder = emptyFolder();
  const times: { server: number; node: number }[] = [];
  for (let round = 0; round <= rounds; round++) {
    const floor = await startFloor({ probed: false });
    await floor.stop();
    const server = await startServer(folder, { probed: false });
    // The first start prepares files, the next ones find them.
    if (round > 0) times.push({ server: server.startTime, node: floor.startTime });
    // Node writes its compile cache some seconds after the start.
    if (round === 0) await wait(6_000);
    await server.stop();
  }
  folder.remove();
  const seconds = median(times.map(({ server }) => server)) / 1_000;
  return {
    what: 'Start, warm, until `/healthz` answers',
    floor: `Node alone until it listens: ${time(median(times.map(({ node }) => node)) * 1_000)}`,
    value: time(seconds * 1_000_000),
    judged: seconds,
    budget: { atMost: 0.4, unit: 's' },
  };
};

export const start = async (): Promise<Figure[]> =>
  process.platform === 'linux' ? [await memory(), await warmStart()] : [await warmStart()];
