import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

export interface AskedModel {
  path: string;
  key: string | undefined;
  body: unknown;
}

type Reply = (response: ServerResponse) => void;

/** A server for the chat completions protocol with scripted answers. */
export class Model {
  readonly asked: AskedModel[] = [];
  #reply: Reply = (response) => response.writeHead(500).end();
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  url = '';

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: unknown = JSON.parse(await text(request));
    this.asked.push({ path: request.url ?? '', key: request.headers.authorization, body });
    this.#reply(response);
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    this.url = `http://127.0.0.1:${address.port}/v1`;
  }

  /** Answers with this text from now on. */
  says(content: unknown): void {
    this.replies((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
    });
  }

  replies(reply: Reply): void {
    this.#reply = reply;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
