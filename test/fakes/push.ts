import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

export interface PushMessage {
  path: string;
  headers: IncomingHttpHeaders;
  bytes: number;
}

/** A push service that stores requests and answers with a scripted status. */
export class PushService {
  readonly messages: PushMessage[] = [];
  status = 201;
  /** Accepts messages and does not answer. */
  isSilent = false;
  url = '';
  #unanswered: ServerResponse[] = [];
  readonly #server = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (part: Buffer) => (bytes += part.length));
    request.on('end', () => {
      this.messages.push({ path: request.url ?? '', headers: request.headers, bytes });
      if (this.isSilent) return void this.#unanswered.push(response);
      response.writeHead(this.status, this.status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    this.url = `http://localhost:${address.port}`;
  }

  /** The messages since the last call, by their paths. */
  take(): string[] {
    return this.messages.splice(0).map(({ path }) => path);
  }

  /** Answers what it was silent about, and from now on everything. */
  answer(): void {
    this.isSilent = false;
    for (const response of this.#unanswered.splice(0)) response.writeHead(this.status).end();
  }

  /** Closes all connections that wait for an answer. */
  hangUp(): void {
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
