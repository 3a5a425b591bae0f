import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { lookup } from 'node:dns/promises';
import { createServer, connect } from 'node:net';
import path from 'node:path';
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import { limitMemory } from './memory-limit.ts';

// A program in the cage that tries to get out (cage.test.ts).
interface Order {
  folder: string;
  outside: string;
  port: number;
}

const isOrder = (order: unknown): order is Order =>
  typeof order === 'object' && order !== null && 'folder' in order && 'outside' in order && 'port' in order;

const tries = ({ folder, outside, port }: Order): Record<string, () => unknown> => ({
  'write and read in the folder': () => {
    writeFileSync(path.join(folder, 'own'), 'own');
    return readFileSync(path.join(folder, 'own'), 'utf8');
  },
  'read a file': () => readFileSync(path.join(outside, 'secret')),
  'write a file': () => writeFileSync(path.join(outside, 'written'), ''),
  'link to a file': () => symlinkSync(path.join(outside, 'secret'), path.join(folder, 'link')),
  connect: () =>
    new Promise((resolve, reject) =>
      connect(port, '127.0.0.1').once('connect', resolve).once('error', reject),
    ),
  listen: () =>
    new Promise((resolve, reject) => {
      // Node throws this error outside of the call.
      process.once('uncaughtException', reject);
      createServer().listen(0, '127.0.0.1', () => resolve('listens'));
    }),
  fetch: () => fetch(`http://127.0.0.1:${port}/`),
  'look up a name': () => lookup('localhost'),
  'start a process': () =>
    spawnSync(process.execPath, ['--version'], { encoding: 'utf8' }).error ?? 'started',
  'start a thread': () => new Worker('', { eval: true }),
  'load native code': () => process.dlopen({ exports: {} }, path.join(folder, 'own')),
  'run text as code': () => Reflect.construct(Function, ['return 1']),
});

process.on('disconnect', () => process.exit());
process.on('message', (order) => {
  if (!isOrder(order)) {
    limitMemory(256 * 1024 * 1024);
    const kept: Buffer[] = [];
    setInterval(() => kept.push(Buffer.alloc(8 * 1024 * 1024, 1)), 5);
    return;
  }
  const outcomes = Object.entries(tries(order)).map(async ([name, attempt]) => {
    try {
      const result = await attempt();
      return [name, result instanceof Error ? `refused: ${inspect(result)}` : 'done'];
    } catch (error) {
      return [name, `refused: ${inspect(error, { depth: 1 })}`];
    }
  });
  void Promise.all(outcomes).then((done) => process.send?.({ done, environment: Object.keys(process.env) }));
});
process.send?.('ready');
