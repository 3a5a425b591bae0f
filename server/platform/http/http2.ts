// HTTP/2 in front of a server of HTTP/1.1: each stream is one connection there, made in memory. Limits that count
// connections, and time what one reads or sends, hold for streams as they are.
import type { IncomingHttpHeaders as Headers, IncomingMessage } from 'node:http';
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2';
import { type Duplex, duplexPair, pipeline } from 'node:stream';
import type { Limits } from '../limits/limits.ts';
import type { Logger } from '../log.ts';
import { request } from '../node-http.ts';
import type { TokenCookie } from './cookie.ts';
import { networkOf } from './network.ts';

/** Bytes of a connection on their way in each direction. */
const inMemoryBytes = 64 * 1024;
/** Milliseconds within which a new session begins its first stream. */
const firstStreamMs = 15_000;
/** Milliseconds of `idle`. The stream of events sends more often. */
const idleMs = 72_000;

/** Milliseconds for which open streams go on while the server ends: the time of a drain. */
const leaveMs = 8_000;

/**
 * CANCEL aborts an answer, NO_ERROR tells the client to stop sending its request, and ENHANCE_YOUR_CALM ends a session
 * (RFC 9113, 7 and 8.1).
 */
const [cancel, noError, enhanceYourCalm] = [8, 0, 11];

/**
 * Streams that a session may reset before it ends, and how many more in a second: pages that are left reset what they
 * had asked for.
 */
const resets = { streamResetBurst: 200, streamResetRate: 33 };

/** Streams that begin in one turn of the event loop. */
const streamsPerTurn = 4;
/** Streams of one session that begin in so many milliseconds; more of them wait. */
const pace = { streams: 50, milliseconds: 100 };

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

interface Waiting {
  /** The token of the member who asks, if there is one. */
  token: string | null;
  /** Begins what a stream asks for. @returns false if it was reset before */
  begin: () => boolean;
}

/**
 * Has streams begin by turns, one of each session: a session with many of them keeps the others waiting for one at a time.
 * A member with many sessions has one stream in each turn, and more only if nobody else waits.
 */
const createTurns = () => {
  /** Sessions with the streams that wait. The one that began a stream last is the last. */
  const line = new Map<ServerHttp2Session, Waiting[]>();
  const begun = new Map<ServerHttp2Session, number>();
  let paceEnds = 0;
  let turn: NodeJS.Immediate | null = null;
  let timer: NodeJS.Timeout | null = null;
  const take = (): void => {
    turn = null;
    const now = performance.now();
    if (now >= paceEnds) {
      begun.clear();
      paceEnds = now + pace.milliseconds;
    }
    let left = streamsPerTurn;
    const served = new Set<string | null>();
    for (const isFirst of [true, false])
      for (const [session, streams] of line) {
        const count = begun.get(session) ?? 0;
        const [next] = streams;
        if (!next || count >= pace.streams || (isFirst && served.has(next.token))) continue;
        line.delete(session);
        streams.shift();
        // The loop reaches it once more.
        if (streams.length > 0) line.set(session, streams);
        if (!next.begin()) continue;
        if (next.token !== null) served.add(next.token);
        begun.set(session, count + 1);
        left -= 1;
        if (left === 0) return schedule();
      }
    if (line.size === 0) return;
    timer ??= setTimeout(() => {
      timer = null;
      schedule();
    }, paceEnds - now).unref();
  };
  const schedule = (): void => {
    turn ??= setImmediate(take);
  };
  return {
    wait: (session: ServerHttp2Session, stream: Waiting): void => {
      const streams = line.get(session);
      if (streams) streams.push(stream);
      else line.set(session, [stream]);
      schedule();
    },
    leave: (session: ServerHttp2Session): void => {
      line.delete(session);
      begun.delete(session);
    },
  };
};

export interface Sessions {
  /** Begins a session on a connection whose client chose HTTP/2. */
  begin(socket: Duplex): void;
  /** Lets open streams end within some seconds, and no new one begin. */
  leave(): void;
}

interface SessionNeeds {
  /** Takes each stream as a connection of HTTP/1.1. */
  accept: Accept;
  /** The cookie of a member's session. */
  cookie: Pick<TokenCookie, 'read'>;
  limits: Pick<Limits, 'tryConsume'>;
  log: Logger;
  /** Milliseconds without a byte after which a session ends, and an answer. */
  idle?: number;
}

export const createSessions = ({ accept, cookie, limits, log, idle = idleMs }: SessionNeeds): Sessions => {
  // Loaded where https is served alone.
  const { performServerHandshake } = process.getBuiltinModule('node:http2');
  const open = new Map<ServerHttp2Session, Duplex>();
  const turns = createTurns();
  return {
    begin: (socket) => {
      const session = performServerHandshake(socket, { settings, ...resets });
      const network = networkOf(session.socket.remoteAddress ?? '');
      let resetHere = 0;
      const countReset = async (): Promise<void> => {
        // Its open streams are reset with it.
        if (session.destroyed) return;
        resetHere += 1;
        const isWithin = await limits.tryConsume('streamResets', network);
        // Others of the network may be neighbours of the one who resets.
        if (isWithin || resetHere <= settings.maxConcurrentStreams) return;
        session.destroy(new Error('Its network reset too many streams'), enhanceYourCalm);
      };
      open.set(session, socket);
      session.once('close', () => {
        open.delete(session);
        turns.leave(session);
      });
      session.setTimeout(firstStreamMs);
      session.once('stream', () => session.setTimeout(idle));
      session.on('timeout', () => session.destroy());
      session.on('error', (error) => log.debug({ err: error }, 'A session of HTTP/2 ended'));
      session.on('stream', (stream, headers) => {
        stream.on('error', (error) => log.debug({ err: error }, 'A stream of HTTP/2 ended'));
        // Also those that the client had the server reset.
        stream.once('close', () => stream.rstCode === noError || void countReset());
        if (stream.closed) return;
        if (headers[':method'] === 'CONNECT') stream.respond({ ':status': 405 }, { endStream: true });
        // A stream that is reset before its turn costs no request.
        else
          turns.wait(session, {
            token: cookie.read({ headers }),
            begin: () => {
              if (stream.closed) return false;
              pass({ accept, idle }, stream, headers);
              return true;
            },
          });
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
