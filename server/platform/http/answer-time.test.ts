import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createDrain } from './drain.ts';
import { createHttpServer } from './server.ts';

const stalledMs = 50;
const answerBytes = 200 * 64 * 1024;

/** More than the system keeps for a client that does not read. `onClose` is called when the server closes it. */
const longAnswer = (onClose: () => void): Readable => {
  let left = answerBytes;
  return new Readable({
    highWaterMark: 64 * 1024,
    read() {
      left -= 64 * 1024;
      this.push(left < 0 ? null : Buffer.alloc(64 * 1024));
    },
  }).once('close', onClose);
};

const openServer = () =>
  createHttpServer({
    publicUrl: 'http://localhost',
    trustProxy: [],
    drain: createDrain(),
    log: createLog('silent'),
    metrics: createMetrics('1'),
    stalledMs,
  });

test('a client that stops reading an answer is disconnected, also while it sends', {
  timeout: 10_000,
}, async (t) => {
  const closed = Promise.withResolvers<void>();
  const app = await openServer();
  t.after(() => app.close());
  app.get('/', async (_request, reply) => reply.send(longAnswer(closed.resolve)));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  assert(typeof address === 'object' && address);
  const socket = connect(address.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nhost: circle\r\n\r\n');
  const sending = setInterval(() => socket.write('\r\n'), stalledMs / 5);
  await closed.promise;
  clearInterval(sending);
  socket.destroy();
});

test('a client that leaves before its answer leaves no timer', { timeout: 10_000 }, async (t) => {
  const app = await openServer();
  t.after(() => app.close());
  const asked = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  const cleared = t.mock.method(globalThis, 'clearInterval');
  const set = t.mock.method(globalThis, 'setInterval');
  app.get('/', async (request, reply) => {
    asked.resolve();
    await new Promise((resolve) => request.raw.socket.once('close', resolve));
    reply.send(longAnswer(sent.resolve));
    return reply;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  assert(typeof address === 'object' && address);
  const socket = connect(address.port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: circle\r\n\r\n');
  await asked.promise;
  socket.destroy();
  await sent.promise;
  const [timer] = set.mock.calls.filter(({ arguments: [, ms] }) => ms === stalledMs);
  assert.ok(timer);
  const isCleared = () => cleared.mock.calls.some(({ arguments: [one] }) => one === timer.result);
  while (!isCleared()) await new Promise(setImmediate);
});
