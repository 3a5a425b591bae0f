import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import fastify, { type FastifyInstance } from 'fastify';
import { createLog } from '../log.ts';
import { createHub, type Hub, type Subscriber } from './hub.ts';
import { streamEvents } from './stream.ts';

let app: FastifyInstance;
let port = 0;
let arrived = Promise.withResolvers<Subscriber>();
let left = Promise.withResolvers<void>();
/** Holds a request between its session and its stream. */
let held: Promise<unknown> = Promise.resolve();
let asked = Promise.withResolvers<void>();
let subscribed = 0;

let hub: Hub = {
  connected: 0,
  close: () => undefined,
  quietFor: async () => 0,
  subscribe: (subscriber) => {
    subscribed += 1;
    arrived.resolve(subscriber);
    return () => left.resolve();
  },
};

before(async () => {
  app = fastify();
  app.get('/', async (request, reply) => {
    asked.resolve();
    await held;
    return streamEvents(request, reply, { hub, memberId: 1, sessionId: 1, stillHolds: async () => true });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
after(() => app.close());

const opens = async (): Promise<Socket> => {
  [arrived, left, asked] = [Promise.withResolvers(), Promise.withResolvers(), Promise.withResolvers()];
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nhost: circle\r\n\r\n');
  await asked.promise;
  return socket;
};

test('a client that does not read its event stream is disconnected immediately and receives nothing more', async () => {
  const socket = await opens();
  socket.pause();
  const subscriber = await arrived.promise;
  const over = left.promise.then(() => true);
  // The system keeps some megabytes for it before anything waits here.
  for (let sent = 0; sent < 200; sent += 1) {
    for (let each = 0; each < 1_000; each += 1) subscriber.send('post', 'x'.repeat(200));
    const turn = new Promise<false>((resolve) => setImmediate(() => resolve(false)));
    if (await Promise.race([over, turn])) break;
  }
  await over;
  subscriber.send('post', 'late');
  // The server may end the connection before all was read.
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.resume();
  await closed;
});

test('an ended event stream receives no later events', async () => {
  const socket = await opens();
  const subscriber = await arrived.promise;
  subscriber.end();
  for (let late = 0; late < 3; late += 1) {
    subscriber.send('post', 'late');
    await new Promise(setImmediate);
  }
  await left.promise;
  let heard = '';
  for await (const chunk of socket) {
    heard += String(chunk);
    if (heard.endsWith('0\r\n\r\n')) break;
  }
  assert.ok(!heard.includes('late'));
});

test('a client that disconnects before its event stream begins is not waited for', async () => {
  const begins = Promise.withResolvers<void>();
  held = begins.promise;
  const known = subscribed;
  const socket = await opens();
  const gone = once(app.server, 'connection').catch(() => undefined);
  socket.resetAndDestroy();
  // Another one comes and goes after it: by then the server knows that the first is gone.
  held = Promise.resolve();
  const other = await opens();
  await Promise.all([gone, arrived.promise]);
  begins.resolve();
  other.destroy();
  await left.promise;
  assert.equal(subscribed - known, 1);
});

test('a server that stops ends the event streams that still begin', async () => {
  hub = createHub({ listen: () => undefined }, async () => [], createLog('silent'));
  hub.close();
  const socket = await opens();
  let heard = '';
  for await (const chunk of socket) {
    heard += String(chunk);
    if (heard.endsWith('0\r\n\r\n')) break;
  }
  assert.match(heard, /^HTTP\/1.1 200/);
});
