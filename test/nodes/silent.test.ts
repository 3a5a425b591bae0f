import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { createPool } from '../../server/platform/db/postgres-pool.ts';
import { createLog } from '../../server/platform/log.ts';

/** `AuthenticationOk` and `ReadyForQuery` of PostgreSQL's protocol. */
const welcome = Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0, 90, 0, 0, 0, 5, 73]);

test('a database that falls silent after its welcome holds up no request', { timeout: 20_000 }, async () => {
  const { promise: connected, resolve: connect } = Promise.withResolvers<Socket>();
  const server = createServer(connect).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  const pool = createPool(`postgres://circle@127.0.0.1:${address.port}/circle`, createLog('silent'));
  const waiting = pool.current.connect();
  const socket = await connected;
  await once(socket, 'data');
  socket.write(welcome);
  await once(socket, 'data');
  pool.replace();
  await assert.rejects(waiting);
  await pool.end();
  socket.destroy();
  server.close();
});
