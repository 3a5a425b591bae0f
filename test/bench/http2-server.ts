// The server, and beside it a port that speaks HTTP/2 with the same server, both without TLS. Its number is in the environment, as
// that of HTTP/1.1.
import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer } from '../../server/app.ts';
import { sessionCookie } from '../../server/platform/http/cookie.ts';
import { createSessions } from '../../server/platform/http/http2.ts';
import { createLog } from '../../server/platform/log.ts';
import { readSettings } from '../../server/settings.ts';

const log = createLog('silent');
const server = await createServer(readSettings(process.env), log);
const accept = (connection: Duplex) => server.http.server.emit('connection', connection);
const sessions = createSessions({
  accept,
  cookie: sessionCookie('http://localhost'),
  limits: server.context.limits,
  log,
});
const port = createTcpServer((socket) => sessions.begin(socket));
port.listen(Number(process.env['BENCH_HTTP2_PORT']), '127.0.0.1');
await once(port, 'listening');
await server.listen();
