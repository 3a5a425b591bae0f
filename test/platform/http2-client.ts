import {
  connect as connectSession,
  type ClientHttp2Session,
  type OutgoingHttpHeaders,
  type Settings,
} from 'node:http2';
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { sessionCookie } from '../../server/platform/http/cookie.ts';
import { createSessions } from '../../server/platform/http/http2.ts';
import { createLog } from '../../server/platform/log.ts';

export interface Http2Answer {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  body: Buffer;
}

type PortNeeds = Partial<Pick<Parameters<typeof createSessions>[0], 'limits' | 'idle'>>;

const unlimited = { tryConsume: async () => true };

/** A port that speaks HTTP/2 without TLS, in front of a server. */
export class Http2Port {
  readonly sessions;
  #tcp: TcpServer;

  private constructor(server: Server, { limits = unlimited, ...others }: PortNeeds) {
    this.sessions = createSessions({
      cookie: sessionCookie('http://localhost'),
      accept: (connection) => server.emit('connection', connection),
      log: createLog('silent'),
      limits,
      ...others,
    });
    this.#tcp = createTcpServer((socket) => this.sessions.begin(socket));
  }

  static async open(server: Server, needs: PortNeeds = {}): Promise<Http2Port> {
    const port = new Http2Port(server, needs);
    port.#tcp.listen(0, '127.0.0.1');
    await once(port.#tcp, 'listening');
    return port;
  }

  get url(): string {
    const address = this.#tcp.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  connect(settings: Settings = {}): ClientHttp2Session {
    return connectSession(this.url, { settings }).on('error', () => undefined);
  }

  async close(): Promise<void> {
    this.sessions.leave();
    await new Promise((resolve) => this.#tcp.close(resolve));
  }
}

/** Sends a request in a stream of its session. */
export const ask = async (
  session: ClientHttp2Session,
  path: string,
  headers: OutgoingHttpHeaders = {},
  body?: Buffer,
): Promise<Http2Answer> => {
  const stream = session.request({ ':path': path, ...headers }, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  const answered = Promise.withResolvers<Record<string, unknown>>();
  stream
    .on('response', answered.resolve)
    .on('error', answered.reject)
    .on('close', () => answered.reject(new Error('closed')));
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => stream.once('close', resolve));
  const found = await answered.promise;
  await ended;
  return { status: Number(found[':status']), headers: found, body: Buffer.concat(chunks) };
};
