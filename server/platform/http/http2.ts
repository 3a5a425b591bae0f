// HTTP/2 in front of a server of HTTP/1.1: each stream is one connection there, made in memory. Limits that count
// connections, and time what one reads or sends, hold for streams as they are.
import type { IncomingHttpHeaders as Headers, IncomingMessage } from 'node:http';
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2';
import { type Duplex, duplexPair, pipeline } from 'node:stream';
import type { Logger } from '../log.ts';
import { request } from '../node-http.ts';

/** Bytes of a connection on their way in each direction. */
const inMemoryBytes = 64 * 1024;
/** Milliseconds within which a new session begins its first stream. */
const firstStreamMs = 15_000;
/** Milliseconds without a byte after which a session ends, and an answer. The stream of events sends more often. */
const idleMs = 72_000;

/** Milliseconds for which open streams go on while the server ends: the time of a drain. */
const leaveMs = 8_000;

/** CANCEL aborts an answer, and NO_ERROR tells the client to stop sending its request (RFC 9113, 7 and 8.1). */
const [cancel, noError] = [8, 0];

/**
 * Streams that a session may reset before it ends, and how many more in a second: pages that are left reset what they
 * had asked for.
 */
const resets = { streamResetBurst: 200, streamResetRate: 33 };

const settings = {
  /** Streams of one session at a time: browsers open six connections of HTTP/1.1 and rarely wait for more. */
  maxConcurrentStreams: 100,
  /** Bytes of a request's headers, as Node's own limit for HTTP/1.1. */
  maxHeaderListSize: 16 * 1024,
};

/** Headers of one connection of HTTP/1.1, which HTTP/2 forbids (RFC 9113, 8.2.2). */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'te',
  'expect',
]);

const passedOn = (headers: Headers): Headers =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(':') && !ofConnection.has(name)),
  );

/** Takes a connection of HTTP/1.1. */
type Accept = (connection: Duplex) => void;

/** A connection in memory, which has what a server reads of a socket. */
const connect = (accept: Accept, remoteAddress: string | undefined): Duplex => {
  const [outside, inside] = duplexPair({ highWaterMark: inMemoryBytes });
  const count = { bytesRead: 0, bytesWritten: 0 };
  Object.defineProperties(inside, {
    remoteAddress: { value: remoteAddress },
    encrypted: { value: true },
    bytesRead: { get: () => count.bytesRead },
    bytesWritten: { get: () => count.bytesWritten },
  });
  accept(inside);
  // After the server's own listeners, which say when bytes flow.
  inside.on('data', (bytes: Buffer) => (count.bytesRead += bytes.length));
  outside.on('data', (bytes: Buffer) => (count.bytesWritten += bytes.length));
  // One of the two may be closed without an end.
  inside.once('close', () => outside.destroy());
  outside.once('close', () => inside.destroy());
  return outside;
};

const answer = (
  stream: ServerHttp2Stream,
  response: IncomingMessage,
  { isHead, idle }: { isHead: boolean; idle: number },
): void => {
  // A reset with the code 0 closes a stream and does not destroy it while its body waits to be read.
  if (stream.destroyed || stream.closed) return void response.destroy();
  const { statusCode = 500, headers } = response;
  const isEmpty = isHead || statusCode === 204 || statusCode === 304;
  stream.respond({ ...passedOn(headers), ':status': statusCode }, { endStream: isEmpty });
  if (isEmpty) return void response.resume();
  // Node counts what any stream of the session sends as a sign of life of each, and pings as well.
  let read = 0;
  let before = '';
  const timer = setInterval(() => {
    const now = `${read} ${stream.writableLength}`;
    if (stream.writableLength > 0 && now === before) stream.close(cancel);
    before = now;
  }, idle);
  stream.once('close', () => clearInterval(timer));
  pipeline(response, stream, () => {
    // The client may still send what was refused.
    if (!stream.destroyed) stream.close(response.complete ? noError : cancel);
  });
  response.on('data', (bytes: Buffer) => (read += bytes.length));
};

const pass = (
  { accept, idle }: { accept: Accept; idle: number },
  stream: ServerHttp2Stream,
  headers: Headers & Record<string, unknown>,
): void => {
  const { ':method': method, ':path': path, ':authority': host = headers.host } = headers;
  const passing = request({
    createConnection: () => connect(accept, stream.session?.socket.remoteAddress),
    method: String(method),
    path: String(path),
    headers: { ...passedOn(headers), ...(host !== undefined && { host: String(host) }) },
    setHost: false,
  });
  passing.once('response', (response) => answer(stream, response, { isHead: method === 'HEAD', idle }));
  // The server has ended the connection: what it has answered is sent, though.
  passing.on('error', () => (stream.headersSent ? undefined : stream.close(cancel)));
  // Once its reset is sent: a body that nobody reads would keep it.
  stream.once('aborted', () => setImmediate(() => stream.destroy()));
  stream.once('close', () => passing.destroy());
  if (stream.endAfterHeaders) passing.end();
  else stream.pipe(passing);
};

export interface Sessions {
  /** Begins a session on a connection whose client chose HTTP/2. */
  begin(socket: Duplex): void;
  /** Lets open streams end within some seconds, and no new one begin. */
  leave(): void;
}

/** @param accept takes each stream as a connection of HTTP/1.1 */
export const createSessions = (accept: Accept, log: Logger, idle = idleMs): Sessions => {
  // Loaded where https is served alone.
  const { performServerHandshake } = process.getBuiltinModule('node:http2');
  const open = new Map<ServerHttp2Session, Duplex>();
  return {
    begin: (socket) => {
      const session = performServerHandshake(socket, { settings, ...resets });
      open.set(session, socket);
      session.once('close', () => open.delete(session));
      session.setTimeout(firstStreamMs);
      session.once('stream', () => session.setTimeout(idle));
      session.on('timeout', () => session.destroy());
      session.on('error', (error) => log.debug({ err: error }, 'A session of HTTP/2 ended'));
      session.on('stream', (stream, headers) => {
        stream.on('error', (error) => log.debug({ err: error }, 'A stream of HTTP/2 ended'));
        if (stream.closed) return;
        if (headers[':method'] === 'CONNECT') stream.respond({ ':status': 405 }, { endStream: true });
        // A stream that is reset in the same breath costs no request.
        else setImmediate(() => stream.closed || pass({ accept, idle }, stream, headers));
      });
    },
    leave: () => {
      for (const [session, socket] of open) {
        session.close();
        // After close(), even destroy() waits for the client.
        setTimeout(() => socket.destroy(), leaveMs).unref();
      }
    },
  };
};
